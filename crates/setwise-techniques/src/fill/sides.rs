//! Fills for several sides at once: one side after the other, or each in a lane of its own.
//!
//! [`Sides`] has the sets of the sides, and [`Gather`] says what is kept of their attacks.

use core::array;

use super::registers::{Occluded, Register, Sets, Together};
use crate::trace::Silent;
use setwise::{Bitboard, Direction};

/// The sliders of several sides, and the empty squares that they move over, by side.
///
/// The sides are the two of a board, a side and the enemy's king as a queen, or the sides of many
/// boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides<const N: usize> {
    /// All sliders along ranks and files.
    pub rooks: [Bitboard; N],
    /// All sliders along diagonals; queens are in both.
    pub bishops: [Bitboard; N],
    /// The empty squares.
    pub empty: [Bitboard; N],
}

/// What is kept of the attacks of several sides.
pub trait Gather {
    /// The attacks of `N` sides.
    type Of<const N: usize>;

    /// Returns no attacks.
    fn none<const N: usize>() -> Self::Of<N>;

    /// Adds the attacks of the sides from `first` on, a side a lane, in the order of
    /// [`Direction::ALL`]. Lanes past the last side are ignored.
    fn add<const N: usize, const W: usize, R: Register<W>>(
        attacks: &mut Self::Of<N>,
        first: usize,
        rays: [R; 8],
    );
}

/// Keeps a set for each direction and side.
pub struct EachDirection;

impl Gather for EachDirection {
    type Of<const N: usize> = [[Bitboard; N]; 8];

    #[inline(always)]
    fn none<const N: usize>() -> [[Bitboard; N]; 8] {
        [[Bitboard::EMPTY; N]; 8]
    }

    #[inline(always)]
    fn add<const N: usize, const W: usize, R: Register<W>>(
        attacks: &mut [[Bitboard; N]; 8],
        first: usize,
        rays: [R; 8],
    ) {
        for (attacks, ray) in attacks.iter_mut().zip(rays) {
            copy(ray, &mut attacks[first..]);
        }
    }
}

/// Keeps the union of all directions of each side.
pub struct AllDirections;

impl Gather for AllDirections {
    type Of<const N: usize> = [Bitboard; N];

    #[inline(always)]
    fn none<const N: usize>() -> [Bitboard; N] {
        [Bitboard::EMPTY; N]
    }

    #[inline(always)]
    fn add<const N: usize, const W: usize, R: Register<W>>(
        attacks: &mut [Bitboard; N],
        first: usize,
        [ray, rays @ ..]: [R; 8],
    ) {
        copy(rays.into_iter().fold(ray, R::bitor), &mut attacks[first..]);
    }
}

/// Copies the lanes of a register, or as many as there is room for.
#[inline(always)]
fn copy<const W: usize, R: Register<W>>(from: R, to: &mut [Bitboard]) {
    for (to, from) in to.iter_mut().zip(from.sets()) {
        *to = from;
    }
}

/// Gathers the attacks of `N` sides, each by a fill of its own.
///
/// By loops and not by `array::from_fn`: that is left out of line, and its closure is then compiled
/// without the CPU features of the caller. Two sides with AVX-512 took 500 ns so, and 12 by loops.
#[inline(always)]
pub(super) fn one_by_one<G: Gather, const N: usize>(
    rays_of: impl Fn(usize) -> [Bitboard; 8],
) -> G::Of<N> {
    let mut attacks = G::none::<N>();
    for side in 0..N {
        let mut rays = [Sets([Bitboard::EMPTY]); 8];
        for (ray, set) in rays.iter_mut().zip(rays_of(side)) {
            *ray = Sets([set]);
        }
        G::add(&mut attacks, side, rays);
    }
    attacks
}

/// Gathers the attacks of `N` sides, each in a lane of registers with `W` lanes.
#[inline(always)]
pub(super) fn side_by_side<
    G: Gather,
    O: Occluded,
    const N: usize,
    const W: usize,
    R: Register<W>,
>(
    load: impl Fn([Bitboard; W]) -> R,
    sides: &Sides<N>,
) -> G::Of<N> {
    let mut attacks = G::none::<N>();
    for first in (0..N).step_by(W) {
        let part = |sets: &[Bitboard; N]| {
            load(array::from_fn(|lane| *sets.get(first + lane).unwrap_or(&Bitboard::EMPTY)))
        };
        let (rooks, bishops, empty) =
            (part(&sides.rooks), part(&sides.bishops), part(&sides.empty));
        // Not by a loop: each direction is a constant to its fill.
        let rays = [
            O::attacks(Together(Direction::North), rooks, empty, &mut Silent),
            O::attacks(Together(Direction::East), rooks, empty, &mut Silent),
            O::attacks(Together(Direction::South), rooks, empty, &mut Silent),
            O::attacks(Together(Direction::West), rooks, empty, &mut Silent),
            O::attacks(Together(Direction::NorthEast), bishops, empty, &mut Silent),
            O::attacks(Together(Direction::SouthEast), bishops, empty, &mut Silent),
            O::attacks(Together(Direction::SouthWest), bishops, empty, &mut Silent),
            O::attacks(Together(Direction::NorthWest), bishops, empty, &mut Silent),
        ];
        G::add(&mut attacks, first, rays);
    }
    attacks
}
