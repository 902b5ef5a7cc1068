//! A technique behind function pointers.
//!
//! Rust compiles generic code once for each technique, and a move generator is some 30 kB of
//! code. Where speed does not matter, one copy of it for [`Erased`] serves all techniques.

use super::{Card, Occupied, Sliders, Trace};
use crate::{Bitboard, Square};

/// A technique behind function pointers, all of one type.
///
/// A lookup costs a call, and a technique that keeps an occupancy of its own builds it anew each
/// time. The steps of a lookup are not shown to a trace.
///
/// ```
/// use setwise::techniques::Technique;
/// use setwise::{Bitboard, Square, sliders::Sliders};
///
/// for sliders in Technique::ALL.iter().filter_map(|technique| technique.erased()) {
///     assert_eq!(sliders.rook(Square::A1, &Bitboard::EMPTY).count(), 14);
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Erased(&'static Lookups);

type Lookup = fn(Square, Bitboard) -> Bitboard;

#[derive(Debug)]
struct Lookups {
    rook: Lookup,
    bishop: Lookup,
    queen: Lookup,
}

impl Erased {
    /// A technique, of which there is a value already.
    pub fn of<S: Sliders>(_: S) -> Erased {
        Erased(&Of::<S>::LOOKUPS)
    }
}

struct Of<S>(S);

impl<S: Sliders> Of<S> {
    const LOOKUPS: Lookups = Lookups {
        rook: |from, occupied| Self::sliders().rook(from, &S::Occupied::of(occupied)),
        bishop: |from, occupied| Self::sliders().bishop(from, &S::Occupied::of(occupied)),
        queen: |from, occupied| Self::sliders().queen(from, &S::Occupied::of(occupied)),
    };

    fn sliders() -> S {
        S::new().expect("there was a value of it")
    }
}

impl Sliders for Erased {
    const CARD: Card = Card::new("A technique chosen at run time", "", "", "", 0, "");

    type Occupied = Bitboard;

    /// None: it is [`of`](Erased::of) another technique.
    fn new() -> Option<Erased> {
        None
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, _: &mut T) -> Bitboard {
        (self.0.rook)(from, *occupied)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, _: &mut T) -> Bitboard {
        (self.0.bishop)(from, *occupied)
    }

    #[inline(always)]
    fn trace_queen<T: Trace>(self, from: Square, occupied: &Bitboard, _: &mut T) -> Bitboard {
        (self.0.queen)(from, *occupied)
    }
}
