//! Tables of games as inputs: the same games as from PGN, whatever the file has.

use std::fs::{self, File};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, UInt16Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt16Type;
use arrow_array::{Array, RecordBatch};
use arrow_ipc::reader::FileReader;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use setwise_pgn::{Deviation, Options};
use setwise_tables::{
    Collector, ExportOptions, Format, GameColumns, Inputs, PositionColumns, ReadOptions, Record,
    RowStatistics, Tables, Tag, Wanted, older_tables, read,
};
use setwise_testkit::random::Random;
use setwise_testkit::{Directory, hostile_text};

use crate::games::{export, inputs, parts};

const FORMATS: [Format; 2] = [Format::Parquet, Format::Arrow];

/// Makes a line of each game, with everything that a table has of it.
struct Lines;

impl Collector for Lines {
    type Part = Vec<String>;

    fn wanted(&self) -> Wanted {
        Wanted { clocks: true, evals: true, depths: true, ..Wanted::default() }
    }

    fn part(&self) -> Vec<String> {
        Vec::new()
    }

    fn add(&self, part: &mut Vec<String>, game: &Record) {
        let moves = &game.moves;
        let clocks: Vec<_> = (0..moves.len()).map(|ply| game.clock(ply)).collect();
        let evals: Vec<_> = (0..moves.len()).map(|ply| (game.eval(ply), game.depth(ply))).collect();
        let tags = Tag::ALL.map(|tag| game.tags.get(tag));
        let (start, end, error) = (game.start.fen(), game.termination, game.error_name());
        part.push(format!("{tags:?} {start} {moves:?} {end:?} {error:?} {clocks:?} {evals:?}"));
    }

    fn takes_tables(&self) -> bool {
        true
    }

    fn wants_ids(&self) -> bool {
        true
    }
}

fn options(threads: usize) -> ReadOptions {
    let threads = NonZero::new(threads).expect("a number of threads");
    let pgn = Options::default().accept(Deviation::NullMove);
    ReadOptions { threads, pgn, ..ReadOptions::default() }
}

/// Returns the lines of the games and the error of the first input that has one.
fn lines(inputs: &Inputs, threads: usize) -> (Vec<String>, Option<String>) {
    let mut lines = Vec::new();
    let read = read(inputs, &options(threads), &Lines, |part, _| {
        lines.extend(part);
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(read) = read;
    assert_eq!(read.len(), inputs.paths().len());
    (lines, read.into_iter().find_map(|input| input.error).map(|error| error.to_string()))
}

fn write_tables(directory: &Directory, pgn: &Inputs, format: Format) -> PathBuf {
    let (games, positions) = (Some(GameColumns::ALL), Some(PositionColumns::default()));
    let tables = Tables { games, positions, ..Tables::default() };
    let path = directory.path().join(format.name());
    let options = ExportOptions::new(&path, tables, format);
    export(pgn, &self::options(1), &options, u64::MAX);
    path.join(format!("games/part-00000.{}", format.name()))
}

const GAMES: &str = "\
[Event \"a\"]\n[WhiteElo \"2500\"]\n[UTCDate \"2013.01.02\"]\n[UTCTime \"01:02:03\"]\n\n\
1. e4 { [%clk 0:10:00] [%eval 0.25,18] } e5 { [%eval #-3] } 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
[Event \"a\"]\n[Variant \"Chess960\"]\n\
[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w DFdf - 0 1\"]\n\n1. Nf3 Nf6 2. O-O *\n\n\
[Event \"b\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 2. Kg2 *\n\n\
[Event \"null moves\"]\n\n1. e4 -- 2. Qh5 e6 3. Qxf7+ -- *\n\n\
[Event \"c\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[Event \"d\"]\n\n*\n";

/// Writes what the hash is of, as the documentation of the metadata says it.
fn hash<'g>(games: impl IntoIterator<Item = (Option<&'g str>, Vec<u16>)>) -> String {
    let mut words: Vec<u64> = Vec::new();
    let mut add = |bytes: &[u8]| {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            words.push(u64::from_le_bytes(word));
        }
    };
    for (start, moves) in games {
        add(&start.map_or(0, |start| start.len() as u64 + 1).to_le_bytes());
        add(start.unwrap_or_default().as_bytes());
        add(&(moves.len() as u64).to_le_bytes());
        let bytes: Vec<u8> = moves.into_iter().flat_map(u16::to_le_bytes).collect();
        add(&bytes);
    }
    let hash = words.into_iter().fold(0, |hash: u64, word| {
        let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xe703_7ed1_a0b4_28db;
        product as u64 ^ (product >> 64) as u64
    });
    format!("{hash:016x}")
}

