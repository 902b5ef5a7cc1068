//! EPD: a position and what is said of it, as a line of text.
//!
//! The first four fields of a [FEN](super::fen), then operations: an opcode, its operands, and a
//! semicolon. The notation is Steven Edwards's (PGN standard, 1994, section 16.2), after John
//! Stanback's.
//!
//! ```text
//! 6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "back rank"; dm 1;
//! ```
//!
//! The opcodes that the standard names have the operands that it gives them, and the moves among
//! them are read and must be legal:
//!
//! | opcode | value |
//! |---|---|
//! | `am` `bm`: moves to avoid, best moves | [`Value::Moves`] |
//! | `pm` `sm`: a predicted or a supplied move | [`Value::Moves`], one |
//! | `pv`: the line expected | [`Value::Line`] |
//! | `acd` `acn` `acs` `ce` `dm` `fmvn` `hmvc` `rc` `tcgs`: depth, nodes and seconds of an analysis, centipawns, moves to mate, the counters, repetitions, a game server's code | [`Value::Integer`] |
//! | `id` `eco` `nic` `tcri` `tcsi`, `c0`–`c9` `v0`–`v9`: a name, openings, comments, variation names | [`Value::Text`], which `c` and `v` may lack |
//! | `noop` and any other | nothing, or [`Value::Operands`] |
//!
//! `hmvc` and `fmvn` also set the position's counters.

mod error;
mod read;
mod value;
mod write;

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use crate::{IllegalMoveError, Move, Position};

pub use error::{EpdError, EpdErrorKind, OperationError};
pub use value::{Operand, Value};

/// A position with operations.
///
/// It can always be written, and what is written is read as the same again, but for the counters
/// where no operation gives them and an en passant square that no pawn can use.
///
/// ```
/// use setwise::{notation::epd::{Epd, Value}, Move, Square};
///
/// let epd: Epd = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"back rank\";".parse()?;
/// let mate = Move::normal(Square::A1, Square::A8);
/// assert_eq!(epd.get("bm"), Some(&Value::Moves(vec![mate])));
///
/// let epd = epd.with("dm", Value::Integer(1))?;
/// let text = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"back rank\"; dm 1;";
/// assert_eq!(epd.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    position: Position,
    operations: Vec<Operation>,
}

/// What is said of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    opcode: String,
    value: Value,
}

impl Operation {
    /// What it is about: a letter, and up to fourteen letters, digits and `_`.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// What it says.
    pub fn value(&self) -> &Value {
        &self.value
    }
}

impl Epd {
    /// A position without operations.
    pub fn new(position: Position) -> Epd {
        Epd { position, operations: Vec::new() }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The operations in their order.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// What the first operation with an opcode says.
    pub fn get(&self, opcode: &str) -> Option<&Value> {
        let found = self.operations.iter().find(|operation| operation.opcode == opcode);
        found.map(Operation::value)
    }

    /// The same with one more operation at the end.
    ///
    /// # Errors
    ///
    /// The opcode is none, its value is not of the kind that it has, a move in it is not legal, or
    /// a text or symbol in it could not be read again.
    pub fn with(mut self, opcode: &str, value: Value) -> Result<Epd, OperationError> {
        value::check_opcode(opcode)?;
        value::check(opcode, &value)?;
        let illegal = |IllegalMoveError(mv): IllegalMoveError| OperationError::Illegal(mv);
        match &value {
            Value::Moves(moves) => {
                let is_legal = |&mv: &Move| self.position.is_legal(mv);
                if let Some(&mv) = moves.iter().find(|mv| !is_legal(mv)) {
                    return Err(OperationError::Illegal(mv));
                }
            }
            Value::Line(moves) => {
                let mut position = self.position;
                for &mv in moves {
                    position = position.play(mv).map_err(illegal)?;
                }
            }
            Value::Nothing | Value::Integer(_) | Value::Text(_) | Value::Operands(_) => {}
        }
        self.add(opcode, value)?;
        Ok(self)
    }

    /// Adds an operation that is known to be good, and sets the counters if it is about them.
    fn add(&mut self, opcode: &str, value: Value) -> Result<(), OperationError> {
        self.position = value::with_counters(&self.position, opcode, &value)?;
        self.operations.push(Operation { opcode: opcode.to_owned(), value });
        Ok(())
    }
}
