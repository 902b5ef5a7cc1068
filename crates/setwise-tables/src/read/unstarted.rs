//! The pipeline on a machine that cannot start all of its threads.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use setwise::notation::pgn::Options;
use setwise_testkit::Directory;

use self::pipeline::read_any;
use super::model::Places;
use crate::read_chunk::Reading;
use crate::source::{Feeder, Inputs, Range};

mod sync {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

    /// Scoped threads of which only two can be started.
    pub(super) mod thread {
        use std::cell::Cell;
        use std::thread;

        pub(in super::super) struct Scope<'scope, 'env: 'scope> {
            scope: &'scope thread::Scope<'scope, 'env>,
            started: Cell<usize>,
        }

        pub(in super::super) fn scope<'env, T>(
            run: impl for<'scope> FnOnce(&Scope<'scope, 'env>) -> T,
        ) -> T {
            thread::scope(|scope| run(&Scope { scope, started: Cell::new(0) }))
        }

        impl<'scope> Scope<'scope, '_> {
            pub(in super::super) fn spawn(&self, work: impl FnOnce() + Send + 'scope) {
                assert!(self.started.get() < 2, "failed to spawn a thread, as in the test");
                self.started.update(|started| started + 1);
                self.scope.spawn(work);
            }
        }
    }
}

#[allow(clippy::duplicate_mod, reason = "the pipeline with other threads")]
#[path = "pipeline.rs"]
mod pipeline;

/// Finds threads that wait for ever because a later one could not be started. The fault is planted
/// in `read_any` if `Stop` is made after the threads.
#[test]
fn threads_end_if_another_one_cannot_be_started() {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let directory = Directory::new();
        directory.write("games.pgn", b"1. e4 *\n");
        let inputs = Inputs::find([directory.path()]).expect("a file");
        let feeder = Feeder::new(&inputs, Range::default(), Arc::default());
        let reading = Reading { task: &Places, options: Options::default(), to: None };
        let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            read_any(feeder, 1, 3, reading, &mut |_, _| std::ops::ControlFlow::Continue(()))
        }));
        let message = read.err().and_then(|panic| panic.downcast::<&str>().ok());
        sender.send(message)
    });
    let message = receiver.recv_timeout(Duration::from_secs(60)).expect("the threads still wait");
    assert_eq!(message.as_deref(), Some(&"failed to spawn a thread, as in the test"));
}
