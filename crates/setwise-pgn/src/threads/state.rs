//! What the threads that read share, and which piece of work is done next.

use std::collections::{BTreeMap, VecDeque};
use std::io;

use super::feeder::{Feeder, Raw};
use super::frame::{Frame, PORTION};
use super::piece::Piece;
use super::read_chunk::ReadChunk;
use super::split::{Chunk, Cutter};
use super::{Fill, Fold, Job};
use crate::files::GamePlace;

/// More is read if the text that is not parsed has at most this number of bytes for each thread,
/// with what the frames may have that are not decompressed.
const MAX_UNPARSED_OF_THREAD: usize = 8 << 20;

/// A portion of a frame is decompressed if less than this number of bytes of text for each thread
/// is left to be parsed. A thread takes longer to parse them than to decompress a portion.
const FEW_OF_THREAD: usize = 4 << 20;

/// The number of pieces, and of chunks, that are read ahead of those that may be parsed. It bounds
/// the memory for small files: each has a buffer.
const MAX_AHEAD: u64 = 64;

/// What the calling thread takes, in order.
pub(super) enum Item<F: Fold> {
    Chunk(ReadChunk<F>),
    Close { began: Option<GamePlace>, error: Option<io::Error> },
}

/// A piece of work of one thread.
pub(super) enum Step<'i, F: Fold> {
    /// Do a job of the caller.
    Job(Job),
    /// Parse a chunk.
    Parse(u64, Chunk),
    /// Decompress a portion of a frame.
    Decode(u64, Frame),
    /// Fill a part.
    Fill(u64, Fill<F>),
    /// Read the next piece.
    Read(Feeder<'i, F>),
}

/// What the threads share.
///
/// Pieces of input, each a `Raw`, are numbered as they are read; items (parsed chunks and the ends of
/// inputs) are numbered as the pieces are cut. Pieces are cut and items are taken in the order of their
/// numbers.
///
/// No order of the work can block the pipeline. The bound on parsing and the bounds on numbers
/// count from the number that is awaited next, so the chunk that is taken next may always be
/// parsed. Without a chunk, the frame that is cut next may always be decompressed. If too much text
/// waits, the piece that is cut next is a frame, or a chunk is there, so one of the two is
/// possible, or the item that is taken next is there. A part may be filled if its piece is
/// within a window of the piece that is cut next, and the next item is within the window too: it
/// may be if it is awaited. A bound on how many items wait would not do: ends of inputs need no
/// thread, so they could fill the room while the chunk before them is not parsed.
///
/// Frames are decompressed in portions, the first of them first. Text of a later one waits until
/// the frame before has been cut. All text of frames that waits is less than `few` and two
/// portions.
pub(super) struct State<'i, F: Fold> {
    /// `None` while a thread reads.
    feeder: Option<Feeder<'i, F>>,
    has_read_all: bool,
    /// Whether the calling thread waits for more than what was read.
    pub(super) is_short: bool,
    next_raw: u64,
    /// Frames that are not decompressed to their end, in order.
    frames: VecDeque<(u64, Frame)>,
    /// Pieces that no part has been filled with.
    fills: VecDeque<(u64, Fill<F>)>,
    /// Pieces that are not cut, by number. If a number has several, they are portions of one frame.
    raws: BTreeMap<u64, Vec<Raw<F>>>,
    next_cut: u64,
    cutter: Cutter,
    next_item: u64,
    /// Chunks that are not parsed, in order.
    chunks: VecDeque<(u64, Chunk)>,
    /// Items that wait for the calling thread, by number.
    items: BTreeMap<u64, Item<F>>,
    next_taken: u64,
    /// A chunk is parsed if its number is less than this number after the next one that is taken.
    window: u64,
    /// The bytes of text that is not parsed.
    unparsed: usize,
    /// The bytes that the frames may have whose text is not there.
    undecoded: usize,
    /// The bytes of text that is being decompressed, at most.
    decoding: usize,
    /// More is read if at most this number of bytes is not parsed or not decompressed.
    most: usize,
    /// The text of fewer bytes that is not parsed, for which a portion is decompressed.
    few: usize,
    jobs: VecDeque<Job>,
    /// Whether the input was closed, after an error perhaps before its end.
    is_closed: bool,
    pub(super) is_over: bool,
}

