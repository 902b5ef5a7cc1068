//! Damaged files of exports: each is read or refused. The fuzz targets `job` and `record` check
//! more.

use std::fs;

use setwise_tables::job::ExportJob;
use setwise_testkit::Directory;
use setwise_testkit::damage::damaged_json;
use setwise_testkit::properties::job::{Open, description_bytes, record_bytes};
use setwise_testkit::random::Random;

use super::export_job::export_job;

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
