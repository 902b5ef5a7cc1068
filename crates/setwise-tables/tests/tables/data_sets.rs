//! Data sets: jobs whose tables are directories of parts.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::slice::from_ref;

use serde_json::Value;
use setwise_jobs::Job;
use setwise_jobs::executor::RunOptions;
use setwise_jobs::kind::Interruption;
use setwise_sets::Definitions;
use setwise_tables::job;
use setwise_tables::{
    ComputedColumns, ExportOptions, ExportedFile, Format, Inputs, ReadOptions, Selection, Tables,
    export_files,
};
use setwise_testkit::compressed::{frames, gzip, zstandard};
use setwise_testkit::random::Random;
use setwise_testkit::{Directory, hostile_text, scaled};

use crate::games::inputs;

pub(super) const RUN: RunOptions = RunOptions { threads: 2, memory: 1 << 30 };

pub(super) fn options(directory: &Path, format: Format) -> ExportOptions {
    let (games, positions) = (Some(Default::default()), Some(Default::default()));
    let columns = [("mobility", "moves"), ("checks", "times(check)"), ("sent", "attacks(to)")];
    let computed = ComputedColumns::parse(columns, &Definitions::standard()).expect("columns");
    let tables = Tables { games, positions, computed, ..Tables::default() };
    ExportOptions::new(directory, tables, format)
}

/// Makes a data set; returns the numbers of rows of its tables.
fn make(inputs: &Inputs, directory: &Path, format: Format, part_bytes: u64) -> [u64; 2] {
    let outcome = run(&begin(inputs, &options(directory, format), part_bytes).expect("a plan"));
    for (file, name) in outcome.files.iter().zip(["games", "positions"]) {
        assert_eq!(file.path, directory.join(name));
    }
    let rows = [outcome.files[0].rows, outcome.files[1].rows];
    assert_eq!([outcome.summary.games, outcome.summary.positions], rows);
    rows
}

fn list(directory: &Path) -> Value {
    let text = fs::read_to_string(directory.join("_setwise.json")).expect("a list");
    serde_json::from_str(&text).expect("JSON")
}

/// Returns the lines of the files of a table that the list names, one after the other. Fails if the
/// list and the directory differ.
fn lines(directory: &Path, name: &str) -> Vec<String> {
    let list = list(directory);
    assert_eq!(list["schema_version"], 2);
    let tables = list["tables"].as_array().expect("tables");
    let table = tables.iter().find(|table| table["name"] == name).expect("the table");
    let files = table["files"].as_array().expect("files");
    let (mut lines, mut named) = (Vec::new(), BTreeSet::new());
    for file in files {
        let path = file["path"].as_str().expect("a path");
        let text = fs::read_to_string(directory.join(path)).expect("a file");
        assert_eq!(file["bytes"], text.len());
        assert_eq!(file["rows"], text.lines().count());
        named.insert(path.split('/').next_back().expect("a name").to_owned());
        lines.extend(text.lines().map(str::to_owned));
    }
    let found = fs::read_dir(directory.join(name))
        .expect("a directory")
        .map(|file| file.expect("a file").file_name().into_string().expect("text"));
    assert_eq!(found.collect::<BTreeSet<_>>(), named);
    assert_eq!(table["rows"], lines.len());
    lines
}

/// Every size of parts gives the rows of an export of text, also where a part begins inside a comment
/// or a tag, which is read again and written alone, and where a game is longer than some parts.
#[test]
fn parts_have_the_rows_of_an_export() {
    let directory = Directory::new();
    let mut text = hostile_text(&mut Random::default(), scaled(12_000, 4_000));
    let long = b"\n[Event \"long\"]\n\n1. e4 {\n".to_vec();
    text.extend(long.into_iter().chain(b"[Event \"no\"]\n".repeat(200)).chain(*b"} e5 *\n\n"));
    text.extend(hostile_text(&mut Random::default(), 3_000));
    let files = [
        directory.write("a.pgn", &text),
        directory.write("b.pgn.zst", &frames(&text, 1000, true)),
        directory.write("c.pgn.gz", &gzip(&text)),
        directory.write("d.pgn", b""),
        directory.write("e.pgn.zst", &zstandard(&text)),
    ];
    let inputs = inputs(&files);
    let direct = directory.path().join("direct");
    export_files(
        &inputs,
        &ReadOptions::default(),
        &options(&direct, Format::JsonLines),
        Interruption::NEVER,
    )
    .expect("tables");
    let expected = ["games", "positions"].map(|name| {
        let text = fs::read_to_string(direct.join(format!("{name}.jsonl"))).expect("a table");
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    });
    for size in [150, 700, 4_000, 1 << 20] {
        let path = directory.path().join(format!("data-{size}"));
        let rows = make(&inputs, &path, Format::JsonLines, size);
        for ((name, expected), rows) in ["games", "positions"].iter().zip(&expected).zip(rows) {
            let found = lines(&path, name);
            assert!(found == *expected, "{name} {size}");
            assert_eq!(found.len() as u64, rows);
        }
        let list = fs::read(path.join("_setwise.json")).expect("a list");
        assert!(list == fs::read(path.join("results/dataset/00000.list")).expect("a result"));
    }
}

