//! The threads that read, and the collector that takes what they made, in order.
//!
//! Locks and threads come from `super::sync`: the tests compile this file a second time, with
//! others.

use std::ops::ControlFlow;

use super::sync::{Condvar, Mutex, MutexGuard, PoisonError, scope, start};
use crate::join::join;
use crate::read::state::{Item, State, Step};
use crate::read::{InputRead, Job, Workers};
use crate::read_chunk::{AnyPart, Reading, read_chunk};
use crate::record::Recorder;
use crate::source::{Feeder, FrameMemory};

/// Receives a part; breaks off the reading after an error.
pub(super) type Consume<'c> = dyn FnMut(AnyPart, &Workers<'_>) -> ControlFlow<()> + 'c;

/// The threads that read, and their state.
struct Crew<'i> {
    state: Mutex<Shared<'i>>,
    wake: Condvar,
    reading: Reading<'i>,
    frames: FrameMemory,
}

struct Shared<'i> {
    state: State<'i>,
    /// Grows with every change.
    version: u64,
}

/// Stops the threads when the collector ends or a thread panics.
struct Stop<'c, 'i> {
    crew: &'c Crew<'i>,
    only_in_panic: bool,
}

impl Drop for Stop<'_, '_> {
    fn drop(&mut self) {
        if !self.only_in_panic || std::thread::panicking() {
            let mut shared = self.crew.lock();
            shared.state.is_over = true;
            self.crew.changed(shared);
        }
    }
}

impl<'i> Crew<'i> {
    fn lock(&self) -> MutexGuard<'_, Shared<'i>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, guard: MutexGuard<'g, Shared<'i>>) -> MutexGuard<'g, Shared<'i>> {
        self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the other threads that the state has changed.
    fn changed(&self, mut shared: MutexGuard<'_, Shared<'i>>) {
        shared.version += 1;
        drop(shared);
        self.wake.notify_all();
    }

    /// Does one piece of work, if there is any; returns whether there was.
    fn work(&self, recorder: &mut Recorder<'_>) -> bool {
        let step = self.lock().state.next_step();
        let Some(step) = step else { return false };
        match step {
            Step::Job(job) => {
                job();
                self.changed(self.lock());
            }
            Step::Parse(number, chunk) => {
                let length = chunk.bytes.len();
                let read = read_chunk(chunk, self.reading, recorder);
                let mut shared = self.lock();
                shared.state.has_parsed(number, length, read);
                self.changed(shared);
            }
            Step::Decode(number, frame) => {
                let (start, left) = (frame.start, frame.left());
                let decoded = self.frames.decode(frame);
                let mut shared = self.lock();
                shared.state.has_decoded(number, start, left, decoded);
                self.changed(shared);
            }
            Step::Rows(number, group) => {
                let read = group.read(self.reading, recorder);
                let mut shared = self.lock();
                shared.state.has_read_rows(number, read);
                self.changed(shared);
            }
            Step::Read(mut feeder) => {
                let raw = feeder.next();
                let mut shared = self.lock();
                shared.state.has_read(feeder, raw);
                self.changed(shared);
            }
        }
        true
    }

    /// Returns the next item in order. Without helpers, this thread works until it is there.
    fn take(&self, has_helpers: bool, recorder: &mut Recorder<'_>) -> Item {
        loop {
            let mut shared = self.lock();
            if let Some(item) = shared.state.take_item() {
                self.changed(shared);
                return item;
            }
            assert!(!shared.state.is_over, "a thread that reads has panicked");
            let was_short = std::mem::replace(&mut shared.state.is_short, true);
            if has_helpers {
                if !was_short {
                    shared.version += 1;
                    self.wake.notify_all();
                }
                drop(self.wait(shared));
            } else {
                drop(shared);
                self.work(recorder);
            }
        }
    }

    /// Works until there is nothing left to do.
    fn work_until_over(&self) {
        // Takes no memory before every thread is started.
        drop(self.lock());
        let _stop = Stop { crew: self, only_in_panic: true };
        let mut recorder = Recorder::new(self.reading);
        loop {
            let version = self.lock().version;
            if !self.work(&mut recorder) {
                let mut shared = self.lock();
                while shared.version == version && !shared.state.is_over {
                    shared = self.wait(shared);
                }
                if shared.state.is_over && !shared.state.has_jobs() {
                    return;
                }
            }
        }
    }
}

/// Reads inputs, and passes the parts of a collector on, in order. Returns the summary of each
/// input.
pub(super) fn read_any(
    feeder: Feeder<'_>,
    threads: usize,
    reading: Reading<'_>,
    consume: &mut Consume<'_>,
) -> Vec<InputRead> {
    let frames = FrameMemory::with_compressed(feeder.compressed());
    let shared = Shared { state: State::new(feeder, threads), version: 0 };
    let crew = Crew { state: Mutex::new(shared), wake: Condvar::new(), reading, frames };
    scope(|scope| {
        let _stop = Stop { crew: &crew, only_in_panic: false };
        let helpers = if threads > 1 { threads } else { 0 };
        let all_started = crew.lock();
        // With fewer threads the work takes longer.
        let started = (0..helpers).take_while(|_| start(scope, || crew.work_until_over())).count();
        drop(all_started);
        collect(&crew, started > 0, consume)
    })
}

/// Takes all items in order. Without helpers, this thread does all the work.
fn collect(crew: &Crew<'_>, has_helpers: bool, consume: &mut Consume<'_>) -> Vec<InputRead> {
    let reading = crew.reading;
    let (mut joiner, mut recorder) = (Recorder::new(reading), Recorder::new(reading));
    let run = |job: Job| {
        if has_helpers {
            let mut shared = crew.lock();
            shared.state.add_job(job);
            crew.changed(shared);
        } else {
            job();
        }
    };
    let workers = Workers { run: &run };
    let mut all = Vec::new();
    for input in 0..reading.inputs.paths().len() as u32 {
        let mut closed = None;
        let mut next = || {
            if closed.is_some() {
                return None;
            }
            match crew.take(has_helpers, &mut recorder) {
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
        let (began, error) = closed.unwrap_or_else(|| (crew.lock().state.began(), None));
        all.push(InputRead { input, began, ended, error });
        if ended.is_some() {
            break;
        }
    }
    all
}
