//! Files of games: finding them, decompressing them and decoding their text.
//!
//! | type | purpose |
//! |---|---|
//! | [`Inputs`] | finds files, directories and patterns, and numbers the games in them |
//! | [`Contents`] | tells by the name of a file what it contains |
//! | [`decompressed`] | reads the text of one file that may be compressed |
//! | [`GameReader`] | reads the games of such a text one at a time |
//!
//! Files are plain text or compressed with gzip, bzip2 or Zstandard, which is recognized by their
//! first bytes. Texts are UTF-8, Latin-1, or UTF-16 with a byte order mark.

mod compression;
mod encoding;
mod find;
mod frame_text;
mod frames;
mod game_reader;
mod streams;

use std::io::Read;

pub use self::compression::decompressed;
pub(crate) use self::compression::{Compression, detect, stream};
pub(crate) use self::encoding::{EXAMINED, Encoding, decoded};
pub use self::find::{Contents, GamePlace, Inputs, InputsError};
pub(crate) use self::frame_text::{Decompressor, FrameText, Zstandard, begin_frames};
pub(crate) use self::frames::{Counted, FrameBytes, Hop, Hops, begin_frame, damaged_at};
pub use self::game_reader::GameReader;

/// A source of bytes. Its type is the same everywhere, so that each decoder is instantiated only
/// once.
pub(crate) type Bytes = Box<dyn Read + Send>;

/// The size of the pieces in which text and compressed frames are read, in bytes.
pub(crate) const PIECE: usize = 1 << 20;
