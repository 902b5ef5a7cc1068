//! Reading the text of an input piece by piece.

use std::fs::File;
use std::io::{self, BufReader, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;

use super::frames::{Counted, Frame, LongFrame, next_frame};
use crate::record::GamePlace;
use crate::split::PIECE;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const BZIP2: [u8; 3] = *b"BZh";
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Bytes 2 to 4 of a skippable Zstandard frame; the first byte is 0x50 to 0x5f.
const SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

type Bytes = Box<dyn Read + Send>;

/// A piece of an input.
pub(crate) struct Piece {
    pub(crate) start: GamePlace,
    pub(crate) data: PieceData,
}

pub(crate) enum PieceData {
    Text(Vec<u8>),
    /// A compressed Zstandard frame.
    Frame(Vec<u8>),
}

/// An open input.
pub(crate) struct Source {
    state: State,
    /// An error that comes after the last piece.
    error: Option<io::Error>,
}

enum State {
    /// Text, or a compressed text that is decompressed while it is read.
    Text {
        text: Bytes,
        offset: u64,
        is_plain: bool,
    },
    /// A Zstandard file at the start of a frame.
    Frames(Counted<Bytes>),
    /// A Zstandard file in a frame that is too long to be decompressed as a whole.
    Frame {
        frame: u64,
        offset: u64,
        text: Box<FrameText>,
    },
    End,
}

impl Source {
    /// Opens an input; the path `-` is standard input. Its compression is recognized by its first bytes.
    pub(crate) fn open(path: &Path, bytes: &Arc<AtomicU64>) -> io::Result<Source> {
        if path.as_os_str() == "-" {
            return Source::new(Box::new(Metered::new(io::stdin(), bytes)));
        }
        Source::new(Box::new(Metered::new(open_file(path)?, bytes)))
    }

    /// Opens a file at a place: at a byte of a plain file, or at a frame of a Zstandard file. The bytes
    /// of the frame before the place are still to be skipped.
    pub(crate) fn open_at(
        path: &Path,
        place: GamePlace,
        bytes: &Arc<AtomicU64>,
    ) -> io::Result<Source> {
        let mut source = Source::open(path, bytes)?;
        let mut file = open_file(path)?;
        source.state = match source.state {
            State::Frames(_) => {
                file.seek(SeekFrom::Start(place.frame))?;
                let file = Metered::new(file, bytes);
                let mut source =
                    Counted::new(Box::new(BufReader::with_capacity(PIECE, file)) as Bytes);
                source.count = place.frame;
                State::Frames(source)
            }
            State::Text { is_plain: true, .. } => {
                file.seek(SeekFrom::Start(place.offset))?;
                let file = Metered::new(file, bytes);
                State::Text { text: Box::new(file), offset: place.offset, is_plain: true }
            }
            _ => {
                let message = "a gzip or bzip2 file cannot be read from the middle (expected plain text or Zstandard)";
                return Err(io::Error::new(ErrorKind::Unsupported, message));
            }
        };
        Ok(source)
    }

    /// Returns whether the input is a Zstandard file.
    pub(crate) fn is_in_frames(&self) -> bool {
        matches!(self.state, State::Frames(_) | State::Frame { .. })
    }

    pub(super) fn new(mut source: Bytes) -> io::Result<Source> {
        let mut first = Vec::new();
        source.by_ref().take(ZSTANDARD.len() as u64).read_to_end(&mut first)?;
        let is_gzip = first.starts_with(&GZIP);
        let is_bzip2 = first.starts_with(&BZIP2);
        let is_skippable = matches!(first[..], [0x50..=0x5f, ref rest @ ..] if *rest == SKIPPABLE);
        let is_zstandard = first == ZSTANDARD || is_skippable;
        let source = Cursor::new(first).chain(source);
        let state = if is_zstandard {
            State::Frames(Counted::new(Box::new(BufReader::with_capacity(PIECE, source))))
        } else {
            let text: Bytes = if is_gzip {
                Box::new(MultiGzDecoder::new(BufReader::new(source)))
            } else if is_bzip2 {
                Box::new(MultiBzDecoder::new(BufReader::new(source)))
            } else {
                Box::new(source)
            };
            State::Text { text, offset: 0, is_plain: !is_gzip && !is_bzip2 }
        };
        Ok(Source { state, error: None })
    }

    /// Reads the next piece; returns `None` at the end. Pieces of text have [`PIECE`] bytes, except the
    /// last one of a file or frame.
    pub(crate) fn next(&mut self) -> io::Result<Option<Piece>> {
        if let Some(error) = self.error.take() {
            self.state = State::End;
            return Err(error);
        }
        loop {
            match &mut self.state {
                State::Text { text, offset, .. } => {
                    let bytes;
                    (bytes, self.error) = read_piece(text);
                    let start = GamePlace { frame: 0, offset: *offset };
                    *offset += bytes.len() as u64;
                    if !bytes.is_empty() {
                        return Ok(Some(Piece { start, data: PieceData::Text(bytes) }));
                    }
                    self.state = State::End;
                    return self.error.take().map_or(Ok(None), Err);
                }
                State::Frames(_) => {
                    let State::Frames(source) = std::mem::replace(&mut self.state, State::End)
                    else {
                        return Ok(None);
                    };
                    let (frame, found, source) = next_frame(source)?;
                    match found {
                        Frame::End => return Ok(None),
                        Frame::Whole(bytes) => {
                            self.state = source.map_or(State::End, State::Frames);
                            let start = GamePlace { frame, offset: 0 };
                            return Ok(Some(Piece { start, data: PieceData::Frame(bytes) }));
                        }
                        Frame::Long(long) => {
                            let text = Box::new(FrameText::new(long)?);
                            self.state = State::Frame { frame, offset: 0, text };
                        }
                    }
                }
                State::Frame { frame, offset, text } => {
                    let bytes;
                    (bytes, self.error) = read_piece(text);
                    let start = GamePlace { frame: *frame, offset: *offset };
                    *offset += bytes.len() as u64;
                    if !bytes.is_empty() {
                        return Ok(Some(Piece { start, data: PieceData::Text(bytes) }));
                    }
                    let state = std::mem::replace(&mut self.state, State::End);
                    if let Some(error) = self.error.take() {
                        return Err(error);
                    }
                    if let State::Frame { text, .. } = state {
                        self.state = State::Frames(text.into_source());
                    }
                }
                State::End => return Ok(None),
            }
        }
    }
}

/// A source that adds the number of bytes read to a sum.
struct Metered<R> {
    source: R,
    bytes: Arc<AtomicU64>,
}

impl<R> Metered<R> {
    fn new(source: R, bytes: &Arc<AtomicU64>) -> Metered<R> {
        Metered { source, bytes: Arc::clone(bytes) }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

fn open_file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    match file.metadata()?.is_dir() {
        true => Err(ErrorKind::IsADirectory.into()),
        false => Ok(file),
    }
}

/// Reads up to [`PIECE`] bytes, and less only at the end or before an error, which is returned too.
fn read_piece(text: &mut impl Read) -> (Vec<u8>, Option<io::Error>) {
    let mut bytes = Vec::with_capacity(PIECE);
    let read = text.take(PIECE as u64).read_to_end(&mut bytes);
    (bytes, read.err())
}

#[cfg(feature = "parquet")]
pub(crate) use by_c::{FrameText, decode_frame};
#[cfg(not(feature = "parquet"))]
pub(crate) use in_rust::{FrameText, decode_frame};

/// Decompression by the C library.
#[cfg(feature = "parquet")]
mod by_c {
    use super::*;

    /// The text of a long frame.
    pub(crate) struct FrameText(zstd::Decoder<'static, BufReader<LongFrame<Bytes>>>);

    impl FrameText {
        pub(super) fn new(frame: LongFrame<Bytes>) -> io::Result<FrameText> {
            Ok(FrameText(zstd::Decoder::new(frame)?))
        }

        pub(super) fn into_source(self) -> Counted<Bytes> {
            self.0.finish().into_inner().into_source()
        }
    }

    impl Read for FrameText {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(buffer)
        }
    }

    /// Decompresses a frame.
    pub(crate) fn decode_frame(frame: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::with_capacity(4 * frame.len());
        zstd::Decoder::with_buffer(frame)?.read_to_end(&mut text)?;
        Ok(text)
    }
}

/// Decompression in Rust.
#[cfg(not(feature = "parquet"))]
mod in_rust {
    use super::*;
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

    /// The text of a long frame. The decoder returns text only when it is outside the window, so the
    /// text of the last window before an error is lost.
    pub(crate) struct FrameText {
        decoder: FrameDecoder,
        frame: BufReader<LongFrame<Bytes>>,
    }

    impl FrameText {
        pub(super) fn new(frame: LongFrame<Bytes>) -> io::Result<FrameText> {
            let mut frame = BufReader::new(frame);
            let mut decoder = FrameDecoder::new();
            decoder.init(&mut frame).map_err(io::Error::other)?;
            Ok(FrameText { decoder, frame })
        }

        pub(super) fn into_source(self) -> Counted<Bytes> {
            self.frame.into_inner().into_source()
        }
    }

    impl Read for FrameText {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let block = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.frame, block).map_err(io::Error::other)?;
            }
            self.decoder.read(buffer)
        }
    }

    /// Decompresses a frame.
    pub(crate) fn decode_frame(mut frame: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::with_capacity(4 * frame.len());
        let mut decoder = FrameDecoder::new();
        decoder.init(&mut frame).map_err(io::Error::other)?;
        while !decoder.is_finished() {
            let block = BlockDecodingStrategy::UptoBlocks(8);
            decoder.decode_blocks(&mut frame, block).map_err(io::Error::other)?;
            decoder.read_to_end(&mut text)?;
        }
        decoder.read_to_end(&mut text)?;
        Ok(text)
    }
}
