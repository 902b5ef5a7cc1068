//! Exports as jobs write the same tables as an export without a job.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use setwise_jobs::executor::{Event, RunOptions};
use setwise_jobs::kind::Interruption;
use setwise_jobs::{Error, Job};
use setwise_tables::job::{self, ExportJob};
use setwise_tables::{ExportOptions, Format, Inputs, ReadOptions, Selection, Tables, export_files};
use setwise_testkit::compressed::frames;
use setwise_testkit::random::Random;
use setwise_testkit::{Directory, hostile_text, scaled};

use crate::data_sets::{RUN, options};
use crate::games::{inputs, parts};

/// Runs all shards of a job; returns the messages of those that failed.
fn failures(path: &Path) -> Result<Vec<String>, Error> {
    let job = Job::open(path)?;
    let kind = ExportJob::open(&job)?;
    let failures = job.run(&kind, RUN, Interruption::NEVER, &|_| ())?;
    Ok(failures.into_iter().map(|failure| failure.error.to_string()).collect())
}

#[test]
fn other_shards_run_if_an_input_is_missing_truncated_or_replaced() {
    let directory = Directory::new();
    let text = b"[Event \"a\"]\n\n1. e4 e5 *\n\n".repeat(380);
    let good = directory.write("good.pgn", &text);
    let missing = directory.write("missing.pgn", &text);
    let replaced = directory.write("replaced.pgn", &text);
    let whole = frames(&text, 1000, true);
    let truncated = directory.write("truncated.pgn.zst", &whole[..whole.len() - 5]);
    // The frames are looked for when the job is planned.
    let plan = |files: &[&PathBuf], name: &str| {
        let path = directory.path().join(name);
        let options = options(&path, Format::Csv);
        job::plan(
            &inputs(files),
            setwise_pgn::Options::default(),
            &options,
            2000,
            Interruption::NEVER,
        )
        .map(|_| path)
    };
    let error = plan(&[&truncated], "refused").expect_err("truncated").to_string();
    assert!(error.contains("truncated.pgn.zst: the Zstandard data is truncated"), "{error}");

    let path = plan(&[&good, &missing, &replaced], "job").expect("a plan");
    fs::remove_file(&missing).expect("deleted");
    let mut changed = text.clone();
    changed[20] = b'd';
    fs::write(&replaced, &changed).expect("written");
    let messages = failures(&path).expect("a run");
    assert_eq!(messages.len(), 10, "{messages:?}");
    let count = |part: &str| messages.iter().filter(|message| message.contains(part)).count();
    assert_eq!(count("missing.pgn: No such file"), 5, "{messages:?}");
    assert_eq!(count("replaced.pgn: the input has changed since the job was planned"), 5);
    let job = Job::open(&path).expect("a job");
    let done = (0..15).filter(|&number| job.record_path(&job.stages()[0], number).exists());
    assert_eq!(done.count(), 5);
    assert!(!path.join("_setwise.json").exists());

    // The identity of an input has its time of change.
    let time = fs::metadata(&good).and_then(|file| file.modified()).expect("a time");
    for file in [&missing, &replaced] {
        fs::write(file, &text).expect("written");
        let file = fs::File::options().write(true).open(file).expect("a file");
        file.set_modified(time).expect("a time");
    }
    let messages = failures(&path).expect("a run");
    assert!(messages.is_empty(), "{messages:?}");
    assert!(path.join("_setwise.json").exists());
}

#[test]
fn an_input_that_is_replaced_while_it_is_read_is_named() {
    let directory = Directory::new();
    let file = directory.write("a.pgn", b"1. e4 e5 *\n");
    let path = directory.path().join("job");
    let options = options(&path, Format::Csv);
    let pgn = setwise_pgn::Options::default();
    let job =
        job::plan(&inputs(&[&file]), pgn, &options, 1000, Interruption::NEVER).expect("a plan");
    let kind = ExportJob::open(&job).expect("an export");
    // It is asked before the shard begins, and when the games have been read.
    let asked = AtomicU32::new(0);
    let replace = || {
        if asked.fetch_add(1, Ordering::Relaxed) == 1 {
            fs::write(&file, "1. d4 d5 *\n\n1. c4 *\n").expect("written");
        }
        false
    };
    let one = RunOptions { threads: 1, ..RUN };
    let failures = job.run(&kind, one, Interruption::new(&replace), &|_| ()).expect("a run");
    let expected = "a.pgn: the input has changed since the job was planned: it has 20 bytes";
    assert_eq!(failures.len(), 1);
    let message = failures[0].error.to_string();
    assert!(message.contains(expected) && message.contains(" (expected 11 bytes"), "{message}");
    assert!(!job.record_path(&job.stages()[0], 0).exists());
}

