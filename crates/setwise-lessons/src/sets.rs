//! The parts of a set expression at a position.

use setwise::{Bitboard, Color, Move, Position};
use setwise_sets::{
    Definitions, Expression, Game, PartValue, Source, Value, evaluate, evaluate_parts,
};

use super::{Lesson, Mark, Writer};
use crate::bits::counted;

/// Returns the value of each part of an expression at a position.
///
/// ```
/// use setwise::Position;
/// use setwise_lessons::{sets, terminal::Terminal};
/// use setwise_sets::Expression;
///
/// let expression = Expression::parse("attacks(N) & a-h3").expect("an expression");
/// let lesson = sets::lesson(&expression, &Position::INITIAL);
/// assert!(Terminal::new(&lesson).to_string().contains("attacks(N): 6 squares"));
/// ```
pub fn lesson(expression: &Expression, position: &Position) -> Lesson {
    let mut writer = Writer::new("sets", expression.text().trim());
    writer.source(position.to_string(), "");
    writer.pieces(Some(*position.board())).mark(&[
        (Mark::Own, position.board().color(position.turn())),
        (Mark::Enemy, position.board().color(!position.turn())),
    ]);
    let (mut boards, mut others) = (Vec::new(), Vec::new());
    for (text, value) in parts(expression, position) {
        match value {
            Value::Set(set) => boards.push(writer.board(in_words(text, value), set)),
            _ => others.push(in_words(text, value)),
        }
    }
    writer.show(boards);
    for text in others {
        writer.say(text).show(Vec::new());
    }
    writer.finish(None)
}

/// Returns the parts of an expression that are no single squares or pieces, with their values. What
/// is written twice is there once.
pub fn parts<'e>(
    expression: &'e Expression,
    position: &Position,
) -> impl Iterator<Item = (&'e str, Value)> {
    with_texts(expression, evaluate_parts(expression, position).1)
}

/// Returns what [`parts`] does, given the values that [`evaluate_parts`] returns.
pub fn with_texts(
    expression: &Expression,
    values: Vec<PartValue>,
) -> impl Iterator<Item = (&str, Value)> {
    let mut seen = Vec::new();
    values.into_iter().filter_map(move |(place, value)| {
        let text = &expression.text()[place];
        let is_new = !seen.contains(&text);
        seen.push(text);
        Some((text, value?)).filter(|_| is_new)
    })
}

/// Returns an expression and its value, a set as the number of squares.
pub fn in_words(text: &str, value: Value) -> String {
    match value {
        Value::Set(set) => format!("{text}: {}", counted(set.count().into(), "square")),
        Value::Number(Some(number)) => format!("{text} = {number}"),
        Value::Number(None) => format!("{text} is missing"),
        Value::Truth(truth) => format!("{text}: {truth}"),
    }
}

/// A set behind a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetBehind {
    /// The set in the language of set expressions.
    pub expression: String,
    /// What the set means for the opponent of the side that moved.
    pub meaning: &'static str,
    /// The squares.
    pub set: Bitboard,
}

/// Returns the sets behind a move of the computer: what the piece attacks, what defends and attacks
/// it, and the pieces that are attacked, hanging and pinned after it.
///
/// ```
/// use setwise::Position;
/// use setwise_lessons::sets;
///
/// let after = Position::INITIAL.play(Position::INITIAL.parse_san("Nf3")?)?;
/// let rows = sets::behind(&after, after.parse_san("d5")?);
/// assert_eq!((rows[0].expression.as_str(), rows[0].set.count()), ("attacks(d5)", 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn behind(before: &Position, mv: Move) -> Vec<SetBehind> {
    let after = before.play_unchecked(mv);
    let (own, enemy) = match before.turn() {
        Color::White => ("A", "a"),
        Color::Black => ("a", "A"),
    };
    let square = mv.destination();
    let rows = [
        (format!("attacks({square})"), "the squares that it attacks"),
        (format!("attackers({square}) & {own}"), "what defends it"),
        (format!("attackers({square}) & {enemy}"), "what attacks it"),
        (format!("attacks({own}) & {enemy}"), "your pieces that are attacked"),
        (format!("hanging({enemy})"), "your attacked pieces without defense"),
        (format!("pinned & {enemy}"), "your pinned pieces"),
        (format!("pinned & {own}"), "pinned pieces of the computer"),
    ];
    let row = |(expression, meaning): (String, _)| {
        let set = value(&expression, &after);
        SetBehind { expression, meaning, set }
    };
    rows.map(row).into()
}

/// Returns the set that an expression has in a position.
fn value(text: &str, position: &Position) -> Bitboard {
    let parsed = Expression::parse_with(text, &Definitions::standard(), Source::Positions);
    match parsed.map(|expression| evaluate(&expression, &Game::of_position(*position))[0]) {
        Ok(Value::Set(set)) => set,
        other => unreachable!("{text} is a set: {other:?}"),
    }
}
