//! Sources of PGN: files, compressed files, directories, and standard input.

mod feeder;
mod find;
mod frames;
mod text;

pub(crate) use feeder::{Feeder, Opened, Raw};
pub use feeder::{From, Range};
pub use find::{Inputs, InputsError};
pub(crate) use text::{PieceData, Source, decode_frame};
