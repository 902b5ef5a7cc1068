//! Where a word stands in a table: symmetries, and the index of a placement.
//!
//! A table has one word for each square of White's king and of the other pieces. The bits of the
//! word are the squares of Black's king, the *word's king*. A board without pawns has eight
//! symmetries, so White's king is only in the triangle a1-d1-d4, on 10 squares. With pawns only the
//! mirror of the files is left, and the king is on 32 squares. The symmetry that brings White's king
//! there is applied to the other pieces, and to the word as a whole.

use alloc::vec;
use alloc::vec::Vec;

use setwise::{Bitboard, Piece, Role, Square};

use crate::material::Material;
use crate::placement::Placement;

/// One of the eight symmetries of the board: bit 0 mirrors the files, then bit 1 flips the ranks,
/// then bit 2 flips the board about the diagonal a1-h8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    /// The symmetry that changes nothing.
    pub(crate) const NONE: Symmetry = Symmetry(0);

    /// Returns the image of a square.
    #[inline]
    pub(crate) fn square(self, square: Square) -> Square {
        let mut index = square.index() ^ ((self.0 & 1) * 7) ^ ((self.0 >> 1 & 1) * 56);
        if self.0 & 4 != 0 {
            index = index >> 3 | (index & 7) << 3;
        }
        Square::masked(index)
    }

    /// Returns the set whose image is the given set.
    #[inline]
    pub(crate) fn undo(self, image: Bitboard) -> Bitboard {
        let mut set = image;
        if self.0 & 4 != 0 {
            set = set.flip_diagonal();
        }
        if self.0 & 2 != 0 {
            set = set.flip_vertical();
        }
        if self.0 & 1 != 0 {
            set = set.mirror_horizontal();
        }
        set
    }
}

/// Where a square of White's king is in a table.
#[derive(Clone, Copy, Debug)]
struct Home {
    /// The symmetry that brings the king to the squares of the table.
    symmetry: Symmetry,
    /// The number of its image among the squares of the table.
    number: usize,
}

impl Home {
    fn of(king: Square, has_pawns: bool) -> Home {
        let (mut file, mut rank) = (king.index() & 7, king.index() >> 3);
        let mut symmetry = 0;
        if file > 3 {
            (file, symmetry) = (7 - file, symmetry | 1);
        }
        if has_pawns {
            return Home { symmetry: Symmetry(symmetry), number: usize::from(4 * rank + file) };
        }
        if rank > 3 {
            (rank, symmetry) = (7 - rank, symmetry | 2);
        }
        if rank > file {
            (file, rank, symmetry) = (rank, file, symmetry | 4);
        }
        Home { symmetry: Symmetry(symmetry), number: usize::from(file * (file + 1) / 2 + rank) }
    }
}

/// The order of the words of a table: by White's king, and by each piece in the order of
/// [`Material::pieces`]. The last piece varies fastest. A pawn has 48 squares, another piece 64.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pieces: Vec<Piece>,
    /// The distance of the words of two neighbouring squares of each piece.
    strides: [usize; 3],
    homes: [Home; 64],
    /// The squares of White's king, in the order of their numbers.
    kings: Vec<Square>,
    words: usize,
    /// What each square of each piece adds to an index, by the symmetry that is applied.
    offsets: Vec<[[usize; 64]; 3]>,
}

impl Layout {
    pub(crate) fn new(material: &Material) -> Layout {
        let pieces: Vec<Piece> = material.pieces().collect();
        let homes = Square::ALL.map(|king| Home::of(king, material.has_pawns()));
        let mut kings: Vec<Square> = Square::ALL.into();
        kings.retain(|&king| homes[king as usize].symmetry == Symmetry::NONE);
        kings.sort_by_key(|&king| homes[king as usize].number);
        let mut strides = [0; 3];
        let mut words = 1;
        for (piece, stride) in pieces.iter().zip(&mut strides).rev() {
            *stride = words;
            words *= squares(*piece).1;
        }
        words *= kings.len();
        let mut offsets = vec![[[0; 64]; 3]; 8];
        for (symmetry, offsets) in (0..8).map(Symmetry).zip(&mut offsets) {
            for (at, &piece) in pieces.iter().enumerate() {
                offsets[at] = Square::ALL.map(|square| {
                    let image = symmetry.square(square).index();
                    usize::from(image.saturating_sub(squares(piece).0)) * strides[at]
                });
            }
        }
        Layout { pieces, strides, homes, kings, words, offsets }
    }

