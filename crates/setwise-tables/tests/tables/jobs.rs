//! Exports as jobs write the same tables as an export without a job.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use setwise_jobs::executor::{Event, RunOptions};
use setwise_jobs::kind::Interruption;
use setwise_jobs::{Error, Job};
use setwise_sets::Definitions;
use setwise_tables::job::{self, ExportJob};
use setwise_tables::{
    ComputedColumns, ExportOptions, Format, Inputs, ReadOptions, Selection, Tables, export,
};
use setwise_testkit::compressed::{frames, gzip, zstandard};
use setwise_testkit::random::Random;
use setwise_testkit::{Directory, hostile_text, scaled};

use crate::games::inputs;

const RUN: RunOptions = RunOptions { threads: 2, memory: 1 << 30 };

fn options(directory: &Path, format: Format) -> ExportOptions {
    let (games, positions) = (Some(Default::default()), Some(Default::default()));
    let columns = [("mobility", "moves"), ("checks", "times(check)"), ("sent", "attacks(to)")];
    let computed = ComputedColumns::parse(columns, &Definitions::standard()).expect("columns");
    let tables = Tables { games, positions, computed, ..Tables::default() };
    ExportOptions::new(directory, tables, format)
}

/// Runs a job from the plan to the end; returns the number of its parts.
fn run(inputs: &Inputs, options: &ExportOptions, part_bytes: u64) -> u32 {
    let pgn = setwise_pgn::Options::default();
    let (never, watch) = (Interruption::NEVER, |_: Event<'_>| ());
    let outcome = job::export(inputs, pgn, options, part_bytes, RUN, never, &watch);
    let outcome = outcome.expect("a job").expect("no failure");
    assert_eq!(outcome.summary.games, outcome.files[0].rows);
    assert_eq!(outcome.summary.positions, outcome.files[1].rows);
    Job::open(&options.directory).expect("a job").stages()[0].shards
}

fn table(directory: &Path, table: &str, format: Format) -> PathBuf {
    directory.join(format!("results/{table}/00000.{}", format.name()))
}

/// Every size of parts gives the same bytes, also where a part begins inside a comment or a tag,
/// and where a game is longer than some parts.
#[test]
fn tables_do_not_depend_on_parts() {
    let directory = Directory::new();
    let mut random = Random::default();
    let mut text = hostile_text(&mut random, scaled(12_000, 4_000));
    let long = b"\n[Event \"long\"]\n\n1. e4 {\n".to_vec();
    text.extend(long.into_iter().chain(b"[Event \"no\"]\n".repeat(200)).chain(*b"} e5 *\n\n"));
    text.extend(hostile_text(&mut random, 3_000));
    let files = [
        directory.write("a.pgn", &text),
        directory.write("b.pgn.zst", &frames(&text, 1000, true)),
        directory.write("c.pgn.gz", &gzip(&text)),
        directory.write("d.pgn", b""),
        directory.write("e.pgn.zst", &zstandard(&text)),
    ];
    let inputs = inputs(&files);
    for format in [Format::Csv, Format::JsonLines] {
        let expected = directory.path().join(format!("expected-{}", format.name()));
        export(&inputs, &ReadOptions::default(), &options(&expected, format)).expect("tables");
        let expected = ["games", "positions"].map(|table| {
            fs::read(expected.join(format!("{table}.{}", format.name()))).expect("a table")
        });
        let sizes: &[u64] =
            if format == Format::Csv { &[150, 700, 4_000, 1 << 20] } else { &[900] };
        for &size in sizes {
            let path = directory.path().join(format!("job-{}-{size}", format.name()));
            let parts = run(&inputs, &options(&path, format), size);
            assert!(parts >= 5 && (size > 200 || parts > scaled(100, 50) as u32), "{size} {parts}");
            for (name, expected) in ["games", "positions"].into_iter().zip(&expected) {
                let found = fs::read(table(&path, name, format)).expect("a table");
                assert!(found == *expected, "{name} {size} {}", found.len());
            }
            // No part is left.
            let left = fs::read_dir(path.join("results/parts")).expect("a directory");
            let records = left.filter_map(Result::ok).map(|entry| entry.path());
            assert!(records.into_iter().all(|path| path.extension().is_some_and(|e| e == "json")));
        }
    }
}

#[cfg(feature = "parquet")]
#[test]
fn row_groups_and_batches_are_copied() {
    use std::fs::File;

    use arrow_ipc::reader::FileReader;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    let directory = Directory::new();
    let text = hostile_text(&mut Random::default(), 20_000);
    let inputs = inputs(&[directory.write("a.pgn", &text)]);
    for format in [Format::Parquet, Format::Arrow] {
        let direct = directory.path().join(format!("direct-{}", format.name()));
        export(&inputs, &ReadOptions::default(), &options(&direct, format)).expect("tables");
        let path = directory.path().join(format!("job-{}", format.name()));
        assert!(run(&inputs, &options(&path, format), 1000) > 10);
        for name in ["games", "positions"] {
            let [expected, found] =
                [direct.join(format!("{name}.{}", format.name())), table(&path, name, format)]
                    .map(|path| File::open(path).expect("a table"));
            if format == Format::Parquet {
                let rows = |file| -> Vec<String> {
                    let reader = SerializedFileReader::new(file).expect("Parquet");
                    let rows = reader.get_row_iter(None).expect("rows");
                    rows.map(|row| row.expect("a row").to_string()).collect()
                };
                let expected = rows(expected);
                assert!(expected.len() > 20 && rows(found) == expected, "{name}");
            } else {
                let rows = |file| -> Vec<String> {
                    let reader = FileReader::try_new(file, None).expect("Arrow");
                    let batches = reader.map(|batch| batch.expect("a batch"));
                    let rows = batches.flat_map(|batch| {
                        (0..batch.num_rows())
                            .map(|row| format!("{:?}", batch.slice(row, 1).columns()))
                            .collect::<Vec<_>>()
                    });
                    rows.collect()
                };
                let expected = rows(expected);
                assert!(expected.len() > 20 && rows(found) == expected, "{name}");
            }
        }
    }
}

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
    assert!(!table(&path, "games", Format::Csv).exists());

    // The identity of an input has its time of change.
    let time = fs::metadata(&good).and_then(|file| file.modified()).expect("a time");
    for file in [&missing, &replaced] {
        fs::write(file, &text).expect("written");
        let file = fs::File::options().write(true).open(file).expect("a file");
        file.set_modified(time).expect("a time");
    }
    let messages = failures(&path).expect("a run");
    assert!(messages.is_empty(), "{messages:?}");
    assert!(table(&path, "games", Format::Csv).exists());
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
    let pgn = setwise_pgn::Options::default();
    for expected in [6, 0] {
        let ran = job::export(inputs, pgn, options, 1_000_000, RUN, Interruption::NEVER, &watch);
        ran.expect("a job").expect("no failure");
        // The second call finds all shards done.
        assert_eq!(done.swap(0, Ordering::Relaxed), expected);
    }
    let other = ExportOptions { format: Format::JsonLines, ..options.clone() };
    let refused = job::export(inputs, pgn, &other, 1_000_000, RUN, Interruption::NEVER, &watch);
    let message = refused.expect_err("another format").to_string();
    assert!(message.ends_with("the directory has a job with other inputs or options"), "{message}");
}

