//! What the threads that read share, and which piece of work is done next.

use std::collections::{BTreeMap, VecDeque};
use std::io;

use super::Job;
use crate::piece_text::Text;
use crate::read_chunk::ReadChunk;
use crate::record::GamePlace;
use crate::source::{Feeder, Opened, Raw};
use crate::split::{Chunk, Cutter};
use crate::table::Group;

/// More is read if the text that is not parsed has at most this number of bytes for each thread,
/// with what the frames may have that are not decompressed.
const MAX_UNPARSED_OF_THREAD: usize = 8 << 20;

/// A frame is decompressed if less than this number of bytes of text for each thread is left to be
/// parsed. A thread takes longer to parse them than to decompress a frame of 32 MiB.
const FEW_OF_THREAD: usize = 4 << 20;

/// The number of pieces, and of chunks, that are read ahead of those that may be parsed. It bounds
/// the memory for small files: each has a buffer.
const MAX_AHEAD: u64 = 64;

/// What the collector takes, in order.
pub(super) enum Item {
    Chunk(ReadChunk),
    Close { began: Option<GamePlace>, error: Option<io::Error> },
}

/// A piece of work of one thread.
pub(super) enum Step<'i> {
    /// Do a job of the caller.
    Job(Job),
    /// Parse a chunk.
    Parse(u64, Chunk),
    /// Decompress a frame.
    Decode(u64, GamePlace, Vec<u8>),
    /// Read rows of a table.
    Rows(u64, Group),
    /// Read the next piece.
    Read(Feeder<'i>),
}

/// What the threads share.
///
/// Pieces of input are numbered as they are read; items (parsed chunks and the ends of inputs) are
/// numbered as the pieces are cut. Pieces are cut and items are taken in the order of their
/// numbers.
///
/// No order of the work can block the pipeline. The bound on parsing and the bounds on numbers
/// count from the number that is awaited next, so the chunk that is taken next may always be
/// parsed. The frame that is cut next may always be decompressed. If too much text waits, the piece
/// that is cut next is a frame, or a chunk is there, so one of the two is possible, or the item that
/// is taken next is there. Rows of a table may be
/// read if they are within a window of the piece that is cut next, and the next item is within the
/// window too: it may be if it is awaited. A bound on how many items wait would not do: ends of
/// inputs need no thread, so they could fill the room while the chunk before them is not parsed.
pub(super) struct State<'i> {
    /// `None` while a thread reads.
    feeder: Option<Feeder<'i>>,
    has_read_all: bool,
    /// Whether the collector waits for more than what was read.
    pub(super) is_short: bool,
    next_raw: u64,
    /// Frames that are not decompressed.
    frames: VecDeque<(u64, GamePlace, Vec<u8>)>,
    /// Rows that are not read.
    groups: VecDeque<(u64, Group)>,
    /// Pieces that are not cut, by number.
    raws: BTreeMap<u64, Raw>,
    next_cut: u64,
    cutter: Cutter,
    skip: u64,
    next_item: u64,
    /// Chunks that are not parsed, in order.
    chunks: VecDeque<(u64, Chunk)>,
    /// Items that wait for the collector, by number.
    items: BTreeMap<u64, Item>,
    next_taken: u64,
    /// A chunk is parsed if its number is less than this number after the next one that is taken.
    window: u64,
    /// The bytes of text that is not parsed.
    unparsed: usize,
    /// The bytes that the frames may have whose text is not there.
    undecoded: usize,
    /// The bytes of them that are being decompressed.
    decoding: usize,
    /// The most of both.
    most: usize,
    /// The text of fewer bytes that is not parsed, for which a frame is decompressed.
    few: usize,
    jobs: VecDeque<Job>,
    /// Whether the input was closed, after an error perhaps before its end.
    is_closed: bool,
    pub(super) is_over: bool,
}

