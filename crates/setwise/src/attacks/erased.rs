//! A technique behind function pointers.
//!
//! Rust instantiates generic code once for each technique, and a move generator is some 30 kB of code.
//! Where speed does not matter, one instance for [`Erased`] serves all techniques.

use super::trace::{Expression, Term};
use super::{Card, Occupied, Sliders, Trace};
use crate::{Bitboard, Square};

/// A technique behind function pointers. All techniques have this one type.
///
/// A lookup is an indirect call, and a technique with an occupancy of its own rebuilds it for each
/// lookup.
///
/// ```
/// use setwise::attacks::{DEFAULT, Erased, Sliders};
/// use setwise::{Bitboard, Square};
///
/// let sliders = Erased::of(DEFAULT);
/// assert_eq!(sliders.rook(Square::A1, &Bitboard::EMPTY).count(), 14);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Erased(&'static Lookups);

type Lookup = fn(Square, Bitboard) -> Bitboard;
type Traced = fn(Square, Bitboard, &mut dyn Trace) -> Bitboard;

#[derive(Debug)]
struct Lookups {
    rook: Lookup,
    bishop: Lookup,
    queen: Lookup,
    trace_rook: Traced,
    trace_bishop: Traced,
    trace_queen: Traced,
}

impl Erased {
    /// Erases the type of a technique.
    pub fn of<S: Sliders>(_: S) -> Erased {
        Erased(&Of::<S>::LOOKUPS)
    }
}

struct Of<S>(S);

impl<S: Sliders> Of<S> {
    const LOOKUPS: Lookups = Lookups {
        rook: |from, set| Self::sliders().rook(from, &S::Occupied::of(set)),
        bishop: |from, set| Self::sliders().bishop(from, &S::Occupied::of(set)),
        queen: |from, set| Self::sliders().queen(from, &S::Occupied::of(set)),
        trace_rook: |from, set, trace| {
            Self::sliders().trace_rook(from, &S::Occupied::of(set), &mut Shown(trace))
        },
        trace_bishop: |from, set, trace| {
            Self::sliders().trace_bishop(from, &S::Occupied::of(set), &mut Shown(trace))
        },
        trace_queen: |from, set, trace| {
            Self::sliders().trace_queen(from, &S::Occupied::of(set), &mut Shown(trace))
        },
    };

    fn sliders() -> S {
        S::new().expect("there was a value of it")
    }
}

/// A trace that is never silent, so that lookups have no second instance for one that is.
struct Shown<'t>(&'t mut dyn Trace);

impl Trace for Shown<'_> {
    fn part(&mut self, title: &'static str) {
        self.0.part(title);
    }

    fn step(&mut self, expression: &dyn Expression, result: Term) {
        self.0.step(expression, result);
    }
}

impl Sliders for Erased {
    const CARD: Card = Card::titled("A technique chosen at run time");

    type Occupied = Bitboard;

    /// Returns `None`: a value is made by [`of`](Erased::of).
    fn new() -> Option<Erased> {
        None
    }

    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        (self.0.trace_rook)(from, *occupied, trace)
    }

    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        (self.0.trace_bishop)(from, *occupied, trace)
    }

    fn trace_queen<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        (self.0.trace_queen)(from, *occupied, trace)
    }

    #[inline(always)]
    fn rook(self, from: Square, occupied: &Bitboard) -> Bitboard {
        (self.0.rook)(from, *occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: &Bitboard) -> Bitboard {
        (self.0.bishop)(from, *occupied)
    }

    #[inline(always)]
    fn queen(self, from: Square, occupied: &Bitboard) -> Bitboard {
        (self.0.queen)(from, *occupied)
    }
}
