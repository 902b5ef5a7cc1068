//! Any bytes are the rows or keys of a deep perft, or are refused.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use setwise::{Position, Setup};
use setwise_jobs::deep::{
    Deep, Estimate, FrontierReader, PlanOptions, Row, Settings, outcome, plan,
};
use setwise_jobs::job::Stage;
use setwise_jobs::kind::Interruption;
use setwise_jobs::record::ResultFile;
use setwise_jobs::{Error, Job, Record};
use setwise_perft::{Backend, Counter};
use sha2::{Digest, Sha256};

use super::{DoneJob, hex, names, sealed, text_of};

/// The bucket of a part that is a sample of keys.
const SAMPLE: u32 = u32::MAX;

/// Runs small deep perfts in a directory, with the last frontier at ply 2.
///
/// # Panics
///
/// Panics if a job cannot be run.
pub fn deep_jobs(directory: &Path) -> Vec<DoneJob<Deep>> {
    let with_castling = "r3k2r/p6p/8/4P3/2p5/8/P2P3P/R3K2R w KQkq - 0 1";
    let with_few_moves = "4k3/3p4/8/4P3/8/8/4P3/4K3 b - - 0 1";
    let jobs = [(with_castling, 3, false), (with_castling, 3, true), (with_few_moves, 5, true)];
    let run = |(number, (fen, depth, divide)): (usize, (&str, u8, bool))| {
        let position: Position = fen.parse().expect("a FEN");
        let options = PlanOptions { position, depth, split: 2, divide, shards: Some(1) };
        let to = directory.join(number.to_string());
        let job = plan(&to, &options, &Estimate::new(&position, 2)).expect("a plan");
        let settings = Settings { hash: 0, backend: Backend::fastest() };
        let deep = Deep::open(&job, settings).expect("a job");
        DoneJob::run(job, deep, |job, deep| outcome(deep, job).map(drop))
    };
    jobs.into_iter().enumerate().map(run).collect()
}

