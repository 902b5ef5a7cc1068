//! Moves in the notation of the UCI protocol: `e2e4`, `e7e8q`.
//!
//! Castling has two forms. In standard chess it is written as the king's move, `e1g1`. In Chess960
//! it is written as the king capturing its own rook, `e1h1`, because the king's origin and target
//! may be equal, or may be the squares of another move.
//!
//! The protocol is by Stefan Meyer-Kahlen and Rudolf Huber, 2000.

use core::fmt;
use core::str::FromStr;

use crate::{Move, Position, Role, Square};

/// The form in which castling is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingForm {
    /// The king's move, as in standard chess: `e1g1`.
    #[default]
    KingStep,
    /// The king captures its own rook, as in Chess960: `e1h1`.
    KingTakesRook,
}

impl Position {
    /// Returns the castling form that the position needs: [`CastlingForm::KingTakesRook`] if a king
    /// or rook with a castling right is not on its square of standard chess,
    /// [`CastlingForm::KingStep`] otherwise.
    pub fn castling_form(&self) -> CastlingForm {
        if self.is_chess960() { CastlingForm::KingTakesRook } else { CastlingForm::KingStep }
    }

    /// Returns a move in UCI notation, with castling in the form that the position needs.
    ///
    /// ```
    /// use setwise::Position;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mv = position.parse_uci("e1g1")?;
    /// assert_eq!(position.uci(mv).to_string(), "e1g1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn uci(&self, mv: Move) -> Uci {
        mv.uci(self.castling_form())
    }

    /// Parses a move in UCI notation, with castling in either form.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move in UCI notation, or the move is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let uci: Uci = text.parse()?;
        uci.find(self).ok_or(UciError::Illegal(uci))
    }
}

impl Move {
    /// Returns the move in UCI notation.
    pub const fn uci(self, castling: CastlingForm) -> Uci {
        let to = match castling {
            CastlingForm::KingStep => self.destination(),
            CastlingForm::KingTakesRook => self.to(),
        };
        Uci { from: self.from(), to, promoted: self.promoted() }
    }
}

/// A move in UCI notation: two squares and an optional promotion, independent of a position.
///
/// ```
/// use setwise::{notation::uci::{CastlingForm, Uci}, Position};
///
/// let uci: Uci = "g1f3".parse()?;
/// let mv = uci.find(&Position::INITIAL).ok_or("not a legal move")?;
/// assert_eq!(mv.uci(CastlingForm::KingStep).to_string(), "g1f3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uci {
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The role that a pawn promotes to.
    pub promoted: Option<Role>,
}

impl Uci {
    /// Returns the legal move of the position that this notation describes, or `None`.
    ///
    /// Castling may have either [form](CastlingForm); see [`Position::find_move`].
    pub fn find(self, position: &Position) -> Option<Move> {
        position.find_move(self.from, self.to, self.promoted)
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promoted.map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

/// The null move of the protocol, `0000`: the side to move passes. It is never legal.
pub const NULL_MOVE: &str = "0000";

/// The error of parsing a move in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// The text is not two squares and an optional promotion letter.
    Malformed,
    /// The text is the null move, `0000`, which is never legal.
    NullMove,
    /// The move is not legal in the position.
    Illegal(Uci),
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UciError::Malformed => {
                "not a move in UCI notation (expected two squares and an optional promotion \
                 letter n, b, r or q, such as e2e4 or e7e8q)"
            }
            UciError::NullMove => "the null move 0000 is not legal (expected a legal move)",
            UciError::Illegal(uci) => {
                return write!(f, "the move {uci} is not legal in this position");
            }
        })
    }
}

impl core::error::Error for UciError {}

impl FromStr for Uci {
    type Err = UciError;

    fn from_str(text: &str) -> Result<Uci, UciError> {
        if text == NULL_MOVE {
            return Err(UciError::NullMove);
        }
        let square = |range| text.get(range).and_then(|part: &str| part.parse().ok());
        let from = square(0..2).ok_or(UciError::Malformed)?;
        let to = square(2..4).ok_or(UciError::Malformed)?;
        let promoted = match text.get(4..) {
            Some("") => None,
            Some("n") => Some(Role::Knight),
            Some("b") => Some(Role::Bishop),
            Some("r") => Some(Role::Rook),
            Some("q") => Some(Role::Queen),
            _ => return Err(UciError::Malformed),
        };
        Ok(Uci { from, to, promoted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_texts_are_refused() {
        for bad in [
            "", "e2", "e2e", "e2e9", "e7e8k", "e7e8p", "e7e8Q", "e2e4 ", "e2e4qq", "00000", "é2e4",
            "e2é4",
        ] {
            assert_eq!(bad.parse::<Uci>(), Err(UciError::Malformed), "{bad:?}");
        }
        assert_eq!(NULL_MOVE.parse::<Uci>(), Err(UciError::NullMove));
    }

    #[test]
    fn both_castling_forms_are_found() {
        let position = Position::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("valid");
        let castle = Move::castle(Square::E1, Square::H1);
        for text in ["e1g1", "e1h1"] {
            let uci: Uci = text.parse().expect("two squares");
            assert_eq!(uci.find(&position), Some(castle));
        }
        assert_eq!(castle.uci(CastlingForm::KingStep).to_string(), "e1g1");
        assert_eq!(castle.uci(CastlingForm::KingTakesRook).to_string(), "e1h1");
    }

    /// In Chess960 a king move and castling in the king's-move form may have the same squares; the
    /// king move is found.
    #[test]
    fn king_move_takes_precedence_over_castling() {
        let position = Position::parse_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1").expect("valid");
        let uci: Uci = "f1g1".parse().expect("two squares");
        assert_eq!(uci.find(&position), Some(Move::normal(Square::F1, Square::G1)));
        let uci: Uci = "f1h1".parse().expect("two squares");
        assert_eq!(uci.find(&position), Some(Move::castle(Square::F1, Square::H1)));
        assert_eq!(position.castling_form(), CastlingForm::KingTakesRook);
    }
}
