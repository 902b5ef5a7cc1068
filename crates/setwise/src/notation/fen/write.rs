//! Writing FEN.

use core::fmt;

use crate::attacks::rays;
use crate::{Board, Color, Direction, File, Position, Rank, Role, Square};

/// How castling rights are spelt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CastlingStyle {
    /// X-FEN: `KQkq` for outermost rooks, a file's letter for others. In standard chess this is
    /// plain FEN.
    #[default]
    XFen,
    /// Shredder-FEN: a file's letter for every right.
    Shredder,
}

/// When the en passant square is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EnPassantStyle {
    /// If a pawn may legally take there.
    #[default]
    Legal,
    /// If a pawn stands ready to take there, pinned or not.
    PseudoLegal,
    /// After every double step.
    Always,
}

/// A position to be written as FEN: it is text by `Display`, without an allocation.
#[derive(Clone, Copy, Debug)]
pub struct Fen<'p> {
    position: &'p Position,
    castling: CastlingStyle,
    en_passant: EnPassantStyle,
    counters: bool,
}

impl Position {
    /// The position as FEN, in the usual style.
    ///
    /// ```
    /// use setwise::{notation::fen::{CastlingStyle, EnPassantStyle}, Move, Position, Square};
    ///
    /// let position = Position::INITIAL.play(Move::normal(Square::E2, Square::E4))?;
    /// assert_eq!(
    ///     position.fen().to_string(),
    ///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    /// );
    /// let other = position
    ///     .fen()
    ///     .castling(CastlingStyle::Shredder)
    ///     .en_passant(EnPassantStyle::Always)
    ///     .without_counters();
    /// assert_eq!(
    ///     other.to_string(),
    ///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3",
    /// );
    /// # Ok::<(), setwise::IllegalMoveError>(())
    /// ```
    pub fn fen(&self) -> Fen<'_> {
        Fen {
            position: self,
            castling: CastlingStyle::default(),
            en_passant: EnPassantStyle::default(),
            counters: true,
        }
    }
}

impl Fen<'_> {
    /// Spells castling rights in a style.
    #[must_use]
    pub fn castling(self, style: CastlingStyle) -> Self {
        Fen { castling: style, ..self }
    }

    /// Writes the en passant square in some cases.
    #[must_use]
    pub fn en_passant(self, style: EnPassantStyle) -> Self {
        Fen { en_passant: style, ..self }
    }

    /// Leaves the two counters out, as EPD does.
    #[must_use]
    pub fn without_counters(self) -> Self {
        Fen { counters: false, ..self }
    }

    fn write_castling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.position.castling().is_empty() {
            return f.write_str("-");
        }
        for color in Color::ALL {
            let rights = self.position.castling() & self.position.board().color(color);
            // From the h file to the a file: the king's side first, in every style.
            for rook in rights.into_iter().rev() {
                let letter = match self.castling {
                    CastlingStyle::XFen => self.side_letter(color, rook),
                    CastlingStyle::Shredder => rook.file().letter(),
                };
                let white = color == Color::White;
                write!(f, "{}", if white { letter.to_ascii_uppercase() } else { letter })?;
            }
        }
        Ok(())
    }

    /// `k` or `q` for the outermost rook on its side of the king, else the letter of its file.
    fn side_letter(&self, color: Color, rook: Square) -> char {
        let king = self.position.king(color);
        let kings_side = rook > king;
        let rooks = self.position.board().pieces(color, Role::Rook);
        let direction = if kings_side { Direction::East } else { Direction::West };
        let is_outermost = !rays::ray(rook, direction).meets(rooks);
        match (is_outermost, kings_side) {
            (false, _) => rook.file().letter(),
            (true, true) => 'k',
            (true, false) => 'q',
        }
    }
}

/// The first field: the ranks from the eighth down.
pub(crate) fn write_board(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match board.piece_at(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    write_empty(f, empty)?;
                    empty = 0;
                    write!(f, "{}", piece.letter())?;
                }
            }
        }
        write_empty(f, empty)?;
        if rank != Rank::First {
            f.write_str("/")?;
        }
    }
    Ok(())
}

fn write_empty(f: &mut fmt::Formatter<'_>, squares: u32) -> fmt::Result {
    if squares > 0 { write!(f, "{squares}") } else { Ok(()) }
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        write_board(position.board(), f)?;
        write!(f, " {} ", position.turn().letter())?;
        self.write_castling(f)?;
        let en_passant = match self.en_passant {
            EnPassantStyle::Legal => position.legal_en_passant(),
            EnPassantStyle::PseudoLegal => position.pseudo_legal_en_passant(),
            EnPassantStyle::Always => position.en_passant(),
        };
        match en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        if self.counters {
            write!(f, " {} {}", position.halfmoves(), position.fullmoves())?;
        }
        Ok(())
    }
}

/// The FEN, in the usual style.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fen().fmt(f)
    }
}

/// The FEN with every field that the position has, and in the alternate form the board drawn.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.fen().en_passant(EnPassantStyle::Always);
        if f.alternate() {
            write!(f, "{fen}\n{}", self.board())
        } else {
            write!(f, "Position({fen})")
        }
    }
}