/// Returns the rows of two tables that the list of a data set names, sorted, without `game_id`
/// where it may differ.
fn rows(directory: &Path, has_ids: bool) -> [Vec<String>; 2] {
    ["games", "positions"].map(|name| {
        let without = |line: String| match line.split_once("\"game_id\":") {
            Some((before, after)) if !has_ids => {
                format!("{before}{}", after.split_once(',').expect("more columns").1)
            }
            _ => line,
        };
        let mut lines: Vec<String> = lines(directory, name).into_iter().map(without).collect();
        lines.sort();
        lines
    })
}

/// Returns a text of games of which many occur again.
fn repeating_text(random: &mut Random, games: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..games {
        let (number, plies) = (random.below(60), random.below(9));
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(plies);
        let end = ["1-0\n\n", "*\n\n", "{open} 1/2-1/2\n", "Ke4 *\n\n", "\n\n"][random.below(5)];
        text.extend(format!("[Event \"e\"]\n[White \"{number}\"]\n\n{moves}{end}").into_bytes());
    }
    text
}

/// Files that grow at any byte, and new files before and after them, give the games of a new data
/// set of all files. The parts that stay are not written again.
#[test]
fn a_data_set_that_grows_has_the_rows_of_a_new_one() {
    let random = &mut Random::default();
    let (mut kept_parts, mut dropped_parts) = (0, 0);
    // Twelve rounds have each kind of text, file and option together.
    let rounds = scaled(24, 12);
    for round in 0..rounds {
        let directory = Directory::in_memory();
        let text = match round % 2 {
            0 => hostile_text(random, 3000),
            _ => repeating_text(random, 60),
        };
        let kind = round % 3;
        let unique_games = round % 4 > 1;
        // The text in pieces, which are bytes of a plain file, frames or members.
        let mut ends: Vec<usize> = (0..3).map(|_| random.below(text.len())).collect();
        ends.extend([0, text.len()]);
        ends.sort_unstable();
        let pieces: Vec<Vec<u8>> = ends
            .windows(2)
            .map(|piece| match (kind, &text[piece[0]..piece[1]]) {
                (0, piece) => piece.to_vec(),
                (1, piece) => frames(piece, 500, true),
                (_, piece) => gzip(piece),
            })
            .collect();
        let path = directory.path().join("data");
        let file = directory.path().join("grows.pgn");
        let other = repeating_text(random, 20);
        let others = [directory.write("a.pgn", &other), directory.write("z.pgn", &other[100..])];
        let options = ExportOptions { unique_games, ..options(&path, Format::JsonLines) };
        let size = [300, 1000, 1 << 20][random.below(3)];
        let make = |files: &[PathBuf], options: &ExportOptions, threads| {
            let job = begin(&inputs(files), options, size).expect("a plan");
            run_with(&job, RunOptions { threads, ..RUN })
        };
        let mut bytes = Vec::new();
        let mut before = BTreeSet::new();
        for (number, piece) in pieces.iter().enumerate() {
            if kind == 0 && number > 1 {
                // A round that is planned and not run is planned again.
                let half = [&bytes[..], &piece[..piece.len() / 2]].concat();
                fs::write(&file, half).expect("written");
                begin(&inputs(from_ref(&file)), &options, size).expect("a plan");
            }
            bytes.extend(piece);
            fs::write(&file, &bytes).expect("written");
            let mut files = vec![file.clone()];
            if number == 1 {
                files.insert(0, others[0].clone());
            }
            if number == 3 {
                // The first one is in the data set, though it is not named any more.
                files.push(others[1].clone());
            }
            let outcome = make(&files, &options, 1 + number % 3);
            let (path, text) = (path.clone(), format!("round {round}, {number}: {files:?}"));
            let again = make(&files, &options, 1);
            assert_eq!(again.files, outcome.files, "nothing is new: {text}");
            let mut all = files;
            if number > 1 {
                all.insert(0, others[0].clone());
            }
            // Which of several equal games is kept depends on their order.
            let fresh = directory.path().join(format!("fresh-{number}"));
            let options = ExportOptions { directory: fresh.clone(), ..options.clone() };
            let expected = make(&all, &options, 2);
            assert_eq!(outcome.summary.games, expected.summary.games, "{text}");
            assert_eq!(outcome.repeated, expected.repeated, "{text}");
            if number == 0 || !unique_games {
                let has_ids = number == 0;
                assert!(rows(&path, has_ids) == rows(&fresh, has_ids), "{text}");
                assert_eq!(outcome.summary, expected.summary, "{text}");
            } else {
                let keys = |path| {
                    let key = |line: &String| {
                        let key = line.split("\"game_key\":").nth(1).expect("a key");
                        key.split(',').next().expect("a key").to_owned()
                    };
                    lines(path, "games").iter().map(key).collect::<Vec<_>>()
                };
                let (found, expected) = (keys(&path), keys(&fresh));
                let set: BTreeSet<&String> = found.iter().collect();
                assert_eq!(set.len(), found.len(), "{text}");
                assert!(set == expected.iter().collect(), "{text}");
            }
            let number_of = |line: &String| {
                let id = line.split("\"game_id\":").nth(1).and_then(|rest| rest.split(',').next());
                id.and_then(|id| id.parse::<u64>().ok()).expect("a number")
            };
            let mut ids: Vec<u64> = lines(&path, "games").iter().map(number_of).collect();
            if unique_games {
                // Parts that were made again because of equal games keep their numbers.
                ids.sort_unstable();
            }
            assert!(ids.is_sorted_by(|a, b| a < b), "{text}");
            let job = Job::open(&path).expect("a job");
            let kind = job::ExportJob::open(&job).expect("an export");
            let verified = job.verify(&kind, Interruption::NEVER, &mut |_| ()).expect("verified");
            assert!(verified.faults.is_empty(), "{:?}: {text}", verified.faults);
            let faults = kind.verify_inputs(&job, Interruption::NEVER, &mut |_| ());
            assert!(faults.expect("verified").is_empty(), "{text}");
            let now: BTreeSet<(String, std::time::SystemTime)> = fs::read_dir(path.join("games"))
                .expect("a directory")
                .map(|file| file.expect("a file"))
                .map(|file| {
                    let time = file.metadata().and_then(|file| file.modified()).expect("a time");
                    (file.file_name().into_string().expect("text"), time)
                })
                .collect();
            kept_parts += now.intersection(&before).count();
            dropped_parts += before.difference(&now).count();
            before = now;
        }
    }
    assert!(kept_parts > 4 * rounds && dropped_parts > rounds / 2, "{kept_parts} {dropped_parts}");
}

