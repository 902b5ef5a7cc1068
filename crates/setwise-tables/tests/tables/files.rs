//! Parquet and Arrow files, read back.

use std::fmt::Write;
use std::fs::{self, File};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use arrow_ipc::reader::FileReader;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use setwise::{Move, Position};
use setwise_jobs::kind::Interruption;
use setwise_tables::{ExportOptions, Format, GameColumns, PositionColumns, Tables, export_files};
use setwise_testkit::Directory;
use setwise_testkit::random::Random;

use crate::games::{export, inputs, parts, threads};

/// Plays games at random; returns their text and moves.
pub(crate) fn random_games(count: usize) -> (String, Vec<Vec<Move>>) {
    let (mut random, mut text, mut games) = (Random::default(), String::new(), Vec::new());
    for game in 0..count {
        let (mut position, mut moves) = (Position::INITIAL, Vec::new());
        write!(text, "[Event \"{game}\"]\n[WhiteElo \"{}\"]\n\n", game % 3000).expect("text");
        for ply in 0..random.below(160) {
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(random.below(legal.len())) else { break };
            if ply % 2 == 0 {
                write!(text, "{}. ", ply / 2 + 1).expect("text");
            }
            let clock = 600 - ply;
            write!(
                text,
                "{} {{ [%clk 0:{:02}:{:02}] [%eval {}.25] }} ",
                position.san(mv),
                clock / 60,
                clock % 60,
                ply
            )
            .expect("text");
            position = position.play(mv).expect("a legal move");
            moves.push(mv);
        }
        text.push_str("1/2-1/2\n\n");
        games.push(moves);
    }
    (text, games)
}

pub(crate) fn options(directory: &Directory, format: Format) -> ExportOptions {
    let positions = Some(PositionColumns { uci: true, ..PositionColumns::default() });
    let tables = Tables { games: Some(GameColumns::ALL), positions, ..Tables::default() };
    let path = directory.path().join(format.name());
    ExportOptions { replaces: true, ..ExportOptions::new(path, tables, format) }
}

pub(crate) fn read_parquet(directory: &Directory, table: &str) -> Vec<RecordBatch> {
    let batches = parts(&directory.path().join("parquet"), table).into_iter().flat_map(|path| {
        let file = File::open(path).expect("a file");
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet").build();
        reader.expect("Parquet").map(|batch| batch.expect("rows"))
    });
    batches.collect()
}

/// Replays all games, and compares every row of the tables.
fn check_rows(count: usize) {
    let directory = Directory::new();
    let (text, games) = random_games(count);
    let inputs = inputs(&[directory.write("games.pgn", text.as_bytes())]);
    export(&inputs, &threads(2), &options(&directory, Format::Parquet), u64::MAX);

    let mut rows = games.iter();
    let mut ids = Vec::new();
    for batch in read_parquet(&directory, "games") {
        let (ids_of_batch, moves) =
            (batch["game_id"].as_primitive::<UInt64Type>(), batch["moves"].as_list::<i32>());
        let (clocks, evals) = (batch["clocks"].as_list::<i32>(), batch["evals"].as_list::<i32>());
        for row in 0..batch.num_rows() {
            let game = rows.next().expect("as many rows as games");
            let found = moves.value(row);
            let expected: Vec<u16> = game.iter().map(|mv| mv.to_bits()).collect();
            assert_eq!(found.as_primitive::<UInt16Type>().values()[..], expected);
            let last = game
                .iter()
                .fold(Position::INITIAL, |position, &mv| position.play(mv).expect("legal"));
            assert_eq!(batch["last_position"].as_fixed_size_binary().value(row), last.pack());
            assert_eq!(clocks.is_null(row), game.is_empty());
            if !game.is_empty() {
                let times = clocks.value(row);
                let times = times.as_primitive::<UInt32Type>();
                assert!((0..game.len()).all(|ply| times.value(ply) == 1000 * (600 - ply as u32)));
                assert_eq!(evals.value(row).len(), game.len());
            }
            ids.push(ids_of_batch.value(row));
        }
    }
    assert!(rows.next().is_none() && ids.is_sorted_by(|a, b| a < b));

    let mut expected = games.iter().zip(&ids).flat_map(|(game, &id)| {
        let mut position = Position::INITIAL;
        let positions = (0..=game.len()).map(move |ply| {
            let now = position;
            let mv = game.get(ply).copied();
            if let Some(mv) = mv {
                position = position.play_unchecked(mv);
            }
            (id, ply as u32, now, mv)
        });
        positions.collect::<Vec<_>>()
    });
    for batch in read_parquet(&directory, "positions") {
        for row in 0..batch.num_rows() {
            let (id, ply, position, mv) = expected.next().expect("as many rows as positions");
            assert_eq!(batch["game_id"].as_primitive::<UInt64Type>().value(row), id);
            assert_eq!(batch["ply"].as_primitive::<UInt32Type>().value(row), ply);
            assert_eq!(batch["position"].as_fixed_size_binary().value(row), position.pack());
            assert_eq!(
                batch["key"].as_primitive::<UInt64Type>().value(row),
                position.polyglot_key()
            );
            let moves = batch["move"].as_primitive::<UInt16Type>();
            let found = moves.is_valid(row).then(|| moves.value(row));
            assert_eq!(found, mv.map(Move::to_bits));
            let uci = batch["uci"].as_string::<i32>();
            let found = uci.is_valid(row).then(|| uci.value(row).to_owned());
            assert_eq!(found, mv.map(|mv| position.uci(mv).to_string()));
            assert_eq!(batch["outcome"].as_primitive::<Int8Type>().value(row), 0);
        }
    }
    assert!(expected.next().is_none());
}

