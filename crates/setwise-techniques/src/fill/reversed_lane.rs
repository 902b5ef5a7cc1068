//! Fills in registers of two lanes: the board and the reversed board.
//!
//! **Idea.** SSE2 shifts both lanes of a register by the same amount, so both lanes must step in
//! one direction. On the board turned by 180 degrees, whose bits are reversed, north is south. So
//! one fill to the north does both directions, and four fills do the eight of a queen.
//!
//! ```text
//!  lane 0, north      lane 1, north      lane 1 reversed back
//!  . . . X . . . .    . . . . X . . .    . . . . . . . .
//!  . . . X . . . .    . . . . X . . .    . . . . . . . .
//!  . . . X . . . .    . . . . X . . .    . . . . . . . .
//!  . . . X . . . .    . . . . X . . .    . . . . . . . .
//!  . . . X . . . .    . . . . R . . .    . . . . . . . .
//!  . . . R . . . .    . . . . . . . .    . . . R . . . .
//!  . . . . . . . .    . . . . . . . .    . . . X . . . .
//!  . . . . . . . .    . . . . . . . .    . . . X . . . .
//! ```
//!
//! Two sides of one board need no reversal: White and Black, or the sliders of a side and the
//! enemy's king as a queen, are in the two lanes as they are
//! ([`Fills::rays_of`](super::Fills::rays_of) or [`Fills::sliders_of`](super::Fills::sliders_of)
//! two sides). SSE2 is best used this way.
//!
//! **Cost.** No table. A bit reversal of each set on the way in, some fifteen operations without an
//! instruction for it, and one of each answer; in return, half as many fills.
//!
//! **When it wins.** For two sides at once in code for any x86-64: Kogge-Stone took 10 ns a side in
//! this way, 25 with one side and its reversal, and 27 without lanes, on one Sapphire Rapids core.
//! So the reversal costs nearly what it saves. Where the CPU has AVX2, that is faster.
//!
//! **Literature.** Gerd Isenberg, for two sets a register and for both colors by the same code:
//! <https://www.chessprogramming.org/SSE2>, <https://www.chessprogramming.org/DirGolem>.

use core::marker::PhantomData;

use super::registers::{Occluded, Register, Together};
use super::sides::{Gather, Sides, one_by_one, side_by_side};
use super::simd::{Layout, TwoLanes};
use crate::trace::Silent;
use setwise::{Bitboard, Direction};

/// A fill of the board and the reversed board; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct ReversedLane<O>(PhantomData<O>);

/// Returns the attacks in four directions. The last two are opposite to the first two, in that
/// order.
#[inline(always)]
fn four<O: Occluded, R: Register<2>>(
    [first, second, ..]: [Direction; 4],
    sliders: R,
    empty: R,
) -> [Bitboard; 4] {
    let [a, a_reversed] = O::attacks(Together(first), sliders, empty, &mut Silent).sets();
    let [b, b_reversed] = O::attacks(Together(second), sliders, empty, &mut Silent).sets();
    [a, b, a_reversed.rotate_180(), b_reversed.rotate_180()]
}

/// Returns a set and the reversed set in a register.
#[inline(always)]
fn both<C: TwoLanes>(features: C, set: Bitboard) -> C::Two {
    features.two([set, set.rotate_180()])
}

impl<O: Occluded, C: TwoLanes> Layout<C> for ReversedLane<O> {
    type Alone = O;

    const SOURCE: &str = "https://www.chessprogramming.org/SSE2";

    #[inline(always)]
    fn four(
        features: C,
        directions: [Direction; 4],
        sliders: Bitboard,
        empty: Bitboard,
    ) -> [Bitboard; 4] {
        four::<O, _>(directions, both(features, sliders), both(features, empty))
    }

    #[inline(always)]
    fn eight(features: C, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        let empty = both(features, empty);
        let [n, e, s, w] = four::<O, _>(Direction::ROOK, both(features, rooks), empty);
        let [ne, se, sw, nw] = four::<O, _>(Direction::BISHOP, both(features, bishops), empty);
        [n, e, s, w, ne, se, sw, nw]
    }

    /// Two sides fill the lanes of a register as they are.
    #[inline(always)]
    fn sides<G: Gather, const N: usize>(features: C, sides: &Sides<N>) -> G::Of<N> {
        if N >= 2 {
            let load = |sets| features.two(sets);
            side_by_side::<G, O, N, 2, _>(load, sides)
        } else {
            one_by_one::<G, N>(|side| {
                let Sides { rooks, bishops, empty } = sides;
                Self::eight(features, rooks[side], bishops[side], empty[side])
            })
        }
    }
}