impl<'i> State<'i> {
    pub(super) fn new(feeder: Feeder<'i>, threads: usize) -> State<'i> {
        State {
            feeder: Some(feeder),
            has_read_all: false,
            is_short: false,
            next_raw: 0,
            frames: VecDeque::new(),
            groups: VecDeque::new(),
            raws: BTreeMap::new(),
            next_cut: 0,
            cutter: Cutter::new(0),
            skip: 0,
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
    pub(super) fn next_step(&mut self) -> Option<Step<'i>> {
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
        if self.frames.front().is_some_and(|&(number, ..)| few || number == next)
            && let Some((number, start, frame)) = self.frames.pop_front()
        {
            self.decoding += frame_bound(frame.len());
            return Some(Step::Decode(number, start, frame));
        }
        let cut = self.next_cut + self.window;
        if self.next_item < end
            && self.groups.front().is_some_and(|&(number, _)| number < cut)
            && let Some((number, group)) = self.groups.pop_front()
        {
            return Some(Step::Rows(number, group));
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
    pub(super) fn has_read(&mut self, feeder: Feeder<'i>, raw: Option<Raw>) {
        self.feeder = Some(feeder);
        self.is_short = false;
        let Some(raw) = raw else {
            self.has_read_all = true;
            return;
        };
        let number = self.next_raw;
        self.next_raw += 1;
        match raw {
            Raw::Frame(start, frame) => {
                self.undecoded += frame_bound(frame.len());
                self.frames.push_back((number, start, frame));
            }
            Raw::Rows(group) => self.groups.push_back((number, group)),
            raw => self.add_raw(number, raw),
        }
    }

    /// Stores what was made of rows.
    pub(super) fn has_read_rows(&mut self, number: u64, read: io::Result<ReadChunk>) {
        self.add_raw(number, read.map_or_else(|error| Raw::Close(Some(error)), Raw::Read));
    }

    /// Stores the text of a frame, which had a length.
    pub(super) fn has_decoded(
        &mut self,
        number: u64,
        start: GamePlace,
        length: usize,
        text: io::Result<Vec<Text>>,
    ) {
        self.undecoded -= frame_bound(length);
        self.decoding -= frame_bound(length);
        let raw = match text {
            Ok(text) => Raw::Text(start, text),
            Err(error) => Raw::Close(Some(error)),
        };
        self.add_raw(number, raw);
    }

    /// Stores a chunk that was parsed; its text had a length.
    pub(super) fn has_parsed(&mut self, number: u64, length: usize, chunk: ReadChunk) {
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
    pub(super) fn take_item(&mut self) -> Option<Item> {
        let item = self.items.remove(&self.next_taken)?;
        self.next_taken += 1;
        Some(item)
    }

    /// Returns where the games of the last input that was cut began.
    pub(super) fn began(&self) -> Option<GamePlace> {
        self.cutter.began()
    }

    /// Stores a piece, and cuts the pieces that are next.
    fn add_raw(&mut self, number: u64, raw: Raw) {
        self.unparsed += size(&raw);
        self.raws.insert(number, raw);
        while let Some(raw) = self.raws.remove(&self.next_cut) {
            self.next_cut += 1;
            match raw {
                Raw::Open(opened) => self.open(opened),
                Raw::Text(start, pieces) => self.cut_text(pieces, start),
                Raw::Frame(..) | Raw::Rows(_) => {}
                Raw::Read(_) if self.is_closed => {}
                Raw::Read(read) => {
                    self.items.insert(self.next_item, Item::Chunk(read));
                    self.next_item += 1;
                }
                Raw::Close(_) if self.is_closed => {}
                Raw::Close(error) => self.close(error),
            }
        }
    }

    fn open(&mut self, opened: Opened) {
        let Opened { input, from_guess, game, skip } = opened;
        self.cutter = if from_guess { Cutter::from_guess(input) } else { Cutter::new(input) };
        self.skip = skip;
        self.is_closed = false;
        if let Some(game) = game {
            // At the start of a source, but not here, a byte order mark is skipped, and a line that
            // begins with % too.
            self.cutter.push(Text::behind_room(b" ", 0), game);
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

    fn cut_text(&mut self, pieces: Vec<Text>, mut start: GamePlace) {
        for mut piece in pieces {
            self.unparsed -= piece.len();
            let skipped = self.skip.min(piece.len() as u64);
            self.skip -= skipped;
            start.offset += skipped;
            piece.skip(skipped as usize);
            let length = piece.len() as u64;
            if !self.is_closed
                && length > 0
                && let Some(chunk) = self.cutter.push(piece, start)
            {
                self.add_chunk(chunk);
            }
            start.offset += length;
        }
    }

    fn add_chunk(&mut self, chunk: Chunk) {
        self.unparsed += chunk.bytes.len();
        self.chunks.push_back((self.next_item, chunk));
        self.next_item += 1;
    }
}

/// Returns the size of the text of a piece.
fn size(raw: &Raw) -> usize {
    let Raw::Text(_, pieces) = raw else { return 0 };
    pieces.iter().map(|piece| piece.len()).sum()
}

/// Returns an upper bound of the size of the text of a frame that has a length, or a little less.
fn frame_bound(length: usize) -> usize {
    8 * length
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::source::{Inputs, Range};

    /// Finds frames that are decompressed at the same time, or while much text waits: a frame of
    /// Lichess's files has 32 MiB of text.
    #[test]
    fn frames_are_decompressed_when_little_text_is_left() {
        let inputs = Inputs::of_files([]);
        let feeder = || Feeder::new(&inputs, Range::default(), Arc::default());
        let mut state = State::new(feeder(), 1);
        state.open(Opened { input: 0, from_guess: false, game: None, skip: 0 });
        let (length, place) = (1 << 20, |number| GamePlace { frame: number, offset: 0 });
        for number in 0..4 {
            state.feeder = None;
            state.has_read(feeder(), Some(Raw::Frame(place(number), vec![0; length])));
        }
        let decoded = |state: &mut State<'_>| match state.next_step() {
            Some(Step::Decode(number, ..)) => Some(number),
            _ => None,
        };
        // What one frame may have is more than a little.
        assert_eq!((decoded(&mut state), decoded(&mut state)), (Some(0), None));
        let line = "[Event \"?\"]\n".repeat(FEW_OF_THREAD / 12 + 2);
        let text = |text: &str| Ok(vec![Text::behind_room(text.as_bytes(), 0)]);
        state.has_decoded(0, place(0), length, text(&line));
        // The text is a chunk, which a thread parses. The next frame is awaited.
        assert!(matches!(state.next_step(), Some(Step::Parse(0, _))));
        assert_eq!((decoded(&mut state), decoded(&mut state)), (Some(1), None));
        state.has_decoded(1, place(1), length, text(""));
        assert_eq!(decoded(&mut state), Some(2));
    }
}
