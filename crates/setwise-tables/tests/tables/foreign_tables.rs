//! Tables of other programs as inputs: the same games as from their PGN.

use std::convert::Infallible;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{
    ArrayRef, Date32Array, Int16Array, Int64Array, RecordBatch, StringArray, Time32MillisecondArray,
};
use arrow_ipc::writer::FileWriter;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;
use setwise_pgn::LeftOut;
use setwise_sets::Expression;
use setwise_tables::{
    Collector, ExportOptions, Format, GameColumns, Inputs, PositionColumns, Record, Selection,
    Tables, Tag, Wanted, filter, normalise, read,
};
use setwise_testkit::Directory;
use setwise_testkit::random::Random;

use crate::games::{export, inputs, parts, threads};

/// Makes a line of each game, with what a table has of it.
struct Lines;

impl Collector for Lines {
    type Part = Vec<String>;

    fn wanted(&self) -> Wanted {
        Wanted { clocks: true, evals: true, positions: true, ..Wanted::default() }
    }

    fn part(&self) -> Vec<String> {
        Vec::new()
    }

    fn add(&self, part: &mut Vec<String>, game: &Record) {
        let tags = Tag::ALL.map(|tag| game.tags.get(tag));
        let (start, end, error) = (game.start.fen(), game.result(), game.error_name());
        let (clocks, evals) = (&game.clocks, &game.evals);
        let positions = game.positions.len();
        part.push(format!(
            "{tags:?} {start} {:?} {end} {error:?} {clocks:?} {evals:?} {positions}",
            game.moves
        ));
    }
}

fn lines(inputs: &Inputs, number: usize) -> (Vec<String>, Vec<String>) {
    let mut lines = Vec::new();
    let read = read(inputs, &threads(number), &Lines, |part, _| {
        lines.extend(part);
        Ok::<(), Infallible>(())
    });
    let Ok(read) = read;
    let errors = read.into_iter().filter_map(|input| Some(input.error?.to_string()));
    (lines, errors.collect())
}

fn texts<'t>(texts: impl IntoIterator<Item = Option<&'t str>>) -> ArrayRef {
    Arc::new(StringArray::from_iter(texts))
}

fn write(path: PathBuf, columns: Vec<(&str, ArrayRef)>) -> PathBuf {
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns).expect("columns");
    let file = File::create(&path).expect("a file");
    if path.extension().is_some_and(|end| end == "arrow") {
        let mut writer = FileWriter::try_new(file, &batch.schema()).expect("a schema");
        writer.write(&batch).expect("written");
        writer.finish().expect("written");
    } else {
        let groups = WriterProperties::builder().set_max_row_group_row_count(Some(2)).build();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(groups)).expect("schema");
        writer.write(&batch).expect("written");
        writer.close().expect("written");
    }
    path
}

