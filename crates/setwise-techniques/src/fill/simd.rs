//! A fill in the lanes of wide registers, compiled for CPU features.
//!
//! [`Simd`] makes a [`Fills`] of a [`Layout`], which says what the lanes hold, and of
//! [`CpuFeatures`], whose registers they are. The layouts are
//! [`DirectionLanes`](super::direction_lanes::DirectionLanes), a direction in each lane, and
//! [`ReversedLane`](super::reversed_lane::ReversedLane), the board and the reversed board.
//!
//! A caller that has the features too inlines a fill; for any other it is a call
//! ([`dispatch`](setwise::dispatch)).

use core::marker::PhantomData;

use super::registers::{Register, Sets, ShiftEach};
use super::sides::{AllDirections, EachDirection, Gather, Sides, one_by_one};
use super::{Fills, show_union};
use setwise::attacks::trace::{Set, combine};
use setwise::attacks::{Card, Trace};
use setwise::dispatch::{CpuFeatures, Portable, Recursion};
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

/// The union of the four directions of a piece.
struct Piece<'t, L: Layout<C>, C: CpuFeatures, T, const BISHOP: bool> {
    fills: Simd<L, C>,
    trace: &'t mut T,
}

impl<L, C, T, const BISHOP: bool> Recursion for Piece<'_, L, C, T, BISHOP>
where
    L: Layout<C>,
    C: CpuFeatures,
    T: Trace,
{
    type Input<'i> = (Bitboard, Bitboard);
    type Output = Bitboard;

    #[inline(always)]
    fn level(
        &mut self,
        (sliders, empty): (Bitboard, Bitboard),
        _: impl Fn(&mut Self, (Bitboard, Bitboard)) -> Bitboard + Copy,
    ) -> Bitboard {
        let directions = if BISHOP { Direction::BISHOP } else { Direction::ROOK };
        let rays = L::four(self.fills.features, directions, sliders, empty);
        show(directions, [sliders; 4], empty, rays, self.trace);
        show_union(directions, rays, self.trace)
    }
}

/// The union of the eight directions of a side.
///
/// The input is a pair, the rooks and the bishops, because a pair is passed in registers. With all three
/// sets in memory they were loaded together, and a queen took four times as long: a wide load must wait
/// for narrow stores.
struct Side<'t, L: Layout<C>, C: CpuFeatures, T> {
    fills: Simd<L, C>,
    empty: Bitboard,
    trace: &'t mut T,
}

impl<L: Layout<C>, C: CpuFeatures, T: Trace> Recursion for Side<'_, L, C, T> {
    type Input<'i> = (Bitboard, Bitboard);
    type Output = Bitboard;

    #[inline(always)]
    fn level(
        &mut self,
        (r, b): (Bitboard, Bitboard),
        _: impl Fn(&mut Self, (Bitboard, Bitboard)) -> Bitboard + Copy,
    ) -> Bitboard {
        let rays = L::eight(self.fills.features, r, b, self.empty);
        show(Direction::ALL, [r, r, r, r, b, b, b, b], self.empty, rays, self.trace);
        show_union(Direction::ALL, rays, self.trace)
    }
}

/// The eight directions of a side. The input is a pair, as that of [`Side`].
struct Rays<L: Layout<C>, C: CpuFeatures> {
    fills: Simd<L, C>,
    empty: Bitboard,
}

impl<L: Layout<C>, C: CpuFeatures> Recursion for Rays<L, C> {
    type Input<'i> = (Bitboard, Bitboard);
    type Output = [Bitboard; 8];

    #[inline(always)]
    fn level(
        &mut self,
        (rooks, bishops): (Bitboard, Bitboard),
        _: impl Fn(&mut Self, (Bitboard, Bitboard)) -> [Bitboard; 8] + Copy,
    ) -> [Bitboard; 8] {
        L::eight(self.fills.features, rooks, bishops, self.empty)
    }
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

/// The attacks of several sides.
struct Gathered<L: Layout<C>, C: CpuFeatures, G, const N: usize>(Simd<L, C>, PhantomData<G>);

impl<L, C, G, const N: usize> Recursion for Gathered<L, C, G, N>
where
    L: Layout<C>,
    C: CpuFeatures,
    G: Gather,
{
    type Input<'i> = &'i Sides<N>;
    type Output = G::Of<N>;

    #[inline(always)]
    fn level(
        &mut self,
        sides: &Sides<N>,
        _: impl Fn(&mut Self, &Sides<N>) -> G::Of<N> + Copy,
    ) -> G::Of<N> {
        L::sides::<G, N>(self.0.features, sides)
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
        let piece = &mut Piece::<_, _, _, false> { fills: self, trace };
        self.features.run_inlined(piece, (rooks, empty))
    }

    #[inline(always)]
    fn trace_bishops<T: Trace>(
        self,
        bishops: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let piece = &mut Piece::<_, _, _, true> { fills: self, trace };
        self.features.run_inlined(piece, (bishops, empty))
    }

    #[inline(always)]
    fn trace_sliders<T: Trace>(
        self,
        rooks: Bitboard,
        bishops: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        self.features.run_inlined(&mut Side { fills: self, empty, trace }, (rooks, bishops))
    }

    #[inline(always)]
    fn rays(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        self.features.run_inlined(&mut Rays { fills: self, empty }, (rooks, bishops))
    }

    #[inline(always)]
    fn rays_of<const N: usize>(self, sides: &Sides<N>) -> [[Bitboard; N]; 8] {
        self.features.run_inlined(&mut Gathered(self, PhantomData::<EachDirection>), sides)
    }

    #[inline(always)]
    fn sliders_of<const N: usize>(self, sides: &Sides<N>) -> [Bitboard; N] {
        self.features.run_inlined(&mut Gathered(self, PhantomData::<AllDirections>), sides)
    }
}
