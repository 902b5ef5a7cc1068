//! Errors of EPD lines and of operations.

use core::fmt;

use crate::Move;
use crate::notation::fen::FenError;
use crate::notation::san::SanErrorKind;

/// The error of parsing a line of EPD, and its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpdError {
    pub(super) kind: EpdErrorKind,
    /// The byte offset of the error, from 0; the length of the text if the error is at its end.
    pub at: usize,
    /// The character at `at`, counted from 1. It differs from the byte offset plus 1 after
    /// characters that are not ASCII.
    pub column: usize,
}

/// The kind of an [`EpdError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EpdErrorKind {
    /// The first four fields are not a valid position.
    Position(FenError),
    /// A character that is not allowed here.
    Unexpected(char),
    /// A quoted string has no closing quotation mark.
    UnclosedText,
    /// The line ends before the semicolon of an operation.
    Unfinished,
    /// An operand is not valid SAN, or not a legal move.
    Move(SanErrorKind),
    /// The opcode or the value of an operation is invalid.
    Operation(OperationError),
}

/// The error of an operation that cannot be in a line of EPD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationError {
    pub(super) kind: OperationErrorKind,
}

/// The kind of an [`OperationError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OperationErrorKind {
    /// The opcode is not a letter followed by up to 14 letters, digits and `_`.
    Opcode,
    /// The value is not of the kind that the opcode takes; contains a description of that kind.
    Value(&'static str),
    /// A move is not legal in the position in which it is played.
    Illegal(Move),
    /// A character that is not allowed in a quoted string or a symbol.
    Character(char),
    /// A symbol is empty, or would be parsed as an integer.
    Symbol,
    /// The operand of `hmvc` or `fmvn` is out of range.
    Counter,
}

impl EpdError {
    /// Returns the message without the location in the line. If the position is wrong, it has the
    /// location in the FEN.
    pub fn message(&self) -> impl fmt::Display {
        self.kind
    }
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
            EpdErrorKind::Unexpected(found) => write!(
                f,
                "unexpected {found:?} (expected an operation such as bm Nf3; or id \"name\";)",
            ),
            EpdErrorKind::UnclosedText => {
                f.write_str("the string that begins here has no closing quotation mark")
            }
            EpdErrorKind::Unfinished => {
                f.write_str("the line ends inside an operation (expected ;)")
            }
            EpdErrorKind::Move(error) => error.fmt(f),
            EpdErrorKind::Operation(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for OperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            OperationErrorKind::Opcode => {
                f.write_str("invalid opcode (expected a letter and up to 14 letters, digits or _)")
            }
            OperationErrorKind::Value(kind) => {
                write!(f, "wrong operands for this opcode (expected {kind})")
            }
            OperationErrorKind::Illegal(mv) => {
                write!(f, "the move {mv:?} is not legal in the position in which it is played")
            }
            OperationErrorKind::Character(found) => {
                write!(
                    f,
                    "{found:?} is not allowed in an operand (expected no quotation mark and no \
                     control character; in a symbol, also no white space and no semicolon)"
                )
            }
            OperationErrorKind::Symbol => {
                f.write_str("a symbol is empty or a number (expected a word that is not a number)")
            }
            OperationErrorKind::Counter => f.write_str(
                "the counter is out of range (expected hmvc 0 to 65535, fmvn 1 to 4294967295)",
            ),
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

impl From<OperationErrorKind> for OperationError {
    fn from(kind: OperationErrorKind) -> OperationError {
        OperationError { kind }
    }
}

impl core::error::Error for OperationError {}
