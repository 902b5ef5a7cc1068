//! Techniques that find the attacks on all four lines of a square at once, in an array that the
//! compiler puts into one register of AVX2.

use super::{dual_hyperbola, gfni_hyperbola};
use crate::Card;
use crate::index::first_rank;
use crate::parts::Axis;
use crate::trace::{Sentences, Set, Trace, Traced, combine, silent};
use setwise::dispatch::CpuFeatures;
use setwise::{Bitboard, Square};

/// The technique that finds the attacks on four lines at once. It reverses the lines by their bits,
/// or only by their bytes (`BITS` is false): then ranks are looked up.
#[derive(Clone, Copy, Debug)]
pub struct FourLines<C, const BITS: bool>(C);

const ATTACKED: Sentences = Sentences::of(&[(
    "attacked",
    "Registers of four words do this for four lines at once: the subtraction forwards and, on the \
     reversed word, backwards. The lesson on `hyperbola` shows these steps one by one.",
)]);

/// Returns the squares attacked along each line, in the order of [`Axis::ALL`]. The set for a rank
/// is empty unless bits are reversed: a byte swap leaves the squares of a rank as they are, so both
/// halves are equal.
#[inline(always)]
fn both_ways<const BITS: bool>(from: Square, occupied: Bitboard) -> [Bitboard; 4] {
    let reverse = |set: Bitboard| if BITS { set.rotate_180() } else { set.flip_vertical() };
    let slider = Bitboard::of(from).0;
    let turned = reverse(Bitboard::of(from)).0;
    let mut lanes = [Bitboard::EMPTY; 4];
    for (lane, axis) in lanes.iter_mut().zip(&Axis::ALL) {
        // The line leaves out the slider, so this is o - r already, and less r again it is o - 2r.
        let line = axis.line(from);
        let o = occupied & line;
        let above = Bitboard(o.0.wrapping_sub(slider));
        let below = reverse(Bitboard(reverse(o).0.wrapping_sub(turned)));
        *lane = (above ^ below) & line;
    }
    lanes
}

impl<C: CpuFeatures, const BITS: bool> FourLines<C, BITS> {
    #[inline(always)]
    fn along<T: Trace, const N: usize>(
        self,
        axes: [Axis; N],
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let lanes = self.0.call(
            (from, occupied),
            #[inline(always)]
            |(from, occupied)| both_ways::<BITS>(from, occupied),
        );
        let mut together = Bitboard::EMPTY;
        for axis in axes {
            trace.part(axis.name());
            together |= if axis == Axis::Rank && !BITS {
                // With the empty lane, the compiler keeps the lanes of a queen in one register.
                lanes[axis as usize] | first_rank::rank(from, occupied, trace)
            } else {
                let line = Set("line", axis.line(from));
                let attacked = lanes[axis as usize].0;
                let attacked = combine(Set("occupied", occupied), "along", line, attacked);
                *trace.set("attacked", attacked)
            };
        }
        together
    }
}

silent!(FourLines<C, BITS> where C: CpuFeatures, const BITS: bool);

impl<C: CpuFeatures, const BITS: bool> Traced for FourLines<C, BITS> {
    const CARD: Card = if BITS { gfni_hyperbola::CARD } else { dual_hyperbola::CARD };

    fn new() -> Option<FourLines<C, BITS>> {
        C::new().map(FourLines)
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        self.along([Axis::Rank, Axis::File], from, occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        self.along([Axis::Diagonal, Axis::AntiDiagonal], from, occupied, trace)
    }

    #[inline(always)]
    fn trace_queen<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        self.along(Axis::ALL, from, occupied, trace)
    }

    const SENTENCES: &'static [Sentences] =
        if BITS { &[ATTACKED] } else { &[first_rank::RANK, first_rank::LOOK_UP, ATTACKED] };
}
