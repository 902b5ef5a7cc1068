//! Reading the text of an input piece by piece.

use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use setwise_files::File;

use super::feeder::Raw;
use super::frame::Frame;
use super::piece::{Piece, Spare, take};
use super::{Fold, Tap};
use crate::files::{
    Bytes, Compression, Counted, EXAMINED, Encoding, FrameBytes, FrameText, GamePlace, Hop, Hops,
    PIECE, Zstandard, begin_frame, begin_frames, decoded, detect, stream,
};

/// An open input.
pub(super) struct Source {
    state: State,
    /// An error that comes after the last piece.
    error: Option<io::Error>,
    /// Buffers of pieces of text.
    spare: Spare,
    /// Buffers of compressed frames.
    compressed: Spare,
}

enum State {
    /// Text, or a compressed text that is decompressed while it is read.
    Text {
        text: Bytes,
        offset: u64,
        is_plain: bool,
    },
    /// A Zstandard file between frames.
    Frames(Counted),
    /// A Zstandard file at the start of a frame.
    Begun(Box<FrameBytes>),
    /// A Zstandard file in a frame that is too long to be decompressed as a whole.
    Frame {
        frame: u64,
        offset: u64,
        text: Box<FrameText>,
    },
    End,
}

impl Source {
    /// Opens an input; the path `-` is standard input. Its compression is recognized by its first
    /// bytes.
    pub(super) fn open(path: &Path, meter: &Meter) -> io::Result<Source> {
        Source::new(match path.as_os_str() == "-" {
            true => meter.reader(Box::new(io::stdin()), 0),
            false => meter.open(path)?,
        })
    }

    /// Opens a file at a place: at a byte of a plain file, or at a frame of a Zstandard file. The
    /// bytes of the frame before the place are still to be skipped.
    pub(super) fn open_at(path: &Path, place: GamePlace, meter: &Meter) -> io::Result<Source> {
        // It shows what the file is; its bytes may be elsewhere than those that are read.
        let mut file = File::open(path)?;
        let without_tap = Meter { tap: None, ..meter.clone() };
        let start = without_tap.reader(Box::new(file.at_start()?), 0);
        let mut source = Source::new(start)?;
        source.state = match source.state {
            State::Frames(_) | State::Begun(_) => {
                file.seek(SeekFrom::Start(place.frame))?;
                let mut source = Counted::new(meter.reader(Box::new(file), place.frame));
                source.count = place.frame;
                State::Frames(source)
            }
            State::Text { is_plain: true, .. } => {
                file.seek(SeekFrom::Start(place.offset))?;
                let text = meter.reader(Box::new(file), place.offset);
                State::Text { text, offset: place.offset, is_plain: true }
            }
            _ => {
                let message = "a file of gzip, bzip2 or UTF-16 cannot be read from the middle (expected plain text or Zstandard)";
                return Err(io::Error::new(ErrorKind::Unsupported, message));
            }
        };
        Ok(source)
    }

    /// Takes buffers of pieces of text from others, and gives them back there; and takes buffers of
    /// compressed frames.
    pub(super) fn with_spare(self, spare: &Spare, compressed: &Spare) -> Source {
        Source { spare: Arc::clone(spare), compressed: Arc::clone(compressed), ..self }
    }

    /// Returns whether the input is a Zstandard file.
    pub(super) fn is_in_frames(&self) -> bool {
        matches!(self.state, State::Frames(_) | State::Begun(_) | State::Frame { .. })
    }

    fn new(source: Bytes) -> io::Result<Source> {
        let (compression, source) = detect(source)?;
        let state = if compression == Compression::Zstandard {
            State::of_frames(Counted::new(source))?
        } else {
            let (encoding, mut text) = decoded(stream(compression, source))?;
            // What is not text is an error before any game.
            let mut first = Vec::new();
            text.by_ref().take(EXAMINED as u64).read_to_end(&mut first)?;
            let text: Bytes = Box::new(Cursor::new(first).chain(text));
            let is_plain = compression == Compression::None && encoding == Encoding::Bytes;
            State::Text { text, offset: 0, is_plain }
        };
        Ok(Source { state, error: None, spare: Spare::default(), compressed: Spare::default() })
    }

