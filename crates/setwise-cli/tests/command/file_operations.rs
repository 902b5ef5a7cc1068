//! Counts the calls of the system that name a file, by `strace`: what a shard costs must not grow
//! with the number of shards.

use std::fs;
use std::process::Command;

use setwise_testkit::Directory;

use crate::run::setwise;

/// Runs the command under `strace`; returns the number of calls that name a file of a directory.
/// Returns `None`, and says so, if there is no `strace` or it may not watch processes.
fn count(directory: &Directory, arguments: &[&str]) -> Option<usize> {
    traced(directory, arguments).map(|calls| calls.len())
}

/// Runs the command under `strace`; returns the calls that [`count`] counts.
fn traced(directory: &Directory, arguments: &[&str]) -> Option<Vec<String>> {
    let log = directory.file("strace.log");
    let output = Command::new("strace")
        // Only these calls stop the process, where the system has such filters.
        .args(["--seccomp-bpf", "-f", "-qq", "-e", "trace=%file", "-o", &log])
        .arg(env!("CARGO_BIN_EXE_setwise"))
        .args(arguments)
        .output();
    let Some(output) = output.ok().filter(|output| output.status.success()) else {
        eprintln!("SKIPPED: file operations are counted by strace, which cannot be run");
        return None;
    };
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(messages.lines().all(|line| line.starts_with("strace: ")), "{messages}");
    let text = fs::read_to_string(&log).expect("a log");
    // The first call names the arguments.
    let is_counted = |line: &&str| line.contains(directory.path().to_str().expect("UTF-8"));
    let lines = text.lines().filter(is_counted).filter(|line| !line.contains("execve("));
    Some(lines.map(str::to_owned).collect())
}

#[cfg(feature = "tables")]
/// Plans an export of some tables with a number of parts.
fn plan_export(directory: &Directory, tables: &str, parts: usize) -> String {
    use std::fmt::Write;

    let (pgn, job) = (directory.file("games.pgn"), directory.file(&format!("export-{parts}")));
    let mut text = String::new();
    for game in 0..4 * parts {
        let tags = format!("[Event \"?\"]\n[Round \"{game:06}\"]");
        write!(text, "{tags}\n\n1. e4 e5 2. Nf3 Nc6 *\n\n").expect("text");
    }
    fs::write(&pgn, &text).expect("a file");
    let bytes = text.len().div_ceil(parts).to_string();
    let options = ["--tables", tables, "--format", "csv", "--part-bytes", &bytes];
    setwise(&[&["pgn", "plan", &pgn, "--to", &job], &options[..]].concat()).exits(0);
    job
}

#[cfg(feature = "tables")]
/// Finds a worker that reads the records of all shards before it runs one, or looks at all results.
#[test]
fn the_calls_of_a_part_do_not_grow_with_the_number_of_parts() {
    // The most calls for each part, of a run from the start to the end and of `job status`; and the
    // most of a job with any number of parts.
    const OF_A_JOB: usize = 120;
    for (tables, most) in [("games", 16), ("games,positions", 20)] {
        let mut of_shard = Vec::new();
        for parts in [64, 1024] {
            let directory = &Directory::in_memory();
            let job = &plan_export(directory, tables, parts);
            // One shard by itself, as under a scheduler.
            let calls = count(directory, &["job", "run", job, "--shard", "7"]);
            let Some(calls) = calls else { return };
            of_shard.push(calls);
            if parts > 64 {
                continue;
            }
            let whole = traced(directory, &["job", "run", job, "--threads", "1"]).expect("strace");
            // The input is read once for all tables of a part, and then compared with the plan; and
            // it is compared at the end.
            let of_input = whole.iter().filter(|call| call.contains("games.pgn")).count();
            assert!(of_input <= 2 * parts + 2, "{of_input} calls of the input for {parts} parts");
            let whole = whole.len();
            let status = count(directory, &["job", "status", job]).expect("strace");
            let all = calls + whole + status;
            assert!(all <= most * parts + OF_A_JOB, "{all} calls for {parts} parts of {tables}");
        }
        assert!(of_shard[0] == of_shard[1] && of_shard[0] > 10, "{tables}: {of_shard:?}");
    }
}

/// The same of the last stage of a deep count, which needs a sum of the stage before: its mark has
/// it.
#[test]
fn a_worker_reads_the_mark_of_the_stage_before() {
    let mut calls = Vec::new();
    for files in [64, 1024_u32] {
        let directory = &Directory::in_memory();
        let job = &directory.file("job");
        let shards = files.to_string();
        let options = ["--depth", "4", "--split", "3", "--shards", &shards, "--to", job];
        setwise(&[&["deep", "plan"], &options[..]].concat()).exits(0);
        setwise(&["job", "run", job]).exits(0);
        let status = setwise(&["job", "status", job, "--json"]).json();
        let stages = status["stages"].as_array().expect("stages");
        let of_stages = stages.iter().map(|stage| stage["shards"].as_u64().expect("a number"));
        // A shard of the last stage, which is run again.
        let number = of_stages.sum::<u64>() - u64::from(files) + 7;
        let again = |mark: &str| {
            fs::remove_file(format!("{job}/results/count/00007.json")).expect("deleted");
            if !mark.is_empty() {
                fs::remove_file(format!("{job}/complete/{mark}.json")).expect("deleted");
            }
            count(directory, &["job", "run", job, "--shard", &number.to_string()])
        };
        // The first time, the mark of the last stage is removed.
        let Some(_) = again("") else { return };
        let with_mark = again("").expect("strace");
        // Without the mark all records are read, and the stage is marked again.
        let without = again("frontier-3").expect("strace");
        assert!(without > with_mark + files as usize, "{without} {with_mark}");
        assert_eq!(again(""), Some(with_mark));
        calls.push(with_mark);
    }
    assert!(calls[0] == calls[1] && calls[0] > 10, "{calls:?}");
}
