//! A fill compiled for CPU features.
//!
//! A caller that has the features too inlines the fill; for any other it is a call
//! ([`dispatch`](setwise::dispatch)).

use super::{Fills, Sides};
use setwise::Bitboard;
use setwise::dispatch::CpuFeatures;

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
    fn new() -> Option<Simd<F, C>> {
        let (fills, features) = (F::new()?, C::new()?);
        Some(Simd { fills, features })
    }

    #[inline(always)]
    fn sliders(self, rooks: Bitboard, bishops: Bitboard, empty: Bitboard) -> Bitboard {
        // The input is a pair, because a pair is passed in registers. With all three sets in memory
        // they were loaded together, and a queen took four times as long: a wide load must wait for
        // narrow stores.
        self.features.call(
            (rooks, bishops),
            #[inline(always)]
            |(rooks, bishops)| self.fills.sliders(rooks, bishops, empty),
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
