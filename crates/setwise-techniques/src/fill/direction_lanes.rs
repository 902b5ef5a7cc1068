//! Fills with a direction in each lane of a register: four in AVX2, eight in AVX-512.
//!
//! **Idea.** The directions of a fill differ only in the amount of the shift and in the edge of the
//! board. So each lane of a register can hold one direction. AVX-512 does the eight of a queen at
//! once.
//!
//! ```text
//!             lane 0    lane 1    lane 2    lane 3    …    lane 7
//!             north     east      south     west           north-west
//!  sliders    s         s         s         s              s
//!  rotate by  8         1         56        63             7
//!  open to    not 1st   not a     not 8th   not h          not 1st, not h
//! ```
//!
//! A rotation is one instruction where shifts to the left and to the right are two, but it brings
//! back what leaves the board at the top or at the bottom. So the outer ranks are masked like the
//! outer files.
//!
//! The fill is [`dumb7`](super::dumb7) or [`kogge_stone`](super::kogge_stone), which are written
//! once for all [`registers`](super::registers).
//!
//! **Cost.** No table; one register each for amounts and masks. Kogge-Stone in eight lanes of
//! AVX-512 is 13 instructions: six rotations and seven logical ones. AVX2 has two registers, and
//! takes two shifts for each rotation. A trace shows the lanes after the last step only.
//!
//! In code compiled without the features a fill is a call and cannot be inlined, and a rook on one
//! square costs as much as all sliders of a side. So compare it for whole sides
//! ([`Fills::sliders`](super::Fills::sliders)), or for many sides whose sets are in arrays
//! ([`Fills::sliders_of`](super::Fills::sliders_of)), and not for single squares.
//!
//! **When it wins.** When all attacks of a side are wanted, most of all for several sides at once.
//! The number of sides per second, as a multiple of PEXT's, for the positions of random games on
//! one Sapphire Rapids core, with the caller compiled for AVX2 (`setwise-bench attacks --workload
//! side sides`):
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
//! For one side the compiler finds lanes of its own in the plain fill, because the fill is inlined
//! there. In a caller compiled for any x86-64 the plain fill took 27 ns where AVX2 took 9.
//!
//! For eight sides each lane holds a side, and the directions follow each other. So the sets should
//! be in arrays already. Gathered one by one just before, they took more than twice as long,
//! because a wide load must wait for narrow stores.
//!
//! **Literature.** Gerd Isenberg, <https://www.chessprogramming.org/AVX2> and
//! <https://www.chessprogramming.org/AVX-512>.

use core::marker::PhantomData;

use super::registers::{Apart, Occluded, Register};
use super::sides::{Gather, Sides, one_by_one, side_by_side};
use super::simd::{EightLanes, Layout};
use crate::trace::Silent;
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
    fn sides<G: Gather, const N: usize>(features: C, sides: &Sides<N>) -> G::Of<N> {
        if N >= 8 {
            let load = |sets| features.eight(sets);
            side_by_side::<G, O, N, 8, _>(load, sides)
        } else {
            one_by_one::<G, N>(|side| {
                let Sides { rooks, bishops, empty } = sides;
                Self::eight(features, rooks[side], bishops[side], empty[side])
            })
        }
    }
}