pub(super) fn begin(
    inputs: &Inputs,
    options: &ExportOptions,
    size: u64,
) -> Result<Job, setwise_jobs::Error> {
    job::begin(inputs, setwise_pgn::Options::default(), options, size, Interruption::NEVER)
}

pub(super) fn run(job: &Job) -> job::Outcome {
    run_with(job, RUN)
}

fn run_with(job: &Job, options: RunOptions) -> job::Outcome {
    let kind = job::ExportJob::open(job).expect("an export");
    let failures = job.run(&kind, options, Interruption::NEVER, &|_| ()).expect("it runs");
    assert!(failures.is_empty(), "{failures:?}");
    job::outcome(job).expect("complete")
}

/// Finds games that are read again though they are complete, and other numbers of the new ones.
#[test]
fn only_what_is_new_of_a_file_is_read() {
    let directory = Directory::in_memory();
    let game = |number: u64| format!("[Event \"{number}\"]\n\n1. e4 e5 {{a}} 1/2-1/2\n\n");
    let text: String = (0..100).map(game).collect();
    for kind in
        [|text: &str| text.as_bytes().to_vec(), |text: &str| frames(text.as_bytes(), 200, true)]
    {
        let path = directory.path().join("data");
        let options = options(&path, Format::JsonLines);
        let old = kind(&text);
        let file = directory.write("a.pgn", &old);
        run(&begin(&inputs(from_ref(&file)), &options, 700).expect("a plan"));
        let before = lines(&path, "games");
        let new: String = (100..120).map(game).collect();
        let grown = [old.clone(), kind(&new)].concat();
        directory.write("a.pgn", &grown);
        let job = begin(&inputs(from_ref(&file)), &options, 700).expect("a plan");
        // The old data set is there until the new one is complete.
        assert_eq!(lines(&path, "games"), before);
        let parts = job.description().options["parts"].as_array().expect("parts");
        let sum = |place: &Value| place[0].as_u64().unwrap_or(0) + place[1].as_u64().unwrap_or(0);
        assert_eq!(sum(&parts[0]["from"]), old.len() as u64);
        assert!(parts.len() < 8 && parts.iter().all(|part| sum(&part["from"]) >= old.len() as u64));
        run(&job);
        assert_eq!(lines(&path, "games")[..100], before);
        let fresh = directory.path().join("fresh");
        make(&inputs(&[file]), &fresh, Format::JsonLines, 700);
        for table in ["games", "positions"] {
            assert!(lines(&path, table) == lines(&fresh, table), "{table}");
        }
        fs::remove_dir_all(path).and_then(|()| fs::remove_dir_all(fresh)).expect("deleted");
    }
}

