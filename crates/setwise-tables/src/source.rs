//! Sources of PGN: files, compressed files, directories, and standard input.

mod compression;
mod encoding;
mod feeder;
mod find;
mod frame_text;
mod frames;
mod pieces;
mod streams;

use std::io::Read;

pub use compression::decompressed;
pub(crate) use feeder::{Feeder, Opened, Raw};
pub use feeder::{From, Range};
pub use find::{Contents, Inputs, InputsError};
pub(crate) use frame_text::{Frame, FrameMemory, PORTION};
pub(crate) use pieces::{Meter, PieceData, Source, Tap, metered};

/// A source of bytes. Its type is the same everywhere, so that each decoder is instantiated only
/// once.
pub(crate) type Bytes = Box<dyn Read + Send>;
