//! Exports as jobs: planned, run, killed and continued.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::time::{Duration, SystemTime};

use setwise_testkit::Directory;

use crate::killed::Kind;
use crate::run::setwise;

/// Writes a file of games of different lengths; returns its path.
pub(crate) fn games(directory: &Directory, count: usize) -> String {
    let mut text = String::new();
    for game in 0..count {
        write!(text, "[Event \"{game}\"]\n[Round \"{game}\"]\n[White \"A, \\\"x\\\"\"]\n\n")
            .expect("text");
        for number in 0..game % 50 {
            let moves = ["Nf3 Nf6", "Ng1 Ng8"][number % 2];
            write!(text, "{}. {moves} ", number + 1).expect("text");
        }
        text.push_str("{a comment\n[Event \"no\"]\n} 1/2-1/2\n\n");
    }
    let path = directory.file("games.pgn");
    fs::write(&path, text).expect("a file");
    path
}

/// Plans a data set of both tables in parts of a size.
fn plan(pgn: &str, job: &str, bytes: &str) {
    let tables = ["--tables", "games,positions", "--format", "csv", "--part-bytes", bytes];
    let command = ["pgn", "plan", pgn, "--to", job];
    let run = setwise(&[&command[..], &tables].concat()).exits(0);
    assert!(run.out.ends_with(&format!("next: setwise job run {job}\n")), "{}", run.out);
}

#[test]
fn what_is_there_is_not_replaced() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 100);
    let tables = &directory.file("tables");
    let direct = ["--tables", "games,positions", "--format", "csv"];
    let export = [&["pgn", "export", pgn, "--to", tables], &direct[..]].concat();
    setwise(&export).exits(0);
    let again = setwise(&export).exits(2);
    let expected = format!("error: {tables}/games.csv: the file exists (--force replaces it)\n");
    assert_eq!(again.err, expected);
    setwise(&[&export[..], &["--force"]].concat()).exits(0);

    // A directory that cannot be created.
    for command in ["export", "plan"] {
        let inside = &format!("{pgn}/tables");
        let refused = setwise(&["pgn", command, pgn, "--to", inside, "--format", "csv"]).exits(2);
        assert!(refused.err.contains(&format!("{inside}: Not a directory")), "{}", refused.err);
    }
    // Directories above it are created.
    plan(pgn, &directory.file("a/b"), "1000");
}

/// Returns the files of a data set by their paths.
pub(crate) fn data_set(job: &str) -> BTreeMap<String, Vec<u8>> {
    let list = fs::read(format!("{job}/_setwise.json")).expect("a list");
    let mut files = BTreeMap::from([("_setwise.json".to_owned(), list)]);
    for table in ["games", "positions", "keys"] {
        for file in fs::read_dir(format!("{job}/{table}")).expect("a directory") {
            let file = file.expect("a file");
            let name = format!("{table}/{}", file.file_name().to_str().expect("text"));
            files.insert(name, fs::read(file.path()).expect("a file"));
        }
    }
    files
}