#[test]
fn options_are_stored() {
    let directory = Directory::new();
    let mut text = hostile_text(&mut Random::default(), 20_000);
    // The sample takes some of the games with different rounds.
    let game = |round: usize| format!("\n\n[Round \"{round}\"]\n\n1. Nf3 d5 2. c4 e6 *");
    text.extend((0..100).map(game).collect::<String>().bytes());
    let inputs = inputs(&[directory.write("a.pgn", &text)]);
    let selection = Selection {
        condition: Some("plies > 3 and not result = \"1-0\"".parse().expect("a condition")),
        question: Some("either(Nf3) and ply < 6".parse().expect("a question")),
        position: Some(setwise::Position::INITIAL),
        material: None,
        sample: 0.7,
    };
    let pgn = setwise_pgn::Options::LENIENT;
    let direct = ExportOptions { selection, ..options(&directory.path().join("a"), Format::Csv) };
    let read = ReadOptions { pgn, ..ReadOptions::default() };
    export(&inputs, &read, &direct).expect("tables");
    let job = ExportOptions { directory: directory.path().join("b"), ..direct.clone() };
    let outcome = job::export(&inputs, pgn, &job, 3000, RUN, Interruption::NEVER, &|_| ());
    outcome.expect("a job").expect("no failure");
    for name in ["games", "positions"] {
        let expected = fs::read(direct.directory.join(format!("{name}.csv"))).expect("a table");
        let found = fs::read(table(&job.directory, name, Format::Csv)).expect("a table");
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
        let selection = Selection { sample, ..Selection::default() };
        let of_games = ExportOptions { selection, ..of_positions.clone() };
        of_positions.tables.rows.sample = sample;
        for options in [of_games, of_positions] {
            let job = job::plan(&inputs, pgn, &options, 3000, Interruption::NEVER);
            let errors = [
                job.expect_err("refused").to_string(),
                export(&inputs, &read, &options).expect_err("refused").to_string(),
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
    export(&inputs, &read, &options).expect("tables");
    let error = export(&inputs, &read, &options).expect_err("exists").to_string();
    assert!(error.ends_with("games.csv: the file exists"), "{error}");
    let replaced = export(&inputs, &read, &ExportOptions { replaces: true, ..options });
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
    assert!(other.expect_err("refused").to_string().contains("a job with other inputs or options"));
}

/// A large file, whose middle the hash of its ends does not cover.
fn large() -> Vec<u8> {
    b"[Event \"a\"]\n\n1. e4 e5 *\n\n".repeat(100_000)
}

/// Makes both tables again; returns the message of the error.
fn again(inputs: &Inputs, options: &ExportOptions) -> Option<String> {
    let (never, pgn) = (Interruption::NEVER, setwise_pgn::Options::default());
    let made = job::export(inputs, pgn, options, 1_000_000, RUN, never, &|_| ());
    made.map(|made| drop(made.expect("no failure"))).err().map(|error| error.to_string())
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
        assert!(message.ends_with("(make the new ones in another directory)"), "{message}");
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
        let options = options(&to, Format::Parquet);
        let exported = export(&inputs(&[&file]), &ReadOptions::default(), &options);
        let message = exported.expect_err("refused").to_string();
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
    assert!(export(&inputs(&[&file]), &ReadOptions::default(), &inside).is_err());
    let (inputs, never) = (inputs(&[&file]), Interruption::NEVER);
    assert!(job::plan(&inputs, pgn, &inside, 1000, never).is_err());
    assert!(!directory.path().join("c").exists());
}
