//! Values of operations, and the kind of value that each opcode takes.

use alloc::{string::String, vec::Vec};

use super::OperationErrorKind;
use crate::{Move, Position, Setup};

/// The value of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// No operand.
    Nothing,
    /// One or more moves, each legal in the position.
    Moves(Vec<Move>),
    /// One or more consecutive moves, the first of them from the position.
    Line(Vec<Move>),
    /// One integer.
    Integer(i64),
    /// One quoted string.
    Text(String),
    /// One or more operands of an opcode that the standard does not define.
    Operands(Vec<Operand>),
}

/// An operand of an opcode that the standard does not define.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// An integer.
    Integer(i64),
    /// A quoted string.
    Text(String),
    /// Any other word, for example a move, a fraction or a name.
    Symbol(String),
}

/// The kind of value that an opcode takes.
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

    /// Describes the kind, for error messages.
    pub(super) fn description(self) -> &'static str {
        match self {
            Kind::Moves => "one or more moves",
            Kind::OneMove => "one move",
            Kind::Line => "one or more consecutive moves",
            Kind::Integer => "one integer",
            Kind::Text => "one quoted string",
            Kind::TextOrNothing => "one quoted string or no operand",
            Kind::Nothing => "no operand",
            Kind::Any => "integers, quoted strings or symbols",
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

/// Checks that the opcode takes the value, and that the value parses back once it is written. Does
/// not check the legality of moves.
pub(super) fn check(opcode: &str, value: &Value) -> Result<(), OperationErrorKind> {
    let kind = Kind::of(opcode);
    if !kind.admits(value) {
        return Err(OperationErrorKind::Value(kind.description()));
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

/// The length of the longest opcode that the standard allows, in bytes.
const OPCODE_LENGTH: usize = 15;

pub(super) fn check_opcode(opcode: &str) -> Result<(), OperationErrorKind> {
    let has_letter = opcode.starts_with(|first: char| first.is_ascii_alphabetic());
    let is_valid =
        has_letter && opcode.bytes().all(is_opcode_byte) && opcode.len() <= OPCODE_LENGTH;
    if is_valid { Ok(()) } else { Err(OperationErrorKind::Opcode) }
}

fn is_opcode_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Checks that a text has no control character, and no quotation mark: EPD has no escape for it.
fn check_text(text: &str) -> Result<(), OperationErrorKind> {
    let wrong = text.chars().find(|&letter| letter == '"' || letter.is_control());
    wrong.map_or(Ok(()), |letter| Err(OperationErrorKind::Character(letter)))
}

/// Checks that a symbol is one word that is not an integer.
fn check_symbol(symbol: &str) -> Result<(), OperationErrorKind> {
    let is_forbidden = |letter: char| {
        letter.is_ascii_whitespace() || letter.is_control() || matches!(letter, ';' | '"')
    };
    match symbol.chars().find(|&letter| is_forbidden(letter)) {
        Some(letter) => Err(OperationErrorKind::Character(letter)),
        None if symbol.is_empty() || integer(symbol).is_some() => Err(OperationErrorKind::Symbol),
        None => Ok(()),
    }
}

/// Parses an integer: an optional sign and digits.
pub(super) fn integer(word: &str) -> Option<i64> {
    word.parse().ok()
}

/// Returns the position with the counter set if the operation is `hmvc` or `fmvn`.
pub(super) fn with_counters(
    position: &Position,
    opcode: &str,
    value: &Value,
) -> Result<Position, OperationErrorKind> {
    let mut setup = Setup::from(*position);
    match (opcode, value) {
        ("hmvc", &Value::Integer(number)) => {
            setup.halfmoves = number.try_into().map_err(|_| OperationErrorKind::Counter)?;
        }
        ("fmvn", &Value::Integer(number)) => {
            setup.fullmoves = number.try_into().map_err(|_| OperationErrorKind::Counter)?;
        }
        _ => return Ok(*position),
    }
    Position::try_from(setup).map_err(|_| OperationErrorKind::Counter)
}