    /// Reads the next piece; returns `None` at the end. Pieces of text have [`PIECE`] bytes, except
    /// the last one of a file or frame.
    pub(super) fn next<F: Fold>(&mut self) -> io::Result<Option<Raw<F>>> {
        loop {
            if let Some(error) = self.error.take() {
                self.state = State::End;
                return Err(error);
            }
            match std::mem::replace(&mut self.state, State::End) {
                State::End => return Ok(None),
                State::Frames(source) => {
                    let buffer = take(&self.compressed).unwrap_or_default();
                    let Some(frame) = begin_frame(source, buffer)? else { return Ok(None) };
                    self.state = State::Begun(Box::new(frame));
                }
                State::Begun(frame) => {
                    let start = frame.start;
                    match frame.whole() {
                        Ok((bytes, source)) => {
                            self.state = State::Frames(source);
                            let start = GamePlace { frame: start, offset: 0 };
                            return Ok(Some(Raw::Frame(Frame::new(start, bytes))));
                        }
                        Err(long) => {
                            let text = Box::new(FrameText::new(*long)?);
                            self.state = State::Frame { frame: start, offset: 0, text };
                        }
                    }
                }
                State::Text { mut text, offset, is_plain } => {
                    if let Some(piece) = self.piece(&mut text) {
                        let start = GamePlace { frame: 0, offset };
                        let offset = offset + piece.len() as u64;
                        self.state = State::Text { text, offset, is_plain };
                        return Ok(Some(Raw::Text { start, pieces: vec![piece], goes_on: false }));
                    }
                }
                State::Frame { frame, offset, mut text } => {
                    if let Some(piece) = self.piece(&mut text) {
                        let start = GamePlace { frame, offset };
                        let offset = offset + piece.len() as u64;
                        self.state = State::Frame { frame, offset, text };
                        return Ok(Some(Raw::Text { start, pieces: vec![piece], goes_on: false }));
                    }
                    self.state = State::Frames(text.into_source());
                }
            }
        }
    }

    /// Reads up to [`PIECE`] bytes, and less only at the end or before an error, which is kept.
    /// Returns `None` if there are none.
    fn piece(&mut self, text: &mut dyn Read) -> Option<Piece> {
        let (piece, error) = Piece::read(text, PIECE, &self.spare);
        self.error = error;
        (!piece.is_empty()).then_some(piece)
    }
}

impl State {
    /// Begins to read a Zstandard file. Frames are decompressed independently of one another,
    /// unless the text is UTF-16.
    fn of_frames(source: Counted) -> io::Result<State> {
        Ok(match begin_frames(source)? {
            None => State::End,
            Some((frame, Encoding::Bytes)) => State::Begun(Box::new(frame)),
            Some((frame, _)) => {
                let (_, text) = decoded(Box::new(Zstandard::new(frame)?))?;
                State::Text { text, offset: 0, is_plain: false }
            }
        })
    }
}

/// Returns the place at a byte of a file, from which it can be read: at any byte of a plain file,
/// and at the first byte of a frame of a Zstandard file. Other files have none.
///
/// # Errors
///
/// The file cannot be read, or is no text.
pub fn place_at(path: &Path, byte: u64) -> io::Result<Option<GamePlace>> {
    Ok(match Source::open(path, &Meter::default())?.state {
        State::Text { is_plain: true, .. } => Some(GamePlace { frame: 0, offset: byte }),
        State::Frames(_) | State::Begun(_) => Some(GamePlace { frame: byte, offset: 0 }),
        _ => None,
    })
}