const PGN: &str = "\
[Event \"Rated Blitz game\"]\n[White \"A \\\"B\\\" \\\\ C\"]\n[Result \"1-0\"]\n\
[WhiteElo \"2500\"]\n[UTCDate \"2013.01.02\"]\n[UTCTime \"01:02:03\"]\n\n\
1. e4 { [%clk 0:10:00] [%eval 0.25] } e5 { [%eval #-3] } 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
[Event \"Rated Atomic tournament\"]\n[White \"D\"]\n[Result \"0-1\"]\n[Variant \"Atomic\"]\n\n\
1. e4 0-1\n\n\
[Event \"c\"]\n[Result \"1-0\"]\n[BlackElo \"-3\"]\n\n1. e4 e5 2. Ke3 1-0\n\n\
[Event \"d\"]\n[Result \"*\"]\n\n*\n\n\
[Event \"e\"]\n\n1. d4 (1. c4 e5) d5 {ab\"]} *\n\n";

/// Writes the games as Lichess publishes them (`Lichess/standard-chess-games`).
fn games(path: PathBuf) -> PathBuf {
    let text = |values: [Option<&'static str>; 5]| texts(values);
    let moves = PGN.split("\n\n").skip(1).step_by(2);
    write(
        path,
        vec![
            (
                "Event",
                texts(["Rated Blitz game", "Rated Atomic tournament", "c", "d", "e"].map(Some)),
            ),
            ("White", text([Some("A \"B\" \\ C"), Some("D"), None, None, None])),
            ("Result", text([Some("1-0"), Some("0-1"), Some("1-0"), Some("*"), None])),
            ("WhiteElo", Arc::new(Int16Array::from(vec![Some(2500), None, None, None, None]))),
            ("BlackElo", Arc::new(Int64Array::from(vec![None, None, Some(-3), None, None]))),
            ("UTCDate", Arc::new(Date32Array::from(vec![Some(15_707), None, None, None, None]))),
            (
                "UTCTime",
                Arc::new(Time32MillisecondArray::from(vec![
                    Some(3_723_000),
                    None,
                    None,
                    None,
                    None,
                ])),
            ),
            ("movetext", texts(moves.map(Some))),
        ],
    )
}

/// Finds a tag or a time that is written in another way than in PGN, a variant that is read as
/// standard chess, and rows that are lost between groups.
#[test]
fn a_table_of_texts_has_the_games_of_its_pgn() {
    let directory = Directory::new();
    let pgn = inputs(&[directory.write("games.pgn", PGN.as_bytes())]);
    let (expected, _) = lines(&pgn, 1);
    assert_eq!(expected.len(), 5);
    assert!(expected[1].contains("variant\"") && expected[2].contains("\"illegal-move\""));
    for name in ["games.parquet", "games.arrow"] {
        let table = inputs(&[games(directory.path().join(name))]);
        for threads in [1, 3] {
            assert_eq!(lines(&table, threads), (expected.clone(), Vec::new()), "{name}");
        }
    }
}

/// Every output has the same of them, but for the names, places and numbers of games.
#[test]
fn outputs_are_those_of_the_pgn() {
    let directory = Directory::new();
    let pgn = inputs(&[directory.write("games.pgn", PGN.as_bytes())]);
    let table = inputs(&[games(directory.path().join("games.parquet"))]);
    let question = Expression::parse("checkmate").expect("an expression");
    for selection in [Selection::default(), Selection::new(Some(question), 1.0)] {
        let normalised = |inputs: &Inputs| {
            let mut text = Vec::new();
            let (options, left_out) = (threads(2), LeftOut::default());
            let written = normalise(inputs, &options, &selection, left_out, &mut text);
            (String::from_utf8(text).expect("UTF-8"), written.expect("written").failed)
        };
        assert_eq!(normalised(&table), normalised(&pgn));
        let mut text = Vec::new();
        filter(&table, &threads(2), &selection, &mut text).expect("written");
        let filtered = inputs(&[directory.write("filtered.pgn", &text)]);
        assert_eq!(normalised(&filtered), normalised(&pgn));
    }
    let rows = |inputs: &Inputs, threads: usize, part_bytes: u64| {
        let to = directory.path().join("csv");
        let (games, positions) = (Some(GameColumns::ALL), Some(PositionColumns::default()));
        let tables = Tables { games, positions, ..Tables::default() };
        export(
            inputs,
            &crate::games::threads(threads),
            &ExportOptions::new(&to, tables, Format::Parquet),
            part_bytes,
        );
        ["games", "positions"].map(|table| {
            let files = parts(&to, table);
            assert_eq!(files.len(), 1);
            let read = File::open(&files[0]).expect("a file");
            let reader =
                parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(read);
            let batches = reader.expect("Parquet").build().expect("a reader");
            let mut shown = String::new();
            for batch in batches {
                let mut batch = batch.expect("rows");
                for name in
                    ["game_id", "game_key", "file", "frame", "offset", "split", "error_offset"]
                {
                    if let Ok(place) = batch.schema().index_of(name) {
                        batch.remove_column(place);
                    }
                }
                shown += &format!("{batch:?}");
            }
            shown
        })
    };
    let expected = rows(&pgn, 1, u64::MAX);
    assert_eq!(rows(&table, 1, 1), expected);
    assert_eq!(rows(&table, 3, 1), expected);
}

/// Puzzles and evaluations: a FEN, of four fields too, with moves as in UCI or without.
#[test]
fn positions_with_lines_are_games() {
    let directory = Directory::new();
    let starts = ["4k3/8/8/8/8/8/8/R3K3 w Q -", "8/P7/8/8/8/6k1/8/K7 b - - 0 1", "9 w - -"];
    let moves = ["e1c1 e8e7", "g3g4 a7a8q", "e2e4"];
    let cp = || Arc::new(Int64Array::from(vec![Some(311), None, Some(0)])) as ArrayRef;
    for (fen, line) in [("fen", "line"), ("FEN", "Moves"), ("fen", "moves")] {
        let columns =
            vec![(fen, texts(starts.map(Some))), (line, texts(moves.map(Some))), ("cp", cp())];
        let table = inputs(&[write(directory.path().join("evals.parquet"), columns)]);
        let (lines, errors) = lines(&table, 1);
        assert!(errors.is_empty() && lines.len() == 3, "{errors:?}");
        for (line, expected) in lines.iter().zip([
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 [Some(e1a1 castle), Some(e8e7)] * None [] [] 3",
            "8/P7/8/8/8/6k1/8/K7 b - - 0 1 [Some(g3g4), Some(a7a8=queen)] * None [] [] 3",
            "[] * Some(\"invalid-fen\")",
        ]) {
            assert!(line.contains(expected), "{line}");
        }
        let mut text = Vec::new();
        let best = Expression::parse("\"cp\" > 300").expect("an expression");
        filter(&table, &threads(1), &Selection::new(Some(best), 1.0), &mut text).expect("written");
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(
            text.contains("[cp \"311\"]") && text.ends_with("\n\n1. O-O-O Ke7 *\n\n"),
            "{text}"
        );
    }
    let columns = vec![("fen", texts(starts.map(Some))), ("cp", cp())];
    let table = inputs(&[write(directory.path().join("alone.parquet"), columns)]);
    assert_eq!(lines(&table, 1).0.len(), 3);
}

#[test]
fn what_a_table_lacks_is_named() {
    let directory = Directory::new();
    let numbers = || Arc::new(Int64Array::from(vec![1])) as ArrayRef;
    for (columns, message) in [
        (
            vec![("White", numbers()), ("pgn", numbers())],
            "the table has the columns White, pgn (ex",
        ),
        (vec![("movetext", numbers())], "the column `movetext` has the type Int64 (expected Utf8)"),
        (vec![("moves", numbers())], "which only `find` reads (expected PGN, or a table with the"),
    ] {
        let table = inputs(&[write(directory.path().join("wrong.parquet"), columns)]);
        let (lines, errors) = lines(&table, 1);
        assert!(lines.is_empty() && errors[0].contains(message), "{errors:?}");
    }
    // A row is one game, whatever its text is.
    let two = "1. e4 *\n\n[Event \"x\"]\n\n1. d4 *";
    let rows =
        [None, Some(""), Some(two), Some("{ never closed"), Some("\0\"]\\"), Some("1. e4 *")];
    let others = || texts([Some("x"); 6]);
    let columns = vec![("movetext", texts(rows)), ("na me", others()), ("", others())];
    let table = inputs(&[write(directory.path().join("texts.parquet"), columns)]);
    let (lines, errors) = lines(&table, 3);
    assert!(lines.len() == 6 && errors.is_empty(), "{lines:#?} {errors:?}");
    assert!(lines[2].contains("\"refused\"") && lines[5].contains("Some(e2e4)"), "{lines:#?}");
    // A column without a name, as of pandas, or with a name that PGN cannot have, is no tag.
    let mut text = Vec::new();
    filter(&table, &threads(1), &Selection::default(), &mut text).expect("written");
    assert!(!text.starts_with(b"["), "{}", String::from_utf8_lossy(&text));
}

/// Any change of a byte gives an error or other games, never a panic or more games.
#[test]
fn a_damaged_table_is_an_error() {
    let directory = Directory::new();
    for name in ["games.parquet", "games.arrow"] {
        let path = games(directory.path().join(name));
        let bytes = fs::read(&path).expect("a file");
        let mut random = Random::of(5);
        for _ in 0..setwise_testkit::scaled(20_000, 300) {
            let mut damaged = bytes.clone();
            let place = random.below(bytes.len());
            damaged[place] ^= 1 << random.below(8);
            fs::write(&path, &damaged).expect("written");
            let (lines, errors) = read_any(&path);
            assert!(lines <= 5 || !errors, "{name}, byte {place}");
        }
    }
}

/// Returns the number of games, and whether there was an error.
fn read_any(path: &Path) -> (usize, bool) {
    let (lines, errors) = lines(&inputs(&[path]), 1);
    (lines.len(), !errors.is_empty())
}
