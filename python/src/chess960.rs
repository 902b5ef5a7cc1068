//! The numbers of the start positions of Chess960.

use setwise::Position;

/// The number of start positions.
pub(crate) const STARTS: u16 = 960;

/// Returns the number of a position whose pieces stand as at the start.
pub(crate) fn number(position: &Position) -> Option<u16> {
    let is_this =
        |number: &u16| Position::chess960(*number).is_some_and(|it| it.board() == position.board());
    (0..STARTS).find(is_this)
}