/// Returns the places after another one at which a file is cut into parts of at least a number of
/// its bytes, so that each is a [`PlaceRange`](super::PlaceRange) that begins with a guess: bytes of
/// a plain file, and frames of a Zstandard file, which is read from there. Other files have no such
/// place. Calls a function often while it reads, whose error ends it. If a Zstandard file is damaged,
/// or the function fails, the error follows the places before it.
///
/// # Errors
///
/// The file cannot be opened, or is no text.
pub fn cuts(
    path: &Path,
    from: Option<GamePlace>,
    part: u64,
    check: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<(Vec<GamePlace>, Option<io::Error>)> {
    let meter = Meter::default();
    let mut source = match from {
        Some(place) => Source::open_at(path, place, &meter)?,
        None => Source::open(path, &meter)?,
    };
    let GamePlace { frame: first, offset } = from.unwrap_or_default();
    if let State::Frames(frames) = source.state {
        let frame = begin_frame(frames, Vec::new())?;
        source.state = frame.map_or(State::End, |frame| State::Begun(Box::new(frame)));
    }
    let mut cuts = Vec::new();
    match source.state {
        State::Text { is_plain: true, .. } => {
            let size = setwise_files::facts(path)?.bytes;
            let offsets = (1..).map(|number| part.saturating_mul(number).saturating_add(offset));
            let offsets = offsets.take_while(|&offset| offset < size);
            cuts.extend(offsets.map(|offset| GamePlace { frame: 0, offset }));
        }
        State::Begun(frame) => {
            let mut last = first;
            let found = frame_starts(path, *frame, check, &mut |start| {
                if start - last >= part {
                    last = start;
                    cuts.push(GamePlace { frame: last, offset: 0 });
                }
            });
            return Ok((cuts, found.err()));
        }
        _ => {}
    }
    Ok((cuts, None))
}

/// Calls a function with the offsets of the frames behind one: those that pzstd has written are
/// found by their sizes, and others are read.
fn frame_starts(
    path: &Path,
    mut frame: FrameBytes,
    check: &mut dyn FnMut() -> io::Result<()>,
    each: &mut dyn FnMut(u64),
) -> io::Result<()> {
    if let Some(mut hops) = Hops::at(File::open(path)?, frame.start)? {
        while let Hop::To(start) = hops.next()? {
            check()?;
            each(start);
        }
        let place = GamePlace { frame: hops.frame, offset: 0 };
        let State::Frames(frames) = Source::open_at(path, place, &Meter::default())?.state else {
            return Ok(());
        };
        let Some(last) = begin_frame(frames, Vec::new())? else { return Ok(()) };
        frame = last;
    }
    while let Some(next) = begin_frame(frame.skip(check)?, Vec::new())? {
        frame = next;
        each(frame.start);
    }
    Ok(())
}

/// Counts the bytes that are read from files, and shows them to the [`Tap`] of a fold.
#[derive(Clone, Default)]
pub struct Meter {
    bytes: Arc<AtomicU64>,
    tap: Option<Tap>,
}

impl Meter {
    /// Returns a meter that increases a number.
    pub(super) fn new(bytes: Arc<AtomicU64>, tap: Option<Tap>) -> Meter {
        Meter { bytes, tap }
    }

    /// Adds a number of bytes that were read.
    pub fn add(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Opens a file, whose bytes are counted and shown.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or is a directory.
    pub fn open(&self, path: &Path) -> io::Result<Box<dyn Read + Send>> {
        Ok(self.reader(Box::new(File::open(path)?), 0))
    }

    /// Returns a reader whose first byte has an offset.
    fn reader(&self, source: Bytes, offset: u64) -> Bytes {
        Box::new(Metered { source, meter: self.clone(), offset })
    }
}

/// A source of bytes that are counted and shown.
struct Metered {
    source: Bytes,
    meter: Meter,
    offset: u64,
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.meter.add(count as u64);
        if let Some(tap) = &self.meter.tap {
            tap(self.offset, &buffer[..count]);
        }
        self.offset += count as u64;
        Ok(count)
    }
}
