//! Placements of all pieces but the word's king, and what holds for each square of that king.

use setwise::attacks::{self, rays};
use setwise::{Bitboard, Color, Piece, Role, Square};

/// The squares of White's king and of up to three pieces that are no kings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    king: Square,
    pieces: [(Piece, Square); 3],
    len: u8,
    occupied: Bitboard,
}

impl Placement {
    pub(crate) fn new(king: Square) -> Placement {
        let none = Piece { color: Color::White, role: Role::King };
        Placement { king, pieces: [(none, king); 3], len: 0, occupied: Bitboard::of(king) }
    }

    /// Adds a piece on an empty square, as the last. A fourth piece is ignored.
    #[inline]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        if let Some(place) = self.pieces.get_mut(usize::from(self.len)) {
            *place = (piece, square);
            self.len += 1;
            self.occupied = self.occupied.with(square);
        }
    }

    /// White's king.
    #[inline]
    pub(crate) fn king(&self) -> Square {
        self.king
    }

    /// The pieces other than White's king.
    #[inline]
    pub(crate) fn pieces(&self) -> &[(Piece, Square)] {
        &self.pieces[..usize::from(self.len)]
    }

    /// The squares of White's king and of the pieces.
    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// Returns the placement with White's king on another square, which may be the square of a
    /// piece that is removed afterwards.
    #[must_use]
    pub(crate) fn with_king(&self, king: Square) -> Placement {
        self.rebuilt(king, self.pieces().iter().copied())
    }

    /// Returns the placement with a piece on another square, perhaps as another piece.
    #[must_use]
    pub(crate) fn moved(&self, piece: usize, role: Role, to: Square) -> Placement {
        let pieces = self.pieces().iter().enumerate();
        self.rebuilt(
            self.king,
            pieces.map(|(at, &(was, square))| {
                if at == piece { (Piece { color: was.color, role }, to) } else { (was, square) }
            }),
        )
    }

    /// Returns the placement without a piece.
    #[must_use]
    pub(crate) fn without(&self, piece: usize) -> Placement {
        let pieces = self.pieces().iter().enumerate();
        self.rebuilt(self.king, pieces.filter(|&(at, _)| at != piece).map(|(_, &placed)| placed))
    }

    fn rebuilt(&self, king: Square, pieces: impl Iterator<Item = (Piece, Square)>) -> Placement {
        let mut placement = Placement::new(king);
        pieces.for_each(|(piece, square)| placement.put(piece, square));
        placement
    }

    /// Returns the squares of the word's king with which the position is legal: the kings do not
    /// touch, no two pieces share a square, and the side that has just moved is not in check.
    pub(crate) fn legal(&self, turn: Color) -> Bitboard {
        let free = !(self.occupied | attacks::king(self.king));
        match turn {
            Color::White => free - self.attacked_by_white(),
            Color::Black => free & self.unchecked_white(),
        }
    }

    /// Returns the squares of the word's king with which a side is in check.
    pub(crate) fn check(&self, side: Color) -> Bitboard {
        match side {
            Color::White => !self.unchecked_white(),
            Color::Black => self.attacked_by_white(),
        }
    }

    /// Returns the squares that White's pieces attack. The word's king blocks no line here: the
    /// squares behind it do not matter to a king on its own square.
    fn attacked_by_white(&self) -> Bitboard {
        let white = self.pieces().iter().filter(|(piece, _)| piece.color == Color::White);
        white.fold(attacks::king(self.king), |set, &(piece, square)| {
            set | attacks_of(piece, square, self.occupied)
        })
    }

    /// Returns the squares of the word's king with which no black piece checks White's king: all of
    /// them, or the squares between it and each slider that attacks it.
    fn unchecked_white(&self) -> Bitboard {
        let black = self.pieces().iter().filter(|(piece, _)| piece.color == Color::Black);
        black.fold(Bitboard::UNIVERSE, |set, &(piece, square)| {
            if attacks_of(piece, square, self.occupied).contains(self.king) {
                set & rays::between(square, self.king)
            } else {
                set
            }
        })
    }
}

/// Returns the squares that a piece attacks; none for a king, which no placement has.
#[inline]
pub(crate) fn attacks_of(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    match piece.role {
        Role::Pawn => attacks::pawn(piece.color, from),
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop(from, occupied),
        Role::Rook => attacks::rook(from, occupied),
        Role::Queen => attacks::queen(from, occupied),
        Role::King => Bitboard::EMPTY,
    }
}
