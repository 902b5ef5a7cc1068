//! Coordinates of squares in the diagram, and drawing sets of squares.

use core::fmt;

use super::{ACCENT, SIDE};
use crate::{Bitboard, Color, Square};

/// The orientation of the board: the side whose first rank is at the bottom.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) seen_by: Color,
}

impl View {
    /// Returns the upper left corner of a square.
    pub(super) fn corner(self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        let (column, row) = match self.seen_by {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        (SIDE * column, SIDE * row)
    }

    /// Returns the center of a square.
    pub(super) fn center(self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SIDE / 2, y + SIDE / 2)
    }

    /// Fills the squares of a set, as one path.
    pub(super) fn fill(
        self,
        f: &mut fmt::Formatter<'_>,
        set: Bitboard,
        color: &str,
        attributes: &str,
    ) -> fmt::Result {
        if set.is_empty() {
            return Ok(());
        }
        write!(f, r#"<path fill="{color}"{attributes} d=""#)?;
        self.write_squares(f, set, 0)?;
        writeln!(f, r#""/>"#)
    }

    /// Draws a frame in each square of a set.
    pub(super) fn frame(self, f: &mut fmt::Formatter<'_>, set: Bitboard) -> fmt::Result {
        if set.is_empty() {
            return Ok(());
        }
        write!(f, r#"<path fill="none" stroke="{ACCENT}" stroke-width="12" d=""#)?;
        self.write_squares(f, set, 6)?;
        writeln!(f, r#""/>"#)
    }

    /// Writes the outlines of the squares of a set, moved inwards by `inset` units.
    fn write_squares(self, f: &mut fmt::Formatter<'_>, set: Bitboard, inset: i32) -> fmt::Result {
        let side = SIDE - 2 * inset;
        set.into_iter().try_for_each(|square| {
            let (x, y) = self.corner(square);
            write!(f, "M{} {}h{side}v{side}h-{side}z", x + inset, y + inset)
        })
    }
}
