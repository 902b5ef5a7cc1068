//! Moves as the UCI protocol writes them: `e2e4`, `e7e8q`.
//!
//! Castling has two forms: in standard chess the king's own step, `e1g1`; in Chess960 the king
//! taking its rook, `e1h1`, because the king's step may be no step or that of another move.
//!
//! The protocol is Stefan Meyer-Kahlen's and Rudolf Huber's, 2000.

use core::fmt;
use core::str::FromStr;

use crate::{Move, Position, Role, Square};

/// How castling is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Castling {
    /// The king's step: `e1g1`.
    #[default]
    KingStep,
    /// The king takes its rook: `e1h1`.
    KingTakesRook,
}

impl Position {
    /// Returns the form of castling that the position needs: the king's step, unless a king or rook
    /// that may castle stands elsewhere than in standard chess.
    pub fn castling_form(&self) -> Castling {
        if self.is_chess960() { Castling::KingTakesRook } else { Castling::KingStep }
    }

    /// Returns a move as UCI writes it, with castling in the form that the position needs.
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

    /// Parses a move in UCI, with castling in either form.
    ///
    /// # Errors
    ///
    /// The text is not a move in UCI, or no such move is legal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        text.parse::<Uci>()?.find(self).ok_or(UciError::Illegal)
    }
}

impl Move {
    /// The move as UCI writes it.
    pub const fn uci(self, castling: Castling) -> Uci {
        let to = match castling {
            Castling::KingStep => self.destination(),
            Castling::KingTakesRook => self.to(),
        };
        Uci { from: self.from(), to, promoted: self.promoted() }
    }
}

/// A move in UCI's words: two squares and perhaps a role, without a position to make sense of it.
///
/// ```
/// use setwise::{notation::uci::{Castling, Uci}, Position};
///
/// let words: Uci = "g1f3".parse()?;
/// let mv = words.find(&Position::INITIAL).ok_or("not a legal move")?;
/// assert_eq!(mv.uci(Castling::KingStep).to_string(), "g1f3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uci {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes.
    pub promoted: Option<Role>,
}

impl Uci {
    /// The legal move that the words mean in a position, or `None`.
    ///
    /// Castling is understood in either form; see [`Position::find_move`].
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

/// How the protocol writes that a side passes, which is no legal move: `0000`.
pub const NULL_MOVE: &str = "0000";

/// The error of a text that is not a legal move in UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// It is not two squares and perhaps a letter.
    Malformed,
    /// It is the null move, `0000`, which is not legal.
    NullMove,
    /// It is a move, but no such move is legal in the position.
    Illegal,
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UciError::Malformed => {
                "a move is two squares and, if it promotes, n, b, r or q, as in e2e4 or e7e8q"
            }
            UciError::NullMove => "the null move is not a legal move",
            UciError::Illegal => "no such move is legal here",
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
    fn texts_that_are_no_moves() {
        for bad in [
            "", "e2", "e2e", "e2e9", "e7e8k", "e7e8p", "e7e8Q", "e2e4 ", "e2e4qq", "00000", "é2e4",
            "e2é4",
        ] {
            assert_eq!(bad.parse::<Uci>(), Err(UciError::Malformed), "{bad:?}");
        }
        assert_eq!(NULL_MOVE.parse::<Uci>(), Err(UciError::NullMove));
    }

    #[test]
    fn both_forms_of_castling_are_understood() {
        let position = Position::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("valid");
        let castle = Move::castle(Square::E1, Square::H1);
        for text in ["e1g1", "e1h1"] {
            let words: Uci = text.parse().expect("two squares");
            assert_eq!(words.find(&position), Some(castle));
        }
        assert_eq!(castle.uci(Castling::KingStep).to_string(), "e1g1");
        assert_eq!(castle.uci(Castling::KingTakesRook).to_string(), "e1h1");
    }

    /// In Chess960 the king's own step and castling may share their squares; the step is meant.
    #[test]
    fn a_king_step_is_not_taken_for_castling() {
        let position = Position::parse_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1").expect("valid");
        let words: Uci = "f1g1".parse().expect("two squares");
        assert_eq!(words.find(&position), Some(Move::normal(Square::F1, Square::G1)));
        let words: Uci = "f1h1".parse().expect("two squares");
        assert_eq!(words.find(&position), Some(Move::castle(Square::F1, Square::H1)));
        assert_eq!(position.castling_form(), Castling::KingTakesRook);
    }
}
