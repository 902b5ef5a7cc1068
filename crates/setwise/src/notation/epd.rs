//! EPD (Extended Position Description): a position with annotations, in one line of text.
//!
//! An EPD line is the first four fields of a [FEN](super::fen), followed by operations. An
//! operation is an opcode, its operands and a semicolon. The notation is by Steven Edwards (PGN
//! standard, 1994, section 16.2), based on work by John Stanback.
//!
//! ```text
//! 6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "back rank"; dm 1;
//! ```
//!
//! # Opcodes
//!
//! Opcodes of the standard take the operands that the standard defines. Moves are parsed, and must
//! be legal.
//!
//! | opcode | value |
//! |---|---|
//! | `am` `bm`: moves to avoid, best moves | [`Value::Moves`] |
//! | `pm` `sm`: predicted move, supplied move | [`Value::Moves`] with one move |
//! | `pv`: predicted variation | [`Value::Line`] |
//! | `acd` `acn` `acs` `ce` `dm` `fmvn` `hmvc` `rc` `tcgs`: depth, nodes and seconds of an analysis, centipawn evaluation, moves to mate, fullmove number, halfmove clock, repetitions, game server code | [`Value::Integer`] |
//! | `id` `eco` `nic` `tcri` `tcsi`, `c0`–`c9` `v0`–`v9`: identifier, opening codes, game server data, comments, variation names | [`Value::Text`]; `c` and `v` may also have [`Value::Nothing`] |
//! | `draw_accept` `draw_claim` `draw_offer` `draw_reject` `resign` | [`Value::Nothing`] |
//! | `noop` and any other | [`Value::Nothing`] or [`Value::Operands`] |
//!
//! `hmvc` and `fmvn` also set the counters of the position.

mod error;
mod read;
mod value;
mod write;

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use crate::{IllegalMoveError, Move, Position};

pub use error::{EpdError, OperationError};
use error::{EpdErrorKind, OperationErrorKind};
pub use value::{Operand, Value};

/// A position with operations.
///
/// `Display` writes it as a line of EPD. Parsing that line gives an equal value, with two
/// exceptions: counters that no operation sets, and an en passant square where no capture is legal,
/// are lost.
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

/// An operation of an [`Epd`]: an opcode and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    opcode: String,
    value: Value,
}

impl Operation {
    /// Returns the opcode: a letter, followed by up to 14 letters, digits and `_`.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// Returns the value.
    pub fn value(&self) -> &Value {
        &self.value
    }
}

impl Epd {
    /// Creates an EPD of a position without operations.
    pub fn new(position: Position) -> Epd {
        Epd { position, operations: Vec::new() }
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the operations in the order in which they are written.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Returns the value of the first operation with the opcode, or `None` if there is none.
    pub fn get(&self, opcode: &str) -> Option<&Value> {
        let found = self.operations.iter().find(|operation| operation.opcode == opcode);
        found.map(Operation::value)
    }

    /// Appends an operation.
    ///
    /// # Errors
    ///
    /// Returns an error if the opcode is not well-formed, the value is not of the kind that the
    /// opcode takes, a move in it is not legal, a counter is out of range, or a text or symbol in
    /// it cannot be written such that it parses back.
    pub fn with(mut self, opcode: &str, value: Value) -> Result<Epd, OperationError> {
        value::check_opcode(opcode)?;
        value::check(opcode, &value)?;
        let illegal = |error: IllegalMoveError| OperationErrorKind::Illegal(error.mv);
        match &value {
            Value::Moves(moves) => {
                let is_legal = |&mv: &Move| self.position.is_legal(mv);
                if let Some(&mv) = moves.iter().find(|mv| !is_legal(mv)) {
                    return Err(OperationErrorKind::Illegal(mv).into());
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

    /// Appends an operation that has been checked; `hmvc` and `fmvn` also set the counter.
    fn add(&mut self, opcode: &str, value: Value) -> Result<(), OperationErrorKind> {
        self.position = value::with_counters(&self.position, opcode, &value)?;
        self.operations.push(Operation { opcode: opcode.to_owned(), value });
        Ok(())
    }
}
