//! Sets side by side in the lanes of a register, and the two ways in which they step.
//!
//! A fill does the same to every set, so it is said once, over registers of any width: see
//! [`Occluded`]. What the lanes hold is of two kinds:
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
//! needs a shift for each: AVX2 has them to the left and to the right, AVX-512 as a rotation.

use core::array;
use core::ops::{BitAnd, BitOr};

use setwise::attacks::{Card, Term, Trace};
use setwise::{Bitboard, Direction};

/// A register: sets side by side.
pub trait Lanes<const N: usize>: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// The set of each lane.
    fn sets(self) -> [Bitboard; N];

    /// What each lane has in common with a set.
    fn masked(self, sets: [Bitboard; N]) -> Self;

    /// Every member moved some steps in a direction; those that leave over a side come in again
    /// on the other.
    fn steps(self, direction: Direction, steps: u32) -> Self;
}

/// A register whose lanes can step in directions of their own.
pub trait FanLanes<const N: usize>: Lanes<N> {
    /// The members of each lane moved some steps in its direction; those that leave over an edge
    /// may come in again on the other.
    fn steps_apart(self, directions: [Direction; N], steps: u32) -> Self;
}

/// Sets in an array, which is a register wherever there are none.
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

impl<const N: usize> Lanes<N> for Sets<N> {
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

impl<const N: usize> FanLanes<N> for Sets<N> {
    #[inline(always)]
    fn steps_apart(self, directions: [Direction; N], steps: u32) -> Sets<N> {
        let left = directions.map(|direction| rotation(direction, steps));
        Sets(array::from_fn(|lane| Bitboard(self.0[lane].0.rotate_left(left[lane]))))
    }
}

/// By how much some steps shift a word, to the left if the direction is positive.
#[inline(always)]
pub(super) fn shift(direction: Direction, steps: u32) -> u32 {
    u32::from(direction.shift().unsigned_abs()) * steps
}

/// By how much some steps rotate a word to the left: by nine to the right is by 55 to the left.
#[inline(always)]
pub(super) fn rotation(direction: Direction, steps: u32) -> u32 {
    (i32::from(direction.shift()) * steps as i32).rem_euclid(64) as u32
}

/// How the lanes of a register step.
pub trait Way<const N: usize, L: Lanes<N>>: Copy {
    /// Every member moved some steps, one to four.
    fn steps(self, lanes: L, steps: u32) -> L;

    /// The squares that one step may reach: those on which nothing comes in over an edge.
    fn reach(self) -> [Bitboard; N];
}

/// All lanes step in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Together(pub Direction);

impl<const N: usize, L: Lanes<N>> Way<N, L> for Together {
    #[inline(always)]
    fn steps(self, lanes: L, steps: u32) -> L {
        lanes.steps(self.0, steps)
    }

    #[inline(always)]
    fn reach(self) -> [Bitboard; N] {
        [self.0.post_mask(); N]
    }
}

/// Each lane steps in a direction of its own.
#[derive(Clone, Copy, Debug)]
pub struct Apart<const N: usize>(pub [Direction; N]);

impl<const N: usize, L: FanLanes<N>> Way<N, L> for Apart<N> {
    #[inline(always)]
    fn steps(self, lanes: L, steps: u32) -> L {
        lanes.steps_apart(self.0, steps)
    }

    /// A shift lets the bits of the outer ranks fall off the word, a rotation brings them back.
    #[inline(always)]
    fn reach(self) -> [Bitboard; N] {
        self.0.map(|direction| Bitboard::UNIVERSE.shift(direction))
    }
}

/// An occluded fill: sets that spread in a direction over the open squares. It is said once, for
/// any register, and is a technique as it stands, with one lane.
pub trait Occluded: Copy + Default + Send + Sync + 'static {
    /// What the fill is, and whose it is.
    const CARD: Card;

    /// The sliders of each lane and all squares that they pass. Open is what is empty and can be
    /// reached by a step. The first lane is shown to a trace.
    fn fill<const N: usize, L: Lanes<N>, W: Way<N, L>, T: Trace>(
        way: W,
        sliders: L,
        open: L,
        trace: &mut T,
    ) -> L;

    /// The squares that the sliders of each lane attack: one step more than the fill, onto
    /// whatever stands there. The first lane is shown to a trace.
    #[inline(always)]
    fn attacks<const N: usize, L: Lanes<N>, W: Way<N, L>, T: Trace>(
        way: W,
        sliders: L,
        empty: L,
        trace: &mut T,
    ) -> L {
        let open = empty.masked(way.reach());
        let reach = Term::Set("within reach of a step", way.reach()[0]);
        trace.set("open", &[term("empty", empty), Term::Sign("AND"), reach], first(open));
        let filled = Self::fill(way, sliders, open, trace);
        let attacked = way.steps(filled, 1).masked(way.reach());
        let terms = [Term::Sign("one step of"), term("filled", filled)];
        trace.set("attacked", &terms, first(attacked));
        attacked
    }
}

/// The set of the first lane, which a trace looks at.
#[inline(always)]
pub(super) fn first<const N: usize, L: Lanes<N>>(lanes: L) -> Bitboard {
    lanes.sets()[0]
}

/// The set of the first lane, by name.
#[inline(always)]
pub(super) fn term<const N: usize, L: Lanes<N>>(name: &str, lanes: L) -> Term<'_> {
    Term::Set(name, first(lanes))
}
