//! What is wrong with a line of EPD, or with an operation.

use core::fmt;

use crate::Move;
use crate::notation::fen::FenError;
use crate::notation::san::SanErrorKind;

/// What is wrong with a line of EPD, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpdError {
    /// What is wrong.
    pub kind: EpdErrorKind,
    /// At which byte of the text; its length for its end.
    pub at: usize,
    /// At which character, from 1 on, which differs from the byte where a text is not ASCII.
    pub column: usize,
}

/// What is wrong with a line of EPD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdErrorKind {
    /// The first four fields are no position.
    Position(FenError),
    /// The character cannot stand here.
    Unexpected(char),
    /// A text is not closed by a quotation mark.
    UnclosedText,
    /// The line ends inside an operation, without its semicolon.
    Unfinished,
    /// A move is none in SAN, or not legal.
    Move(SanErrorKind),
    /// The operation is wrong.
    Operation(OperationError),
}

/// What is wrong with an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperationError {
    /// An opcode is a letter, and up to fourteen letters, digits and `_`.
    Opcode,
    /// The opcode has another kind of value, described here.
    Value(&'static str),
    /// The move is not legal where it is to be made.
    Illegal(Move),
    /// The character cannot stand in a text or a symbol.
    Character(char),
    /// A symbol that is empty or reads as a number.
    Symbol,
    /// A number that the position's counter cannot have.
    Counter,
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            EpdErrorKind::Position(error) => error.fmt(f),
            kind => write!(f, "character {}: {kind}", self.column),
        }
    }
}

impl fmt::Display for EpdErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdErrorKind::Position(error) => error.fmt(f),
            EpdErrorKind::Unexpected(found) => write!(f, "{found:?} cannot stand here"),
            EpdErrorKind::UnclosedText => f.write_str("the text has no closing quotation mark"),
            EpdErrorKind::Unfinished => f.write_str("the operation has no ; at its end"),
            EpdErrorKind::Move(error) => error.fmt(f),
            EpdErrorKind::Operation(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for OperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperationError::Opcode => {
                f.write_str("an opcode is a letter and up to 14 letters, digits and _")
            }
            OperationError::Value(kind) => write!(f, "the opcode needs {kind}"),
            OperationError::Illegal(mv) => write!(f, "{mv:?} is not legal here"),
            OperationError::Character(found) => write!(f, "{found:?} cannot stand in an operand"),
            OperationError::Symbol => f.write_str("a symbol is a word and no number"),
            OperationError::Counter => f.write_str("a position cannot have this counter"),
        }
    }
}

impl core::error::Error for EpdError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            EpdErrorKind::Position(error) => Some(error),
            EpdErrorKind::Operation(error) => Some(error),
            _ => None,
        }
    }
}

impl core::error::Error for OperationError {}
