//! Shared code of the tables of lines.

use setwise::attacks::walk;
use setwise::{Bitboard, Square};

use crate::parts::Axis;

/// Returns the inner squares of a line through a square, without the square. The two ends are left
/// out: their occupancy does not matter, because there is nothing behind them.
pub(super) fn inner(axis: Axis, from: Square) -> Bitboard {
    let whole = axis.line(from).with(from);
    let ends = [whole.first(), whole.last()].into_iter().flatten();
    whole - ends.collect() - Bitboard::of(from)
}

/// Returns the squares attacked along a line, found step by step. Every table of lines is built
/// from these.
pub(super) fn walked(from: Square, axis: Axis, occupied: Bitboard) -> Bitboard {
    (walk::rook(from, occupied) | walk::bishop(from, occupied)) & axis.line(from)
}