/// Reads a Parquet file; returns its rows and its metadata.
fn rows(path: &Path) -> (RecordBatch, Vec<KeyValue>) {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).expect("a file"));
    let reader = reader.expect("Parquet");
    let metadata = reader.metadata().file_metadata().key_value_metadata().cloned();
    let mut metadata = metadata.unwrap_or_default();
    metadata.retain(|pair| pair.key.starts_with("setwise."));
    let schema = Arc::clone(reader.schema());
    let batches: Vec<_> = reader.build().expect("rows").map(|batch| batch.expect("rows")).collect();
    assert_eq!(batches.len(), 1, "concatenation is not needed");
    let columns = batches[0].columns().to_vec();
    (RecordBatch::try_new(schema, columns).expect("rows"), metadata)
}

/// Returns the start and the moves of each row.
fn moves_of(rows: &RecordBatch) -> Vec<(Option<String>, Vec<u16>)> {
    let (moves, starts) = (rows["moves"].as_list::<i32>(), rows["start"].as_string::<i32>());
    let start = |row| starts.is_valid(row).then(|| starts.value(row).to_owned());
    let moves = |row| moves.value(row).as_primitive::<UInt16Type>().values().to_vec();
    (0..rows.num_rows()).map(|row| (start(row), moves(row))).collect()
}

/// Writes rows with other moves and other metadata.
fn write_rows(path: &Path, rows: &RecordBatch, moves: &[Vec<u16>], metadata: Vec<KeyValue>) {
    let index = rows.schema().index_of("moves").expect("moves");
    let field = match rows.schema().field(index).data_type() {
        arrow_schema::DataType::List(field) => Arc::clone(field),
        other => panic!("{other}"),
    };
    let mut lists = ListBuilder::new(UInt16Builder::new()).with_field(field);
    for moves in moves {
        lists.values().append_slice(moves);
        lists.append(true);
    }
    let mut columns = rows.columns().to_vec();
    columns[index] = Arc::new(lists.finish());
    let rows = RecordBatch::try_new(rows.schema(), columns).expect("rows");
    let properties = WriterProperties::builder().set_key_value_metadata(Some(metadata)).build();
    let file = File::create(path).expect("a file");
    let mut writer = ArrowWriter::try_new(file, rows.schema(), Some(properties)).expect("a writer");
    writer.write(&rows).expect("written");
    writer.close().expect("written");
}

fn set(metadata: &mut Vec<KeyValue>, key: &str, value: Option<String>) {
    metadata.retain(|pair| pair.key != key);
    metadata.extend(value.map(|value| KeyValue::new(key.to_owned(), value)));
}

#[test]
fn games_of_a_table_are_those_of_its_text() {
    let mut random = Random::default();
    let texts = [GAMES.as_bytes().to_vec(), hostile_text(&mut random, 200_000)];
    for text in texts {
        let directory = Directory::new();
        let pgn = inputs(&[directory.write("games.pgn", &text)]);
        let (expected, error) = lines(&pgn, 1);
        assert!(expected.len() > 4 && error.is_none());
        for format in FORMATS {
            let path = write_tables(&directory, &pgn, format);
            for threads in [1, 2, 3, 8] {
                // The name does not matter.
                let other = directory.path().join("any.name");
                fs::copy(&path, &other).expect("copied");
                let (found, error) = lines(&inputs(&[&path, &other]), threads);
                assert_eq!(error, None, "{format:?}");
                assert!(found == [&expected[..], &expected].concat(), "{format:?} {threads}");
            }
        }
    }
}

#[test]
fn the_hash_of_the_moves_is_in_the_metadata() {
    let directory = Directory::new();
    let pgn = inputs(&[directory.write("games.pgn", GAMES.as_bytes())]);
    let (rows, metadata) = rows(&write_tables(&directory, &pgn, Format::Parquet));
    let games = moves_of(&rows);
    let expected = hash(games.iter().map(|(start, moves)| (start.as_deref(), moves.clone())));
    let found = metadata.iter().find(|pair| pair.key == "setwise.moves_hash").expect("a hash");
    assert_eq!(found.value.as_deref(), Some(&*expected));
}

#[test]
fn tables_of_older_versions_are_read_and_those_of_later_ones_are_not() {
    let directory = Directory::new();
    let pgn = inputs(&[directory.write("games.pgn", GAMES.as_bytes())]);
    let (expected, _) = lines(&pgn, 1);
    let (rows, mut metadata) = rows(&write_tables(&directory, &pgn, Format::Parquet));
    let moves: Vec<_> = moves_of(&rows).into_iter().map(|(_, moves)| moves).collect();
    let path = directory.path().join("other.parquet");
    let mut read = |version: &str| {
        set(&mut metadata, "setwise.schema_version", Some(version.to_owned()));
        write_rows(&path, &rows, &moves, metadata.clone());
        let inputs = inputs(&[&path, &path]);
        (lines(&inputs, 1), older_tables(&inputs))
    };
    let ((found, error), older) = read("2");
    assert_eq!((found, error, older), ([&expected[..], &expected].concat(), None, None));
    let ((found, error), older) = read("1");
    assert_eq!((found, error), ([&expected[..], &expected].concat(), None));
    let older = older.expect("a message");
    assert!(older.contains("has version 1 of the schema, without game_key"), "{older}");
    assert!(older.contains("and 1 more files are older"), "{older}");
    let ((found, error), older) = read("3");
    assert_eq!((found.len(), older), (0, None));
    let error = error.expect("an error");
    assert!(error.contains("version 3 of the schema (expected at most 2)"), "{error}");
}