/// Calls a function with data sets of some games in parts of a size.
fn with_data_sets(pgn: &str, bytes: &str, test: impl FnOnce(Kind<'_>)) {
    test(Kind {
        plan: &|job| plan(pgn, job, bytes),
        run: &["job", "run"],
        options: &["--threads", "2"],
        assert_same: &|job, whole| {
            let files = data_set(whole);
            assert!(files.len() > 2 && data_set(job) == files, "the files of the data set");
        },
    });
}

#[test]
fn a_data_set_has_the_rows_of_an_export_and_is_verified() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 100);
    let (job, tables) = (&directory.file("job"), &directory.file("tables"));
    let direct = ["--tables", "games,positions", "--format", "csv"];
    setwise(&[&["pgn", "export", pgn, "--to", tables], &direct[..]].concat()).exits(0);
    plan(pgn, job, "1000");
    let run = setwise(&["job", "run", job]).exits(0);
    assert_eq!(run.out.lines().next(), Some("100 games, 4900 plies, 0 with errors"));
    assert!(run.out.contains(&format!("{job}/games: 100 rows, ")), "{}", run.out);
    let files = data_set(job);
    for table in ["games", "positions"] {
        let parts = files.iter().filter(|(name, _)| name.starts_with(table));
        let parts = parts.map(|(_, bytes)| String::from_utf8(bytes.clone()).expect("text"));
        let found: String = parts
            .flat_map(|text| {
                text.split_inclusive('\n').skip(1).map(str::to_owned).collect::<Vec<_>>()
            })
            .collect();
        let expected = fs::read_to_string(format!("{tables}/{table}.csv")).expect("a table");
        let expected: String = expected.split_inclusive('\n').skip(1).collect();
        assert!(found == expected && found.len() > 5000, "{table}");
    }
    let verified = setwise(&["job", "verify", job, "--inputs"]).exits(0);
    assert!(verified.out.contains(" good, 0 wrong"), "{}", verified.out);
    // The last shard, which makes the data set, writes nothing when it is run again and compared.
    let good = verified.out.split(' ').next().and_then(|good| good.parse::<u32>().ok());
    let last = (good.expect("a number") - 1).to_string();
    let times = |files: &BTreeMap<String, Vec<u8>>| {
        let time = |name: &String| {
            let file = fs::metadata(format!("{job}/{name}")).expect("a file");
            file.modified().expect("a time")
        };
        files.keys().map(time).collect::<Vec<_>>()
    };
    let before = times(&files);
    let verified = setwise(&["job", "verify", job, "--rerun", &last]).exits(0);
    assert!(verified.out.contains(" 0 wrong"), "{}", verified.out);
    assert!(data_set(job) == files && times(&files) == before);
    fs::write(pgn, "1. e4 *").expect("written");
    setwise(&["job", "verify", job, "--inputs"]).exits(1).says("the input has changed");
}

/// What Slurm or GNU parallel does: one process for each shard.
#[test]
fn shards_are_run_by_their_numbers() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 60);
    let job = &directory.file("job");
    plan(pgn, job, "2000");
    let status = || setwise(&["job", "status", job, "--json"]).json();
    // The first shard of the second stage.
    let second = status()["stages"][0]["shards"].to_string();
    let early = setwise(&["job", "run", job, "--shard", &second]).exits(1);
    assert!(early.err.contains("is not complete"), "{}", early.err);
    let mut shards = 0u64;
    while setwise(&["job", "run", job, "--shard", &shards.to_string()]).code == Some(0) {
        shards += 1;
    }
    let stages = status();
    let stages = stages["stages"].as_array().expect("stages");
    let all: u64 = stages.iter().filter_map(|stage| stage["shards"].as_u64()).sum();
    assert!(shards == all && shards > 8, "{shards} of {all}");
    // Nothing is left to run.
    let end = setwise(&["job", "run", job]).exits(0);
    assert!(end.out.starts_with("60 games, "), "{}", end.out);
    with_data_sets(pgn, "2000", |export| {
        export.assert_same(job, &export.whole(&directory), "shard by shard");
    });
}

/// Kills runs of a data set of 20 parts.
fn killed_at_random(kills: u32) {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 1500);
    let bytes = &fs::metadata(pgn).expect("a file").len().div_ceil(19).to_string();
    with_data_sets(pgn, bytes, |export| export.is_killed_at_random(kills));
}

#[test]
fn a_data_set_that_is_killed_five_times_has_the_same_files() {
    killed_at_random(5);
}

/// `cargo test -p setwise-cli --test command -- --ignored a_data_set_that_is_killed`
#[test]
#[ignore = "long: 20 shards, killed 100 times"]
fn a_data_set_that_is_killed_a_hundred_times_has_the_same_files() {
    killed_at_random(100);
}

#[test]
fn a_data_set_that_ends_at_any_point_of_a_write_has_the_same_files() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 20);
    with_data_sets(pgn, "3000", |export| {
        export.ends_at_any_point_of_a_write(&[("parts", 3), ("dataset", 2)]);
    });
}

