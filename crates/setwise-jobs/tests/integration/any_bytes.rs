//! The properties of `setwise-testkit` on damaged files of jobs, from fixed seeds. The fuzz targets
//! check them on more.

use std::fs;

use setwise_jobs::deep::Deep;
use setwise_testkit::damage::{damaged, damaged_json};
use setwise_testkit::properties::job::{
    Open, deep_jobs, description_bytes, part_bytes, record_bytes,
};
use setwise_testkit::random::Random;

use super::{Directory, settings};

const DEEP: &[Open] = &[|job| Ok(Box::new(Deep::open(job, settings())?))];

#[test]
fn descriptions() {
    let directory = Directory::in_memory();
    let mut random = Random::default();
    let (mut read, mut refused) = (0, 0);
    for done in deep_jobs(directory.path()) {
        let text = fs::read_to_string(done.job.directory().join("job.json")).expect("a text");
        assert!(description_bytes(text.as_bytes(), DEEP));
        for _ in 0..500 {
            match description_bytes(&damaged_json(&text, &mut random), DEEP) {
                true => read += 1,
                false => refused += 1,
            }
        }
    }
    assert!(read > 50 && refused > 500, "{read} read, {refused} refused");
}

#[test]
fn records() {
    let directory = Directory::in_memory();
    let mut random = Random::default();
    let (mut read, mut refused) = (0, 0);
    for done in deep_jobs(directory.path()) {
        for number in 0..done.job.shards() {
            let shard = done.job.shard(number).expect("a shard");
            let path = done.job.record_path(shard.stage, shard.number);
            let text = fs::read_to_string(path).expect("a record");
            assert!(record_bytes(&done, number, text.as_bytes()));
            for _ in 0..50 {
                match record_bytes(&done, number, &damaged_json(&text, &mut random)) {
                    true => read += 1,
                    false => refused += 1,
                }
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}

#[test]
fn frontiers() {
    let directory = Directory::in_memory();
    let mut random = Random::default();
    let (mut read, mut refused) = (0, 0);
    for done in deep_jobs(directory.path()) {
        for (first, name) in (0..).zip(["frontier-2", "frontier-1", "expand-2", "split-2"]) {
            let path = done.job.result_path(done.job.stage(name).expect("a stage"), 0);
            let file = fs::read(path).expect("a result");
            let header = file.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
            let directory = 40 * usize::from(file[file.len() - 16] / 40);
            let parts = &file[header..file.len() - 16 - directory];
            // The length of the first part, of which there are one or two.
            let entry = &file[file.len() - 16 - directory..];
            let part = [first, entry[16], entry[17]];
            assert_eq!(part_bytes(&done, &[&part, parts].concat()), name.starts_with("frontier"));
            let raw = [first | 4, 0, directory as u8];
            let whole = &file[header..file.len() - 16];
            assert_eq!(part_bytes(&done, &[&raw, whole].concat()), name.starts_with("frontier"));
            for _ in 0..100 {
                let bytes = match random.below(3) {
                    0 => [&raw, &damaged(whole, &mut random)[..]].concat(),
                    _ => [&part, &damaged(parts, &mut random)[..]].concat(),
                };
                match part_bytes(&done, &bytes) {
                    true => read += 1,
                    false => refused += 1,
                }
            }
        }
    }
    assert!(read > 30 && refused > 100, "{read} read, {refused} refused");
}
