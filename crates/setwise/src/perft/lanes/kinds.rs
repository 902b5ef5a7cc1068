//! The kinds of moves that a parent's kernel leaves, numbered.
//!
//! Slides come first, in the order of [`Direction::ALL`](crate::Direction::ALL).

/// The knights' jumps, eight from here on.
pub(super) const JUMPS: usize = 8;
/// Pawns go one step.
pub(super) const SINGLE: usize = 16;
/// Pawns go two.
pub(super) const DOUBLE: usize = 17;
/// Pawns take to the east.
pub(super) const EAST: usize = 18;
/// Pawns take to the west.
pub(super) const WEST: usize = 19;
/// The king steps.
pub(super) const KING: usize = 20;

/// How many kinds go from one square to another and change nothing else: those above.
pub(super) const PLAIN: usize = 21;

/// And with the others: promotions by one step, to the east and to the west, castling, and double
/// steps that pass a pawn of the other side.
pub(super) const ALL: usize = PLAIN + 5;

/// A power of two, so that a kind is known to have a place in a table.
pub(super) const ROOM: usize = 32;
