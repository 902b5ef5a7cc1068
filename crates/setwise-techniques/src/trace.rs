//! The steps of a lookup: the formula of a technique, with its intermediate sets.
//!
//! A technique computes each step as an expression of values with names, and shows it to a
//! [`Trace`], which returns the result with its name. So the code of a technique is its formula,
//! and the steps that are explained are the steps of the code that runs. The [`Sentences`] of the
//! steps stand together after the formula, and [`Spoken`] says them.
//!
//! ```
//! use setwise::attacks::rays;
//! use setwise::{Bitboard, Direction, Square};
//! use setwise_techniques::trace::{Expression, Set, Silent, Term, Trace};
//!
//! /// The occupied squares on a ray.
//! #[inline(always)]
//! fn blockers<T: Trace>(from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
//!     let (ray, occupied) = (Set("ray", rays::ray(from, Direction::North)), Set("occupied", occupied));
//!     let blockers = trace.set("blockers", ray & occupied);
//!     *blockers
//! }
//!
//! /// Writes the steps as text.
//! struct Text(String);
//!
//! impl Trace for Text {
//!     fn part(&mut self, _: &'static str) {}
//!
//!     fn step(&mut self, expression: &dyn Expression, result: Term) {
//!         expression.terms(&mut |term| self.0 += &format!("{} ", term.text()));
//!         self.0 += &format!("= {}", result.text());
//!     }
//! }
//!
//! let occupied = Bitboard::of(Square::A4).with(Square::H8);
//! let mut text = Text(String::new());
//! assert_eq!(blockers(Square::A1, occupied, &mut text), Bitboard::of(Square::A4));
//! assert_eq!(text.0, "ray AND occupied = blockers");
//! assert_eq!(blockers(Square::A1, occupied, &mut Silent), Bitboard::of(Square::A4));
//! ```
//!
//! Wherever speed matters, the trace is [`Silent`]. Then the compiler removes the names, and what
//! is left are the instructions of the formula (equal instruction counts with and without).
//!
//! # Operators
//!
//! On [`Set`], [`Number`] and [`Expr`], operators act on words of 64 bits: `-` is a subtraction
//! that wraps around and `*` a multiplication that does. The difference of sets is `a & !b`. For
//! what has no operator there are [`apply`], [`combine`] and [`described`].

mod formula;
mod sentences;

pub use formula::{
    Expr, Expression, Number, Set, Signed, Silent, Term, Trace, apply, combine, described,
};
#[cfg(test)]
pub(crate) use sentences::Said;
pub use sentences::{Sentences, Spoken};

use crate::Card;
use setwise::attacks::Sliders;
use setwise::{Bitboard, Square};

/// A technique of the collection: it shows the steps of its lookups to a trace, and has a card.
///
/// The lookups of [`Sliders`] are the same lookups with the trace [`Silent`]:
///
/// ```
/// use setwise::attacks::{Sliders, walk};
/// use setwise::{Bitboard, Square};
/// use setwise_techniques::Card;
/// use setwise_techniques::trace::{Set, Silent, Trace, Traced, apply};
///
/// #[derive(Clone, Copy)]
/// struct Walk;
///
/// impl Traced for Walk {
///     const CARD: Card = Card::titled("Step until blocked");
///
///     fn new() -> Option<Walk> {
///         Some(Walk)
///     }
///
///     #[inline(always)]
///     fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
///         let rook = |occupied| walk::rook(from, occupied);
///         *trace.set("attacked", apply("rook's steps in", rook, Set("occupied", occupied)))
///     }
///
///     #[inline(always)]
///     fn trace_bishop<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
///         let bishop = |occupied| walk::bishop(from, occupied);
///         *trace.set("attacked", apply("bishop's steps in", bishop, Set("occupied", occupied)))
///     }
/// }
///
/// impl Sliders for Walk {
///     #[inline(always)]
///     fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
///         self.trace_rook(from, occupied, &mut Silent)
///     }
///
///     #[inline(always)]
///     fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
///         self.trace_bishop(from, occupied, &mut Silent)
///     }
/// }
/// assert_eq!(Walk.queen(Square::D4, Bitboard::EMPTY).count(), 27);
/// ```
pub trait Traced: Sliders {
    /// The description of the technique.
    const CARD: Card;

    /// The sentences of the steps.
    const SENTENCES: &'static [Sentences] = &[];

    /// Returns the technique, or `None` if this CPU cannot run it. The first call builds its
    /// tables.
    fn new() -> Option<Self>;

    /// Returns the squares that a rook on `from` attacks, and shows each step to a trace.
    fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard;

    /// Returns the squares that a bishop on `from` attacks, and shows each step to a trace.
    fn trace_bishop<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard;

    /// Returns the squares that a queen on `from` attacks, as a rook and as a bishop, and shows
    /// each step to a trace.
    #[inline(always)]
    fn trace_queen<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        trace.part("as a rook");
        let rook = Set("as a rook", self.trace_rook(from, occupied, trace));
        trace.part("as a bishop");
        let bishop = Set("as a bishop", self.trace_bishop(from, occupied, trace));
        trace.part("both");
        *trace.set("attacked", rook | bishop)
    }
}

/// Implements [`Sliders`] by the lookups of [`Traced`] with the trace [`Silent`].
macro_rules! silent {
    ($type:ty $(where $($generics:tt)+)?) => {
        impl $(<$($generics)+>)? setwise::attacks::Sliders for $type {
            #[inline(always)]
            fn rook(self, from: setwise::Square, occupied: setwise::Bitboard) -> setwise::Bitboard {
                $crate::trace::Traced::trace_rook(self, from, occupied, &mut $crate::trace::Silent)
            }

            #[inline(always)]
            fn bishop(self, from: setwise::Square, occupied: setwise::Bitboard) -> setwise::Bitboard {
                $crate::trace::Traced::trace_bishop(self, from, occupied, &mut $crate::trace::Silent)
            }

            #[inline(always)]
            fn queen(self, from: setwise::Square, occupied: setwise::Bitboard) -> setwise::Bitboard {
                $crate::trace::Traced::trace_queen(self, from, occupied, &mut $crate::trace::Silent)
            }
        }
    };
}

pub(crate) use silent;
