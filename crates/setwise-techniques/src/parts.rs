//! Techniques that find the attacked squares part by part: ray by ray, line by line, or all lines
//! of a piece at once.
//!
//! A technique implements [`Lookup`] for one part, and [`ByPart`] makes a whole technique of it.
//! The parts are:
//!
//! | part | a rook has | a bishop has | techniques |
//! |---|---|---|---|
//! | [`Direction`]: a ray | four | four | [`ray`](crate::ray), [`subtraction`](crate::subtract::subtraction) |
//! | [`Axis`]: a line | two | two | most of [`subtract`](crate::subtract); [`index`](crate::index) by a line |
//! | [`RookOrBishop`]: all lines of a piece | one | one | [`index`](crate::index) by a piece |
//!
//! In each, a queen is a rook and a bishop.

use core::fmt;

use crate::Card;
use crate::trace::{Expression, Sentences, Silent, Term, Trace, Traced, silent};
use setwise::{Bitboard, Direction, Square};

mod axis;
mod rook_or_bishop;

pub use axis::Axis;
pub use rook_or_bishop::RookOrBishop;

/// The sentence of the step `o`, which keeps the pieces on a line or a ray.
pub(crate) const ON_THE_LINE: (&str, &str) =
    ("o", "Only the pieces on this line can stop the slider. AND keeps them and drops the rest.");

/// A part of what a slider attacks.
pub trait Part: Copy {
    /// The parts of a rook, at most four.
    const ROOK: [Option<Self>; 4];

    /// The parts of a bishop, at most four.
    const BISHOP: [Option<Self>; 4];

    /// Returns the title of the part in a trace, or `None` if it is the whole piece.
    fn title(self) -> Option<&'static str>;
}

impl Part for Direction {
    const ROOK: [Option<Direction>; 4] = four(Direction::ROOK);
    const BISHOP: [Option<Direction>; 4] = four(Direction::BISHOP);

    #[inline(always)]
    fn title(self) -> Option<&'static str> {
        Some(self.name())
    }
}

const fn four([a, b, c, d]: [Direction; 4]) -> [Option<Direction>; 4] {
    [Some(a), Some(b), Some(c), Some(d)]
}

impl Part for Axis {
    const ROOK: [Option<Axis>; 4] = [Some(Axis::File), Some(Axis::Rank), None, None];
    const BISHOP: [Option<Axis>; 4] = [Some(Axis::Diagonal), Some(Axis::AntiDiagonal), None, None];

    #[inline(always)]
    fn title(self) -> Option<&'static str> {
        Some(self.name())
    }
}

impl Part for RookOrBishop {
    const ROOK: [Option<RookOrBishop>; 4] = [Some(RookOrBishop::Rook), None, None, None];
    const BISHOP: [Option<RookOrBishop>; 4] = [Some(RookOrBishop::Bishop), None, None, None];

    #[inline(always)]
    fn title(self) -> Option<&'static str> {
        None
    }
}

/// A technique that finds the attacked squares of one part; [`ByPart`] makes a whole technique of
/// it.
pub trait Lookup: Copy + Send + Sync + 'static {
    /// The description of the whole technique.
    const CARD: Card;

    /// The sentences of the steps.
    const SENTENCES: &'static [Sentences];

    /// The part that it finds at a time.
    type Part: Part;

    /// Returns the technique, with its tables built, or `None` if this CPU cannot run it.
    fn new() -> Option<Self>;

    /// Returns the attacked squares of a part, and shows each step to a trace.
    ///
    /// Must be `#[inline(always)]`, as the methods of [`Sliders`](setwise::attacks::Sliders) are.
    fn attacked<T: Trace>(
        self,
        part: Self::Part,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard;
}

/// The whole technique made of a [`Lookup`] for one part.
#[derive(Clone, Copy)]
pub struct ByPart<L>(L);

/// The title of the technique, because its tables are long.
impl<L: Lookup> fmt::Debug for ByPart<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(L::CARD.title)
    }
}

impl<L: Lookup> ByPart<L> {
    #[inline(always)]
    fn one(self, part: Option<L::Part>, from: Square, occupied: Bitboard) -> Bitboard {
        match part {
            Some(part) => self.0.attacked(part, from, occupied, &mut Silent),
            None => Bitboard::EMPTY,
        }
    }

    // Not by a loop: each part is a constant to its lookup.
    #[inline(always)]
    fn all<T: Trace>(
        self,
        parts: [Option<L::Part>; 4],
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        if !trace.is_silent() {
            return self.shown(parts, from, occupied, trace);
        }
        let [a, b, c, d] = parts;
        self.one(a, from, occupied)
            | self.one(b, from, occupied)
            | self.one(c, from, occupied)
            | self.one(d, from, occupied)
    }

    // Where steps are shown, speed does not matter: one instance serves all parts and all traces.
    #[inline(never)]
    fn shown(
        self,
        parts: [Option<L::Part>; 4],
        from: Square,
        occupied: Bitboard,
        mut trace: &mut dyn Trace,
    ) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for part in parts.into_iter().flatten() {
            if let Some(title) = part.title() {
                trace.part(title);
            }
            attacked |= self.0.attacked(part, from, occupied, &mut trace);
        }
        attacked
    }
}

silent!(ByPart<L> where L: Lookup);

impl<L: Lookup> Traced for ByPart<L> {
    const CARD: Card = L::CARD;
    const SENTENCES: &'static [Sentences] = L::SENTENCES;

    fn new() -> Option<ByPart<L>> {
        L::new().map(ByPart)
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        self.all(L::Part::ROOK, from, occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: Bitboard, trace: &mut T) -> Bitboard {
        self.all(L::Part::BISHOP, from, occupied, trace)
    }
}

/// An operation on any number of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// The union.
    Or,
    /// The intersection.
    #[cfg(feature = "std")]
    And,
}

/// The union or the intersection of several sets, as an expression of a trace.
pub(crate) struct Joined<const N: usize> {
    pub(crate) sign: Join,
    pub(crate) names: [&'static str; N],
    pub(crate) sets: [Bitboard; N],
}

impl<const N: usize> Expression for Joined<N> {
    #[inline(always)]
    fn value(&self) -> u64 {
        match self.sign {
            Join::Or => self.sets.into_iter().fold(Bitboard::EMPTY, Bitboard::union).0,
            #[cfg(feature = "std")]
            Join::And => self.sets.into_iter().fold(Bitboard::UNIVERSE, Bitboard::intersection).0,
        }
    }

    fn terms(&self, each: &mut dyn FnMut(Term)) {
        let sign = match self.sign {
            Join::Or => "OR",
            #[cfg(feature = "std")]
            Join::And => "AND",
        };
        for (index, (name, set)) in self.names.into_iter().zip(self.sets).enumerate() {
            if index > 0 {
                each(Term::Sign(sign));
            }
            each(Term::Set(name, set));
        }
    }
}

/// The sets that the lookup of one part shows to a trace, each with its name.
#[cfg(test)]
pub(crate) fn shown<L: Lookup>(
    part: L::Part,
    from: Square,
    occupied: Bitboard,
) -> Vec<(&'static str, Bitboard)> {
    struct Shown(Vec<(&'static str, Bitboard)>);
    impl Trace for Shown {
        fn part(&mut self, _: &'static str) {}
        fn step(&mut self, _: &dyn Expression, result: Term) {
            if let Term::Set(name, set) = result {
                self.0.push((name, set));
            }
        }
    }
    let mut shown = Shown(Vec::new());
    let lookup = L::new().expect("it needs nothing of the CPU");
    lookup.attacked(part, from, occupied, &mut shown);
    shown.0
}