/// Calls a function with data sets of games that occur again, to which the rest of a file and
/// another file are to be added.
fn with_growing_data_sets(count: usize, bytes: &str, test: impl FnOnce(Kind<'_>)) {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, count);
    let whole = fs::read(pgn).expect("a file");
    let other = directory.file("other.pgn");
    fs::write(&other, &whole[..whole.len() / 3]).expect("written");
    let size = whole.len() / 2;
    let write = |bytes: &[u8]| {
        fs::write(pgn, bytes).expect("written");
        // The list has the time.
        let file = fs::File::options().write(true).open(pgn).expect("a file");
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 30)).expect("a time");
    };
    let plan = |job: &str, files: &[&str]| {
        let options = ["--tables", "games,positions", "--format", "csv", "--unique-games"];
        let command = ["pgn", "plan", "--to", job, "--part-bytes", bytes];
        setwise(&[&command[..], &options, files].concat()).exits(0);
    };
    test(Kind {
        plan: &|job| {
            write(&whole[..size]);
            plan(job, &[pgn]);
            setwise(&["job", "run", job]).exits(0);
            let before = data_set(job);
            write(&whole);
            plan(job, &[pgn, &other]);
            assert!(data_set(job) == before, "the data set before is there");
        },
        run: &["job", "run"],
        options: &["--threads", "2"],
        assert_same: &|job, whole| {
            let files = data_set(whole);
            assert!(files.len() > 4 && data_set(job) == files, "the files of the data set");
            setwise(&["job", "verify", job, "--inputs"]).exits(0);
        },
    });
}

#[test]
fn a_data_set_that_grows_and_is_killed_five_times_has_the_same_files() {
    with_growing_data_sets(1500, "30000", |export| export.is_killed_at_random(5));
}

/// `cargo test -p setwise-cli --test command -- --ignored a_data_set_that_grows_and_is_killed`
#[test]
#[ignore = "long: killed 100 times"]
fn a_data_set_that_grows_and_is_killed_a_hundred_times_has_the_same_files() {
    with_growing_data_sets(1500, "30000", |export| export.is_killed_at_random(100));
}

#[test]
fn a_data_set_that_grows_and_ends_at_any_point_of_a_write_has_the_same_files() {
    with_growing_data_sets(20, "3000", |export| {
        export.ends_at_any_point_of_a_write(&[("parts-1", 3), ("dataset-1", 2)]);
    });
}

/// The messages of a data set that grows, has all games, or whose file has changed.
#[test]
fn a_data_set_says_what_is_new() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 100);
    let job = &directory.file("job");
    let plan = |options: &[&str]| {
        let command = ["pgn", "plan", pgn, "--to", job, "--format", "csv"];
        setwise(&[&command[..], options].concat())
    };
    plan(&[]).exits(0);
    setwise(&["job", "run", job]).exits(0).says("");
    plan(&[]).exits(0).says("");
    let nothing = plan(&[]).exits(0).out;
    assert!(
        nothing.ends_with(&format!("nothing is new: {job} has what is in them\n")),
        "{nothing}"
    );
    let text = fs::read(pgn).expect("a file");
    fs::write(pgn, [&text[..], &text].concat()).expect("written");
    let refused = setwise(&["job", "run", job]).exits(1).err;
    let advice = "(plan it again with the same options to add what is new)";
    assert!(refused.contains(advice), "{refused}");
    let planned = plan(&[]).exits(0).out;
    assert!(planned.contains("\nshards: 2\n"), "{planned}");
    let run = setwise(&["job", "run", job]).exits(0);
    assert!(run.out.starts_with("200 games, "), "{}", run.out);
    assert!(run.err.contains("games that occurred before: 100 (--unique-games"), "{}", run.err);
    let other = plan(&["--tables", "positions"]).exits(1).err;
    assert!(other.contains("the directory has a job with other options"), "{other}");
    fs::write(pgn, "1. e4 *\n").expect("written");
    let refused = plan(&[]).exits(1).err;
    assert!(refused.contains("it has 8 bytes"), "{refused}");
    plan(&["--replace"]).exits(0);
    let run = setwise(&["job", "run", job]).exits(0);
    assert!(run.out.starts_with("1 game, 1 ply, "), "{}", run.out);
    setwise(&["job", "verify", job, "--inputs"]).exits(0);
    fs::write(format!("{job}/games/part-99999.csv"), "").expect("written");
    setwise(&["job", "verify", job]).exits(1).says("_setwise.json does not list it");
}

