//! Damaged files of exports: each is read or refused. The fuzz targets `job` and `record` check
//! more.

use std::fs;

use setwise_jobs::Job;
use setwise_jobs::kind::Interruption;
use setwise_tables::job::{self, ExportJob};
use setwise_tables::{ExportOptions, Format, Tables};
use setwise_testkit::Directory;
use setwise_testkit::damage::damaged_json;
use setwise_testkit::properties::job::{DoneJob, Open, description_bytes, record_bytes};
use setwise_testkit::random::Random;

use crate::games::inputs;

const EXPORT: &[Open] = &[|job| Ok(Box::new(ExportJob::open(job)?))];

/// An export of two parts and two tables that is done.
fn done(directory: &Directory) -> DoneJob<ExportJob> {
    let games = b"[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 {[%clk 0:01:00]} *\n";
    let inputs = inputs(&[directory.write("games.pgn", games)]);
    let (games_table, positions) = (Some(Default::default()), Some(Default::default()));
    let tables = Tables { games: games_table, positions, ..Tables::default() };
    let options = ExportOptions::new(directory.path().join("job"), tables, Format::Csv);
    let part = games.len() as u64 / 2 + 1;
    let planned = job::plan(&inputs, Default::default(), &options, part, Interruption::NEVER);
    let planned: Job = planned.expect("a plan");
    let kind = ExportJob::open(&planned).expect("an export");
    DoneJob::run(planned, kind, |job, _| job::outcome(job).map(drop))
}

#[test]
fn descriptions() {
    let directory = Directory::in_memory();
    let done = done(&directory);
    let path = done.job.directory().join("job.json");
    let text = fs::read_to_string(path).expect("a text");
    assert!(description_bytes(text.as_bytes(), EXPORT));
    let mut random = Random::default();
    let is_read = |_: &usize| description_bytes(&damaged_json(&text, &mut random), EXPORT);
    let read = (0..2_000).filter(is_read).count();
    assert!((100..1_900).contains(&read), "{read}");
}

#[test]
fn records() {
    let directory = Directory::in_memory();
    let done = done(&directory);
    let mut random = Random::default();
    for number in 0..done.job.shards() {
        let shard = done.job.shard(number).expect("a shard");
        let path = done.job.record_path(shard.stage, shard.number);
        let text = fs::read_to_string(path).expect("a record");
        assert!(record_bytes(&done, number, text.as_bytes()));
        for _ in 0..100 {
            record_bytes(&done, number, &damaged_json(&text, &mut random));
        }
    }
}