    /// The pieces other than the kings, in the order of the layout.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The number of words for each side to move.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The distance of the words of two neighbouring squares of a piece.
    #[inline]
    pub(crate) fn stride(&self, piece: usize) -> usize {
        self.strides[piece]
    }

    /// Returns the placement of a word, or `None` if two pieces share a square.
    pub(crate) fn placement(&self, index: usize) -> Option<Placement> {
        let mut rest = index;
        let mut placed = [Square::A1; 3];
        for (at, &piece) in self.pieces.iter().enumerate().rev() {
            // Divisors that are constants take a few cycles, others twenty.
            let (square, next) = match piece.role {
                Role::Pawn => (rest % 48 + 8, rest / 48),
                _ => (rest % 64, rest / 64),
            };
            (placed[at], rest) = (Square::masked(square as u8), next);
        }
        let mut placement = Placement::new(self.kings[rest]);
        for (&piece, &square) in self.pieces.iter().zip(&placed) {
            if placement.occupied().contains(square) {
                return None;
            }
            placement.put(piece, square);
        }
        Some(placement)
    }

    /// Returns the index of a placement, and the symmetry whose image of the placement has this
    /// index. The pieces must be in the order of the layout.
    #[inline]
    pub(crate) fn index(&self, placement: &Placement) -> (usize, Symmetry) {
        self.index_with(placement, placement.king())
    }

    /// Returns the same with White's king on another square.
    #[inline]
    pub(crate) fn index_with(&self, placement: &Placement, king: Square) -> (usize, Symmetry) {
        let Home { symmetry, number } = self.homes[king as usize];
        let mut index = number * (self.words / self.kings.len());
        let offsets = &self.offsets[usize::from(symmetry.0)];
        for (&(_, square), offsets) in placement.pieces().iter().zip(offsets) {
            index += offsets[square as usize];
        }
        (index, symmetry)
    }

    /// Returns, for each piece, the union of the words that differ only in the square of the piece:
    /// see [`Unions`].
    pub(crate) fn unions(&self, words: &[Bitboard]) -> Unions {
        let mut sets: [Vec<Bitboard>; 3] = Default::default();
        for (at, &piece) in self.pieces.iter().enumerate() {
            let (stride, number) = (self.strides[at], squares(piece).1);
            let set = &mut sets[at];
            set.resize(words.len() / number, Bitboard::EMPTY);
            for (block, set) in
                words.chunks_exact(stride * number).zip(set.chunks_exact_mut(stride))
            {
                for words in block.chunks_exact(stride) {
                    set.iter_mut().zip(words).for_each(|(set, &word)| *set |= word);
                }
            }
        }
        let is_empty = words.iter().all(|word| word.is_empty());
        Unions { sets, is_empty }
    }

    /// Returns the union of the words that differ from a word only in the square of a piece.
    #[inline]
    pub(crate) fn union(&self, unions: &Unions, index: usize, piece: usize) -> Bitboard {
        let (stride, number) = (self.strides[piece], squares(self.pieces[piece]).1);
        unions.sets[piece][index / (stride * number) * stride + index % stride]
    }

    /// Returns the number of placements on the board that have the same word as an index, up to
    /// symmetry.
    pub(crate) fn orbit(&self, index: usize) -> u64 {
        let king = self.kings[index / (self.words / self.kings.len())];
        self.homes.iter().filter(|home| home.number == self.homes[king as usize].number).count()
            as u64
    }
}

/// Unions of the words of a set along each piece. Where such a union is empty, no move of the piece
/// leads into the set.
#[derive(Debug, Default)]
pub(crate) struct Unions {
    sets: [Vec<Bitboard>; 3],
    is_empty: bool,
}

impl Unions {
    /// Returns whether all words are empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }
}

/// Returns the first square of a piece, and the number of its squares.
#[inline]
fn squares(piece: Piece) -> (u8, usize) {
    if piece.role == Role::Pawn { (8, 48) } else { (0, 64) }
}