/// The bytes of a part are compared, not only the ends of the file.
#[test]
fn inputs_are_verified() {
    let directory = Directory::new();
    // Few long games are parsed in less time than many short ones.
    let comment = "a ".repeat(487);
    let game = format!("[Event \"a\"]\n\n1. e4 {{{comment}}} e5 *\n\n");
    let text = game.repeat(4_990_000 / game.len()).into_bytes();
    let file = directory.write("a.pgn", &text);
    let path = directory.path().join("job");
    let options = ExportOptions {
        tables: Tables { games: Some(Default::default()), ..Tables::default() },
        ..options(&path, Format::Csv)
    };
    run_games(&inputs(&[&file]), &options);
    let job = Job::open(&path).expect("a job");
    let kind = ExportJob::open(&job).expect("an export");
    let verify = || kind.verify_inputs(&job, Interruption::NEVER, &mut |_| ()).expect("records");
    assert!(verify().is_empty());
    let mut changed = text;
    changed[2_500_000] ^= 1;
    fs::write(&file, changed).expect("written");
    let faults = verify();
    assert_eq!(faults.len(), 1);
    let message = faults[0].to_string();
    assert!(message.contains("a.pgn: the input has changed since it was read: bytes 2000000"));
}

fn run_games(inputs: &Inputs, options: &ExportOptions) {
    let done = AtomicU32::new(0);
    let watch = |event: Event<'_>| {
        if matches!(event, Event::Done(_)) {
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    let begin = |options: &ExportOptions| {
        let pgn = setwise_pgn::Options::default();
        job::begin(inputs, pgn, options, 1_000_000, Interruption::NEVER)
    };
    for expected in [6, 0] {
        let job = begin(options).expect("a job");
        let kind = ExportJob::open(&job).expect("an export");
        let failures = job.run(&kind, RUN, Interruption::NEVER, &watch).expect("a run");
        assert!(failures.is_empty(), "{failures:?}");
        // The second run finds all shards done.
        assert_eq!(done.swap(0, Ordering::Relaxed), expected);
    }
    let other = ExportOptions { format: Format::JsonLines, ..options.clone() };
    let message = begin(&other).expect_err("another format").to_string();
    assert!(message.ends_with("the directory has a job with other options"), "{message}");
}

#[test]
fn options_are_stored() {
    let directory = Directory::new();
    let mut text = hostile_text(&mut Random::default(), 20_000);
    // The sample takes some of the games with different rounds.
    let game = |round: usize| format!("\n\n[Round \"{round}\"]\n\n1. Nf3 d5 2. c4 e6 *");
    text.extend((0..100).map(game).collect::<String>().bytes());
    let inputs = inputs(&[directory.write("a.pgn", &text)]);
    let question = "plies > 3 and not result = \"1-0\" and either(Nf3) and ply < 6";
    let selection = Selection::new(Some(question.parse().expect("a question")), 0.7);
    let pgn = setwise_pgn::Options::LENIENT;
    let direct = ExportOptions { selection, ..options(&directory.path().join("a"), Format::Csv) };
    let read = ReadOptions { pgn, ..ReadOptions::default() };
    export_files(&inputs, &read, &direct, Interruption::NEVER).expect("tables");
    let of_job = ExportOptions { directory: directory.path().join("b"), ..direct.clone() };
    let job = job::plan(&inputs, pgn, &of_job, 3000, Interruption::NEVER).expect("a plan");
    assert_eq!(failures(job.directory()).expect("a run"), [""; 0]);
    for name in ["games", "positions"] {
        let expected = fs::read(direct.directory.join(format!("{name}.csv"))).expect("a table");
        let mut found = Vec::new();
        for part in parts(job.directory(), name) {
            let text = fs::read_to_string(part).expect("a table");
            // Each part begins with the names of the columns.
            let rows = text.split_once('\n').filter(|_| !found.is_empty());
            found.extend_from_slice(rows.map_or(&*text, |(_, rows)| rows).as_bytes());
        }
        assert!(found == expected, "{name}");
        assert!(found.len() > 1000, "{name}: {} bytes", found.len());
    }
    let unique =
        ExportOptions { unique_positions: true, ..options(Path::new("none"), Format::Csv) };
    let refused = job::plan(&inputs, pgn, &unique, 3000, Interruption::NEVER)
        .expect_err("refused")
        .to_string();
    assert!(refused.contains("cannot select unique positions"));
    // What JSON cannot have would be written as `null`.
    for sample in [f64::NAN, f64::INFINITY, -0.01, 50.0] {
        let mut of_positions = options(Path::new("none"), Format::Csv);
        let selection = Selection::new(None, sample);
        let of_games = ExportOptions { selection, ..of_positions.clone() };
        of_positions.tables.rows.sample = sample;
        for options in [of_games, of_positions] {
            let job = job::plan(&inputs, pgn, &options, 3000, Interruption::NEVER);
            let errors = [
                job.expect_err("refused").to_string(),
                export_files(&inputs, &read, &options, Interruption::NEVER)
                    .expect_err("refused")
                    .to_string(),
            ];
            assert_eq!(errors, [(); 2].map(|()| format!("sample {sample} (expected 0 to 1)")));
        }
    }
}

#[test]
fn files_that_exist_are_not_replaced() {
    let directory = Directory::new();
    let inputs = inputs(&[directory.write("a.pgn", b"1. e4 *")]);
    let options = options(&directory.path().join("tables"), Format::Csv);
    let read = ReadOptions::default();
    export_files(&inputs, &read, &options, Interruption::NEVER).expect("tables");
    let error = export_files(&inputs, &read, &options, Interruption::NEVER)
        .expect_err("exists")
        .to_string();
    assert!(error.ends_with("games.csv: the file exists"), "{error}");
    let replaced = export_files(
        &inputs,
        &read,
        &ExportOptions { replaces: true, ..options },
        Interruption::NEVER,
    );
    assert_eq!(replaced.expect("tables").summary.games, 1);
}

/// Only the search for frames can be interrupted, because nothing else of a plan takes long.
#[test]
fn an_interrupted_plan_leaves_no_job() {
    let directory = Directory::new();
    let text = hostile_text(&mut Random::default(), 20_000);
    let inputs = inputs(&[directory.write("a.pgn.zst", &frames(&text, 1000, false))]);
    let (pgn, options) =
        (setwise_pgn::Options::COMMON, options(&directory.path().join("job"), Format::Csv));
    let stopped = Interruption::new(&|| true);
    let error = job::begin(&inputs, pgn, &options, 1000, stopped).expect_err("interrupted");
    assert!(matches!(error, Error::Interrupted) && !options.directory.exists());
    let begin = || job::begin(&inputs, pgn, &options, 1000, Interruption::NEVER);
    let job = begin().expect("a job");
    assert!(job.stages()[0].shards > 10);
    // The job that is there is opened.
    assert_eq!(begin().expect("the same job").id(), job.id());
    let other =
        job::begin(&inputs, setwise_pgn::Options::LENIENT, &options, 1000, Interruption::NEVER);
    assert!(other.expect_err("refused").to_string().contains("a job with other options"));
}

/// A large file, whose middle the hash of its ends does not cover.
fn large() -> Vec<u8> {
    b"[Event \"a\"]\n\n1. e4 e5 *\n\n".repeat(100_000)
}

/// Makes both tables again; returns the message of the error.
fn again(inputs: &Inputs, options: &ExportOptions) -> Option<String> {
    let run = || {
        if !options.directory.exists() {
            let pgn = setwise_pgn::Options::default();
            job::plan(inputs, pgn, options, 1_000_000, Interruption::NEVER)?;
        }
        failures(&options.directory)
    };
    run().map(|failures| assert_eq!(failures, [""; 0])).err().map(|error| error.to_string())
}

fn set_modified(path: &Path, seconds: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let file = fs::File::options().write(true).open(path).expect("a file");
    file.set_modified(time).expect("a time");
}

/// Finds a finished export that returns the tables of an earlier file. Also finds the fault that
/// `verify --inputs` accepted a file that has grown: it was once in `job/inputs.rs`.
#[test]
fn a_complete_job_is_refused_if_an_input_has_changed() {
    let directory = Directory::new();
    let (small, big) = (b"1. e4 e5 *\n".to_vec(), large());
    let files = [directory.write("small.pgn", &small), directory.write("big.pgn", &big)];
    let set_time = || files.iter().for_each(|file| set_modified(file, 1_700_000_000));
    set_time();
    let inputs = inputs(&files);
    let options = options(&directory.path().join("job"), Format::Csv);
    assert_eq!(again(&inputs, &options), None);
    let job = Job::open(&options.directory).expect("a job");
    let kind = ExportJob::open(&job).expect("an export");
    let verify = || kind.verify_inputs(&job, Interruption::NEVER, &mut |_| ()).expect("records");

    let other = |at: usize| {
        let mut other = big.clone();
        other[at] = b'f';
        other
    };
    let changes = [
        // It has grown; it is shorter; it has another end.
        (0, [&small[..], b"\n1. d4 *\n"].concat(), "it has 20 bytes, last changed "),
        (0, Vec::new(), "it has 0 bytes, last changed "),
        (0, b"1. d4 e5 *\n".to_vec(), "it has other bytes, last changed "),
        (1, [&big[..], b"1. e4 *\n"].concat(), "it has 2500008 bytes, last changed "),
    ];
    // The middle of a large file: all of it is read, so the message tells which bytes differ.
    let (mut stopped, middle) = (0, other(1_250_020));
    fs::write(&files[1], &middle).expect("written");
    let message = again(&inputs, &options).expect("refused");
    let expected = "big.pgn: the input has changed since it was read: bytes 1000000 to 2000000 \
                    have another SHA-256; the tables in ";
    assert!(message.contains(expected), "{message}");
    fs::write(&files[1], &big).expect("written");
    // Finds a hash that is computed to its end after the interruption: a part has 16 buffers.
    let stops = (1..40).step_by(scaled(1, 6));
    for after in stops.clone() {
        let asked = AtomicU32::new(0);
        let has_come = || asked.fetch_add(1, Ordering::Relaxed) >= after;
        let verified = kind.verify_inputs(&job, Interruption::new(&has_come), &mut |_| ());
        stopped += u32::from(matches!(verified, Err(Error::Interrupted)));
    }
    assert_eq!(stopped as usize, stops.count());
    set_time();
    for (index, bytes, expected) in changes {
        let name = ["small.pgn", "big.pgn"][index];
        fs::write(&files[index], bytes).expect("written");
        let message = again(&inputs, &options).expect("refused");
        let start = format!("{name}: the input has changed since the job was planned: {expected}");
        assert!(message.contains(&start), "{message}");
        let size = [small.len(), big.len()][index];
        let then = format!(
            "(expected {size} bytes, last changed Tue, 14 Nov 2023 22:13:20 GMT); the tables"
        );
        assert!(message.contains(&then), "{message}");
        assert!(
            message.ends_with("(plan it again with the same options to add what is new)"),
            "{message}"
        );
        // The results can still be read.
        assert_eq!(job::outcome(&job).expect("an outcome").summary.games, 100_001);
        // A file that has grown has all its parts.
        let faults = verify();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].to_string().contains(name), "{faults:?}");
        fs::write(&files[0], &small).expect("written");
        fs::write(&files[1], &big).expect("written");
        set_time();
        assert_eq!(again(&inputs, &options), None);
    }
    // Files with the same bytes and another time; then a file that does not exist any more.
    set_modified(&files[0], 1_800_000_000);
    set_modified(&files[1], 1_800_000_000);
    assert_eq!(again(&inputs, &options), None);
    assert!(verify().is_empty());
    fs::remove_file(&files[1]).expect("deleted");
    assert_eq!(again(&inputs, &options), None);
    let faults = verify();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].to_string().contains("big.pgn: No such file"), "{faults:?}");
}

