//! Jobs that an earlier version planned.

use std::fs;

use serde_json::Value;
use setwise_jobs::executor::RunOptions;
use setwise_jobs::kind::Interruption;
use setwise_jobs::{Error, Job};
use setwise_pgn::{Deviation, Options};
use setwise_tables::job::{self, ExportJob};
use setwise_tables::{
    ExportOptions, Format, GameColumns, PositionColumns, PositionSelection, Selection, Tables,
    WriteOptions,
};
use setwise_testkit::Directory;

use crate::games::inputs;

/// A plan of layout 3, without the input, whose path and time differ.
const STORED: &str = include_str!("stored_job.json");

const GAMES: &[u8] =
    b"[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n[WhiteElo \"2000\"]\n\n1. d4 d5 2. c4 *\n";

/// Plans the job that is stored; returns the stored text with the input of the planned job.
fn plan(directory: &Directory) -> (Job, Value) {
    let games = Some(GameColumns { clocks: true, ..GameColumns::default() });
    let positions = Some(PositionColumns { uci: true, ..PositionColumns::default() });
    let rows = PositionSelection { min_ply: 1, max_ply: 40, sample: 0.98 };
    let tables = Tables { games, positions, rows, ..Tables::default() };
    let question = "plies >= 2 and not (White ~ \"x\") and castling_rooks";
    let selection = Selection::new(Some(question.parse().expect("a question")), 0.99);
    let options = ExportOptions {
        selection,
        write: WriteOptions { excel_safe: true },
        ..ExportOptions::new(directory.path().join("job"), tables, Format::Csv)
    };
    let inputs = inputs(&[directory.write("a.pgn", GAMES)]);
    let pgn = Options::default().accept(Deviation::NullMove);
    let job = job::plan(&inputs, pgn, &options, 30, Interruption::NEVER).expect("a plan");
    let mut stored: Value = serde_json::from_str(STORED).expect("JSON");
    let text = fs::read_to_string(job.directory().join("job.json")).expect("a text");
    let planned: Value = serde_json::from_str(&text).expect("JSON");
    stored["inputs"] = planned["inputs"].clone();
    assert_eq!(planned, stored);
    (job, stored)
}

#[test]
fn a_job_that_an_earlier_version_planned_is_run() {
    let directory = Directory::new();
    let (job, stored) = plan(&directory);
    fs::write(job.directory().join("job.json"), stored.to_string()).expect("written");
    let job = Job::open(job.directory()).expect("a job");
    let kind = ExportJob::open(&job).expect("an export");
    let options = RunOptions { threads: 1, memory: 1 << 30 };
    let failures = job.run(&kind, options, Interruption::NEVER, &|_| ()).expect("a run");
    assert!(failures.is_empty(), "{failures:?}");
    let outcome = job::outcome(&job).expect("done");
    assert_eq!((outcome.summary.games, outcome.summary.positions), (2, 5));
}

#[test]
fn options_that_no_job_has_are_refused() {
    let directory = Directory::new();
    let (job, stored) = plan(&directory);
    for (name, value, expected) in [
        ("games", Value::from(vec!["san", "x"]), "the option games is [\"san\",\"x\"]"),
        ("format", Value::from("xls"), "unknown variant `xls`"),
        ("where", Value::from("plies >"), "where \"plies >\", byte 7: the end was found"),
        ("where", Value::from("plies"), "where \"plies\", byte 0: `plies` is a number"),
        // A job of a version before questions.
        ("condition", Value::from("plies > 3"), "the option condition is \"plies > 3\""),
        ("accepted", Value::from(vec!["x"]), "there is no deviation \"x\""),
    ] {
        let mut changed = stored.clone();
        changed["options"][name] = value;
        fs::write(job.directory().join("job.json"), changed.to_string()).expect("written");
        let opened = Job::open(job.directory()).expect("a job");
        let error: Error = ExportJob::open(&opened).expect_err(expected);
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// Finds a job of the layout before this one that is run as if its stages were the present ones, and
/// a message without advice.
#[test]
fn a_job_of_the_layout_before_is_refused_with_advice() {
    let directory = Directory::new();
    let (job, mut stored) = plan(&directory);
    stored["layout"] = Value::from(2);
    stored["version"] = Value::from(1);
    for name in ["games-parts", "games"] {
        let stage = serde_json::json!({ "name": name, "shards": 1, "extension": "csv" });
        stored["stages"].as_array_mut().expect("stages").push(stage);
    }
    fs::write(job.directory().join("job.json"), stored.to_string()).expect("written");
    let message = Job::open(job.directory()).expect_err("refused").to_string();
    let expected = "job.json: it has layout 2 (expected 3): plan it again in another directory, or \
                    continue it with the build that planned it (setwise 0.2.0-dev)";
    assert!(message.ends_with(expected), "{message}");
}