/// The parts of a data set are read as one table.
#[test]
fn a_directory_of_parts_is_a_table() {
    let directory = Directory::new();
    let pgn = inputs(&[directory.write("games.pgn", GAMES.repeat(4).as_bytes())]);
    let (expected, _) = lines(&pgn, 1);
    for format in FORMATS {
        let tables = Tables { games: Some(GameColumns::ALL), ..Tables::default() };
        let export_options =
            ExportOptions::new(directory.path().join(format.name()), tables, format);
        export(&pgn, &options(1), &export_options, 600);
        assert!(parts(&export_options.directory, "games").len() > 2);
        for threads in [1, 2, 3, 20] {
            let table = inputs(&[export_options.directory.join("games")]);
            assert_eq!(lines(&table, threads), (expected.clone(), None));
        }
    }
    for path in parts(&directory.path().join("arrow"), "games") {
        let reader = FileReader::try_new(File::open(path).expect("a file"), None).expect("Arrow");
        let found = reader.custom_metadata().get("setwise.moves_hash").cloned();
        let expected = reader.map(|batch| {
            let games = moves_of(&batch.expect("rows"));
            hash(games.iter().map(|(start, moves)| (start.as_deref(), moves.clone())))
        });
        assert_eq!(found, Some(expected.collect::<Vec<_>>().join(" ")));
    }
}

/// Moves whose hash is wrong are tested for legality, and those whose hash is right are not.
#[test]
fn only_moves_with_their_hash_are_trusted() {
    let directory = Directory::new();
    let pgn = inputs(&[directory.write("games.pgn", GAMES.as_bytes())]);
    let (expected, _) = lines(&pgn, 1);
    let (rows, metadata) = rows(&write_tables(&directory, &pgn, Format::Parquet));
    let games = moves_of(&rows);
    let mut moves: Vec<Vec<u16>> = games.iter().map(|(_, moves)| moves.clone()).collect();
    let path = directory.path().join("forged.parquet");
    let inputs = inputs(&[directory.write("forged.parquet", b"")]);
    // The same moves, tested: without hash, with a wrong one, without the name of setwise.
    for (key, value) in [
        ("setwise.moves_hash", None),
        ("setwise.moves_hash", Some("0123456789abcdef".to_owned())),
        ("setwise.moves_hash", Some("none \u{e9} at all".to_owned())),
        ("setwise.table", None),
    ] {
        let mut metadata = metadata.clone();
        set(&mut metadata, key, value);
        write_rows(&path, &rows, &moves, metadata);
        assert_eq!(lines(&inputs, 1), (expected.clone(), None));
    }
    // 2. Qh5 becomes 2. Qh6, which is not legal.
    moves[0][2] += 8 << 6;
    write_rows(&path, &rows, &moves, metadata.clone());
    let (found, error) = lines(&inputs, 1);
    assert_eq!((&found[1..], error), (&expected[1..], None));
    assert!(found[0].contains("Some(\"illegal-move\")"), "{}", found[0]);
    assert!(found[0].matches("Some(Move").count() <= 2 && !found[0].contains("h6"), "{}", found[0]);
    // With the right hash it is believed.
    let starts = games.iter().map(|(start, _)| start.as_deref());
    let mut forged = metadata;
    set(&mut forged, "setwise.moves_hash", Some(hash(starts.zip(moves.clone()))));
    write_rows(&path, &rows, &moves, forged);
    let (found, error) = lines(&inputs, 1);
    assert_eq!((&found[1..], error), (&expected[1..], None));
    assert!(found[0].contains("h6") && !found[0].contains("illegal"), "{}", found[0]);
}

/// Counts games and moves, of groups with strong players only.
struct Strong;

impl Collector for Strong {
    type Part = [u64; 4];

    fn part(&self) -> [u64; 4] {
        [0; 4]
    }

    fn add(&self, part: &mut [u64; 4], game: &Record) {
        part[0] += 1;
        part[1] += game.moves.len() as u64;
        part[2] += u64::from(game.error_name().is_some());
    }

    fn takes_tables(&self) -> bool {
        true
    }

