//! The threads that read, and the calling thread, which takes what they made in order.
//!
//! Locks and threads come from `super::sync`: the tests compile this file a second time, with
//! others.

use std::ops::ControlFlow;

use super::sync::{Condvar, Mutex, MutexGuard, PoisonError, scope, start};
use crate::threads::feeder::Feeder;
use crate::threads::frame::FrameMemory;
use crate::threads::join::join;
use crate::threads::read_chunk::{Reading, read_chunk};
use crate::threads::state::{Item, State, Step};
use crate::threads::{Fold, InputRead, Job, Workers};

/// Receives a part; breaks off the reading after an error.
pub(super) type Consume<'c, P> = dyn FnMut(P, &Workers<'_>) -> ControlFlow<()> + 'c;

/// The threads that read, and their state.
struct Crew<'i, F: Fold> {
    state: Mutex<Shared<'i, F>>,
    wake: Condvar,
    reading: &'i Reading<'i, F>,
    frames: FrameMemory,
}

struct Shared<'i, F: Fold> {
    state: State<'i, F>,
    /// Grows with every change.
    version: u64,
}

/// Stops the threads when the calling thread ends or a thread panics.
struct Stop<'c, 'i, F: Fold> {
    crew: &'c Crew<'i, F>,
    only_in_panic: bool,
}

impl<F: Fold> Drop for Stop<'_, '_, F> {
    fn drop(&mut self) {
        if !self.only_in_panic || std::thread::panicking() {
            let mut shared = self.crew.lock();
            shared.state.is_over = true;
            self.crew.changed(shared);
        }
    }
}

impl<'i, F: Fold> Crew<'i, F> {
    fn lock(&self) -> MutexGuard<'_, Shared<'i, F>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, guard: MutexGuard<'g, Shared<'i, F>>) -> MutexGuard<'g, Shared<'i, F>> {
        self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the other threads that the state has changed.
    fn changed(&self, mut shared: MutexGuard<'_, Shared<'i, F>>) {
        shared.version += 1;
        drop(shared);
        self.wake.notify_all();
    }

    /// Does one piece of work, if there is any; returns whether there was.
    fn work(&self, visitor: &mut F::Visitor) -> bool {
        let step = self.lock().state.next_step();
        let Some(step) = step else { return false };
        match step {
            Step::Job(job) => {
                job();
                self.changed(self.lock());
            }
            Step::Parse(number, chunk) => {
                let length = chunk.bytes.len();
                let read = read_chunk(chunk, self.reading, visitor);
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
            Step::Fill(number, fill) => {
                let mut part = self.reading.fold.part();
                let filled = fill(self.reading.fold, visitor, &mut part).map(|()| part);
                let mut shared = self.lock();
                shared.state.has_filled(number, filled);
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
    fn take(&self, has_helpers: bool, visitor: &mut F::Visitor) -> Item<F> {
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
                self.work(visitor);
            }
        }
    }

    /// Works until there is nothing left to do.
    fn work_until_over(&self) {
        // Takes no memory before every thread is started.
        drop(self.lock());
        let _stop = Stop { crew: self, only_in_panic: true };
        let mut visitor = self.reading.visitor();
        loop {
            let version = self.lock().version;
            if !self.work(&mut visitor) {
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

/// Reads inputs, and passes the parts on, in order. Returns the summary of each input.
pub(super) fn read_any<'i, F: Fold>(
    feeder: Feeder<'i, F>,
    threads: usize,
    reading: &'i Reading<'i, F>,
    consume: &mut Consume<'_, F::Part>,
) -> Vec<InputRead> {
    let inputs = feeder.inputs();
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
        collect(&crew, inputs, started > 0, consume)
    })
}

/// Takes all items in order. Without helpers, this thread does all the work.
fn collect<F: Fold>(
    crew: &Crew<'_, F>,
    inputs: u32,
    has_helpers: bool,
    consume: &mut Consume<'_, F::Part>,
) -> Vec<InputRead> {
    let reading = crew.reading;
    let (mut joiner, mut visitor) = (reading.visitor(), reading.visitor());
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
    for input in 0..inputs {
        let mut closed = None;
        let mut next = || {
            if closed.is_some() {
                return None;
            }
            match crew.take(has_helpers, &mut visitor) {
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
