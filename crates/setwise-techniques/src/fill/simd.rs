//! A fill in the lanes of wide registers, compiled for CPU features.
//!
//! [`Simd`] makes a [`Fills`] of a [`Layout`], which says what the lanes hold, and of
//! [`CpuFeatures`], whose registers they are. The layouts are
//! [`DirectionLanes`](super::direction_lanes::DirectionLanes), a direction in each lane, and
//! [`ReversedLane`](super::reversed_lane::ReversedLane), the board and the reversed board.
//!
//! A caller that has the features too inlines a fill; for any other it is a call
//! ([`dispatch`](setwise::dispatch)).

use super::registers::{Register, Sets, ShiftEach};
use super::sides::{AllDirections, EachDirection, Gather, Sides, one_by_one};
use super::{Fills, show_union};
use crate::Card;
use crate::trace::{Set, Trace, combine};
use setwise::dispatch::{CpuFeatures, Portable};
use setwise::{Bitboard, Direction};

/// CPU features with registers of two lanes.
pub trait TwoLanes: CpuFeatures {
    /// A register of two lanes.
    type Two: Register<2>;

    /// Returns a register with two sets.
    fn two(self, sets: [Bitboard; 2]) -> Self::Two;
}

/// CPU features with registers of four and of eight lanes that are shifted by different amounts.
pub trait EightLanes: CpuFeatures {
    /// A register of four lanes.
    type Four: ShiftEach<4>;

    /// A register of eight lanes.
    type Eight: ShiftEach<8>;

    /// Returns a register with four sets.
    fn four(self, sets: [Bitboard; 4]) -> Self::Four;

    /// Returns a register with eight sets.
    fn eight(self, sets: [Bitboard; 8]) -> Self::Eight;
}

/// Arrays, as the target's plain instructions handle them.
impl TwoLanes for Portable {
    type Two = Sets<2>;

    #[inline(always)]
    fn two(self, sets: [Bitboard; 2]) -> Sets<2> {
        Sets(sets)
    }
}

/// Arrays, as the target's plain instructions handle them.
impl EightLanes for Portable {
    type Four = Sets<4>;
    type Eight = Sets<8>;

    #[inline(always)]
    fn four(self, sets: [Bitboard; 4]) -> Sets<4> {
        Sets(sets)
    }

    #[inline(always)]
    fn eight(self, sets: [Bitboard; 8]) -> Sets<8> {
        Sets(sets)
    }
}

/// What the lanes of a register hold, for CPU features that have such registers.
///
/// Methods must be `#[inline(always)]`, so that they are compiled with the features.
pub trait Layout<C: CpuFeatures>: Copy + Send + Sync + 'static {
    /// The fill without lanes.
    type Alone: Fills;

    /// The address of a description of the layout.
    const SOURCE: &str;

    /// Returns the attacks in the four directions of a rook or a bishop.
    fn four(
        features: C,
        directions: [Direction; 4],
        sliders: Bitboard,
        empty: Bitboard,
    ) -> [Bitboard; 4];

    /// Returns the attacks in all eight directions, in the order of [`Direction::ALL`].
    fn eight(features: C, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8];

    /// Gathers the attacks of several sides.
    #[inline(always)]
    fn sides<G: Gather, const N: usize>(features: C, sides: &Sides<N>) -> G::Of<N> {
        one_by_one::<G, N>(|side| {
            let Sides { rooks, bishops, empty } = sides;
            Self::eight(features, rooks[side], bishops[side], empty[side])
        })
    }
}

