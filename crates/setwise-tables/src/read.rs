//! Reading inputs with several threads, with results in order.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use setwise::notation::pgn::Options;

use crate::join::join;
use crate::piece_text::Text;
use crate::read_chunk::{AnyPart, ReadChunk, Reading, Task, part_of, read_chunk};
use crate::record::{GamePlace, Recorder};
use crate::source::{Feeder, Inputs, Opened, Range, Raw, decode_frame};
use crate::split::{Chunk, Cutter, PIECE};
use crate::tags::Tags;

/// The text that is read ahead of the threads that parse it, in bytes.
const MAX_UNPARSED: usize = 48 << 20;

/// A piece of work that is done by any thread.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// How inputs are read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The number of threads.
    pub threads: NonZero<usize>,
    /// The deviations from the PGN standard that are accepted.
    pub pgn: Options,
    /// The part of the input that is read; only if there is a single input.
    pub range: Range,
    /// Is increased by the number of bytes that are read from files.
    pub bytes: Arc<AtomicU64>,
}

/// The defaults: one thread, the default options of a reader, all games.
impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            threads: NonZero::<usize>::MIN,
            pgn: Options::default(),
            range: Range::default(),
            bytes: Arc::default(),
        }
    }
}

/// What was read of an input.
#[derive(Debug)]
pub struct InputRead {
    /// The number of the input, from 0.
    pub input: u32,
    /// The start of the first game or guess; `None` if there is none.
    pub began: Option<GamePlace>,
    /// The start of the first game that is not part of the range; `None` if the input ended before.
    pub ended: Option<GamePlace>,
    /// The error that ended the reading of the input. The games before it have been read, and the last
    /// of them may be cut.
    pub error: Option<io::Error>,
}

/// What the collector takes, in order.
enum Item {
    Chunk(ReadChunk),
    Close { began: Option<GamePlace>, error: Option<io::Error> },
}

/// What the threads share.
struct State<'i> {
    /// `None` while a thread reads.
    feeder: Option<Feeder<'i>>,
    has_read_all: bool,
    /// Whether the collector waits for more than what was read.
    is_short: bool,
    next_raw: u64,
    /// Frames that are not decompressed.
    frames: VecDeque<(u64, GamePlace, Vec<u8>)>,
    /// Pieces that are not cut, by number.
    raws: BTreeMap<u64, Raw>,
    next_cut: u64,
    cutter: Cutter,
    skip: u64,
    next_item: u64,
    /// Chunks that are not parsed.
    chunks: VecDeque<(u64, Chunk)>,
    /// What is parsed, by number.
    items: BTreeMap<u64, Item>,
    next_taken: u64,
    /// The number of chunks that are being parsed.
    parsing: usize,
    /// The bytes of text that is not parsed.
    unparsed: usize,
    jobs: VecDeque<Job>,
    /// Whether the input was closed, after an error perhaps before its end.
    is_closed: bool,
    /// Grows with every change.
    version: u64,
    is_over: bool,
}

impl State<'_> {
    /// Cuts the pieces that are next.
    fn cut(&mut self) {
        while let Some(raw) = self.raws.remove(&self.next_cut) {
            self.next_cut += 1;
            match raw {
                Raw::Open(opened) => {
                    let Opened { input, from_guess, game, skip } = opened;
                    self.cutter =
                        if from_guess { Cutter::from_guess(input) } else { Cutter::new(input) };
                    self.skip = skip;
                    self.is_closed = false;
                    if let Some(game) = game {
                        // At the start of a source, but not here, a byte order mark is skipped, and a
                        // line that begins with % too.
                        self.cutter.push(Text::behind_room(b" ", 0), game);
                    }
                }
                Raw::Text(start, pieces) => self.cut_text(pieces, start),
                Raw::Frame(..) => {}
                Raw::Close(_) if self.is_closed => {}
                Raw::Close(error) => {
                    self.is_closed = true;
                    let chunk = self.cutter.finish();
                    if !chunk.bytes.is_empty() {
                        self.add_chunk(chunk);
                    }
                    let began = self.cutter.began();
                    self.items.insert(self.next_item, Item::Close { began, error });
                    self.next_item += 1;
                }
            }
        }
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

/// The threads that read, and their state.
struct Crew<'i> {
    state: Mutex<State<'i>>,
    wake: Condvar,
    reading: Reading<'i>,
    threads: usize,
}

