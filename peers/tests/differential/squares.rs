//! Squares, sets and moves of the two libraries, in one form that can be compared.

use cozy_chess as cozy;

/// A move: the origin in bits 0–5, the target in bits 6–11, and the letter of a promotion. Castling
/// is king takes rook, which is the native form of both libraries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PlainMove {
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// The letter of the promotion; `'\0'` for none.
    pub(crate) promoted: char,
}

impl From<setwise::Move> for PlainMove {
    fn from(mv: setwise::Move) -> PlainMove {
        PlainMove {
            from: mv.from() as u8,
            to: mv.to() as u8,
            promoted: mv.promoted().map_or('\0', setwise::Role::letter),
        }
    }
}

impl From<cozy::Move> for PlainMove {
    fn from(mv: cozy::Move) -> PlainMove {
        PlainMove {
            from: mv.from as u8,
            to: mv.to as u8,
            promoted: mv.promotion.map_or('\0', char::from),
        }
    }
}

impl PlainMove {
    /// Returns the move in the form of cozy-chess.
    pub(crate) fn cozy(self) -> cozy::Move {
        let promotion = match self.promoted {
            '\0' => None,
            letter => Some(cozy::Piece::try_from(letter).expect("a role's letter")),
        };
        let square = |index| cozy::Square::index(usize::from(index));
        cozy::Move { from: square(self.from), to: square(self.to), promotion }
    }
}

/// As UCI writes it, castling as the king taking its rook.
impl std::fmt::Debug for PlainMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.cozy())
    }
}