    fn skips(&self, rows: &RowStatistics<'_>) -> bool {
        rows.has_none(Tag::WhiteElo, &(2600..=i64::MAX))
    }

    fn skip(&self, part: &mut [u64; 4], rows: &RowStatistics<'_>, moves: u64) {
        assert!(rows.has_tag(Tag::WhiteElo) && !rows.has_tag(Tag::Eco) && rows.input == 1);
        assert!(rows.has_none(Tag::WhiteElo, &(i64::MIN..=2499)));
        assert!(!rows.has_none(Tag::WhiteElo, &(2500..=2500)));
        assert!(!rows.has_none(Tag::BlackElo, &(0..=1)) && !rows.has_none(Tag::White, &(0..=1)));
        *part = [part[0] + rows.games, part[1] + moves, part[2] + rows.errors, part[3] + 1];
    }
}

#[test]
fn groups_without_wanted_tags_are_skipped_and_counted() {
    let directory = Directory::new();
    let pgn = inputs(&[directory.write("games.pgn", GAMES.as_bytes())]);
    let table = write_tables(&directory, &pgn, Format::Parquet);
    let count = |path: &Path| {
        let mut sum = [0; 4];
        let inputs = inputs(&[&directory.path().join("games.pgn"), path]);
        let read = read(&inputs, &options(2), &Strong, |part, _| {
            (0..4).for_each(|i| sum[i] += part[i]);
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(_) = read;
        sum
    };
    let [games, moves, errors, _] = count(&directory.path().join("games.pgn"));
    assert_eq!((games, errors), (12, 4));
    assert_eq!(count(&table), [games, moves, errors, 1]);
    // Without a hash, games may be damaged: they are read.
    let (rows, mut metadata) = rows(&table);
    set(&mut metadata, "setwise.moves_hash", None);
    let moves_of: Vec<_> = moves_of(&rows).into_iter().map(|(_, moves)| moves).collect();
    write_rows(&table, &rows, &moves_of, metadata);
    assert_eq!(count(&table), [games, moves, errors, 0]);
}

#[test]
fn other_files_are_errors_that_say_what_they_are() {
    let directory = Directory::new();
    let pgn = inputs(&[directory.write("games.pgn", GAMES.as_bytes())]);
    for format in FORMATS {
        let games = write_tables(&directory, &pgn, format);
        let positions = directory.path().join(format.name()).join("positions");
        let (found, error) = lines(&inputs(&[&positions, &games]), 2);
        assert_eq!(found.len(), 6, "the other input is read");
        let expected = "a table of \"positions\" (expected a table of games)";
        assert_eq!(error.as_deref(), Some(expected));
    }
    let path = directory.write("other.parquet", b"");
    let column: arrow_array::ArrayRef = Arc::new(arrow_array::Int32Array::from(vec![1, 2]));
    let rows = RecordBatch::try_from_iter([("a", column)]).expect("rows");
    let file = File::create(&path).expect("a file");
    let mut writer = ArrowWriter::try_new(file, rows.schema(), None).expect("a writer");
    writer.write(&rows).expect("written");
    writer.close().expect("written");
    let (_, error) = lines(&inputs(&[&path]), 1);
    let error = error.expect("an error");
    assert!(error.contains("the columns a (expected a table of games"), "{error}");
}

/// A file that is cut or has other bytes is an error or has other games, and never a panic.
fn damage(format: Format, files: usize) {
    let directory = Directory::new();
    let pgn = inputs(&[directory.write("games.pgn", GAMES.repeat(3).as_bytes())]);
    let bytes = fs::read(write_tables(&directory, &pgn, format)).expect("a file");
    let path = directory.write("damaged", b"");
    let damaged = inputs(&[&path]);
    let mut random = Random::default();
    let mut errors = 0;
    for number in 0..files {
        let mut bytes = bytes.clone();
        if number % 4 == 0 {
            bytes.truncate(8 + random.below(bytes.len() - 8));
        } else {
            // Most of what a reader believes is at the end.
            let from = if number % 2 == 0 { 6 } else { bytes.len() - bytes.len() / 3 };
            for _ in 0..1 + random.below(3) {
                let at = from + random.below(bytes.len() - from);
                bytes[at] = [random.below(256) as u8, 0, 255, bytes[at] ^ 1][random.below(4)];
            }
        }
        fs::write(&path, bytes).expect("written");
        errors += usize::from(lines(&damaged, 1).1.is_some());
    }
    assert!(errors > files / 4, "{errors}");
}

#[test]
fn damaged_files_are_errors() {
    FORMATS.into_iter().for_each(|format| damage(format, 1_000));
}

#[test]
#[ignore = "run by .ci/long slow-tests, optimised"]
fn many_damaged_files_are_errors() {
    FORMATS.into_iter().for_each(|format| damage(format, 10_000));
}
