//! A model checker runs the pipeline under many orders of its threads' work.
#![cfg(test)]

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use setwise_pgn::Options;
use setwise_testkit::{Directory, scaled};
use shuttle::Runner;
use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};

use self::pipeline::read_any;
use crate::read_chunk::{Collector, Reading, part_of};
use crate::record::Record;
use crate::source::{Feeder, Inputs, Range};
use crate::table::Wants;

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

/// Collects the inputs of games, and sums of their offsets and lengths.
pub(super) struct Places;

impl Collector for Places {
    type Part = Vec<(u32, u64)>;

    fn part(&self) -> Self::Part {
        Vec::new()
    }

    fn add(&self, part: &mut Self::Part, game: &Record) {
        part.push((game.input, game.place.offset + game.moves.len() as u64));
    }

    fn takes_tables(&self) -> bool {
        true
    }
}

/// Reads inputs with a number of threads, whose work is ordered by the model checker. Each part is
/// also a job for the threads.
fn read_in_model(inputs: &Inputs, threads: usize) -> Vec<(u32, u64)> {
    let feeder = Feeder::new(inputs, Range::default(), Arc::default());
    let feeder = feeder.with_tables(Wants::of(&Places));
    let reading = Reading { collector: &Places, inputs, options: Options::default(), to: None };
    let (mut games, mut parts, done) = (Vec::new(), 0, Arc::new(AtomicU64::new(0)));
    let read = read_any(feeder, threads, reading, &mut |part, workers| {
        games.extend(part_of::<Places>(part));
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
    let options = crate::ReadOptions { threads: NonZero::<usize>::MIN, ..Default::default() };
    let read = crate::read(inputs, &options, &Places, |part, _| {
        expected.extend(part);
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(_) = read;
    assert!(expected.len() > 5, "{}", expected.len());
    let inputs = inputs.clone();
    Runner::new(scheduler, config)
        .run(move || assert_eq!(read_in_model(&inputs, threads), expected));
}

/// Writes a table of three row groups, each with the games of an input.
#[cfg(feature = "parquet")]
fn write_table(inputs: &Inputs, path: &std::path::Path) {
    use crate::{Format, GameColumns, TableWriter, Tables, TablesCollector};

    let tables = Tables { games: Some(GameColumns::default()), ..Tables::default() };
    let collector = TablesCollector::new(inputs, tables, crate::Selection::default());
    let file = Box::new(std::fs::File::create(path).expect("a file"));
    let schema = GameColumns::default().schema();
    let mut writer =
        TableWriter::new(Format::Parquet, &schema, file, Default::default()).expect("a writer");
    let options = crate::ReadOptions::default();
    let read = crate::read(inputs, &options, &collector, |mut part, _| {
        let batch = part.games().expect("games");
        for _ in 0..3 {
            let mut rows = writer.begin().expect("rows");
            rows.add(batch.clone()).expect("rows");
            writer.append(rows).expect("written");
        }
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(_) = read;
    writer.finish().expect("written");
}

/// Reads small files, empty files, Zstandard frames and row groups in many orders of the work of two
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
    #[cfg(feature = "parquet")]
    for number in [2, 8] {
        let input = Inputs::find([directory.path().join("00.pgn")]).expect("a file");
        write_table(&input, &directory.path().join(format!("{number:02}.table.pgn")));
    }
    let inputs = Inputs::find([directory.path()]).expect("files");
    let orders = scaled(100, 25);
    for threads in [2, 3] {
        check(RandomScheduler::new_from_seed(1, orders), &inputs, threads);
        check(PctScheduler::new_from_seed(1, 3, orders), &inputs, threads);
    }
}