/// A file system that is too small for the tables. When it has grown, the job goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_an_export_which_goes_on_after_there_is_space() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 2000);
    with_data_sets(pgn, "50000", |export| {
        let whole = &export.whole(&directory);
        let Some(disk) = crate::killed::Disk::mount(&directory, "1m") else { return };
        let job = &disk.file("job");
        (export.plan)(job);
        let full = setwise(&["job", "run", job]).exits(1).says("No space left on device").err;
        // Each message names the file of a shard, not the directory of the job.
        let lines = full.lines().filter(|line| line.contains("No space left on device"));
        assert!(lines.into_iter().all(|line| line.contains("/results/parts/")), "{full}");
        assert!(full.contains("/results/parts/"), "{full}");
        setwise(&["job", "verify", job]).exits(0);
        disk.resize("100m");
        setwise(&["job", "run", job]).exits(0);
        export.assert_same(job, whole, "after the disk was full");
        // An export without a job leaves nothing that looks whole.
        fs::remove_dir_all(job).expect("deleted");
        disk.resize("1m");
        let tables = &disk.file("tables");
        let export =
            ["pgn", "export", pgn, "--to", tables, "--format", "csv", "--tables", "positions"];
        setwise(&export).exits(2).says("No space left on device");
        assert!(!std::path::Path::new(tables).exists(), "an empty directory is left");
    });
}

/// A job is planned with the same columns, and refused with the same messages.
#[test]
fn columns_of_expressions_are_those_of_an_export() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 30);
    let (job, tables) = (&directory.file("job"), &directory.file("tables"));
    let with = |command: &str, to: &str, columns: &[&str]| {
        let options = ["--tables", "positions", "--format", "csv"];
        let columns = columns.iter().flat_map(|column| ["--column", column]);
        let columns: Vec<&str> = columns.collect();
        setwise(&[&["pgn", command, pgn, "--to", to], &options[..], &columns].concat())
    };
    let columns = ["mobility = moves", "long=plies >= 40", "from_square=from", "elo=number(Elo)"];
    with("export", tables, &columns).exits(0);
    with("plan", job, &columns).exits(0);
    setwise(&["job", "run", job]).exits(0);
    let read = |path: String| fs::read_to_string(path).expect("a table");
    let table = read(format!("{tables}/positions.csv"));
    assert_eq!(read(format!("{job}/positions/part-00000.csv")), table);
    let mut lines = table.lines();
    let header = lines.next().expect("a header");
    assert!(header.ends_with(",split,mobility,long,from_square,elo"), "{header}");
    assert!(lines.any(|line| line.ends_with(",20,true,64,")), "1. Nf3 from g1, in a long game");
    for (columns, message) in [
        (&["moves"][..], "--column \"moves\" (expected NAME=EXPRESSION, such as mobility=moves)"),
        (&["a b=moves"], "--column: \"a b\" is no name of a column"),
        (&["a=moves", "A=ply"], "--column: two columns have the name \"A\""),
        (&["Key=moves"], "--column: two columns have the name \"Key\""),
        (&["a=isolate(P)"], "--column a: `isolate`: did you mean `isolated`?\n  isolate(P)\n  ^"),
    ] {
        for command in ["export", "plan"] {
            with(command, "/no/where", columns).exits(2).says(message);
        }
    }
    let to = directory.file("misspelt");
    with("export", &to, &["elo=number(WhitElo)", "ply2=ply + 1"])
        .exits(0)
        .says("--column: no game read has the tag \"WhitElo\" (did you mean \"WhiteElo\"?)");
    let games = ["pgn", "export", pgn, "--to", "/no/where", "--format", "csv"];
    setwise(&[&games[..], &["--column", "a=moves"]].concat())
        .exits(2)
        .says("--column is for the table of positions");
}