/// A file that has other bytes, or fewer, is refused, and its parts are made again on request; with
/// games that were left out because of it.
#[test]
fn a_file_that_has_changed_is_refused_or_replaced() {
    let directory = Directory::in_memory();
    let random = &mut Random::default();
    let texts = [(); 3].map(|()| repeating_text(random, 40));
    for (number, unique_games) in [false, true].into_iter().enumerate() {
        let path = directory.path().join(format!("data-{number}"));
        let options = ExportOptions { unique_games, ..options(&path, Format::JsonLines) };
        let files = [directory.write("a.pgn", &texts[0]), directory.write("b.pgn", &texts[1])];
        run(&begin(&inputs(&files), &options, 500).expect("a plan"));
        let list_before = list(&path);
        let mut middle = texts[0].clone();
        middle[200] ^= 1;
        middle.extend(b"1. e4 *\n");
        for (text, message) in [
            (&texts[0][..100], "it has 100 bytes"),
            (&texts[2], "are not the bytes that are in the data set (--replace"),
            (&middle, "are not the bytes that are in the data set (--replace"),
        ] {
            directory.write("a.pgn", text);
            let error = begin(&inputs(&files), &options, 500).expect_err("refused").to_string();
            assert!(error.contains("a.pgn: the input has changed"), "{error}");
            assert!(error.contains(message), "{error}");
            assert_eq!(list(&path), list_before);
        }
        directory.write("a.pgn", &texts[2]);
        let names = |list: &Value| {
            let files = list["tables"][0]["files"].as_array().expect("files").clone();
            let name = |file: &Value| file["path"].as_str().expect("a path").to_owned();
            files.iter().map(name).collect::<BTreeSet<_>>()
        };
        let replacing = ExportOptions { replaces: true, ..options.clone() };
        // Only the first file is named.
        let outcome = run(&begin(&inputs(&files[..1]), &replacing, 500).expect("a plan"));
        let fresh = directory.path().join(format!("fresh-{number}"));
        let order = [files[1].clone(), files[0].clone()];
        let fresh_options = ExportOptions { directory: fresh.clone(), ..options.clone() };
        let expected = run(&begin(&inputs(&order), &fresh_options, 500).expect("a plan"));
        assert_eq!(outcome.repeated, expected.repeated);
        assert!(rows(&path, false) == rows(&fresh, false), "unique: {unique_games}");
        let stays = names(&list_before).intersection(&names(&list(&path))).count();
        assert!(unique_games || stays > 2, "{stays}");
    }
}

/// Finds a last game that a selection leaves out, and that goes on in the new bytes.
#[test]
fn a_selection_is_that_of_a_new_data_set() {
    let directory = Directory::in_memory();
    let text =
        "[Event \"e\"]\n[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 d5 2. c4 *\n\n";
    let selection = Selection::new(Some("White = A".parse().expect("a question")), 1.0);
    for cut in (1..text.len()).filter(|&cut| text.is_char_boundary(cut)) {
        let [path, fresh] =
            ["data", "fresh"].map(|name| directory.path().join(format!("{name}-{cut}")));
        let options =
            ExportOptions { selection: selection.clone(), ..options(&path, Format::JsonLines) };
        let file = directory.write("a.pgn", &text.as_bytes()[..cut]);
        run(&begin(&inputs(from_ref(&file)), &options, 1000).expect("a plan"));
        directory.write("a.pgn", text.as_bytes());
        run(&begin(&inputs(from_ref(&file)), &options, 1000).expect("a plan"));
        let fresh_options = ExportOptions { directory: fresh.clone(), ..options };
        run(&begin(&inputs(&[file]), &fresh_options, 1000).expect("a plan"));
        assert!(rows(&path, false) == rows(&fresh, false), "{cut}");
    }
}