impl<'i> Crew<'i> {
    fn lock(&self) -> MutexGuard<'_, State<'i>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the other threads that the state has changed.
    fn changed(&self, mut state: MutexGuard<'_, State<'i>>) {
        state.version += 1;
        drop(state);
        self.wake.notify_all();
    }

    /// Does one piece of work, if there is any; returns whether there was.
    fn work(&self, recorder: &mut Recorder<'_>) -> bool {
        let mut state = self.lock();
        if let Some(job) = state.jobs.pop_front() {
            drop(state);
            job();
            self.changed(self.lock());
            return true;
        }
        let has_room = state.items.len() + state.parsing < 2 * self.threads + 2;
        if has_room && let Some((number, chunk)) = state.chunks.pop_front() {
            state.parsing += 1;
            drop(state);
            let length = chunk.bytes.len();
            let read = read_chunk(chunk, self.reading, recorder);
            let mut state = self.lock();
            state.parsing -= 1;
            state.unparsed -= length;
            state.items.insert(number, Item::Chunk(read));
            self.changed(state);
            return true;
        }
        if let Some((number, start, frame)) = state.frames.pop_front() {
            state.unparsed -= frame_bound(&frame);
            drop(state);
            let decoded = decode_frame(&frame, start.frame)
                .map(|text| Text::pieces(&text, PIECE).collect::<Vec<Text>>());
            let mut state = self.lock();
            let raw = match decoded {
                Ok(text) => Raw::Text(start, text),
                Err(error) => Raw::Close(Some(error)),
            };
            state.unparsed += size(&raw);
            state.raws.insert(number, raw);
            state.cut();
            self.changed(state);
            return true;
        }
        self.read_piece(state)
    }

    /// Reads the next piece, if there is room for it.
    fn read_piece(&self, mut state: MutexGuard<'_, State<'i>>) -> bool {
        let is_full = state.unparsed > MAX_UNPARSED;
        let is_wanted =
            state.is_short || state.feeder.as_ref().is_some_and(|feeder| !feeder.is_past);
        if is_full || !is_wanted || state.has_read_all {
            return false;
        }
        let Some(mut feeder) = state.feeder.take() else { return false };
        drop(state);
        let raw = feeder.next();
        let mut state = self.lock();
        state.feeder = Some(feeder);
        state.is_short = false;
        let number = state.next_raw;
        match raw {
            None => state.has_read_all = true,
            Some(Raw::Frame(start, frame)) => {
                state.unparsed += frame_bound(&frame);
                state.frames.push_back((number, start, frame));
                state.next_raw += 1;
            }
            Some(raw) => {
                state.unparsed += size(&raw);
                state.raws.insert(number, raw);
                state.next_raw += 1;
                state.cut();
            }
        }
        self.changed(state);
        true
    }

    /// Returns the next item in order. If there is only one thread, it works until it is there.
    fn take(&self, recorder: &mut Recorder<'_>) -> Item {
        loop {
            let mut state = self.lock();
            let number = state.next_taken;
            if let Some(item) = state.items.remove(&number) {
                state.next_taken += 1;
                self.changed(state);
                return item;
            }
            assert!(!state.is_over, "a thread that reads has panicked");
            let is_short = std::mem::replace(&mut state.is_short, true);
            if self.threads > 1 {
                if !is_short {
                    state.version += 1;
                    self.wake.notify_all();
                }
                drop(self.wake.wait(state).unwrap_or_else(PoisonError::into_inner));
            } else {
                drop(state);
                self.work(recorder);
            }
        }
    }

    /// Works until there is nothing left to do.
    fn work_until_over(&self) {
        /// Stops everything if a thread panics.
        struct Guard<'c, 'i>(&'c Crew<'i>);
        impl Drop for Guard<'_, '_> {
            fn drop(&mut self) {
                if thread::panicking() {
                    self.0.stop();
                }
            }
        }
        let _guard = Guard(self);
        let leaves_out = |tags: &Tags| self.reading.task.leaves_out(tags);
        let wanted = self.reading.task.wanted();
        let mut recorder = Recorder::new(wanted, self.reading.options, &leaves_out);
        loop {
            let version = self.lock().version;
            if !self.work(&mut recorder) {
                let mut state = self.lock();
                while state.version == version && !state.is_over {
                    state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                // Other work that was begun is still done: its results may be awaited.
                if state.is_over && state.jobs.is_empty() {
                    return;
                }
            }
        }
    }

    fn stop(&self) {
        let mut state = self.lock();
        state.is_over = true;
        self.changed(state);
    }
}

/// Returns the size of the text of a piece.
fn size(raw: &Raw) -> usize {
    let Raw::Text(_, pieces) = raw else { return 0 };
    pieces.iter().map(|piece| piece.len()).sum()
}

/// An upper bound of the size of the text of a frame, or a little less.
fn frame_bound(frame: &[u8]) -> usize {
    8 * frame.len()
}

/// The threads that read, for other work.
pub struct Workers<'w> {
    run: &'w dyn Fn(Job),
}