/// A fill in the lanes of wide registers.
///
/// ```
/// use setwise::dispatch::Portable;
/// use setwise_techniques::fill::direction_lanes::DirectionLanes;
/// use setwise_techniques::fill::{Fills, kogge_stone::KoggeStone, simd::Simd};
/// use setwise::{Bitboard, Direction, Square};
///
/// let fills = Simd::<DirectionLanes<KoggeStone>, Portable>::new().expect("it needs no CPU feature");
/// let (rook, pawn) = (Bitboard::of(Square::B2), Bitboard::of(Square::B4));
/// let rays = fills.rays(rook, Bitboard::EMPTY, !(rook | pawn));
/// assert_eq!(rays[Direction::North as usize], Bitboard::of(Square::B3) | pawn);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Simd<L: Layout<C>, C: CpuFeatures> {
    features: C,
    alone: L::Alone,
}

/// Shows each lane to a trace.
#[inline(always)]
fn show<const N: usize, T: Trace>(
    directions: [Direction; N],
    sliders: [Bitboard; N],
    empty: Bitboard,
    rays: [Bitboard; N],
    trace: &mut T,
) {
    for (lane, direction) in directions.into_iter().enumerate() {
        trace.part(direction.name());
        let (sliders, empty) = (Set("sliders", sliders[lane]), Set("empty", empty));
        trace.set("attacked", combine(sliders, "filled over", empty, rays[lane].0));
    }
}

impl<L: Layout<C>, C: CpuFeatures> Simd<L, C> {
    /// Returns the union of the four directions of a piece.
    #[inline(always)]
    fn piece<T: Trace>(
        self,
        directions: [Direction; 4],
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        self.features.call(
            (sliders, empty),
            #[inline(always)]
            |(sliders, empty)| {
                let rays = L::four(self.features, directions, sliders, empty);
                show(directions, [sliders; 4], empty, rays, trace);
                show_union(directions, rays, trace)
            },
        )
    }
}

impl<L: Layout<C>, C: CpuFeatures> Fills for Simd<L, C> {
    const CARD: Card = Card { source: L::SOURCE, needs: C::NEEDS, ..L::Alone::CARD };

    fn new() -> Option<Simd<L, C>> {
        let (features, alone) = (C::new()?, L::Alone::new()?);
        Some(Simd { features, alone })
    }

    /// A single direction of a single set leaves nothing to put in the other lanes.
    #[inline(always)]
    fn trace_attacks<T: Trace>(
        self,
        direction: Direction,
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        self.alone.trace_attacks(direction, sliders, empty, trace)
    }

    #[inline(always)]
    fn trace_rooks<T: Trace>(self, rooks: Bitboard, empty: Bitboard, trace: &mut T) -> Bitboard {
        self.piece(Direction::ROOK, rooks, empty, trace)
    }

    #[inline(always)]
    fn trace_bishops<T: Trace>(
        self,
        bishops: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        self.piece(Direction::BISHOP, bishops, empty, trace)
    }

    #[inline(always)]
    fn trace_sliders<T: Trace>(
        self,
        rooks: Bitboard,
        bishops: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        // The input is a pair, because a pair is passed in registers. With all three sets in memory
        // they were loaded together, and a queen took four times as long: a wide load must wait for
        // narrow stores.
        self.features.call(
            (rooks, bishops),
            #[inline(always)]
            |(r, b)| {
                let rays = L::eight(self.features, r, b, empty);
                show(Direction::ALL, [r, r, r, r, b, b, b, b], empty, rays, trace);
                show_union(Direction::ALL, rays, trace)
            },
        )
    }

    #[inline(always)]
    fn rays(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        self.features.call(
            (rooks, bishops),
            #[inline(always)]
            |(rooks, bishops)| L::eight(self.features, rooks, bishops, empty),
        )
    }

    #[inline(always)]
    fn rays_of<const N: usize>(self, sides: &Sides<N>) -> [[Bitboard; N]; 8] {
        self.features.call(
            sides,
            #[inline(always)]
            |sides| L::sides::<EachDirection, N>(self.features, sides),
        )
    }

    #[inline(always)]
    fn sliders_of<const N: usize>(self, sides: &Sides<N>) -> [Bitboard; N] {
        self.features.call(
            sides,
            #[inline(always)]
            |sides| L::sides::<AllDirections, N>(self.features, sides),
        )
    }
}