/// Reads some bytes as a file of parts of a deep perft with the last frontier at ply 2, in one
/// file. The first byte chooses the stage, and whether the other bytes are all that follows the
/// header, or the number of bytes of a part in two bytes, that part, and another part. Computes
/// what follows from the file. Returns whether it is a frontier.
pub fn part_bytes(done: &DoneJob<Deep>, bytes: &[u8]) -> bool {
    let job = &done.job;
    let (&first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let name = ["frontier-2", "frontier-1", "expand-2", "split-2"][usize::from(first & 3)];
    let index = job.stages().iter().position(|stage| stage.name == name).expect("a stage");
    let stage = &job.stages()[index];
    let shards_before = |index: usize| job.stages()[..index].iter().map(|stage| stage.shards).sum();
    let before: u32 = shards_before(index);
    // The stages `perft-2` and `count` come last.
    let last: u32 = shards_before(job.stages().len() - 2);
    let (file, directory) =
        if first & 4 == 0 { parts(job, stage, rest) } else { raw(job, stage, rest) };

    let (result, record) = (job.result_path(stage, 0), job.record_path(stage, 0));
    let good = [&result, &record].map(|path| fs::read(path).expect("a file"));
    let mut changed: Record = serde_json::from_slice(&good[1]).expect("a record");
    changed.facts["directory"] = directory;
    write(job, stage, changed, &file);
    let rows = match name {
        "frontier-1" => Some(rows(done, 1, &result)),
        "frontier-2" => Some(rows(done, 2, &result)),
        _ => None,
    };
    match &rows {
        Some(Ok(rows)) if name == "frontier-2" => count(done, rows),
        _ if name == "frontier-2" => done.compute(before + 1..job.shards()),
        // Up to the last frontier: a count would take long.
        _ => done.compute(before + 1..last),
    }
    for (path, bytes) in [result, record].iter().zip(good) {
        fs::write(path, bytes).expect("written");
    }
    matches!(rows, Some(Ok(_)))
}

/// Writes a result, and its record with the size and hashes that fit.
fn write(job: &Job, stage: &Stage, mut record: Record, result: &[u8]) {
    let (bytes, sha256) = (result.len() as u64, hex(&Sha256::digest(result)));
    record.files = vec![ResultFile { bytes, sha256 }];
    fs::write(job.result_path(stage, 0), result).expect("written");
    fs::write(job.record_path(stage, 0), text_of(&sealed(record))).expect("written");
}

fn header(job: &Job, stage: &Stage) -> Vec<u8> {
    let header = json!({
        "format": format!("setwise deep perft {}", stage.files[0]),
        "version": job.description().version,
        "job": job.id(),
        "stage": stage.name,
        "shard": 0,
    });
    format!("{header}\n").into_bytes()
}

/// Returns the fact of a record for a directory of one chunk.
fn chunk(job: &Job, stage: &Stage, directory: &[u8]) -> Value {
    let (entries, start) = (directory.len() / 40, header(job, stage).len());
    let sha256 = hex(&Sha256::digest(&directory[..40 * entries])[..16]);
    json!([{ "entries": entries, "bucket": 0, "start": start, "sha256": sha256 }])
}

/// Returns a well-formed file of two parts, and what its record has of its directory.
fn parts(job: &Job, stage: &Stage, bytes: &[u8]) -> (Vec<u8>, Value) {
    let (length, rest) = bytes.split_first_chunk().unwrap_or((&[0, 0], &[]));
    let (one, other) = rest.split_at(usize::from(u16::from_le_bytes(*length)).min(rest.len()));
    let second = if stage.name == "expand-2" { 0 } else { SAMPLE };
    let (mut file, mut directory) = (header(job, stage), Vec::new());
    for (bucket, part) in [(0_u32, one), (second, other)] {
        file.extend(part);
        directory.extend(bucket.to_le_bytes());
        directory.extend([0; 4]);
        directory.extend((part.len() as u64).to_le_bytes());
        directory.extend((part.len() as u64).to_le_bytes());
        directory.extend(&Sha256::digest(part)[..16]);
    }
    file.extend(&directory);
    file.extend((directory.len() as u64).to_le_bytes());
    file.extend(b"SETWISEP");
    (file, chunk(job, stage, &directory))
}

/// Returns a file whose directory and parts are some bytes, and what its record has of what its
/// footer says is the directory. The footer says a small length, so that there is a directory.
fn raw(job: &Job, stage: &Stage, bytes: &[u8]) -> (Vec<u8>, Value) {
    let mut file = header(job, stage);
    let (&[high, low], bytes) = bytes.split_first_chunk().unwrap_or((&[0, 0], &[]));
    file.extend(bytes);
    let size = u64::from(low) | u64::from(high) << 56;
    let begin = file.len().checked_sub(size as usize);
    let directory = chunk(job, stage, &file[begin.unwrap_or(0)..]);
    file.extend(size.to_le_bytes());
    file.extend(b"SETWISEP");
    (file, directory)
}

/// Reads the rows of a frontier, which are playable positions.
fn rows(done: &DoneJob<Deep>, ply: u8, path: &Path) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    let reader = FrontierReader::open(&done.kind, &done.job, ply, 0);
    let read = reader.and_then(|mut reader| {
        reader.for_each(|row| {
            rows.push(row);
            Ok(())
        })
    });
    if let Err(error) = read {
        names(&error, path);
        return Err(error);
    }
    let origins = done.kind.root().count_legal_moves();
    for row in &rows {
        let setup = Setup::from(row.position);
        assert_eq!(Position::ignoring_history(setup), Ok(row.position));
        assert!(row.origin < origins && row.paths > 0, "{row:?}");
    }
    Ok(rows)
}

/// The last stage counts what the rows say, each row by itself.
fn count(done: &DoneJob<Deep>, rows: &[Row]) {
    let DoneJob { job, kind, .. } = done;
    let stage = job.stage("count").expect("a stage");
    let good = [job.result_path(stage, 0), job.record_path(stage, 0)]
        .map(|path| (fs::read(&path).expect("a file"), path));
    let options = kind.options();
    let origins = if options.divide { kind.root().count_legal_moves().max(1) } else { 1 };
    let mut sums = vec![0_u128; origins as usize];
    let mut scalar = Counter::new(Backend::SCALAR);
    for row in rows {
        let below = scalar.count(&row.position, options.depth - options.split);
        sums[row.origin as usize] += below * u128::from(row.paths);
    }
    let sums: Vec<String> = sums.iter().map(u128::to_string).collect();
    let mut record: Record = serde_json::from_slice(&good[1].0).expect("a record");
    record.facts = json!({ "sums": sums });
    // The number of rows is taken from the record of the frontier, which was not changed.
    let result = json!({ "job": job.id(), "shard": 0, "sums": sums });
    write(job, stage, record, format!("{result}\n").as_bytes());
    let counted = job.recheck_shard(kind, job.shards() - 1, Interruption::NEVER);
    if let Err(error) = counted {
        // Multiplicities of children are added up in 64 bits.
        let paths: u128 = rows.iter().map(|row| u128::from(row.paths)).sum();
        assert!(paths > u64::MAX.into(), "{error}");
    }
    good.into_iter().for_each(|(bytes, path)| fs::write(path, bytes).expect("written"));
}
