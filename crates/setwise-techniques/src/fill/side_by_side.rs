//! Several sides, each in a lane of its own.

use core::array;

use super::lanes::{Lanes, Occluded, Together};
use setwise::attacks::Silent;
use setwise::{Bitboard, Direction};

/// Fills for several sides, a side a lane, and hands on the eight directions of each register
/// with the number of its first side.
#[inline(always)]
fn each_register<O: Occluded, const N: usize, const W: usize, L: Lanes<W>>(
    register: impl Fn([Bitboard; W]) -> L,
    rooks: [Bitboard; N],
    bishops: [Bitboard; N],
    empty: [Bitboard; N],
    mut hand_on: impl FnMut(usize, [L; 8]),
) {
    for start in (0..N).step_by(W) {
        let part = |sets: &[Bitboard; N]| {
            register(array::from_fn(|lane| *sets.get(start + lane).unwrap_or(&Bitboard::EMPTY)))
        };
        let (rooks, bishops, empty) = (part(&rooks), part(&bishops), part(&empty));
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
        hand_on(start, rays);
    }
}

/// For each direction a set for each side, a side a lane.
#[inline(always)]
pub(super) fn rays<O: Occluded, const N: usize, const W: usize, L: Lanes<W>>(
    register: impl Fn([Bitboard; W]) -> L,
    rooks: [Bitboard; N],
    bishops: [Bitboard; N],
    empty: [Bitboard; N],
) -> [[Bitboard; N]; 8] {
    let mut rays = [[Bitboard::EMPTY; N]; 8];
    each_register::<O, N, W, L>(register, rooks, bishops, empty, |start, filled| {
        for (ray, filled) in rays.iter_mut().zip(filled) {
            copy(filled, &mut ray[start..]);
        }
    });
    rays
}

/// The union of the eight directions of each side, a side a lane.
#[inline(always)]
pub(super) fn all<O: Occluded, const N: usize, const W: usize, L: Lanes<W>>(
    register: impl Fn([Bitboard; W]) -> L,
    rooks: [Bitboard; N],
    bishops: [Bitboard; N],
    empty: [Bitboard; N],
) -> [Bitboard; N] {
    let mut all = [Bitboard::EMPTY; N];
    each_register::<O, N, W, L>(register, rooks, bishops, empty, |start, filled| {
        let [first, rest @ ..] = filled;
        copy(rest.into_iter().fold(first, L::bitor), &mut all[start..]);
    });
    all
}

/// Copies the lanes of a register, or as many as there is room for.
#[inline(always)]
fn copy<const W: usize, L: Lanes<W>>(from: L, to: &mut [Bitboard]) {
    for (to, from) in to.iter_mut().zip(from.sets()) {
        *to = from;
    }
}
