//! Sources of PGN: files, compressed files, directories, and standard input.

mod decompressed;
mod feeder;
mod find;
mod frames;
mod text;

pub use decompressed::decompressed;
pub(crate) use feeder::{Feeder, Opened, Raw};
pub use feeder::{From, Range};
pub use find::{Inputs, InputsError};
pub(crate) use text::{PieceData, Source, decode_frame};
