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

use super::in_lanes::Layout;
use super::lanes::{Apart, Lanes, Occluded};
use super::shell::Fans;
use super::{one_by_one, side_by_side};
use setwise::attacks::Silent;
use setwise::{Bitboard, Direction};

/// A fill with a lane for each direction; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Fanned<O>(PhantomData<O>);

impl<O: Occluded, S: Fans> Layout<S> for Fanned<O> {
    type Alone = O;

    const SOURCE: &str = "https://www.chessprogramming.org/AVX2";

    #[inline(always)]
    fn four(
        shell: S,
        directions: [Direction; 4],
        sliders: Bitboard,
        empty: Bitboard,
    ) -> [Bitboard; 4] {
        let (sliders, empty) = (shell.four([sliders; 4]), shell.four([empty; 4]));
        O::attacks(Apart(directions), sliders, empty, &mut Silent).sets()
    }

    #[inline(always)]
    fn eight(shell: S, r: Bitboard, b: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        let (sliders, empty) = (shell.eight([r, r, r, r, b, b, b, b]), shell.eight([empty; 8]));
        O::attacks(Apart(Direction::ALL), sliders, empty, &mut Silent).sets()
    }

    /// Sides that fill a register stand side by side; a few would leave lanes idle.
    #[inline(always)]
    fn eight_of<const N: usize>(
        shell: S,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [[Bitboard; N]; 8] {
        if N >= 8 {
            return side_by_side::rays::<O, N, 8, _>(
                |sets| shell.eight(sets),
                rooks,
                bishops,
                empty,
            );
        }
        one_by_one::rays(|side| Self::eight(shell, rooks[side], bishops[side], empty[side]))
    }

    #[inline(always)]
    fn all_of<const N: usize>(
        shell: S,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [Bitboard; N] {
        if N >= 8 {
            return side_by_side::all::<O, N, 8, _>(
                |sets| shell.eight(sets),
                rooks,
                bishops,
                empty,
            );
        }
        one_by_one::all(|side| Self::eight(shell, rooks[side], bishops[side], empty[side]))
    }
}
