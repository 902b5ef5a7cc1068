//! Fills with a direction in each lane of a register: four in AVX2, eight in AVX-512.
//!
//! **Idea.** The directions of a fill differ only in the amount of the shift and in the edge of the
//! board. So each lane of a register can hold one direction. AVX-512 does the eight of a queen at
//! once, because it rotates each lane by an amount of its own ([`Rotated`]):
//!
//! ```text
//!             lane 0    lane 1    lane 2    lane 3    …    lane 7
//!             north     east      south     west           north-west
//!  sliders    s         s         s         s              s
//!  rotate by  8         1         56        63             7
//!  open to    not 1st   not a     not 8th   not h          not 1st, not h
//! ```
//!
//! A rotation brings back what leaves the board at the top or at the bottom. So the outer ranks are
//! masked like the outer files.
//!
//! AVX2 has registers of four lanes, and no rotation. It shifts each lane by an amount of its own,
//! but all of them to the left or all to the right. So one register has the directions to higher
//! squares, and one their opposites ([`Shifted`]):
//!
//! ```text
//!             lane 0    lane 1    lane 2       lane 3
//!  left by    8         1         9            7
//!             north     east      north-east   north-west
//!  right by   8         1         9            7
//!             south     west      south-west   south-east
//! ```
//!
//! The fill is [`dumb7`](super::dumb7) or [`kogge_stone`](super::kogge_stone). The lanes are arrays
//! of [`Words`], without named instructions: the compiler puts them into registers where
//! [`Simd`](super::Simd) compiles the fill for AVX2 or AVX-512.
//!
//! **Cost.** No table; one register each for amounts and masks. Kogge-Stone in eight lanes of
//! AVX-512 is 13 instructions: six rotations and seven logical ones. In the two registers of AVX2 it
//! is 28.
//!
//! In code compiled without the features a fill is a call and cannot be inlined, and a rook on one
//! square costs as much as all sliders of a side. So compare it for whole sides
//! ([`Fills::sliders`]), or for many sides whose sets are in arrays ([`Fills::sliders_of`]), and not
//! for single squares.
//!
//! **When it wins.** When all attacks of a side are wanted, most of all for several sides at once:
//! `results/techniques.md` in the repository has the speed beside PEXT for one side and for eight
//! (`setwise-bench attacks --workload side sides`). For one side the compiler finds lanes of its
//! own in the plain fill, because the fill is inlined there.
//!
//! For several sides each lane holds a side, and the directions follow each other. So the sets
//! should be in arrays already: after they are gathered one by one, a wide load must wait for narrow
//! stores.
//!
//! **Literature.** Gerd Isenberg, <https://www.chessprogramming.org/AVX2> and
//! <https://www.chessprogramming.org/AVX-512>.

use core::marker::PhantomData;

use super::{Fills, Occluded, Sides};
use crate::trace::Silent;
use crate::words::Words;
use setwise::{Bitboard, Direction};

/// A fill with a direction in each lane, shifted in two halves or rotated; see the [module](self).
#[derive(Clone, Copy, Debug)]
pub struct DirectionLanes<O, const ROTATED: bool>(PhantomData<O>);

/// A fill in two halves of four lanes, shifted to higher and to lower squares.
pub type Shifted<O> = DirectionLanes<O, false>;

/// A fill in eight lanes, each rotated.
pub type Rotated<O> = DirectionLanes<O, true>;

/// The directions to higher squares, in the order of [`Direction::ALL`]. The lanes to lower squares
/// have their opposites.
const HIGHER: [Direction; 4] =
    [Direction::North, Direction::East, Direction::NorthEast, Direction::NorthWest];

/// Returns the squares that a step in the direction of each lane can reach.
const fn reach<const N: usize>(directions: [Direction; N]) -> Words<N> {
    let mut reach = [Bitboard::EMPTY; N];
    let mut lane = 0;
    while lane < N {
        reach[lane] = Bitboard::UNIVERSE.shift(directions[lane]);
        lane += 1;
    }
    Words(reach)
}

#[inline(always)]
fn rotated<O: Occluded>(r: Bitboard, b: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
    O::attacks(
        #[inline(always)]
        |mut lanes: Words<8>, steps| {
            for (set, direction) in lanes.0.iter_mut().zip(&Direction::ALL) {
                // By nine to the right is by 55 to the left.
                let amount = i32::from(direction.shift()) * steps as i32;
                set.0 = set.0.rotate_left(amount.rem_euclid(64) as u32);
            }
            lanes
        },
        const { reach(Direction::ALL) },
        Words([r, r, r, r, b, b, b, b]),
        Words([empty; 8]),
        &mut Silent,
    )
    .0
}

#[inline(always)]
fn shifted<O: Occluded>(r: Bitboard, b: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
    let (sliders, empty) = (Words([r, r, b, b]), Words([empty; 4]));
    let amount = |direction: &Direction, steps| u32::from(direction.shift().unsigned_abs()) * steps;
    let [n, e, ne, nw] = O::attacks(
        #[inline(always)]
        |mut lanes: Words<4>, steps| {
            for (set, direction) in lanes.0.iter_mut().zip(&HIGHER) {
                set.0 <<= amount(direction, steps);
            }
            lanes
        },
        const { reach(HIGHER) },
        sliders,
        empty,
        &mut Silent,
    )
    .0;
    let [s, w, sw, se] = O::attacks(
        #[inline(always)]
        |mut lanes: Words<4>, steps| {
            for (set, direction) in lanes.0.iter_mut().zip(&HIGHER) {
                set.0 >>= amount(direction, steps);
            }
            lanes
        },
        const {
            let [n, e, ne, nw] = HIGHER;
            reach([n.opposite(), e.opposite(), ne.opposite(), nw.opposite()])
        },
        sliders,
        empty,
        &mut Silent,
    )
    .0;
    [n, e, s, w, ne, se, sw, nw]
}

impl<O: Occluded, const ROTATED: bool> Fills for DirectionLanes<O, ROTATED> {
    fn new() -> Option<DirectionLanes<O, ROTATED>> {
        Some(DirectionLanes(PhantomData))
    }

    #[inline(always)]
    fn rays(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        if ROTATED {
            rotated::<O>(rooks, bishops, empty)
        } else {
            shifted::<O>(rooks, bishops, empty)
        }
    }

    /// Each lane holds a side, and the directions follow each other.
    #[inline(always)]
    fn rays_of<const N: usize>(self, sides: &Sides<N>) -> [[Bitboard; N]; 8] {
        O::default().rays_of(sides)
    }

    #[inline(always)]
    fn sliders_of<const N: usize>(self, sides: &Sides<N>) -> [Bitboard; N] {
        O::default().sliders_of(sides)
    }
}
