//! Fills in two lanes: the board, and the board turned round.
//!
//! **Idea.** SSE2 shifts both lanes of a register by the same amount, so both must step in one
//! direction. On the board turned by 180 degrees north is south: one fill to the north answers
//! both, and four fills a queen.
//!
//! ```text
//!  lane 0, north      lane 1, north      lane 1 turned back
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
//! Two sides of one board need no turning: white and black, or the sliders of a side and the
//! other's king as a queen, stand in the two lanes as they are
//! ([`Fills::rays_of`](super::Fills::rays_of) or [`Fills::sliders_of`](super::Fills::sliders_of)
//! two). That is what SSE2 is good for.
//!
//! **Cost.** No table. A bit reversal on the way in for each set, some fifteen operations without
//! an instruction for it, and one on the way out; between them half the fills.
//!
//! **When it wins.** Two sides at once in code for any x86-64: Kogge-Stone took 10 ns a side so,
//! and 25 with one side turned; without lanes it took 27, on one Sapphire Rapids core. Turning
//! costs nearly what it saves. Where AVX2 is there, it does better.
//!
//! **Literature.** Gerd Isenberg, for two sets a register and for both colors by the same code:
//! <https://www.chessprogramming.org/SSE2>, <https://www.chessprogramming.org/DirGolem>.

use core::marker::PhantomData;

use super::in_lanes::Layout;
use super::lanes::{Lanes, Occluded, Together};
use super::shell::Pairs;
use super::side_by_side;
use setwise::attacks::Silent;
use setwise::{Bitboard, Direction};

/// A fill in two lanes, the second turned round; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct Turned<O>(PhantomData<O>);

/// The last two of the four directions are opposite to the first two, in that order.
#[inline(always)]
fn four<O: Occluded, L: Lanes<2>>(
    [first, second, ..]: [Direction; 4],
    sliders: L,
    empty: L,
) -> [Bitboard; 4] {
    let [a, a_turned] = O::attacks(Together(first), sliders, empty, &mut Silent).sets();
    let [b, b_turned] = O::attacks(Together(second), sliders, empty, &mut Silent).sets();
    [a, b, a_turned.rotate_180(), b_turned.rotate_180()]
}

/// A set, and the set turned round.
#[inline(always)]
fn both<S: Pairs>(shell: S, set: Bitboard) -> S::Two {
    shell.two([set, set.rotate_180()])
}

impl<O: Occluded, S: Pairs> Layout<S> for Turned<O> {
    type Alone = O;

    const SOURCE: &str = "https://www.chessprogramming.org/SSE2";

    #[inline(always)]
    fn four(
        shell: S,
        directions: [Direction; 4],
        sliders: Bitboard,
        empty: Bitboard,
    ) -> [Bitboard; 4] {
        four::<O, _>(directions, both(shell, sliders), both(shell, empty))
    }

    #[inline(always)]
    fn eight(shell: S, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        let empty = both(shell, empty);
        let [n, e, s, w] = four::<O, _>(Direction::ROOK, both(shell, rooks), empty);
        let [ne, se, sw, nw] = four::<O, _>(Direction::BISHOP, both(shell, bishops), empty);
        [n, e, s, w, ne, se, sw, nw]
    }

    #[inline(always)]
    fn eight_of<const N: usize>(
        shell: S,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [[Bitboard; N]; 8] {
        side_by_side::rays::<O, N, 2, _>(|sets| shell.two(sets), rooks, bishops, empty)
    }

    #[inline(always)]
    fn all_of<const N: usize>(
        shell: S,
        rooks: [Bitboard; N],
        bishops: [Bitboard; N],
        empty: [Bitboard; N],
    ) -> [Bitboard; N] {
        side_by_side::all::<O, N, 2, _>(|sets| shell.two(sets), rooks, bishops, empty)
    }
}
