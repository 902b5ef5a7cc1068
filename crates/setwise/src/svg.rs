//! SVG diagrams of a board: pieces, marked squares, arrows, the last move and check.
//!
//! A [`Diagram`] is a complete SVG document, written without an allocation by `Display`. The pieces
//! are paths, not characters of a font. The document refers to no other file and has no
//! identifiers, so several diagrams can be embedded in one page or, placed with [`Diagram::at`], in
//! one larger SVG document.

mod arrow;
mod coordinates;
mod pieces;
mod squares;

use core::fmt;

use self::squares::View;
use crate::{Bitboard, Board, Color, Move, Piece, Position, Role, Square};

/// The side of a square, in SVG user units.
const SIDE: i32 = 100;

const LIGHT: &str = "#eef0f3";
const DARK: &str = "#a9b7c6";
const LAST_MOVE: &str = "#f2d24b";
const MARK: &str = "#d9822b";
const CHECK: &str = "#d33a3a";
const ACCENT: &str = "#1d4f91";

/// A diagram of a board; `Display` writes it as an SVG document.
///
/// The methods return the diagram with one setting changed. A later call of the same method
/// replaces the setting of an earlier one.
///
/// ```
/// use setwise::attacks;
/// use setwise::{Color, Position, Square};
///
/// let position: Position = "6k1/5ppp/8/8/8/5N2/5PPP/6K1 w - - 0 1".parse()?;
/// let diagram = position
///     .diagram()
///     .seen_by(Color::White)
///     .mark(attacks::knight(Square::F3))
///     .arrows(&[(Square::F3, Square::E5)])
///     .size(320);
/// let document = diagram.to_string();
/// assert!(document.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg" width="320""#));
/// # Ok::<(), setwise::notation::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Diagram<'a> {
    board: Board,
    seen_by: Color,
    size: u32,
    at: Option<(u32, u32)>,
    coordinates: bool,
    last_move: Bitboard,
    marked: Bitboard,
    check: Bitboard,
    framed: Bitboard,
    arrows: &'a [(Square, Square)],
}

impl Position {
    /// Returns a diagram of the position; a king in check is highlighted.
    pub fn diagram<'a>(&self) -> Diagram<'a> {
        let king = Bitboard::of(self.king(self.turn()));
        let check = if self.is_check() { king } else { Bitboard::EMPTY };
        Diagram { check, ..Diagram::new(self.board()) }
    }
}

impl<'a> Diagram<'a> {
    /// Creates a diagram of a board, seen by White, with coordinates, 400 pixels wide and high.
    pub fn new(board: &Board) -> Diagram<'a> {
        Diagram {
            board: *board,
            seen_by: Color::White,
            size: 400,
            at: None,
            coordinates: true,
            last_move: Bitboard::EMPTY,
            marked: Bitboard::EMPTY,
            check: Bitboard::EMPTY,
            framed: Bitboard::EMPTY,
            arrows: &[],
        }
    }

    /// Sets the side whose first rank is at the bottom.
    pub fn seen_by(self, color: Color) -> Self {
        Diagram { seen_by: color, ..self }
    }

    /// Sets the width and height in pixels.
    pub fn size(self, pixels: u32) -> Self {
        Diagram { size: pixels, ..self }
    }

    /// Sets the position of the upper left corner in an enclosing SVG document, in pixels to the
    /// right and down.
    pub fn at(self, x: u32, y: u32) -> Self {
        Diagram { at: Some((x, y)), ..self }
    }

    /// Omits the letters of the files and the digits of the ranks.
    pub fn without_coordinates(self) -> Self {
        Diagram { coordinates: false, ..self }
    }

    /// Highlights the origin and target squares of the last move; for castling, of the king.
    pub fn last_move(self, mv: Move) -> Self {
        Diagram { last_move: Bitboard::of(mv.from()).with(mv.destination()), ..self }
    }

    /// Sets the squares to fill with the mark color.
    pub fn mark(self, squares: Bitboard) -> Self {
        Diagram { marked: squares, ..self }
    }

    /// Sets the squares to draw a frame in.
    pub fn frame(self, squares: Bitboard) -> Self {
        Diagram { framed: squares, ..self }
    }

    /// Sets the arrows to draw, as pairs of origin and target. An arrow from a square to itself is
    /// drawn as a ring.
    pub fn arrows(self, arrows: &'a [(Square, Square)]) -> Self {
        Diagram { arrows, ..self }
    }

    /// Writes a text alternative for screen readers: `white Kg1 a2, black Kg8`.
    fn write_description(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<desc>")?;
        for color in Color::ALL {
            f.write_str(if color == Color::White { "white" } else { ", black" })?;
            for role in Role::ALL.into_iter().rev() {
                for square in self.board.pieces(color, role) {
                    f.write_str(" ")?;
                    if role != Role::Pawn {
                        write!(f, "{}", role.letter().to_ascii_uppercase())?;
                    }
                    write!(f, "{square}")?;
                }
            }
        }
        writeln!(f, "</desc>")
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, board) = (self.size, 8 * SIDE);
        f.write_str(r#"<svg xmlns="http://www.w3.org/2000/svg""#)?;
        if let Some((x, y)) = self.at {
            write!(f, r#" x="{x}" y="{y}""#)?;
        }
        writeln!(f, r#" width="{size}" height="{size}" viewBox="0 0 {board} {board}">"#)?;
        if self.board.occupied().any() {
            self.write_description(f)?;
        }
        let view = View { seen_by: self.seen_by };
        writeln!(f, r#"<rect width="{board}" height="{board}" fill="{LIGHT}"/>"#)?;
        view.fill(f, Bitboard::DARK, DARK, "")?;
        view.fill(f, self.last_move, LAST_MOVE, r#" fill-opacity=".65""#)?;
        view.fill(f, self.marked, MARK, r#" fill-opacity=".85""#)?;
        view.fill(f, self.check, CHECK, r#" fill-opacity=".85""#)?;
        if self.coordinates {
            coordinates::write(f, view)?;
        }
        pieces::write(f, view, &self.board)?;
        view.frame(f, self.framed)?;
        arrow::write_all(f, view, self.arrows)?;
        writeln!(f, "</svg>")
    }
}

/// A picture of one piece without a board; `Display` writes it as an SVG document.
///
/// ```
/// use setwise::Piece;
/// use setwise::svg::PiecePicture;
///
/// let queen = Piece::from_letter('q').expect("a letter of a piece");
/// let document = PiecePicture::new(queen).size(45).to_string();
/// assert!(document.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg" width="45""#));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct PiecePicture {
    piece: Piece,
    size: u32,
}

impl PiecePicture {
    /// Creates a picture of a piece, 50 pixels wide and high.
    pub fn new(piece: Piece) -> PiecePicture {
        PiecePicture { piece, size: 50 }
    }

    /// Sets the width and height in pixels.
    pub fn size(self, pixels: u32) -> PiecePicture {
        PiecePicture { size: pixels, ..self }
    }
}

impl fmt::Display for PiecePicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Piece { color, role }, size) = (self.piece, self.size);
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}""#)?;
        writeln!(f, r#" viewBox="0 0 {SIDE} {SIDE}"><desc>{color} {role}</desc>"#)?;
        let mut board = Board::EMPTY;
        // The square in the corner of the picture.
        board.put(Square::A8, self.piece);
        pieces::write(f, View { seen_by: Color::White }, &board)?;
        writeln!(f, "</svg>")
    }
}