impl<'i, F: Fold> State<'i, F> {
    pub(super) fn new(feeder: Feeder<'i, F>, threads: usize) -> State<'i, F> {
        State {
            feeder: Some(feeder),
            has_read_all: false,
            is_short: false,
            next_raw: 0,
            frames: VecDeque::new(),
            fills: VecDeque::new(),
            raws: BTreeMap::new(),
            next_cut: 0,
            cutter: Cutter::new(0),
            next_item: 0,
            chunks: VecDeque::new(),
            items: BTreeMap::new(),
            next_taken: 0,
            window: 2 * threads as u64 + 2,
            unparsed: 0,
            undecoded: 0,
            decoding: 0,
            most: threads.saturating_mul(MAX_UNPARSED_OF_THREAD),
            few: threads.saturating_mul(FEW_OF_THREAD),
            jobs: VecDeque::new(),
            is_closed: true,
            is_over: false,
        }
    }

    /// Returns the next piece of work; `None` if there is nothing to do now. After the end, only
    /// jobs are left: their results may be awaited.
    pub(super) fn next_step(&mut self) -> Option<Step<'i, F>> {
        if let Some(job) = self.jobs.pop_front() {
            return Some(Step::Job(job));
        }
        if self.is_over {
            return None;
        }
        let end = self.next_taken + self.window;
        if self.chunks.front().is_some_and(|&(number, _)| number < end)
            && let Some((number, chunk)) = self.chunks.pop_front()
        {
            return Some(Step::Parse(number, chunk));
        }
        let (few, next) = (self.unparsed + self.decoding < self.few, self.next_cut);
        let is_needed = |number| number == next && self.chunks.is_empty();
        if self.frames.front().is_some_and(|&(number, _)| few || is_needed(number))
            && let Some((number, frame)) = self.frames.pop_front()
        {
            self.decoding += PORTION;
            return Some(Step::Decode(number, frame));
        }
        let cut = self.next_cut + self.window;
        if self.next_item < end
            && self.fills.front().is_some_and(|&(number, _)| number < cut)
            && let Some((number, fill)) = self.fills.pop_front()
        {
            return Some(Step::Fill(number, fill));
        }
        let has_room = self.unparsed + self.undecoded <= self.most
            && self.next_raw < self.next_cut + self.window + MAX_AHEAD
            && self.next_item < end + MAX_AHEAD;
        let is_wanted = self.is_short || self.feeder.as_ref().is_some_and(|feeder| !feeder.is_past);
        if self.has_read_all || !has_room || !is_wanted {
            return None;
        }
        self.feeder.take().map(Step::Read)
    }

    /// Stores what was read.
    pub(super) fn has_read(&mut self, feeder: Feeder<'i, F>, raw: Option<Raw<F>>) {
        self.feeder = Some(feeder);
        self.is_short = false;
        let Some(raw) = raw else {
            self.has_read_all = true;
            return;
        };
        let number = self.next_raw;
        self.next_raw += 1;
        match raw {
            Raw::Frame(frame) => self.add_frame(number, frame),
            Raw::Fill(fill) => self.fills.push_back((number, fill)),
            raw => self.add_raw(number, raw),
        }
    }

    /// Stores a part that was filled.
    pub(super) fn has_filled(&mut self, number: u64, filled: io::Result<F::Part>) {
        self.add_raw(
            number,
            match filled {
                Ok(part) => Raw::Read(ReadChunk::without_text(part)),
                Err(error) => Raw::Close(Some(error)),
            },
        );
    }

    /// Stores a frame between those before it and those after it.
    fn add_frame(&mut self, number: u64, frame: Frame) {
        self.undecoded += frame_bound(frame.left());
        let index = self.frames.partition_point(|&(other, _)| other < number);
        self.frames.insert(index, (number, frame));
    }

    /// Stores a portion of the text of a frame, and the frame if more comes. Before it, a number of
    /// bytes of the frame were left.
    pub(super) fn has_decoded(
        &mut self,
        number: u64,
        start: GamePlace,
        left: usize,
        (pieces, rest): (Vec<Piece>, io::Result<Option<Frame>>),
    ) {
        self.undecoded -= frame_bound(left);
        self.decoding -= PORTION;
        let text = |goes_on| Raw::Text { start, pieces, goes_on };
        match rest {
            Ok(Some(frame)) => {
                self.add_frame(number, frame);
                self.add_raw(number, text(true));
            }
            Ok(None) => self.add_raw(number, text(false)),
            Err(error) => {
                self.add_raw(number, text(true));
                self.add_raw(number, Raw::Close(Some(error)));
            }
        }
    }

