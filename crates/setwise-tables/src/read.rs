//! Reading inputs with several threads, with results in order.

mod model;
mod pipeline;
mod state;
mod unstarted;

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use setwise_pgn::Options;

use self::pipeline::read_any;
use crate::read_chunk::{Collector, Reading, part_of};
use crate::record::GamePlace;
use crate::source::{Feeder, Inputs, Range, Tap};
use crate::table::Wants;

/// The locks and threads of the pipeline.
mod sync {
    use std::hint::black_box;
    use std::sync::{Arc, Barrier};
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
    pub(super) use std::thread::scope;
    use std::thread::{Builder, Scope};

    /// The address space that must be free when a thread is started, in bytes: the C library
    /// reserves half of it for what the thread allocates, and the rest is for all others.
    const FREE: usize = 128 << 20;

    /// Starts a thread. Returns false if it cannot be started, or would leave too little memory.
    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() + Send + 'scope,
    ) -> bool {
        let has_allocated = Arc::new(Barrier::new(2));
        let told = Arc::clone(&has_allocated);
        let started = can_allocate(FREE)
            && Builder::new()
                .spawn_scoped(scope, move || {
                    can_allocate(1);
                    told.wait();
                    work();
                })
                .is_ok();
        if started {
            // The next thread is started when this one has its memory.
            has_allocated.wait();
        }
        started
    }

    /// Allocates a number of bytes for a moment. Returns false if there is too little memory.
    fn can_allocate(bytes: usize) -> bool {
        let mut memory = Vec::<u8>::new();
        let can = memory.try_reserve_exact(bytes).is_ok();
        drop(black_box(memory));
        can
    }
}

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
    /// The error that ended the reading of the input. The games before it have been read, and the
    /// last of them may be cut. Of a damaged Zstandard frame, up to 4 MiB and a window of text
    /// before the damage is not read.
    pub error: Option<io::Error>,
}

/// The threads that read, for other work.
pub struct Workers<'w> {
    pub(crate) run: &'w dyn Fn(Job),
}

impl Workers<'_> {
    /// Does some work soon, in any thread; with a single thread, at once.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) {
        (self.run)(Box::new(job));
    }
}

/// Reads the games of inputs, and passes what a collector has collected to a function, in order.
/// The parts do not depend on the number of threads. Returns the summary of each input.
///
/// # Errors
///
/// Returns the first error of the function. Errors of inputs are part of the result.
pub fn read<T: Collector, E>(
    inputs: &Inputs,
    options: &ReadOptions,
    collector: &T,
    consume: impl FnMut(T::Part, &Workers<'_>) -> Result<(), E>,
) -> Result<Vec<InputRead>, E> {
    read_with_tap(inputs, options, collector, None, consume)
}

/// Reads games as [`read`] does, and shows a tap the bytes that are read from files. Of a part that
/// ends inside of a file, the bytes up to the end of the part are read in order, and some more.
pub(crate) fn read_with_tap<T: Collector, E>(
    inputs: &Inputs,
    options: &ReadOptions,
    collector: &T,
    tap: Option<Tap>,
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
    let reading = Reading { collector, inputs, options: options.pgn, to: options.range.to };
    let feeder = Feeder::new(inputs, options.range, Arc::clone(&options.bytes));
    let feeder = feeder.with_tables(Wants::of(collector)).with_tap(tap);
    let read = read_any(feeder, options.threads.get(), reading, &mut consume_any);
    failed.map_or(Ok(read), Err)
}
