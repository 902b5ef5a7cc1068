//! Drawing pieces, in shapes made for this crate in the Staunton style.

use core::fmt;

use super::LIGHT;
use super::squares::View;
use crate::{Board, Color, Piece, Role, Square};

/// The shape of a piece on a square of 100 by 100 units, as SVG paths.
struct Shape {
    /// The parts, each filled and outlined.
    parts: &'static str,
    /// Lines over the parts; empty if there are none.
    lines: &'static str,
}

const PAWN: Shape = Shape {
    parts: "M27 90v-4q0-6 6-6h34q6 0 6 6v4zM35 80q10-9 11-25h8q1 16 11 25z\
            M38 48h24a3.5 3.5 0 0 1 0 7h-24a3.5 3.5 0 0 1 0-7zM42 48a15 15 0 1 1 16 0z",
    lines: "",
};

const KNIGHT: Shape = Shape {
    parts: "M21 90v-5q0-6 6-6h48q6 0 6 6v5z\
            M29 79c1-13 16-16 19-27-4 4-10 4-15 7l-5 6c-4 4-13 0-13-6 0-5 9-13 12-22 3-9 9-15 16-18\
            v-10l9 8c22 6 27 33 23 62z",
    lines: "M37 37l5-2M21 58l2-2M60 31c9 9 11 24 10 38",
};

const BISHOP: Shape = Shape {
    parts: "M20 90v-5q0-6 6-6h48q6 0 6 6v5zM33 79q9-7 11-22h12q2 15 11 22z\
            M36 50h28a3.5 3.5 0 0 1 0 7h-28a3.5 3.5 0 0 1 0-7z\
            M38 50q-8-5-8-13 0-9 20-21 20 12 20 21 0 8-8 13zM45 19a6 6 0 1 1 10 0l-5-3z",
    lines: "M49 42l9-13",
};

const ROOK: Shape = Shape {
    parts: "M20 90v-5q0-6 6-6h48q6 0 6 6v5zM28 79l5-30h34l5 30z\
            M30 42h40a3.5 3.5 0 0 1 0 7h-40a3.5 3.5 0 0 1 0-7z\
            M25 42v-24h11v8h8.5v-8h11v8h8.5v-8h11v24z",
    lines: "",
};

const QUEEN: Shape = Shape {
    parts: "M20 90v-5q0-6 6-6h48q6 0 6 6v5zM31 79q11-9 11-24h16q0 15 11 24z\
            M34 48h32a3.5 3.5 0 0 1 0 7h-32a3.5 3.5 0 0 1 0-7z\
            M35 48l-16-28 14.5 9 4.5-17 12 14 12-14 4.5 17 14.5-9-16 28z",
    lines: "",
};

const KING: Shape = Shape {
    parts: "M20 90v-5q0-6 6-6h48q6 0 6 6v5zM31 79q11-9 11-24h16q0 15 11 24z\
            M34 48h32a3.5 3.5 0 0 1 0 7h-32a3.5 3.5 0 0 1 0-7z\
            M36 48l-11-19q9-6 25-6t25 6l-11 19zM45.5 23v-4h-6v-8h6v-5h9v5h6v8h-6v4z",
    lines: "",
};

const fn shape(role: Role) -> Shape {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

/// Draws the pieces of a board.
pub(super) fn write(f: &mut fmt::Formatter<'_>, view: View, board: &Board) -> fmt::Result {
    if board.occupied().is_empty() {
        return Ok(());
    }
    writeln!(f, r#"<g stroke-width="4" stroke-linecap="round" stroke-linejoin="round">"#)?;
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            write_piece(f, view, piece, square)?;
        }
    }
    writeln!(f, "</g>")
}

fn write_piece(
    f: &mut fmt::Formatter<'_>,
    view: View,
    Piece { color, role }: Piece,
    square: Square,
) -> fmt::Result {
    let Shape { parts, lines } = shape(role);
    let (fill, outline, line) = match color {
        Color::White => ("#fff", "#16191d", "#16191d"),
        Color::Black => ("#3d434b", "#16191d", LIGHT),
    };
    let (x, y) = view.corner(square);
    write!(f, r#"<g transform="translate({x} {y})" stroke="{outline}">"#)?;
    write!(f, r#"<path fill="{fill}" d="{parts}"/>"#)?;
    if !lines.is_empty() {
        write!(f, r#"<path fill="none" stroke="{line}" stroke-width="3.5" d="{lines}"/>"#)?;
    }
    writeln!(f, "</g>")
}
