//! Exports that are planned and run by one process, and tables on standard output.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use setwise_testkit::Directory;

use crate::export_jobs::{data_set, games};
use crate::run::{GRACE, Run, output_of, setwise, setwise_reading, wait_until};

/// Writes a compressed file of games; returns its path.
fn gzip(directory: &Directory, pgn: &str) -> String {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&fs::read(pgn).expect("a file")).expect("into memory");
    let path = directory.write("games.pgn.gz", &gzip.finish().expect("into memory"));
    path.to_str().expect("text").to_owned()
}

/// An export plans a data set and runs it: the same parts, for any number of threads. What can be
/// read only once is one part.
#[test]
fn an_export_is_a_data_set() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 300);
    let zipped = &gzip(&directory, pgn);
    for format in ["parquet", "arrow"] {
        let options = ["--tables", "games,positions", "--format", format, "--part-bytes", "9000"];
        let job = &directory.file(&format!("{format}-job"));
        setwise(&[&["pgn", "plan", pgn, zipped, "--to", job], &options[..]].concat()).exits(0);
        let expected = setwise(&["job", "run", job]).exits(0).out.replace(job, "");
        let files = data_set(job);
        assert!(files.len() > 12, "{}", files.len());
        for threads in ["1", "2", "3", "20"] {
            let to = &directory.file(&format!("{format}-{threads}"));
            let command = ["pgn", "export", pgn, zipped, "--to", to, "--threads", threads];
            let run = setwise(&[&command[..], &options].concat()).exits(0);
            assert_eq!(run.out.replace(to, ""), expected);
            assert!(data_set(to) == files, "{format} {threads}");
            setwise(&["job", "verify", to, "--inputs"]).exits(0);
        }
        // A data set is never replaced, and what is there is never taken for one.
        let to = &directory.file(&format!("{format}-20"));
        let command = ["pgn", "export", pgn, "--to", to, "--format", format];
        setwise(&command).exits(2).says("the directory is not empty");
        setwise(&[&command[..], &["--force"]].concat())
            .exits(2)
            .says("--force is for text formats");
        assert!(data_set(to) == files);
    }
}

#[test]
fn standard_input_and_pipes_are_one_part() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 100);
    let text = fs::read(pgn).expect("a file").repeat(2);
    let options = ["--tables", "games,positions", "--format", "arrow", "--unique-games"];
    let whole = &directory.file("whole");
    setwise(&[&["pgn", "export", pgn, "--to", whole], &options[..]].concat()).exits(0);
    let to = &directory.file("stream");
    let command = ["pgn", "export", "-", "--to", to, "--part-bytes", "1000"];
    let run = setwise_reading(&[&command[..], &options].concat(), text).exits(0);
    assert!(run.out.contains("stream/games: 100 rows, "), "{}", run.out);
    assert!(run.err.contains("games that occurred before: 100 (left out)"), "{}", run.err);
    assert_eq!(data_set(to).len(), 4);
    // All is done, so nothing has to be read again; but no other process can read a stream.
    setwise(&["job", "run", to]).exits(0);
    setwise(&["job", "verify", to, "--inputs"]).exits(0);
    fs::remove_file(format!("{to}/results/parts/00000.json")).expect("deleted");
    setwise(&["job", "run", to]).exits(1).says("-: only the `setwise pgn export` that planned it");
    #[cfg(unix)]
    {
        let pipe = directory.file("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
        let two = ["pgn", "export", &pipe, pgn, "--to", "/no/where"];
        setwise(&two).exits(2).says("pipe: a stream must be the only input of a data set");
        let (from, to) = (pgn.clone(), pipe.clone());
        let writer = std::thread::spawn(move || fs::write(to, fs::read(from)?));
        let to = &directory.file("piped");
        let run = setwise(&["pgn", "export", &pipe, "--to", to]).exits(0);
        assert!(run.out.contains("piped/games: 100 rows, "), "{}", run.out);
        assert!(writer.join().expect("no panic").is_ok());
    }
    let plan = ["pgn", "plan", "-", "--to", "/no/where"];
    setwise(&plan).exits(1).says("-: a stream, which can be read only once, cannot be an input");
}

/// One table as text goes to standard output, with nothing else.
#[test]
fn a_table_is_written_to_standard_output() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 50);
    let to = &directory.file("tables");
    for format in ["csv", "jsonl"] {
        let export = |to: &str, tables: &str| {
            setwise(&["pgn", "export", pgn, "--to", to, "--format", format, "--tables", tables])
        };
        for table in ["games", "positions"] {
            export(to, table).exits(0);
            let expected = fs::read_to_string(format!("{to}/{table}.{format}")).expect("a table");
            export("-", table).exits(0).prints(&expected);
        }
        export("-", "games,positions").exits(2).says("one table (expected one)");
    }
    let parquet = ["pgn", "export", pgn, "--to", "-"];
    setwise(&parquet).exits(2).says("parquet files are a data set, which cannot be written to -");
}

