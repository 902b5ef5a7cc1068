//! Data sets: jobs whose tables are directories of parts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use setwise::notation::pgn;
use setwise_jobs::executor::RunOptions;
use setwise_jobs::kind::Interruption;
use setwise_tables::job;
use setwise_tables::{ExportOptions, Format, Inputs, Layout, ReadOptions, Tables, export};
use setwise_testkit::Directory;
use setwise_testkit::random::Random;

use crate::games::inputs;
use crate::hostile::hostile_text;
use crate::sources::{frames, gzip};

const RUN: RunOptions = RunOptions { threads: 2, memory: 1 << 30 };

fn options(directory: &Path, format: Format) -> ExportOptions {
    let (games, positions) = (Some(Default::default()), Some(Default::default()));
    ExportOptions::new(directory, Tables { games, positions, ..Tables::default() }, format)
}

/// Makes a data set; returns the numbers of rows of its tables.
fn make(inputs: &Inputs, directory: &Path, format: Format, part_bytes: u64) -> [u64; 2] {
    let options = ExportOptions { layout: Layout::Parts, ..options(directory, format) };
    let (pgn, never) = (pgn::Options::default(), Interruption::NEVER);
    let outcome = job::export(inputs, pgn, &options, part_bytes, RUN, never, &|_| ());
    let outcome = outcome.expect("a job").expect("no failure");
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

/// Every size of parts gives the rows of an export, also where a part begins inside a comment,
/// which is read again and written alone.
#[test]
fn parts_have_the_rows_of_an_export() {
    let directory = Directory::new();
    let mut text = hostile_text(&mut Random::default(), 12_000);
    let long = b"\n[Event \"long\"]\n\n1. e4 {\n[Event \"no\"]\n".to_vec();
    text.extend(long.into_iter().chain(b"\n[Event \"no\"]\n".repeat(200)).chain(*b"} e5 *\n\n"));
    text.extend(hostile_text(&mut Random::default(), 3_000));
    let files = [
        directory.write("a.pgn", &text),
        directory.write("b.pgn.zst", &frames(&text, 1000, true)),
        directory.write("c.pgn.gz", &gzip(&text)),
        directory.write("d.pgn", b""),
    ];
    let inputs = inputs(&files);
    let direct = directory.path().join("direct");
    export(&inputs, &ReadOptions::default(), &options(&direct, Format::JsonLines)).expect("tables");
    let expected = ["games", "positions"].map(|name| {
        let text = fs::read_to_string(direct.join(format!("{name}.jsonl"))).expect("a table");
        // The rows of parts have no `number`.
        let plain = |line: &str| match line.split_once(',') {
            Some((first, rest)) if first.starts_with("{\"number\"") => format!("{{{rest}"),
            _ => line.to_owned(),
        };
        text.lines().map(plain).collect::<Vec<_>>()
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
