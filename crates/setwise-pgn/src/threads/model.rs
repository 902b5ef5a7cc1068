//! A model checker runs the pipeline under many orders of its threads' work.
#![cfg(test)]

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use setwise::Color;
use setwise_testkit::{Directory, scaled};
use shuttle::Runner;
use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};

use self::pipeline::read_any;
use super::feeder::Feeder;
use super::read_chunk::Reading;
use super::{Fill, Fills, Fold, Meter, PlaceRange, ReadGame, ReadOptions};
use crate::files::Inputs;
use crate::{Options, Replay};

/// Locks and threads whose order the model checker chooses.
mod sync {
    pub(super) use std::sync::PoisonError;

    pub(super) use shuttle::sync::{Condvar, Mutex, MutexGuard};
    use shuttle::thread::Scope;
    pub(super) use shuttle::thread::scope;

    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() + Send + 'scope,
    ) -> bool {
        scope.spawn(work);
        true
    }
}

#[allow(clippy::duplicate_mod, reason = "the pipeline with other locks")]
#[path = "pipeline.rs"]
mod pipeline;

/// Collects the inputs of games, and sums of their offsets and plies. Files whose names end with
/// `.table` are three pieces, each a game.
pub(super) struct Places;

impl Fold for Places {
    type Visitor = Replay;
    type Part = Vec<(u32, u64)>;

    fn visitor(&self, options: Options) -> Replay {
        Replay::with_options(options)
    }

    fn part(&self) -> Self::Part {
        Vec::new()
    }

    fn add(&self, part: &mut Self::Part, replay: &mut Replay, game: ReadGame) -> bool {
        let ply = u64::from(replay.position().turn() == Color::Black);
        part.push((game.input, game.place.offset + ply));
        false
    }

    fn open(&self, input: u32, path: &Path, _: &Meter) -> io::Result<Option<Fills<Places>>> {
        let is_table = path.extension().is_some_and(|end| end == "table");
        let fills = (0..3).map(move |row| -> io::Result<Fill<Places>> {
            Ok(Box::new(move |_, _, part| {
                part.push((input, row));
                Ok(())
            }))
        });
        Ok(is_table.then(|| Box::new(fills) as Fills<Places>))
    }
}

/// Reads inputs with a number of threads, whose work is ordered by the model checker. Each part is
/// also a job for the threads.
fn read_in_model(inputs: &Inputs, threads: usize) -> Vec<(u32, u64)> {
    let feeder = Feeder::new(inputs, PlaceRange::default(), Arc::default(), &Places);
    let reading = Reading { fold: &Places, options: Options::default(), to: None };
    let (mut games, mut parts, done) = (Vec::new(), 0, Arc::new(AtomicU64::new(0)));
    let read = read_any(feeder, threads, &reading, &mut |part, workers| {
        games.extend(part);
        parts += 1;
        let done = Arc::clone(&done);
        workers.run(move || {
            done.fetch_add(1, Ordering::Relaxed);
        });
        ControlFlow::Continue(())
    });
    assert!(read.len() == inputs.paths().len() && read.iter().all(|read| read.error.is_none()));
    assert_eq!(done.load(Ordering::Relaxed), parts, "every job is done");
    games
}

fn check(scheduler: impl Scheduler + 'static, inputs: &Inputs, threads: usize) {
    let mut config = shuttle::Config::new();
    config.stack_size = 1 << 20;
    config.failure_persistence = shuttle::FailurePersistence::Print;
    let mut expected = Vec::new();
    let read = super::read(inputs, &ReadOptions::default(), &Places, |part, _| {
        expected.extend(part);
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(_) = read;
    assert!(expected.len() > 5, "{}", expected.len());
    let inputs = inputs.clone();
    Runner::new(scheduler, config)
        .run(move || assert_eq!(read_in_model(&inputs, threads), expected));
}

/// Reads small files, empty files, Zstandard frames and tables in many orders of the work of two
/// or three threads.
///
/// It finds an order in which no thread can go on: shuttle panics with "deadlock". It also finds
/// games in a wrong order and jobs that are not done. There was such an order when ends of inputs
/// could fill the room for chunks. This fault is found if it is planted again: in
/// `State::next_step`, the condition of `Step::Parse` becomes `(self.items.len() as u64) <
/// self.window`.
#[test]
fn no_order_of_the_work_blocks_the_pipeline() {
    let directory = Directory::new();
    for number in 0..12 {
        let text: &[u8] = if number % 4 == 3 { b"" } else { b"1. e4 *\n\n1. d4 *\n" };
        directory.write(&format!("{number:02}.pgn"), text);
    }
    let frame = ruzstd::encoding::compress_to_vec(
        &b"1. c4 *\n\n"[..],
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    directory.write("frames.pgn.zst", &frame.repeat(3));
    // Between tables, the ends of more files wait than fit in the window.
    for number in [0, 11] {
        directory.write(&format!("{number:02}.table"), b"");
    }
    let inputs = Inputs::find([directory.path().join("*")]).expect("files");
    let orders = scaled(100, 25);
    for threads in [2, 3] {
        check(RandomScheduler::new_from_seed(1, orders), &inputs, threads);
        check(PctScheduler::new_from_seed(1, 3, orders), &inputs, threads);
    }
}
