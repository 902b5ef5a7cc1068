//! Drawing file letters and rank digits, in the corners of the squares at the edge of the board.

use core::fmt;

use super::squares::View;
use crate::{Color, File, Rank, Square};

/// A color with enough contrast to every square color.
const INK: &str = "#56657a";

/// Draws digits in the leftmost column and letters in the bottom row.
pub(super) fn write(f: &mut fmt::Formatter<'_>, view: View) -> fmt::Result {
    let (left, bottom) = match view.seen_by {
        Color::White => (File::A, Rank::First),
        Color::Black => (File::H, Rank::Eighth),
    };
    writeln!(f, r#"<g fill="{INK}" font-family="sans-serif" font-size="18" font-weight="bold">"#)?;
    for rank in Rank::ALL {
        let (x, y) = view.corner(Square::new(left, rank));
        writeln!(f, r#"<text x="{}" y="{}">{rank}</text>"#, x + 4, y + 19)?;
    }
    for file in File::ALL {
        let (x, y) = view.corner(Square::new(file, bottom));
        writeln!(f, r#"<text x="{}" y="{}" text-anchor="end">{file}</text>"#, x + 96, y + 94)?;
    }
    writeln!(f, "</g>")
}
