//! Registers of sets, and the fills that are written once for all of them.
//!
//! A fill does the same to every set, so it is written for registers of any width: see
//! [`Occluded`]. The lanes of a register hold one of two things:
//!
//! ```text
//!  Together: one direction, several sets          Apart: one set, several directions
//!
//!   lane 0   white sliders      << 8               lane 0   sliders   rotate by  8   north
//!   lane 1   black sliders      << 8               lane 1   sliders   rotate by  1   east
//!                                                  lane 2   sliders   rotate by 56   south
//!                                                  lane 3   sliders   rotate by 63   west
//! ```
//!
//! [`Together`] needs one shift for all lanes, which every SIMD instruction set has. [`Apart`]
//! needs a shift for each lane: AVX2 has them to the left and to the right, AVX-512 as a rotation.

use core::array;
use core::ops::{BitAnd, BitOr};

use crate::Card;
use crate::trace::{Expression, Set, Term, Trace, combine};
use setwise::{Bitboard, Direction};

/// A register of `N` lanes, with a set in each.
pub trait Register<const N: usize>: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// Returns the set of each lane.
    fn sets(self) -> [Bitboard; N];

    /// Returns the intersection of each lane with a set.
    fn masked(self, sets: [Bitboard; N]) -> Self;

    /// Returns all squares moved some steps in a direction. Those that leave the board on the left
    /// or right side come in again on the other.
    fn steps(self, direction: Direction, steps: u32) -> Self;
}

/// A register whose lanes can be shifted by different amounts.
pub trait ShiftEach<const N: usize>: Register<N> {
    /// Returns the squares of each lane moved some steps in the direction of the lane. Those that
    /// leave the board may come in again on the other side.
    fn steps_apart(self, directions: [Direction; N], steps: u32) -> Self;
}

/// Sets in an array: the register of targets without wide registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets<const N: usize>(pub [Bitboard; N]);

impl<const N: usize> BitAnd for Sets<N> {
    type Output = Sets<N>;

    #[inline(always)]
    fn bitand(self, other: Sets<N>) -> Sets<N> {
        Sets(array::from_fn(|lane| self.0[lane] & other.0[lane]))
    }
}

impl<const N: usize> BitOr for Sets<N> {
    type Output = Sets<N>;

    #[inline(always)]
    fn bitor(self, other: Sets<N>) -> Sets<N> {
        Sets(array::from_fn(|lane| self.0[lane] | other.0[lane]))
    }
}

impl<const N: usize> Register<N> for Sets<N> {
    #[inline(always)]
    fn sets(self) -> [Bitboard; N] {
        self.0
    }

    #[inline(always)]
    fn masked(self, sets: [Bitboard; N]) -> Sets<N> {
        self & Sets(sets)
    }

    #[inline(always)]
    fn steps(self, direction: Direction, steps: u32) -> Sets<N> {
        let amount = shift(direction, steps);
        let left = direction.is_positive();
        Sets(self.0.map(|set| Bitboard(if left { set.0 << amount } else { set.0 >> amount })))
    }
}

impl<const N: usize> ShiftEach<N> for Sets<N> {
    #[inline(always)]
    fn steps_apart(self, directions: [Direction; N], steps: u32) -> Sets<N> {
        let left = directions.map(|direction| rotation(direction, steps));
        Sets(array::from_fn(|lane| Bitboard(self.0[lane].0.rotate_left(left[lane]))))
    }
}

/// Returns the amount by which some steps shift a word, to the left if the direction is positive.
#[inline(always)]
pub(super) fn shift(direction: Direction, steps: u32) -> u32 {
    u32::from(direction.shift().unsigned_abs()) * steps
}

/// Returns the amount by which some steps rotate a word to the left. By nine to the right is by 55
/// to the left.
#[inline(always)]
pub(super) fn rotation(direction: Direction, steps: u32) -> u32 {
    (i32::from(direction.shift()) * steps as i32).rem_euclid(64) as u32
}

/// The directions of the lanes of a register.
pub trait Directions<const N: usize, R: Register<N>>: Copy {
    /// Returns all squares moved some steps, one to four.
    fn steps(self, sets: R, steps: u32) -> R;

    /// Returns the squares that one step can reach: those on which nothing comes in over an edge.
    fn reach(self) -> [Bitboard; N];
}

/// All lanes step in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Together(pub Direction);

impl<const N: usize, R: Register<N>> Directions<N, R> for Together {
    #[inline(always)]
    fn steps(self, sets: R, steps: u32) -> R {
        sets.steps(self.0, steps)
    }

    #[inline(always)]
    fn reach(self) -> [Bitboard; N] {
        [self.0.post_mask(); N]
    }
}

/// Each lane steps in a direction of its own.
#[derive(Clone, Copy, Debug)]
pub struct Apart<const N: usize>(pub [Direction; N]);

impl<const N: usize, R: ShiftEach<N>> Directions<N, R> for Apart<N> {
    #[inline(always)]
    fn steps(self, sets: R, steps: u32) -> R {
        sets.steps_apart(self.0, steps)
    }

    /// A shift drops the bits of the outer ranks, and a rotation brings them back.
    #[inline(always)]
    fn reach(self) -> [Bitboard; N] {
        self.0.map(|direction| Bitboard::UNIVERSE.shift(direction))
    }
}

/// An occluded fill: sets that spread in a direction over the open squares.
///
/// It is written once for all registers. With one lane it is a technique ([`Fills`](super::Fills)).
pub trait Occluded: Copy + Default + Send + Sync + 'static {
    /// The description of the fill.
    const CARD: Card;

    /// Returns the sliders of each lane and all squares that they pass, and shows the first lane to
    /// a trace. Open squares are empty, and a step can reach them.
    fn fill<const N: usize, R: Register<N>, D: Directions<N, R>, T: Trace>(
        directions: D,
        sliders: R,
        open: R,
        trace: &mut T,
    ) -> R;

    /// Returns the squares that the sliders of each lane attack, and shows the first lane to a
    /// trace.
    ///
    /// This is one step more than the fill, to the blockers too.
    #[inline(always)]
    fn attacks<const N: usize, R: Register<N>, D: Directions<N, R>, T: Trace>(
        directions: D,
        sliders: R,
        empty: R,
        trace: &mut T,
    ) -> R {
        let reach = directions.reach();
        // A step to the north or south reaches all squares: it cannot wrap around.
        let within_reach = match reach[0] {
            Bitboard::UNIVERSE => "all squares",
            _ => "within reach of a step",
        };
        let open = first("empty", empty) & Set(within_reach, reach[0]);
        let open = show("open", empty.masked(reach), open, trace);
        let filled = Self::fill(directions, sliders, open, trace);
        let attacked = combine((), "one step of", first("filled", filled), 0);
        show("attacked", directions.steps(filled, 1).masked(reach), attacked, trace)
    }
}

/// Returns the set of the first lane with a name.
#[inline(always)]
pub(super) fn first<const N: usize, R: Register<N>>(name: &'static str, register: R) -> Set {
    Set(name, register.sets()[0])
}

/// Shows a step of the first lane to a trace, with the expression that its set is computed by, and
/// returns the register.
#[inline(always)]
pub(super) fn show<const N: usize, R: Register<N>, T: Trace>(
    name: &'static str,
    register: R,
    expression: impl Expression,
    trace: &mut T,
) -> R {
    trace.step(&expression, Term::Set(name, register.sets()[0]));
    register
}
