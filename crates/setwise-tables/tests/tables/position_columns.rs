//! Columns of the table of positions that are written on request.

use std::fs;

use serde_json::{Value, json};
use setwise_jobs::kind::Interruption;
use setwise_tables::{
    ExportOptions, Format, GameColumns, PositionColumns, ReadOptions, Tables, export_files,
};
use setwise_testkit::Directory;

use crate::games::inputs;

const GAMES: &str = "\
[WhiteElo \"2100\"]\n[BlackElo \"?\"]\n[TimeControl \"180+2\"]\n[Variant \"Standard\"]\n\n\
1. e4 {[%clk 0:03:00] [%eval 0.3]} e5 {[%clk 0:02:59] [%eval 0.2]} \
2. d4 {[%clk 0:02:58]} d5 {[%eval 0.1]} 1-0\n\n\
[BlackElo \"1900\"]\n[Termination \"Normal\"]\n\
[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w DFdf - 0 1\"]\n\n1. Nf3 Nf6 *\n";

fn lines(directory: &Directory, table: &str) -> Vec<Value> {
    let text = fs::read_to_string(directory.path().join(format!("{table}.jsonl"))).expect("a file");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Fails if a column is of another moment, or if a row has the tags of another game.
#[test]
fn clocks_and_tags_are_in_the_rows_of_their_positions() {
    let directory = Directory::new();
    let inputs = inputs(&[directory.write("games.pgn", GAMES.as_bytes())]);
    let tables = Tables {
        games: Some(GameColumns::default()),
        positions: Some(PositionColumns::ALL),
        ..Tables::default()
    };
    let options = ExportOptions::new(directory.path(), tables, Format::JsonLines);
    export_files(&inputs, &ReadOptions::default(), &options, Interruption::NEVER).expect("written");
    let rows = lines(&directory, "positions");
    let columns = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    let null = Value::Null;
    let clocks = [json!(180_000), json!(179_000), json!(178_000), null.clone(), null.clone()];
    let before = [null.clone(), null.clone(), json!(180_000), json!(179_000), json!(178_000)];
    let evals = [null.clone(), json!(30), json!(20), null.clone(), json!(10)];
    for (name, expected) in [("clock", clocks), ("clock_before", before), ("eval", evals)] {
        let expected = [expected.to_vec(), vec![null.clone(); 3]].concat();
        assert_eq!(columns(name), expected, "{name}");
    }
    let of_games = [
        ("WhiteElo", json!(2100), null.clone()),
        ("BlackElo", null.clone(), json!(1900)),
        ("TimeControl", json!("180+2"), null.clone()),
        ("Termination", null.clone(), json!("Normal")),
        ("Variant", json!("Standard"), null.clone()),
    ];
    for (name, first, second) in of_games {
        assert_eq!(columns(name), [vec![first; 5], vec![second; 3]].concat(), "{name}");
    }
    let games = lines(&directory, "games");
    assert_eq!(
        games.iter().map(|row| &row["is_chess960"]).collect::<Vec<_>>(),
        [&json!(false), &json!(true)]
    );
    for name in ["game_id", "game_key", "split"] {
        let expected = [vec![games[0][name].clone(); 5], vec![games[1][name].clone(); 3]].concat();
        assert_eq!(columns(name), expected, "{name}");
    }
}
