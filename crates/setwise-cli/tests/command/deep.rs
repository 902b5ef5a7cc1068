//! `setwise deep` and `setwise job`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use setwise::Position;
use setwise_testkit::Directory;

use crate::run::setwise;

/// Plans a deep count.
pub(crate) fn plan(directory: &str, arguments: &[&str]) {
    let arguments = [&["deep", "plan", "--to", directory], arguments].concat();
    setwise(&arguments).exits(0);
}

/// Returns the contents of a job's results, by path, and of its records without what differs from
/// run to run.
pub(crate) fn contents(job: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let results = Path::new(job).join("results");
    let mut contents = BTreeMap::new();
    for stage in fs::read_dir(&results).expect("results") {
        for file in fs::read_dir(stage.expect("a stage").path()).expect("a stage") {
            let path = file.expect("a file").path();
            let mut bytes = fs::read(&path).expect("a file");
            if path.extension().is_some_and(|extension| extension == "json") {
                let mut record: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
                let fields = record.as_object_mut().expect("an object");
                for varying in ["notes", "host", "seconds", "finished"] {
                    fields.remove(varying).expect("a field");
                }
                bytes = record.to_string().into();
            }
            contents.insert(path.strip_prefix(&results).expect("in it").to_owned(), bytes);
        }
    }
    contents
}

/// Finds the fault that `verify --rerun` called a good result wrong because the results that it
/// needs had been deleted after their use: it was once in `executor.rs`.
#[test]
fn a_count_is_planned_run_and_printed() {
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    let planned = setwise(&["deep", "plan", "--depth", "5", "--split", "3", "--to", job]);
    assert!(planned.out.contains("frontier of ply 3: 5362 positions"), "{}", planned.out);
    let before = setwise(&["deep", "result", job]);
    assert_eq!(before.code, Some(1));
    let reason = "job: stage frontier-1 is not complete: 0 of 1 shards are done";
    assert!(before.err.contains(reason), "{}", before.err);

    let run = setwise(&["deep", "run", job, "--threads", "2"]);
    assert_eq!(
        (run.code, run.out.as_str(), run.err.as_str()),
        (Some(0), "Nodes searched: 4865609\n", "")
    );
    // Again: nothing is left to do.
    assert_eq!(setwise(&["deep", "run", job, "--hash", "0"]).out, run.out);
    assert_eq!(setwise(&["job", "run", job]).out, "");
    assert_eq!(setwise(&["deep", "result", job]).out, run.out);

    let json = setwise(&["deep", "result", job, "--json"]).json();
    assert_eq!((&json["nodes"], &json["depth"]), (&"4865609".into(), &5.into()));
    assert_eq!(json["frontiers"][2]["positions"], 5362);
    let status = setwise(&["deep", "status", job]).out;
    assert!(
        status.lines().any(|line| line
            .split_whitespace()
            .eq(["count", "7", "1/1", "5362"].into_iter().chain(line.split_whitespace().skip(4)))),
        "{status}"
    );
    assert!(status.ends_with("left: about 0 core-seconds\n"), "{status}");
    let status = setwise(&["job", "status", job, "--json"]).json();
    assert_eq!(status["stages"][0]["done"], 1);
    assert_eq!(status["seconds_left"], 0.0);
    let good = "6 good, 0 wrong, 2 deleted after use\n";
    assert_eq!(setwise(&["deep", "verify", job]).out, good);
    let rerun = setwise(&["job", "verify", job, "--rerun", "7"]).out;
    assert!(rerun.starts_with("shard 7: ") && rerun.contains(" bytes, the same\n"), "{rerun}");
    assert!(rerun.ends_with(good), "{rerun}");
    // The shard is good, but the results that it needs were deleted.
    let rerun = setwise(&["job", "verify", job, "--rerun", "3"]);
    let expected = format!(
        "shard 3: cannot be checked: it needs the results of stage expand-2, which were deleted \
         after their use\n{good}"
    );
    assert_eq!((rerun.code, rerun.out.as_str(), rerun.err.as_str()), (Some(0), &*expected, ""));
}

