//! The parts of a set expression at a position.

use setwise::Position;
use setwise_sets::{Expression, Value, evaluate_parts};

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
    let mut seen = Vec::new();
    let (_, parts) = evaluate_parts(expression, position);
    parts.into_iter().filter_map(move |(place, value)| {
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
