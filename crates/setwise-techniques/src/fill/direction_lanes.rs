//! Fills in lanes, each lane in a direction of its own: four in AVX2, eight in AVX-512.
//!
//! **Idea.** All directions of a fill do the same but for the amount of the shift and the edge,
//! so the lanes of a register can hold one direction each. AVX-512 does a queen's eight at once.
//!
//! ```text
//!             lane 0    lane 1    lane 2    lane 3    …    lane 7
//!             north     east      south     west           north-west
//!  sliders    s         s         s         s              s
//!  rotate by  8         1         56        63             7
//!  open to    not 1st   not a     not 8th   not h          not 1st, not h
//! ```
//!
//! A rotation takes one instruction where shifts to the left and to the right take two, but brings
//! back what leaves over the top or the bottom; the outer ranks are therefore masked like the
//! files.
//!
//! The fill is the very one of [`dumb7`](super::dumb7) or [`kogge_stone`](super::kogge_stone),
//! said once over [`lanes`](super::lanes).
//!
//! **Cost.** No table; amounts and masks, a register each. Kogge-Stone in eight lanes of AVX-512
//! is 13 instructions, six rotations and seven of logic; AVX2 takes twice two shifts where that
//! rotates once. A trace shows the lanes when the register is unpacked.
//!
//! From code compiled without the features a fill is a call and cannot be inlined, and a rook on
//! one square pays for it as much as all sliders of a side. So the measure is the side
//! ([`Fills::sliders`](super::Fills::sliders)), or many of them, whose sets stand in arrays
//! ([`Fills::sliders_of`](super::Fills::sliders_of)), and not the square.
//!
//! **When it wins.** When all that a side attacks is asked for, best of several sides at once. Of
//! the positions of random games, on one Sapphire Rapids core, with the caller compiled for AVX2
//! (`setwise-bench attacks --workload side sides`), as multiples of PEXT's sides a second:
//!
//! ```text
//!                                       one side    eight sides at once
//!  Kogge-Stone, AVX-512                   1.05            2.15
//!  Kogge-Stone, AVX2                      0.69            1.23
//!  Kogge-Stone, one set after the other   0.85            1.21
//!  PEXT, slider by slider                 1.00            1.00
//!  hyperbola, slider by slider            0.39            0.39
//! ```
//!
//! For one side the compiler finds lanes of its own in the plain fill, because it is inlined there
//! without a call; in a caller compiled for any x86-64 that took 27 ns where AVX2 took 9.
//!
//! Eight sides stand in lanes as they are, each direction after the other, so their sets should
//! lie in arrays already. Gathered one by one just before, they took more than twice as long: a
//! wide load must wait for narrow stores.
//!
//! **Literature.** Gerd Isenberg, <https://www.chessprogramming.org/AVX2> and
//! <https://www.chessprogramming.org/AVX-512>.

use core::marker::PhantomData;

use super::registers::{Apart, Occluded, Register};
use super::sides::{Gather, one_by_one, side_by_side};
use super::simd::{EightLanes, Layout};
use setwise::attacks::Silent;
use setwise::{Bitboard, Direction};

/// A fill with a direction in each lane; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct DirectionLanes<O>(PhantomData<O>);

impl<O: Occluded, C: EightLanes> Layout<C> for DirectionLanes<O> {
    type Alone = O;

    const SOURCE: &str = "https://www.chessprogramming.org/AVX2";

    #[inline(always)]
    fn four(
        features: C,
        directions: [Direction; 4],
        sliders: Bitboard,
        empty: Bitboard,
    ) -> [Bitboard; 4] {
        let (sliders, empty) = (features.four([sliders; 4]), features.four([empty; 4]));
        O::attacks(Apart(directions), sliders, empty, &mut Silent).sets()
    }

    #[inline(always)]
    fn eight(features: C, r: Bitboard, b: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        let sliders = features.eight([r, r, r, r, b, b, b, b]);
        O::attacks(Apart(Direction::ALL), sliders, features.eight([empty; 8]), &mut Silent).sets()
    }

    /// Eight sides or more fill the lanes of a register; fewer would leave some unused.
    #[inline(always)]
    fn sides<G: Gather, const N: usize>(
        features: C,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> G::Of<N> {
        if N >= 8 {
            let load = |sets| features.eight(sets);
            side_by_side::<G, O, N, 8, _>(load, rooks, bishops, empty)
        } else {
            one_by_one::<G, N>(|side| {
                Self::eight(features, rooks[side], bishops[side], empty[side])
            })
        }
    }
}
