//! Columns of set expressions.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt32Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use setwise::{Bitboard, Move, Position};
use setwise_sets::{Definitions, Expression, Game, Value, evaluate};
use setwise_tables::{
    ComputedColumnError, ComputedColumns, ExportOptions, Format, PositionSelection,
};
use setwise_testkit::Directory;

use crate::files::{options, random_games, read_parquet};
use crate::games::{export, inputs, threads};

/// Of each kind, and of the position, the game, its tags and the operators on its moves.
const COLUMNS: [(&str, &str); 8] = [
    ("mobility", "moves"),
    ("targets", "attacks(N) & a"),
    ("checked", "times(check)"),
    ("score", "eval + ply"),
    ("left", "clock"),
    ("elo", "number(WhiteElo) - number(Round)"),
    ("will_mate", "ever checkmate or captures then check"),
    ("moved", "from | to | last_to"),
];

fn columns(columns: &[(&str, &str)]) -> Result<ComputedColumns, ComputedColumnError> {
    ComputedColumns::parse(columns.iter().copied(), &Definitions::standard())
}

/// Returns the values of all columns at each position of a game, by definition.
fn values(number: usize, moves: &[Move], expressions: &[Expression]) -> Vec<Vec<Value>> {
    let elo = (number % 3000).to_string();
    let round = number.to_string();
    let played: Vec<Option<Move>> = moves.iter().copied().map(Some).collect();
    let clocks: Vec<u32> = (0..moves.len() as u32).map(|ply| 1000 * (600 - ply)).collect();
    let evals: Vec<i16> = (0..moves.len() as i16).map(|ply| 100 * ply + 25).collect();
    let game = Game {
        start: Position::INITIAL,
        moves: &played,
        positions: &[],
        tag: &|name| match name {
            "WhiteElo" => Some(&*elo),
            "Round" if number.is_multiple_of(2) => Some(&*round),
            _ => None,
        },
        result: Some("1/2-1/2"),
        error: None,
        clocks: &clocks,
        evals: &evals,
        depths: &[],
    };
    expressions.iter().map(|expression| evaluate(expression, &game)).collect()
}

fn value(batch: &RecordBatch, column: &str, row: usize) -> Value {
    let array = &batch[column];
    if let Some(numbers) = array.as_primitive_opt::<Int32Type>() {
        return Value::Number(numbers.is_valid(row).then(|| numbers.value(row)));
    }
    match array.as_primitive_opt::<UInt64Type>() {
        Some(sets) => Value::Set(Bitboard(sets.value(row))),
        None => Value::Truth(array.as_boolean().value(row)),
    }
}

/// Also where only some positions are rows, or each only once.
#[test]
fn values_are_those_of_the_definition() {
    let directory = Directory::new();
    let (mut text, games) = random_games(300);
    for number in (0..300).step_by(2) {
        let event = format!("[Event \"{number}\"]\n");
        text = text.replace(&event, &format!("{event}[Round \"{number}\"]\n"));
    }
    text += "[Event \"an error\"]\n\n1. e4 Ke6 *\n";
    let inputs = inputs(&[directory.write("games.pgn", text.as_bytes())]);
    let expressions = COLUMNS.map(|(_, text)| Expression::parse(text).expect("an expression"));
    let expected: Vec<Vec<Vec<Value>>> =
        (0..).zip(&games).map(|(number, moves)| values(number, moves, &expressions)).collect();
    let mut options = options(&directory, Format::Parquet);
    options.tables.computed = columns(&COLUMNS).expect("columns");
    let some = PositionSelection { min_ply: 3, max_ply: 90, sample: 0.5 };
    for (rows, unique_positions) in
        [(PositionSelection::default(), false), (some, false), (some, true)]
    {
        options.tables.rows = rows;
        let options = ExportOptions { unique_positions, ..options.clone() };
        export(&inputs, &threads(3), &options, 10_000);
        let mut ids: Vec<u64> = Vec::new();
        for batch in read_parquet(&directory, "games") {
            ids.extend(batch["game_id"].as_primitive::<UInt64Type>().values());
        }
        let mut compared = 0;
        for batch in read_parquet(&directory, "positions") {
            let id = batch["game_id"].as_primitive::<UInt64Type>();
            let ply = batch["ply"].as_primitive::<UInt32Type>();
            for row in 0..batch.num_rows() {
                let game = ids.binary_search(&id.value(row)).expect("a game");
                for ((name, _), values) in COLUMNS.iter().zip(&expected[game]) {
                    let expected = values[ply.value(row) as usize];
                    assert_eq!(value(&batch, name, row), expected, "{name} of {game}");
                }
                compared += 1;
            }
        }
        assert!(compared > 5_000, "{compared}");
    }
}

#[test]
fn wrong_columns() {
    let wrong = |pairs: &[(&str, &str)]| columns(pairs).expect_err("an error").to_string();
    assert!(wrong(&[("", "moves")]).starts_with("\"\" is no name of a column"));
    assert!(wrong(&[("ä", "moves")]).contains("expected letters, digits and _"));
    for taken in ["Ply", "position", "fen", "uci", "game_id", "game_key", "whiteelo"] {
        assert_eq!(wrong(&[(taken, "moves")]), format!("two columns have the name {taken:?}"));
    }
    assert_eq!(wrong(&[("a", "moves"), ("A", "ply")]), "two columns have the name \"A\"");
    let message = "column \"b\", byte 4: `isolate`: did you mean `isolated`?";
    assert_eq!(wrong(&[("a", "moves"), ("b", "P & isolate(P)")]), message);
    let large = (0..1000).map(|number| format!("P = {number}")).collect::<Vec<_>>();
    let large = large.join(" or ").replace("P =", "count(P) =");
    let found = wrong(&[("a", "moves"), ("b", &large), ("c", &large.replace('P', "p"))]);
    assert!(found.contains("column \"c\"") && found.contains("parts together"), "{found}");
}
