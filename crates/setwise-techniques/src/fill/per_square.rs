//! A fill as a technique for a single slider.

use super::Fills;
use setwise::attacks::{Card, Sliders, Trace};
use setwise::{Bitboard, Square};

/// A fill as a technique for one slider on one square.
///
/// Its lookups are long, and are inlined all the same: in a caller compiled for AVX2 the compiler
/// does several directions of a plain fill at once. Out of line, Dumb7Fill and Kogge-Stone lost a
/// quarter of perft's speed, and byte lanes a seventh of their lookups.
#[derive(Clone, Copy, Debug)]
pub struct PerSquare<F>(pub(super) F);

impl<F: Fills> Sliders for PerSquare<F> {
    const CARD: Card = F::CARD;

    type Occupied = Bitboard;

    fn new() -> Option<PerSquare<F>> {
        F::new().map(PerSquare)
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.0.trace_rooks(Bitboard::of(from), !*occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.0.trace_bishops(Bitboard::of(from), !*occupied, trace)
    }

    #[inline(always)]
    fn trace_queen<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        let queen = Bitboard::of(from);
        self.0.trace_sliders(queen, queen, !*occupied, trace)
    }
}