/// Finds a table of an earlier file that is printed as if it were new.
#[test]
fn a_complete_job_is_refused_if_its_input_has_grown() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 30);
    let job = &directory.file("job");
    plan(pgn, job, "2000");
    let first = setwise(&["job", "run", job]).exits(0).out;
    let before = fs::read(pgn).expect("a file");
    fs::write(pgn, [&before[..], b"1. d4 *\n"].concat()).expect("written");
    let refused = setwise(&["job", "run", job]).exits(1);
    assert_eq!(refused.out, "");
    let size = before.len();
    for part in [
        format!(
            "error: {pgn}: the input has changed since the job was planned: it has {} ",
            size + 8
        ),
        format!(" (expected {size} bytes"),
        format!("); the tables in {job} show the earlier file (plan it again with the same "),
    ] {
        assert!(refused.err.contains(&part), "{part:?} in {}", refused.err);
    }
    let verified = setwise(&["job", "verify", job, "--inputs"]).exits(1);
    assert!(verified.out.contains(" good, 1 wrong\n"), "{}", verified.out);
    assert!(verified.err.contains("the input has changed"), "{}", verified.err);
    setwise(&["job", "status", job]).exits(0);
    // The same bytes with another time, and no file at all.
    fs::write(pgn, &before).expect("written");
    setwise(&["job", "run", job]).exits(0).prints(&first);
    fs::remove_file(pgn).expect("deleted");
    setwise(&["job", "run", job]).exits(0).prints(&first);
}

/// Finds a `job.json` without contents, and directories that a refused command leaves.
#[cfg(target_os = "linux")]
#[test]
fn a_refused_plan_leaves_no_directory() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let directory = Directory::in_memory();
    let pgn = games(&directory, 3);
    let to = directory.file("a/b");
    let folder = directory.path().join("folder");
    fs::create_dir(&folder).expect("a directory");
    let name = folder.join(OsStr::from_bytes(b"\xe9.pgn"));
    fs::copy(&pgn, &name).expect("copied");
    let refused = |input: &OsStr| {
        let arguments = ["pgn", "plan", "--to", &to, "--format", "csv"];
        let mut process = std::process::Command::new(env!("CARGO_BIN_EXE_setwise"));
        let output = process.args(arguments).arg(input).output().expect("it runs");
        assert!(!directory.path().join("a").exists(), "a directory is left");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    for input in [name.as_os_str(), folder.as_os_str()] {
        let (code, message) = refused(input);
        assert_eq!(code, Some(1));
        assert!(message.contains(".pgn: the name is not UTF-8, so job.json"), "{message}");
    }
}

/// Finds a run that is silent for hours where its output is a log.
#[test]
fn a_log_shows_the_progress_at_intervals() {
    let directory = Directory::in_memory();
    let run = |name: &str, options: &[&str]| {
        let job = &directory.file(name);
        plan(&directory.file("games.pgn"), job, "20000");
        setwise(&[&["job", "run", job, "--threads", "1"], options].concat()).exits(0).err
    };
    let has_rate = |line: &str| line.starts_with("parts: ") && !line.contains(" 0 rows/s");
    let is_enough = |log: &String| log.lines().count() > 5 && log.lines().any(has_rate);
    // More games where the run is over too soon.
    let mut logs = [1_500, 6_000, 24_000, 96_000].into_iter().map(|count| {
        games(&directory, count);
        run(&format!("log-{count}"), &["--progress-ms", "1"])
    });
    let log = logs.find(&is_enough).expect("a log of a long run");
    games(&directory, 100);
    for line in log.lines() {
        let (stage, rest) = line.split_once(": ").expect("a stage");
        assert!(["parts", "dataset"].contains(&stage), "{line}");
        assert!(rest.contains(" shards done, 0 failed, "), "{line}");
        assert!(rest.contains(" rows/s, about ") && rest.ends_with(" left"), "{line}");
    }
    // Less than a minute, and no lines at all.
    assert_eq!(run("short", &[]), "");
    assert_eq!(run("quiet", &["--progress-ms", "1", "--quiet"]), "");
}

/// Finds a run that tries to delete or to lock something although nothing is left to do.
#[cfg(target_os = "linux")]
#[test]
fn a_complete_job_can_be_on_a_read_only_file_system() {
    let directory = Directory::in_memory();
    let job = &directory.file("job");
    plan(&games(&directory, 30), job, "2000");
    let first = setwise(&["job", "run", job]).exits(0).out;
    crate::killed::with_read_only(job, |path| {
        setwise(&["job", "run", path]).exits(0).prints(&first.replace(job, path));
        assert!(fs::write(format!("{path}/file"), "").is_err(), "it is read-only");
    });
}
