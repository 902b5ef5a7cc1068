//! Writing EPD.

use core::fmt;

use super::{Epd, Operand, Value};
use crate::{Move, Position};

/// Writes four FEN fields and the operations in order, separated by one space.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position.fen().without_counters())?;
        self.operations.iter().try_for_each(|operation| {
            write!(f, " {}", operation.opcode)?;
            write_value(f, &operation.value, &self.position)?;
            f.write_str(";")
        })
    }
}

fn write_value(f: &mut fmt::Formatter<'_>, value: &Value, position: &Position) -> fmt::Result {
    match value {
        Value::Nothing => Ok(()),
        Value::Moves(moves) => moves.iter().try_for_each(|&mv| write!(f, " {}", position.san(mv))),
        Value::Line(moves) => write_line(f, moves, *position),
        Value::Integer(number) => write!(f, " {number}"),
        Value::Text(text) => write!(f, " \"{text}\""),
        Value::Operands(operands) => operands.iter().try_for_each(|operand| match operand {
            Operand::Integer(number) => write!(f, " {number}"),
            Operand::Text(text) => write!(f, " \"{text}\""),
            Operand::Symbol(symbol) => write!(f, " {symbol}"),
        }),
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, moves: &[Move], mut position: Position) -> fmt::Result {
    moves.iter().try_for_each(|&mv| {
        write!(f, " {}", position.san(mv))?;
        position = position.play_unchecked(mv);
        Ok(())
    })
}