/// The hash covers all of a small file, so another time of change alone does not stop its shards.
#[test]
fn a_small_input_may_be_touched_before_it_is_read() {
    let directory = Directory::new();
    let file = directory.write("a.pgn", b"1. e4 e5 *\n");
    let options = options(&directory.path().join("job"), Format::Csv);
    let pgn = setwise_pgn::Options::default();
    job::plan(&inputs(&[&file]), pgn, &options, 1000, Interruption::NEVER).expect("a plan");
    set_modified(&file, 1_700_000_000);
    assert_eq!(failures(&options.directory).expect("a run"), [""; 0]);
}

/// Finds a plan that cannot be run, and a directory that is left after a refused plan or export.
#[test]
fn what_this_build_cannot_do_is_refused_before_a_directory_is_created() {
    let directory = Directory::new();
    let file = directory.write("a.pgn", b"1. e4 e5 *\n");
    let (pgn, to) = (setwise_pgn::Options::default(), directory.path().join("a/b"));
    let plan = |files: &Inputs, format| {
        job::plan(files, pgn, &options(&to, format), 1000, Interruption::NEVER)
    };
    if cfg!(not(feature = "parquet")) {
        let message = plan(&inputs(&[&file]), Format::Parquet).expect_err("refused").to_string();
        assert!(message.contains("this build cannot write parquet files"), "{message}");
        assert!(!directory.path().join("a").exists());
    }
    #[cfg(target_os = "linux")]
    {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let name = directory.path().join(OsStr::from_bytes(b"\xff\xfe.pgn"));
        fs::copy(&file, &name).expect("copied");
        let message = plan(&inputs(&[&name]), Format::Csv).expect_err("refused").to_string();
        assert!(message.contains(".pgn: the name is not UTF-8"), "{message}");
        assert!(!directory.path().join("a").exists());
    }
    // A directory that cannot be created, below one that can: its name is too long.
    let inside = options(&directory.path().join("c").join("d".repeat(300)), Format::Csv);
    assert!(
        export_files(&inputs(&[&file]), &ReadOptions::default(), &inside, Interruption::NEVER)
            .is_err()
    );
    let (inputs, never) = (inputs(&[&file]), Interruption::NEVER);
    assert!(job::plan(&inputs, pgn, &inside, 1000, never).is_err());
    assert!(!directory.path().join("c").exists());
}
