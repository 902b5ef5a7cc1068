//! The pipeline on a machine that cannot start all of its threads.
#![cfg(test)]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use setwise_testkit::Directory;

use self::pipeline::read_any;
use super::PlaceRange;
use super::feeder::Feeder;
use super::model::Places;
use super::read_chunk::Reading;
use crate::Options;
use crate::files::Inputs;

mod sync {
    use std::cell::Cell;
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
    use std::thread::Scope;
    pub(super) use std::thread::scope;

    thread_local! {
        /// The number of threads that can still be started.
        pub(super) static STARTABLE: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() + Send + 'scope,
    ) -> bool {
        let left = STARTABLE.get().checked_sub(1);
        if let Some(left) = left {
            STARTABLE.set(left);
            scope.spawn(work);
        }
        left.is_some()
    }
}

#[allow(clippy::duplicate_mod, reason = "the pipeline with other threads")]
#[path = "pipeline.rs"]
mod pipeline;

/// Reads several inputs although only some of three threads can be started, or none. Each part is
/// also a job for the threads. Finds the fault that a thread that could not be started was a panic,
/// or was waited for without end: it was once in `threads/pipeline.rs`.
#[test]
fn games_are_read_by_the_threads_that_can_be_started() {
    let directory = Directory::new();
    for number in 0..5 {
        directory.write(&format!("{number}.pgn"), &b"1. e4 *\n\n1. d4 *\n\n".repeat(9));
    }
    let inputs = Inputs::find([directory.path()]).expect("files");
    for startable in 0..=3 {
        sync::STARTABLE.set(startable);
        let feeder = Feeder::new(&inputs, PlaceRange::default(), Arc::default(), &Places);
        let reading = Reading { fold: &Places, options: Options::default(), to: None };
        let (mut games, mut parts, done) = (Vec::new(), 0, Arc::new(AtomicU64::new(0)));
        let read = read_any(feeder, 3, &reading, &mut |part, workers| {
            games.extend(part);
            parts += 1;
            let done = Arc::clone(&done);
            workers.run(move || {
                done.fetch_add(1, Ordering::Relaxed);
            });
            ControlFlow::Continue(())
        });
        assert_eq!(read.len(), 5);
        assert_eq!(games.len(), 90, "{startable} threads");
        assert!(games.is_sorted(), "{startable} threads");
        assert_eq!(done.load(Ordering::Relaxed), parts, "{startable} threads");
        assert_eq!(sync::STARTABLE.get(), 0, "the test has its own threads");
    }
}