/// The games before the damage are in the tables, and the damage is said whenever they are.
#[test]
fn a_damaged_input_has_the_games_before_the_damage() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 400);
    let zipped = &gzip(&directory, pgn);
    let whole = fs::read(zipped).expect("a file");
    fs::write(zipped, &whole[..whole.len() * 2 / 3]).expect("written");
    let mut found = Vec::new();
    for format in ["csv", "parquet"] {
        let to = &directory.file(format);
        let command = ["pgn", "export", zipped, pgn, "--to", to, "--format", format];
        let run = setwise(&command).exits(2);
        assert!(
            run.err.contains("games.pgn.gz: ") && run.err.contains("may be cut"),
            "{}",
            run.err
        );
        found.push(run.out.lines().next().map(str::to_owned));
    }
    assert_eq!(found[0], found[1]);
    // Later the whole file is there.
    let to = &directory.file("parquet");
    setwise(&["job", "run", to]).exits(2).says("games.pgn.gz: ");
    fs::write(zipped, &whole).expect("written");
    setwise(&["pgn", "plan", zipped, pgn, "--to", to]).exits(0);
    let run = setwise(&["job", "run", to]).exits(0);
    assert!(run.out.starts_with("800 games, "), "{}", run.out);
}

/// Positions are unique among all parts, as in a table of text.
#[test]
fn each_position_is_once_in_a_data_set() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 200);
    let zipped = &gzip(&directory, pgn);
    let export = |name: &str, options: &[&str]| {
        let to = &directory.file(name);
        let command = ["pgn", "export", pgn, zipped, "--to", to, "--tables", "positions"];
        setwise(&[&command[..], &["--unique-positions"], options].concat()).exits(0).out
    };
    let rows =
        |out: &str| out.split(": ").nth(1).and_then(|end| end.split(' ').next()).map(str::to_owned);
    let expected = rows(&export("text", &["--format", "csv", "--threads", "1"]));
    assert!(expected.is_some());
    for threads in ["1", "3"] {
        let options = ["--part-bytes", "5000", "--threads", threads];
        assert_eq!(rows(&export(threads, &options)), expected);
    }
    // Another process does not know the positions of the parts before.
    let to = &directory.file("3");
    fs::remove_file(format!("{to}/results/parts/00001.json")).expect("deleted");
    setwise(&["job", "run", to]).exits(1).says("gz: only the `setwise pgn export` that planned it");
}

/// Ctrl-C leaves the directory of a job, which another run completes.
#[cfg(unix)]
#[test]
fn an_export_that_is_stopped_is_continued() {
    let directory = Directory::in_memory();
    let pgn = &games(&directory, 20_000);
    let (to, whole) = (&directory.file("tables"), &directory.file("whole"));
    let tables = ["--tables", "games,positions", "--part-bytes", "100000", "--to"];
    let command = [&["pgn", "export", pgn][..], &tables].concat();
    let child = Command::new(env!("CARGO_BIN_EXE_setwise"))
        .args([&command[..], &[to]].concat())
        .env(GRACE.0, GRACE.1)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let record = format!("{to}/results/parts/00001.json");
    wait_until("the second part", || fs::exists(&record).is_ok_and(|exists| exists));
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).expect("it runs");
    let stopped = Run::of(output_of(child)).exits(130);
    let advice = format!("`setwise job run {to}` continues the export");
    assert!(stopped.err.contains(&advice), "{}", stopped.err);
    setwise(&["job", "run", to]).exits(0);
    setwise(&[&command[..], &[whole]].concat()).exits(0);
    assert!(data_set(to) == data_set(whole));
}

/// Finds files that a stopped export leaves.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_an_export_of_text_which_leaves_nothing() {
    let directory = Directory::in_memory();
    let pgn = directory.write("games.pgn", "1. e4 e5 2. Nf3 *\n\n".repeat(1 << 20).as_bytes());
    let pgn = pgn.to_str().expect("text");
    for format in ["csv", "jsonl", "plain"] {
        let to = &directory.file(format);
        let command = ["pgn", "export", pgn, "--format", format, "--to", to, "--threads", "1"];
        let run = crate::run::interrupted(&command).exits(130);
        assert_eq!((run.out.as_str(), std::path::Path::new(to).exists()), ("", false), "{format}");
    }
}
