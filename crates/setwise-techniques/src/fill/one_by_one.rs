//! Several sides, each by a fill of its own.

use super::union;
use setwise::Bitboard;

/// For each direction a set for each side, from the eight directions of each side.
#[inline(always)]
pub(super) fn rays<const N: usize>(rays_of: impl Fn(usize) -> [Bitboard; 8]) -> [[Bitboard; N]; 8] {
    let mut rays = [[Bitboard::EMPTY; N]; 8];
    for side in 0..N {
        for (ray, of_side) in rays.iter_mut().zip(rays_of(side)) {
            ray[side] = of_side;
        }
    }
    rays
}

/// The union of the eight directions of each side.
///
/// Not by `array::from_fn`: that is left out of line, and its closure is then compiled without
/// the CPU features of the caller. Two sides with AVX-512 took 500 ns so, and 12 by this loop.
#[inline(always)]
pub(super) fn all<const N: usize>(rays_of: impl Fn(usize) -> [Bitboard; 8]) -> [Bitboard; N] {
    let mut attacked = [Bitboard::EMPTY; N];
    for (side, attacked) in attacked.iter_mut().enumerate() {
        *attacked = union(rays_of(side));
    }
    attacked
}
