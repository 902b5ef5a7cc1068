//! Writing FEN.

use core::fmt;

use crate::attacks::rays;
use crate::{Board, Color, Direction, File, Position, Rank, Role, Square};

/// The notation of castling rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CastlingStyle {
    /// X-FEN: `KQkq` for outermost rooks, the letter of the file for other rooks. In standard chess
    /// it is the same as FEN.
    #[default]
    XFen,
    /// Shredder-FEN: the letter of the file for every rook.
    Shredder,
}

/// The condition under which the en passant square is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EnPassantStyle {
    /// If an en passant capture is legal.
    #[default]
    Legal,
    /// If an en passant capture is pseudo-legal.
    PseudoLegal,
    /// After every double step.
    Always,
}

/// A FEN formatter of a position; created by [`Position::fen`].
///
/// `Display` writes the FEN without an allocation.
#[derive(Clone, Copy, Debug)]
pub struct Fen<'p> {
    position: &'p Position,
    castling: CastlingStyle,
    en_passant: EnPassantStyle,
    counters: bool,
}

impl Position {
    /// Returns the position as FEN with six fields, [`CastlingStyle::XFen`] and
    /// [`EnPassantStyle::Legal`].
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
    /// Sets the notation of castling rights.
    #[must_use]
    pub fn castling(self, style: CastlingStyle) -> Self {
        Fen { castling: style, ..self }
    }

    /// Sets the condition under which the en passant square is written.
    #[must_use]
    pub fn en_passant(self, style: EnPassantStyle) -> Self {
        Fen { en_passant: style, ..self }
    }

    /// Omits the two counters, as in EPD.
    #[must_use]
    pub fn without_counters(self) -> Self {
        Fen { counters: false, ..self }
    }

    fn write_castling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.position.castling_rooks().is_empty() {
            return f.write_str("-");
        }
        for color in Color::ALL {
            let rights = self.position.castling_rooks() & self.position.board().color(color);
            // From the h file to the a file: the king side first, in both styles.
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

    /// Returns `k` or `q` for the outermost rook on its side of the king, and the letter of the
    /// file for any other.
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

/// Writes the first field: the ranks from 8 down to 1.
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

/// Writes [`Position::fen`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fen().fmt(f)
    }
}

/// Writes the FEN with [`EnPassantStyle::Always`]; the alternate form adds a diagram of the board.
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
