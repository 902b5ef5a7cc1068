//! A build without tables of games: each command that it lacks says how to get it.

use setwise_testkit::Directory;

use crate::run::{Run, setwise};

/// The command of this crate, and of the Python package.
const WAYS: [&str; 2] = [
    "cargo install --path crates/setwise-cli --profile dist --features full",
    "pip install ./python",
];

/// Asserts that a command is refused in one line, which says how to get it.
#[track_caller]
fn lacks(run: Run, words: &str) {
    let run = run.exits(2).prints("").says(words);
    assert!(run.err.lines().count() == 1, "{}", run.err);
    WAYS.into_iter().fold(run, Run::says);
}

#[test]
fn commands_that_make_tables_say_how_to_get_them() {
    let directory = Directory::new();
    let (pgn, to) = (directory.file("games.pgn"), directory.file("tables"));
    directory.write("games.pgn", b"1. e4 *\n");
    for arguments in [
        &["pgn", "export", &pgn, "--to", &to, "--format", "csv"][..],
        &["pgn", "export", "--help"],
        &["pgn", "plan", &pgn, "--to", &to, "--replace"],
        &["pgn", "plan"],
        &["find", "check", &pgn, "--to", "found.parquet", "--column", "a=moves", "--force"],
    ] {
        lacks(setwise(arguments), "this build writes no tables of games");
    }
    assert!(!std::path::Path::new(&to).exists());
}

#[test]
fn tables_as_inputs_are_refused() {
    let directory = Directory::new();
    for (name, first) in [("Parquet", &b"PAR1 and more"[..]), ("Arrow", b"ARROW1 and more")] {
        let path = directory.write("games.table", first);
        let run = setwise(&["find", "check", path.to_str().expect("text")]);
        lacks(run, &format!("this build cannot read {name} files"));
    }
}

#[test]
fn jobs_that_make_tables_are_refused() {
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    setwise(&["deep", "plan", "--depth", "3", "--split", "1", "--to", job]).exits(0);
    lacks(
        setwise(&["job", "verify", job, "--inputs"]),
        "this build does not know jobs with inputs",
    );
    let path = directory.path().join("job/job.json");
    let text = std::fs::read_to_string(&path).expect("a job");
    std::fs::write(&path, text.replace("deep-perft", "export")).expect("written");
    for command in ["run", "status", "verify"] {
        let words = "this build does not know jobs of the kind \"export\"";
        lacks(setwise(&["job", command, job]), words);
    }
}

/// The help lists what there is, and says in one place how to get the rest.
#[test]
fn the_help_says_what_is_missing() {
    for (arguments, absent) in [
        (&["--help"][..], "  lab "),
        (&["pgn", "--help"], "\n  plan  Plan an export as a job, which"),
        (&["find", "--help"], "--to <FILE>"),
    ] {
        let help = setwise(arguments).exits(0).out;
        assert!(help.contains("With all features") && help.contains(WAYS[0]), "{help}");
        assert!(!help.contains(absent), "{help}");
    }
}
