//! What operations say, and what the standard's opcodes may say.

use alloc::{string::String, vec::Vec};

use super::OperationError;
use crate::{Move, Position, Setup};

/// What an operation says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// Nothing but its opcode.
    Nothing,
    /// Moves of the position, one or more.
    Moves(Vec<Move>),
    /// Moves one after the other from the position on, one or more.
    Line(Vec<Move>),
    /// A number.
    Integer(i64),
    /// A text, written in quotation marks.
    Text(String),
    /// What an opcode has that the standard does not name: one operand or more.
    Operands(Vec<Operand>),
}

/// An operand of an opcode that the standard does not name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// A whole number.
    Integer(i64),
    /// A text in quotation marks.
    Text(String),
    /// Any other word: a move, a fraction, a name.
    Symbol(String),
}

/// The kind of value that an opcode has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Moves,
    OneMove,
    Line,
    Integer,
    Text,
    TextOrNothing,
    Nothing,
    Any,
}

impl Kind {
    pub(super) fn of(opcode: &str) -> Kind {
        match opcode {
            "am" | "bm" => Kind::Moves,
            "pm" | "sm" => Kind::OneMove,
            "pv" => Kind::Line,
            "acd" | "acn" | "acs" | "ce" | "dm" | "fmvn" | "hmvc" | "rc" | "tcgs" => Kind::Integer,
            "id" | "eco" | "nic" | "tcri" | "tcsi" => Kind::Text,
            "draw_accept" | "draw_claim" | "draw_offer" | "draw_reject" | "resign" => Kind::Nothing,
            _ => match opcode.as_bytes() {
                [b'c' | b'v', b'0'..=b'9'] => Kind::TextOrNothing,
                _ => Kind::Any,
            },
        }
    }

    /// The kind in words, for errors.
    pub(super) fn words(self) -> &'static str {
        match self {
            Kind::Moves => "one or more moves",
            Kind::OneMove => "one move",
            Kind::Line => "a line of moves",
            Kind::Integer => "a whole number",
            Kind::Text => "a text in quotation marks",
            Kind::TextOrNothing => "a text in quotation marks, or nothing",
            Kind::Nothing => "nothing",
            Kind::Any => "integers, texts or words",
        }
    }

    fn admits(self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Moves, Value::Moves(moves)) | (Kind::Line, Value::Line(moves)) => {
                !moves.is_empty()
            }
            (Kind::OneMove, Value::Moves(moves)) => moves.len() == 1,
            (Kind::Any, Value::Operands(operands)) => !operands.is_empty(),
            (Kind::Integer, Value::Integer(_))
            | (Kind::Text | Kind::TextOrNothing, Value::Text(_))
            | (Kind::TextOrNothing | Kind::Nothing | Kind::Any, Value::Nothing) => true,
            _ => false,
        }
    }
}

/// Whether the opcode may have the value, and the value be read again once it is written; of its
/// moves nothing is asked.
pub(super) fn check(opcode: &str, value: &Value) -> Result<(), OperationError> {
    let kind = Kind::of(opcode);
    if !kind.admits(value) {
        return Err(OperationError::Value(kind.words()));
    }
    match value {
        Value::Text(text) => check_text(text),
        Value::Operands(operands) => operands.iter().try_for_each(|operand| match operand {
            Operand::Integer(_) => Ok(()),
            Operand::Text(text) => check_text(text),
            Operand::Symbol(symbol) => check_symbol(symbol),
        }),
        Value::Nothing | Value::Moves(_) | Value::Line(_) | Value::Integer(_) => Ok(()),
    }
}

/// The longest opcode that the standard allows.
const OPCODE_LENGTH: usize = 15;

pub(super) fn check_opcode(opcode: &str) -> Result<(), OperationError> {
    let begins = opcode.starts_with(|first: char| first.is_ascii_alphabetic());
    let good = begins && opcode.bytes().all(is_opcode_byte) && opcode.len() <= OPCODE_LENGTH;
    if good { Ok(()) } else { Err(OperationError::Opcode) }
}

fn is_opcode_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A text stands on one line, between marks that cannot stand in it.
fn check_text(text: &str) -> Result<(), OperationError> {
    let wrong = text.chars().find(|&letter| letter == '"' || letter.is_control());
    wrong.map_or(Ok(()), |letter| Err(OperationError::Character(letter)))
}

/// A symbol is a word, and none that reads as a number.
fn check_symbol(symbol: &str) -> Result<(), OperationError> {
    let ends_it = |letter: char| {
        letter.is_ascii_whitespace() || letter.is_control() || matches!(letter, ';' | '"')
    };
    match symbol.chars().find(|&letter| ends_it(letter)) {
        Some(letter) => Err(OperationError::Character(letter)),
        None if symbol.is_empty() || integer(symbol).is_some() => Err(OperationError::Symbol),
        None => Ok(()),
    }
}

/// What a word says that is a whole number: an optional sign and digits.
pub(super) fn integer(word: &str) -> Option<i64> {
    word.parse().ok()
}

/// The position, with a counter that an operation gives.
pub(super) fn with_counters(
    position: &Position,
    opcode: &str,
    value: &Value,
) -> Result<Position, OperationError> {
    let mut setup = Setup::from(*position);
    match (opcode, value) {
        ("hmvc", &Value::Integer(number)) => {
            setup.halfmoves = number.try_into().map_err(|_| OperationError::Counter)?;
        }
        ("fmvn", &Value::Integer(number)) => {
            setup.fullmoves = number.try_into().map_err(|_| OperationError::Counter)?;
        }
        _ => return Ok(*position),
    }
    Position::try_from(setup).map_err(|_| OperationError::Counter)
}
