//! One table of attacks for all squares. Each piece on each square has a slice of it, with an entry
//! for each occupancy of its relevant squares.
#![allow(unsafe_code, reason = "an index that is bounded by the way it is made")]
// Miri: setwise attacks::magic::tests::entries_of_some_occupancies

use super::Sliders;
use super::kindergarten::Kindergarten;
use super::rays;
use crate::{Bitboard, Direction, Square};

/// The number of occupancies of the relevant squares: 102,400 for all rooks, 5,248 for all bishops.
const ENTRIES: usize = 102_400 + 5_248;

/// One of the two pieces that a queen is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    Rook,
    Bishop,
}

impl Piece {
    /// Returns the squares of the piece's lines whose occupancy matters: all but the outermost
    /// square of each ray, whose own occupancy does not change what is attacked.
    ///
    /// There are ten to twelve for a rook, and five to nine for a bishop.
    pub(super) fn relevant(self, from: Square) -> Bitboard {
        let directions = match self {
            Piece::Rook => Direction::ROOK,
            Piece::Bishop => Direction::BISHOP,
        };
        let inner = |direction| {
            let is_inner = move |&to: &Square| rays::ray(to, direction).any();
            rays::ray(from, direction).into_iter().filter(is_inner)
        };
        directions.into_iter().flat_map(inner).collect()
    }

    fn attacked(self, from: Square, occupied: Bitboard) -> Bitboard {
        // A sixth of the instructions of the walk.
        match self {
            Piece::Rook => Kindergarten::new().rook(from, occupied),
            Piece::Bishop => Kindergarten::new().bishop(from, occupied),
        }
    }
}

/// A function from occupancies to indices, for one piece on one square.
///
/// # Safety
///
/// `index` of the value that `of` returns must be less than two to the power of the number of
/// relevant squares, whatever the occupancy.
pub(super) unsafe trait Hash: Copy {
    /// Returns the function of a piece on a square.
    fn of(piece: Piece, from: Square, relevant: Bitboard) -> Self;

    /// Returns the index. Two occupancies may have the same index only if the piece attacks the
    /// same squares.
    ///
    /// Must be `#[inline(always)]`.
    fn index(&self, occupied: Bitboard) -> usize;
}

/// The hash of one piece on one square, and the first entry of its slice.
///
/// A place instead of an offset saves each lookup an addition and the load of the table's start.
#[derive(Clone, Copy)]
struct Slice<H> {
    hash: H,
    first: *const Bitboard,
}

// SAFETY: `first` points into a table that is shared as `&'static [Bitboard]`.
unsafe impl<H: Send> Send for Slice<H> {}

// SAFETY: as above.
unsafe impl<H: Sync> Sync for Slice<H> {}

impl<H: Hash> Slice<H> {
    #[inline(always)]
    fn attacked(&self, occupied: Bitboard) -> Bitboard {
        // A bounds check here made perft slower. The load is volatile as in `table::entry`.
        // SAFETY: `Slices::build` gave this slice two to the number of relevant squares entries
        // from `first` on, which are never freed, and the hash gives less than that.
        unsafe { self.first.wrapping_add(self.hash.index(occupied)).read_volatile() }
    }
}

/// The slices of both pieces on a square, side by side for the queen.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Pair<H> {
    rook: Slice<H>,
    bishop: Slice<H>,
}

/// A table of attacks. Its entries are never freed.
pub(super) struct Slices<H>([Pair<H>; 64]);

impl<H: Hash> Slices<H> {
    pub(super) fn build() -> Slices<H> {
        Slices::build_for(Bitboard::subsets)
    }

    /// Builds the table for some of the occupancies of relevant squares, and leaves the other
    /// entries empty. For tests by Miri, for which all occupancies are too many.
    fn build_for<I: IntoIterator<Item = Bitboard>>(
        occupancies: impl Fn(Bitboard) -> I,
    ) -> Slices<H> {
        let mut entries = Vec::with_capacity(ENTRIES);
        let mut slices = Vec::with_capacity(2 * 64);
        for from in Square::ALL {
            for piece in [Piece::Rook, Piece::Bishop] {
                let relevant = piece.relevant(from);
                let (hash, first) = (H::of(piece, from, relevant), entries.len());
                entries.resize(first + (1 << relevant.count()), Bitboard::EMPTY);
                for occupied in occupancies(relevant) {
                    entries[first + hash.index(occupied)] = piece.attacked(from, occupied);
                }
                slices.push((hash, first));
            }
        }
        assert_eq!(entries.len(), ENTRIES);
        let entries: &[Bitboard] = entries.leak();
        let slice = |(hash, first)| Slice { hash, first: entries[first..].as_ptr() };
        let pair = |from: usize| Pair {
            rook: slice(slices[2 * from]),
            bishop: slice(slices[2 * from + 1]),
        };
        let mut pairs = [pair(0); 64];
        for (from, stored) in pairs.iter_mut().enumerate().skip(1) {
            *stored = pair(from);
        }
        Slices(pairs)
    }

    #[inline(always)]
    pub(super) fn rook(&self, from: Square, occupied: Bitboard) -> Bitboard {
        self.0[from].rook.attacked(occupied)
    }

    #[inline(always)]
    pub(super) fn bishop(&self, from: Square, occupied: Bitboard) -> Bitboard {
        self.0[from].bishop.attacked(occupied)
    }
}

/// Looks up some entries of each slice, among them those with the lowest and the highest index.
#[cfg(test)]
pub(super) fn check_some_entries<H: Hash>() {
    use super::walk;

    let some = |relevant| [Bitboard::EMPTY, relevant & Bitboard(0x5a5a_a5a5_3c3c_c3c3), relevant];
    let slices: Slices<H> = Slices::build_for(some);
    for from in Square::ALL {
        for occupied in some(Piece::Rook.relevant(from)) {
            assert_eq!(slices.rook(from, occupied), walk::rook(from, occupied), "rook {from}");
        }
        for occupied in some(Piece::Bishop.relevant(from)) {
            assert_eq!(
                slices.bishop(from, occupied),
                walk::bishop(from, occupied),
                "bishop {from}"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::walk;

    #[test]
    fn an_occupancy_matters_exactly_on_the_relevant_squares() {
        for piece in [Piece::Rook, Piece::Bishop] {
            for from in Square::ALL {
                let attacks = |occupied| match piece {
                    Piece::Rook => walk::rook(from, occupied),
                    Piece::Bishop => walk::bishop(from, occupied),
                };
                let lines = attacks(Bitboard::EMPTY);
                let matters = |&square: &Square| attacks(Bitboard::of(square)) != lines;
                let expected: Bitboard = lines.into_iter().filter(matters).collect();
                assert_eq!(piece.relevant(from), expected, "{piece:?} {from}");
            }
        }
    }
}
