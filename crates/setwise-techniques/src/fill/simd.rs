//! A fill compiled for CPU features.
//!
//! A caller that has the features too inlines the fill; for any other it is a call
//! ([`dispatch`](setwise::dispatch)).

use super::{Fills, Sides};
use crate::Card;
use crate::trace::Trace;
use setwise::dispatch::CpuFeatures;
use setwise::{Bitboard, Direction};

/// A fill compiled for CPU features.
///
/// ```
/// use setwise::dispatch::Portable;
/// use setwise_techniques::fill::direction_lanes::Shifted;
/// use setwise_techniques::fill::{Fills, Simd, kogge_stone::KoggeStone};
/// use setwise::{Bitboard, Direction, Square};
///
/// let fills = Simd::<Shifted<KoggeStone>, Portable>::new().expect("it needs no CPU feature");
/// let (rook, pawn) = (Bitboard::of(Square::B2), Bitboard::of(Square::B4));
/// let rays = fills.rays(rook, Bitboard::EMPTY, !(rook | pawn));
/// assert_eq!(rays[Direction::North as usize], Bitboard::of(Square::B3) | pawn);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Simd<F, C> {
    fills: F,
    features: C,
}

impl<F: Fills, C: CpuFeatures> Fills for Simd<F, C> {
    const CARD: Card = Card { needs: C::NEEDS, ..F::CARD };

    const AT_ONCE: bool = F::AT_ONCE;

    fn new() -> Option<Simd<F, C>> {
        let (fills, features) = (F::new()?, C::new()?);
        Some(Simd { fills, features })
    }

    #[inline(always)]
    fn trace_attacks<T: Trace>(
        self,
        direction: Direction,
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        self.fills.trace_attacks(direction, sliders, empty, trace)
    }

    #[inline(always)]
    fn trace_piece<T: Trace>(
        self,
        directions: [Direction; 4],
        sliders: Bitboard,
        empty: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        self.features.call(
            (sliders, empty),
            #[inline(always)]
            |(sliders, empty)| self.fills.trace_piece(directions, sliders, empty, trace),
        )
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
            |(rooks, bishops)| self.fills.trace_sliders(rooks, bishops, empty, trace),
        )
    }

    #[inline(always)]
    fn rays(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        self.features.call(
            (rooks, bishops),
            #[inline(always)]
            |(rooks, bishops)| self.fills.rays(rooks, bishops, empty),
        )
    }

    #[inline(always)]
    fn rays_of<const N: usize>(self, sides: &Sides<N>) -> [[Bitboard; N]; 8] {
        self.features.call(
            sides,
            #[inline(always)]
            |sides| self.fills.rays_of(sides),
        )
    }

    #[inline(always)]
    fn sliders_of<const N: usize>(self, sides: &Sides<N>) -> [Bitboard; N] {
        self.features.call(
            sides,
            #[inline(always)]
            |sides| self.fills.sliders_of(sides),
        )
    }
}