/// A check names files that are missing, changed, or no files of the data set.
#[test]
fn a_check_finds_files_that_the_list_does_not_have() {
    let directory = Directory::in_memory();
    let path = directory.path().join("data");
    let file = directory.write("a.pgn", &repeating_text(&mut Random::default(), 40));
    let text = fs::read(&file).expect("a file");
    make(&inputs(from_ref(&file)), &path, Format::Csv, 500);
    directory.write("a.pgn", &[text, b"1. e4 *\n".to_vec()].concat());
    make(&inputs(&[file]), &path, Format::Csv, 500);
    let job = Job::open(&path).expect("a job");
    let kind = job::ExportJob::open(&job).expect("an export");
    let faults = || {
        let verified = job.verify(&kind, Interruption::NEVER, &mut |_| ()).expect("verified");
        verified.faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(faults(), Vec::<String>::new());
    let extra = path.join("games/part-00999.csv");
    fs::write(&extra, "a").expect("written");
    fs::remove_file(path.join("positions/part-00000.csv")).expect("deleted");
    fs::write(path.join("games/part-00001.csv"), "b").expect("written");
    let found = faults();
    assert_eq!(found.len(), 3, "{found:?}");
    for message in [
        "cannot read ",
        "games/part-00001.csv: it has 1 bytes (expected ",
        "part-00999.csv: _setwise.json does not list it",
    ] {
        assert!(found.iter().any(|fault| fault.contains(message)), "{message}: {found:?}");
    }
}

/// Games that occur again are counted as by an export of text, and left out from the same tables, in
/// parts of every size.
#[test]
fn games_that_occur_again_are_those_of_an_export() {
    let directory = Directory::in_memory();
    let random = &mut Random::default();
    let files = ["a.pgn", "b.pgn"].map(|name| directory.write(name, &repeating_text(random, 60)));
    let inputs = inputs(&files);
    for unique_games in [false, true] {
        let name = |name: &str| directory.path().join(format!("{name}-{unique_games}"));
        let direct = name("direct");
        let options = ExportOptions { unique_games, ..options(&direct, Format::JsonLines) };
        let exported =
            export_files(&inputs, &ReadOptions::default(), &options, Interruption::NEVER)
                .expect("tables");
        assert!(exported.repeated.games > 10);
        for size in [200, 1000, 1 << 20] {
            let path = name(&format!("job-{size}"));
            let options = ExportOptions { directory: path.clone(), ..options.clone() };
            let outcome = run(&begin(&inputs, &options, size).expect("a plan"));
            assert_eq!(outcome.repeated, exported.repeated, "{size}");
            assert_eq!(outcome.summary, exported.summary, "{size}");
            assert_eq!(outcome.leaves_out, unique_games);
            let rows = |files: &[ExportedFile]| files.iter().map(|it| it.rows).collect::<Vec<_>>();
            assert_eq!(rows(&outcome.files), rows(&exported.files), "{size}");
            for table in ["games", "positions"] {
                let expected = fs::read_to_string(direct.join(format!("{table}.jsonl")));
                let expected = expected.expect("a table");
                assert!(expected.lines().eq(lines(&path, table)), "{table} {size}");
            }
        }
    }
}

/// Finds a run whose list replaces the one of a later plan.
#[test]
fn a_data_set_that_is_planned_again_meanwhile_is_not_completed() {
    let directory = Directory::in_memory();
    let path = directory.path().join("data");
    let options = options(&path, Format::JsonLines);
    let files = ["a.pgn", "b.pgn", "c.pgn"].map(|name| directory.write(name, b"1. e4 *\n"));
    let planned = |count| begin(&inputs(&files[..count]), &options, 1000).expect("a plan");
    run(&planned(1));
    let (slow, job) = (planned(2), planned(3));
    let kind = job::ExportJob::open(&slow).expect("an export");
    let failures = slow.run(&kind, RUN, Interruption::NEVER, &|_| ()).expect("a run");
    let message = failures[0].error.to_string();
    assert!(message.contains("another process has planned the job again meanwhile"), "{message}");
    assert_eq!(lines(&path, "games").len(), 1);
    assert_eq!((run(&job).summary.games, lines(&path, "games").len()), (3, 3));
}