#[test]
fn each_root_move_is_counted_by_itself() {
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    plan(job, &["kiwipete", "--depth", "4", "--split", "2", "--divide"]);
    let expected = setwise(&["perft", "4", "kiwipete"]).out;
    assert_eq!(setwise(&["deep", "run", job]).out, expected);
    // Chess960, with its castling moves.
    let job = &directory.file("chess960");
    let fen = "1rk3r1/8/8/8/8/8/8/1RK2BR1 w GBgb - 0 1";
    plan(job, &[fen, "--depth", "3", "--split", "3", "--divide"]);
    assert_eq!(setwise(&["deep", "run", job]).out, setwise(&["perft", "3", fen]).out);
}

#[test]
fn frontiers_are_written_as_text_and_as_bytes() {
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    plan(job, &["--depth", "3", "--split", "3"]);
    setwise(&["deep", "run", job]).exits(0);
    let text = setwise(&["deep", "frontier", job, "--ply", "2"]).out;
    assert_eq!(text.lines().count(), 400);
    let first = "1\trnbqkb1r/pppppppp/5n2/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq -";
    assert!(text.lines().any(|line| line == first), "{text}");
    let multiplicities = setwise(&["deep", "frontier", job]).out;
    let paths = |line: &str| line.split('\t').next().and_then(|paths| paths.parse::<u64>().ok());
    assert_eq!(multiplicities.lines().filter_map(paths).sum::<u64>(), 8_902);

    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_setwise"));
    let output =
        command.args(["deep", "frontier", job, "--format", "binary"]).output().expect("it runs");
    let (rows, rest) = output.stdout.as_chunks::<32>();
    assert_eq!((rows.len(), rest.len()), (5_362, 0));
    for (row, line) in rows.iter().zip(multiplicities.lines()) {
        let (packed, paths) = row.split_at(24);
        let position = Position::unpack(packed.try_into().expect("24 bytes")).expect("packed");
        let paths = u64::from_le_bytes(paths.try_into().expect("8 bytes"));
        assert_eq!(line, format!("{paths}\t{}", position.to_string().trim_end_matches(" 0 1")));
    }
    setwise(&["deep", "frontier", job, "--ply", "4"])
        .exits(1)
        .says("there is no frontier of ply 4 (expected 1 to 3)");
}

/// 726 thousand million positions need more than any test machine has.
#[test]
fn a_plan_that_cannot_fit_is_refused() {
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    let arguments = ["deep", "plan", "--depth", "14", "--split", "13", "--to", job];
    let refused = setwise(&arguments);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("GB of disk, and"), "{}", refused.err);
    assert!(!Path::new(job).exists());
    setwise(&[&arguments[..], &["--force"]].concat()).exits(0);
    // Hundreds of core-hours, and files that need more memory than a run may use by default.
    let status = setwise(&["deep", "status", job]).out;
    let left = status.lines().find_map(|line| line.strip_prefix("left: about "));
    let left = left.and_then(|left| left.split(' ').next()).and_then(|left| left.parse().ok());
    assert!(left.is_some_and(|left: u64| left > 1_000_000), "{status}");
    setwise(&["deep", "run", job]).exits(1).says("MiB of memory (allowed are 1536 MiB)");
}

#[test]
fn wrong_directories_are_refused() {
    let directory = Directory::in_memory();
    let none = &directory.file("none");
    for command in [["deep", "run"], ["deep", "status"], ["job", "run"], ["job", "verify"]] {
        let reason = "there is no job.json, so it is not the directory of a job";
        setwise(&[command[0], command[1], none]).exits(2).says(&format!("{none}: {reason}"));
    }
    let job = &directory.file("job");
    plan(job, &["--depth", "2", "--split", "1"]);
    setwise(&["job", "run", job, "--shard", "1"])
        .exits(1)
        .says("shard 1 is of stage count, and stage frontier-1 is not complete");
    setwise(&["job", "run", job, "--shard", "2"])
        .exits(1)
        .says("there is no shard 2 (the job has 2)");
    for shard in ["0", "1"] {
        setwise(&["job", "run", job, "--shard", shard]).exits(0);
    }
    assert_eq!(setwise(&["deep", "result", job]).out, "Nodes searched: 400\n");
    let path = directory.file("job/results/frontier-1/00000.frontier");
    let mut bytes = fs::read(&path).expect("a result");
    bytes[200] ^= 1;
    fs::write(&path, bytes).expect("written");
    let verified = setwise(&["deep", "verify", job]);
    assert_eq!((verified.code, verified.out.as_str()), (Some(1), "1 good, 1 wrong\n"));
    assert!(verified.err.contains("frontier-1/00000.frontier: its SHA-256 is"), "{}", verified.err);
}