#[test]
fn every_row_is_that_of_the_replayed_game() {
    check_rows(60);
}

#[test]
#[ignore = "run by .ci/long slow-tests, optimised"]
fn every_row_of_10_000_games_is_that_of_the_replayed_game() {
    check_rows(10_000);
}

/// Files do not depend on the number of threads, and a batch of Arrow has at most 16 MiB of a text
/// that is in each row of a game.
#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let directory = Directory::new();
    let (text, _) = random_games(100);
    let (tag, moves) = ("t".repeat(16_000), "Nf3 Nf6 Ng1 Ng8 ".repeat(500));
    let inputs = inputs(&[
        directory.write("games.pgn", text.repeat(8).as_bytes()),
        directory.write("long.pgn", format!("[Termination \"{tag}\"]\n\n{moves}*\n").as_bytes()),
    ]);
    for format in Format::ALL {
        let mut options = options(&directory, format);
        options.tables.positions =
            Some(PositionColumns { termination: true, ..Default::default() });
        if let Some(tables) = format.training_tables(Default::default()) {
            options.tables = tables;
        }
        let mut files = None;
        for number in [1, 2, 3, 20] {
            let read = if format.is_whole() {
                let exported =
                    export_files(&inputs, &threads(number), &options, Interruption::NEVER)
                        .expect("files");
                exported.files.into_iter().map(|file| file.path).collect()
            } else {
                export(&inputs, &threads(number), &options, 20_000);
                ["games", "positions"].map(|table| parts(&options.directory, table)).concat()
            };
            let read: Vec<Vec<u8>> =
                read.iter().map(|path| fs::read(path).expect("a file")).collect();
            let least = match format {
                _ if format.is_training() => 1,
                _ if format.is_whole() => 2,
                _ => 10,
            };
            assert!(read.len() >= least, "{}", read.len());
            let first = files.get_or_insert_with(|| read.clone());
            assert!(*first == read, "{format:?} {number}");
            assert!(read.iter().all(|bytes| bytes.len() > 500));
        }
    }
    let mut texts: Vec<usize> = Vec::new();
    for path in parts(&directory.path().join("arrow"), "positions") {
        let batches = FileReader::try_new(File::open(path).expect("a file"), None);
        texts.extend(batches.expect("a table").map(|batch| {
            batch.expect("rows")["Termination"].as_string::<i32>().value_data().len()
        }));
    }
    assert_eq!(texts.iter().sum::<usize>(), 2_001 * tag.len());
    assert!(texts.iter().all(|&text| text <= 1 << 24));
    let left = Format::ALL.map(|format| directory.path().join(format.name()));
    let left = left.iter().flat_map(|path| fs::read_dir(path).expect("a directory"));
    let left = left.map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
    assert!(left.into_iter().all(|name| !name.ends_with(".partial")));
}