impl Workers<'_> {
    /// Does some work soon, in any thread; with a single thread, at once.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) {
        (self.run)(Box::new(job));
    }
}

/// Reads the games of inputs, and passes what a task makes of them to a function, in order. The parts do
/// not depend on the number of threads. Returns what was read of each input.
///
/// # Errors
///
/// Returns the first error of the function. Errors of inputs are part of the result.
pub fn read<T: Task, E>(
    inputs: &Inputs,
    options: &ReadOptions,
    task: &T,
    mut consume: impl FnMut(T::Part, &Workers<'_>) -> Result<(), E>,
) -> Result<Vec<InputRead>, E> {
    let mut failed = None;
    let mut consume_any = |part, workers: &Workers<'_>| match consume(part_of::<T>(part), workers) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    };
    let reading = Reading { task, options: options.pgn, to: options.range.to };
    let read = read_any(inputs, options, reading, &mut consume_any);
    failed.map_or(Ok(read), Err)
}

/// Receives a part; breaks off the reading after an error.
type Consume<'c> = dyn FnMut(AnyPart, &Workers<'_>) -> ControlFlow<()> + 'c;

fn read_any(
    inputs: &Inputs,
    options: &ReadOptions,
    reading: Reading<'_>,
    consume: &mut Consume<'_>,
) -> Vec<InputRead> {
    let feeder = Feeder::new(inputs, options.range, Arc::clone(&options.bytes));
    let state = State {
        feeder: Some(feeder),
        has_read_all: false,
        is_short: false,
        next_raw: 0,
        frames: VecDeque::new(),
        raws: BTreeMap::new(),
        next_cut: 0,
        cutter: Cutter::new(0),
        skip: 0,
        next_item: 0,
        chunks: VecDeque::new(),
        items: BTreeMap::new(),
        next_taken: 0,
        parsing: 0,
        unparsed: 0,
        jobs: VecDeque::new(),
        is_closed: true,
        version: 0,
        is_over: false,
    };
    let threads = options.threads.get();
    let crew = Crew { state: Mutex::new(state), wake: Condvar::new(), reading, threads };
    thread::scope(|scope| {
        if threads > 1 {
            for _ in 0..threads {
                scope.spawn(|| crew.work_until_over());
            }
        }
        let read = collect(&crew, inputs, consume);
        crew.stop();
        read
    })
}

/// Takes all items in order.
fn collect(crew: &Crew<'_>, inputs: &Inputs, consume: &mut Consume<'_>) -> Vec<InputRead> {
    let reading = crew.reading;
    let leaves_out = |tags: &Tags| reading.task.leaves_out(tags);
    let new_recorder = || Recorder::new(reading.task.wanted(), reading.options, &leaves_out);
    let (mut joiner, mut recorder) = (new_recorder(), new_recorder());
    let run = |job: Job| {
        if crew.threads > 1 {
            let mut state = crew.lock();
            state.jobs.push_back(job);
            crew.changed(state);
        } else {
            job();
        }
    };
    let workers = Workers { run: &run };
    let mut all = Vec::new();
    for input in 0..inputs.paths().len() as u32 {
        let mut closed = None;
        let mut next = || {
            if closed.is_some() {
                return None;
            }
            match crew.take(&mut recorder) {
                Item::Chunk(chunk) => Some(chunk),
                Item::Close { began, error } => {
                    closed = Some((began, error));
                    None
                }
            }
        };
        let mut emit = |part| consume(part, &workers);
        let joined = join(&mut next, reading, &mut joiner, &mut emit);
        let ControlFlow::Continue(ended) = joined else { break };
        let (began, error) = closed.unwrap_or_else(|| (crew.lock().cutter.began(), None));
        all.push(InputRead { input, began, ended, error });
        if ended.is_some() {
            break;
        }
    }
    all
}
