//! Damaged files of exports: each is read or refused. The fuzz targets `job` and `record` check
//! more.

use std::fs;

use serde_json::Value;
use setwise_jobs::Job;
use setwise_jobs::kind::Interruption;
use setwise_tables::Format;
use setwise_tables::job::{ExportJob, outcome};
use setwise_testkit::Directory;
use setwise_testkit::damage::damaged_json;
use setwise_testkit::properties::job::{Open, description_bytes, record_bytes};
use setwise_testkit::random::Random;

use super::data_sets::{RUN, begin, options, run};
use super::export_job::export_job;
use crate::games::inputs;

const EXPORT: &[Open] = &[|job| Ok(Box::new(ExportJob::open(job)?))];

#[test]
fn descriptions() {
    let directory = Directory::in_memory();
    let done = export_job(&directory);
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
    let done = export_job(&directory);
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

/// Finds a panic or a wrong data set where the list before, or `job.json`, is damaged.
#[test]
fn a_list_that_is_damaged_is_refused() {
    let directory = Directory::in_memory();
    let path = directory.path().join("data");
    let options = options(&path, Format::Csv);
    let file = directory.write("a.pgn", b"1. e4 *\n\n1. d4 *\n\n");
    let inputs = inputs(&[file]);
    run(&begin(&inputs, &options, 1000).expect("a plan"));
    directory.write("a.pgn", b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n\n");
    drop(begin(&inputs, &options, 1000).expect("a plan"));
    let (list, job) = (path.join("results/dataset/00000.list"), path.join("job.json"));
    let [good_list, good_job] = [&list, &job].map(|path| fs::read_to_string(path).expect("a text"));
    let first_failure = |job: &Job, kind: &ExportJob| {
        // The results are those of another description.
        fs::remove_dir_all(path.join("results/parts-1")).expect("deleted");
        let failures = job.run(kind, RUN, Interruption::NEVER, &|_| ()).expect("a run");
        failures.first().expect("a failure").error.to_string()
    };
    let json = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let error = |changed_list: &Value, changed_job: &mut Value| {
        let text = changed_list.to_string();
        fs::write(&list, &text).expect("written");
        let sum = setwise_jobs::record::sha256(text.as_bytes(), &list, Interruption::NEVER);
        let (bytes, sha256) = sum.expect("a hash");
        let append = &mut changed_job["options"]["append"];
        append["list"] = serde_json::json!({ "bytes": bytes, "sha256": sha256 });
        fs::write(&job, changed_job.to_string()).expect("written");
        let job = Job::open(&path).expect("a job");
        let kind = match ExportJob::open(&job) {
            Ok(kind) => kind,
            Err(error) => return error.to_string(),
        };
        first_failure(&job, &kind)
    };
    for (name, value, message) in [
        ("bases", Value::from(Vec::<u64>::new()), "it has 0 bases of inputs (expected 1)"),
        ("parts", Value::from("x"), "not the list of a data set: invalid type"),
        ("tables", Value::Null, "not the list of a data set: invalid type"),
    ] {
        let mut changed = json(&good_list);
        changed[name] = value;
        let found = error(&changed, &mut json(&good_job));
        assert!(found.contains(message), "{found}");
    }
    let mut changed = json(&good_list);
    changed["parts"][0]["range"]["input"] = Value::from(7);
    let found = error(&changed, &mut json(&good_job));
    assert!(found.contains("part 0 is of input 7 (there are 1, from 0)"), "{found}");
    for outside in ["../a.pgn", "games/../a.csv", "/etc/passwd", "games/part-00000.csv/../../a"] {
        let mut changed = json(&good_list);
        changed["tables"][0]["files"][0]["path"] = Value::from(outside);
        let found = error(&changed, &mut json(&good_job));
        let message = format!("it has the path {outside:?} (expected games/part-00000.…)");
        assert!(found.contains(&message), "{found}");
    }
    let mut changed = json(&good_list);
    changed["keys"]["name"] = Value::from("..");
    let found = error(&changed, &mut json(&good_job));
    assert!(found.contains("it has a table \"..\""), "{found}");
    let mut changed = json(&good_job);
    changed["options"]["append"]["bases"] = Value::from(vec![0, 0]);
    let found = error(&json(&good_list), &mut changed);
    assert!(found.contains("job.json: it has 2 bases of inputs (expected 1)"), "{found}");
    fs::write(&list, "{}").expect("written");
    fs::write(&job, good_job).expect("written");
    let job = Job::open(&path).expect("a job");
    let kind = ExportJob::open(&job).expect("an export");
    let found = first_failure(&job, &kind);
    assert!(found.contains("00000.list: it has 2 bytes (expected "), "{found}");
}

/// Finds a data set that is said to be made although a file of it is gone.
#[test]
fn a_file_of_a_data_set_that_is_gone_is_told() {
    let directory = Directory::in_memory();
    let path = directory.path().join("data");
    let options = options(&path, Format::Csv);
    let inputs = inputs(&[directory.write("a.pgn", b"1. e4 *\n\n1. d4 *\n\n")]);
    let job = begin(&inputs, &options, 1000).expect("a plan");
    run(&job);
    assert!(outcome(&job).is_ok());
    let part = path.join("games/part-00000.csv");
    let text = fs::read(&part).expect("a text");
    fs::remove_file(&part).expect("deleted");
    let error = outcome(&job).expect_err("a file that is gone").to_string();
    assert!(error.contains("part-00000.csv") && error.contains("is gone"), "{error}");
    fs::write(&part, &text).expect("written");
    assert!(outcome(&job).is_ok());
}