    /// Stores a chunk that was parsed; its text had a length.
    pub(super) fn has_parsed(&mut self, number: u64, length: usize, chunk: ReadChunk<F>) {
        self.unparsed -= length;
        self.items.insert(number, Item::Chunk(chunk));
    }

    pub(super) fn add_job(&mut self, job: Job) {
        self.jobs.push_back(job);
    }

    pub(super) fn has_jobs(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Takes the next item, if it is there.
    pub(super) fn take_item(&mut self) -> Option<Item<F>> {
        let item = self.items.remove(&self.next_taken)?;
        self.next_taken += 1;
        Some(item)
    }

    /// Returns where the games of the last input that was cut began.
    pub(super) fn began(&self) -> Option<GamePlace> {
        self.cutter.began()
    }

    /// Stores a piece, and cuts the pieces that are next.
    fn add_raw(&mut self, number: u64, raw: Raw<F>) {
        self.unparsed += size(&raw);
        self.raws.entry(number).or_default().push(raw);
        while let Some(raws) = self.raws.remove(&self.next_cut) {
            let goes_on = matches!(raws.last(), Some(Raw::Text { goes_on: true, .. }));
            raws.into_iter().for_each(|raw| self.cut(raw));
            self.next_cut += u64::from(!goes_on);
        }
    }

    fn cut(&mut self, raw: Raw<F>) {
        match raw {
            Raw::Open(cutter) => (self.cutter, self.is_closed) = (cutter, false),
            Raw::Text { start, pieces, .. } => self.cut_text(pieces, start),
            Raw::Frame(_) | Raw::Fill(_) => {}
            Raw::Read(_) if self.is_closed => {}
            Raw::Read(read) => {
                self.items.insert(self.next_item, Item::Chunk(read));
                self.next_item += 1;
            }
            Raw::Close(_) if self.is_closed => {}
            Raw::Close(error) => self.close(error),
        }
    }

    fn close(&mut self, error: Option<io::Error>) {
        self.is_closed = true;
        let chunk = self.cutter.finish();
        if !chunk.bytes.is_empty() {
            self.add_chunk(chunk);
        }
        let began = self.cutter.began();
        self.items.insert(self.next_item, Item::Close { began, error });
        self.next_item += 1;
    }

    fn cut_text(&mut self, pieces: Vec<Piece>, mut start: GamePlace) {
        for piece in pieces {
            let length = piece.len();
            self.unparsed -= length;
            if !self.is_closed
                && let Some(chunk) = self.cutter.push(piece, start)
            {
                self.add_chunk(chunk);
            }
            start.offset += length as u64;
        }
    }

    fn add_chunk(&mut self, chunk: Chunk) {
        self.unparsed += chunk.bytes.len();
        self.chunks.push_back((self.next_item, chunk));
        self.next_item += 1;
    }
}

/// Returns the size of the text of a piece.
fn size<F: Fold>(raw: &Raw<F>) -> usize {
    let Raw::Text { pieces, .. } = raw else { return 0 };
    pieces.iter().map(|piece| piece.len()).sum()
}

/// Estimates the size of the text of a number of compressed bytes: it is seldom more than this.
fn frame_bound(compressed: usize) -> usize {
    8 * compressed
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::files::Inputs;
    use crate::threads::PlaceRange;
    use crate::threads::frame::FrameMemory;
    use crate::threads::model::Places;
    use crate::threads::read_chunk::ReadChunk;

    const LINE: &str = "[Event \"?\"]\n";

    /// Creates a state that has read frames, of an input without a file.
    fn with_frames<'i>(
        inputs: &'i Inputs,
        threads: usize,
        frames: &[Vec<u8>],
    ) -> State<'i, Places> {
        let feeder = || Feeder::new(inputs, PlaceRange::default(), Arc::default(), &Places);
        let mut state = State::new(feeder(), threads);
        state.is_closed = false;
        for (number, bytes) in (0..).zip(frames) {
            let start = GamePlace { frame: number, offset: 0 };
            state.has_read(feeder(), Some(Raw::Frame(Frame::new(start, bytes.clone()))));
        }
        state.has_read_all = true;
        state
    }

    fn decoded(state: &mut State<'_, Places>) -> Option<(u64, Frame)> {
        match state.next_step() {
            Some(Step::Decode(number, frame)) => Some((number, frame)),
            _ => None,
        }
    }

    fn text(lines: usize) -> Vec<Piece> {
        vec![Piece::behind_room(LINE.repeat(lines).as_bytes(), 0)]
    }

    /// Finds portions that are decompressed at the same time by one thread, or while much text
    /// waits.
    #[test]
    fn frames_are_decompressed_when_little_text_is_left() {
        let inputs = Inputs::of_files([]);
        let mut state = with_frames(&inputs, 1, &vec![vec![0; 1 << 20]; 4]);
        let (number, frame) = decoded(&mut state).expect("a frame");
        assert_eq!(number, 0);
        assert!(decoded(&mut state).is_none());
        let lines = FEW_OF_THREAD / LINE.len() + 2;
        let (start, left) = (frame.start, frame.left());
        state.has_decoded(0, start, left, (text(lines), Ok(Some(frame))));
        // The text is a chunk, which a thread parses. The rest of the frame is awaited.
        assert!(matches!(state.next_step(), Some(Step::Parse(0, _))));
        let (number, frame) = decoded(&mut state).expect("a frame");
        assert_eq!(number, 0);
        assert!(decoded(&mut state).is_none());
        state.has_decoded(0, frame.start, frame.left(), (text(0), Ok(None)));
        assert!(matches!(decoded(&mut state), Some((1, _))));
    }

    /// Finds portions of a later frame that are cut too early, or in another order.
    #[test]
    fn portions_of_later_frames_wait() {
        let inputs = Inputs::of_files([]);
        let mut state = with_frames(&inputs, 2, &vec![vec![0; 1 << 20]; 2]);
        let (_, first) = decoded(&mut state).expect("a frame");
        let (_, mut second) = decoded(&mut state).expect("another frame");
        let mut cut = Vec::new();
        let mut take_chunks = |state: &mut State<'_, Places>| {
            cut.extend(state.chunks.drain(..).map(|(_, chunk)| chunk.place(0)));
            cut.len()
        };
        for offset in [0, 300] {
            let left = second.left();
            let start = GamePlace { frame: 1, offset };
            state.has_decoded(1, start, left, (text(3), Ok(Some(second))));
            assert_eq!(take_chunks(&mut state), 0);
            (_, second) = decoded(&mut state).expect("the frame again");
        }
        let left = first.left();
        state.has_decoded(0, first.start, left, (text(3), Ok(Some(first))));
        assert_eq!(take_chunks(&mut state), 1);
        let (number, first) = decoded(&mut state).expect("the frame again");
        assert_eq!(number, 0);
        let start = GamePlace { frame: 0, offset: 100 };
        let damaged = (text(3), Err(io::ErrorKind::InvalidData.into()));
        state.has_decoded(0, start, first.left(), (text(3), Ok(None)));
        state.has_decoded(1, GamePlace { frame: 1, offset: 600 }, second.left(), damaged);
        assert!(matches!(state.items.last_key_value(), Some((_, Item::Close { .. }))));
        take_chunks(&mut state);
        assert!(cut.is_sorted() && cut.len() > 3, "{cut:?}");
    }

    /// Finds frames that are decompressed further while nothing is taken, and text that
    /// is lost.
    #[test]
    fn text_that_waits_is_bounded() {
        let inputs = Inputs::of_files([]);
        let text = LINE.repeat(6 * PORTION / LINE.len());
        // Raw blocks of the Zstandard format, in a window of 128 KiB.
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3];
        let mut blocks = text.as_bytes().chunks(1 << 17).peekable();
        while let Some(block) = blocks.next() {
            let header = (block.len() as u32) << 3 | u32::from(blocks.peek().is_none());
            frame.extend_from_slice(&header.to_le_bytes()[..3]);
            frame.extend_from_slice(block);
        }
        let mut state = with_frames(&inputs, 1, &[frame.clone(), frame]);
        let memory = FrameMemory::default();
        let (mut parsed, mut most) = (0, 0);
        loop {
            match state.next_step() {
                Some(Step::Parse(number, chunk)) => {
                    let length = chunk.bytes.len();
                    parsed += length;
                    state.has_parsed(number, length, ReadChunk::without_text(Vec::new()));
                }
                Some(Step::Decode(number, frame)) => {
                    let (start, left) = (frame.start, frame.left());
                    state.has_decoded(number, start, left, memory.decode(frame));
                }
                _ if state.take_item().is_some() => {}
                _ => break,
            }
            most = most.max(state.unparsed);
        }
        assert!(most < state.few + 2 * PORTION, "{most}");
        let rest = state.cutter.finish().bytes.len();
        assert_eq!(parsed + rest, 2 * text.len());
    }
}
