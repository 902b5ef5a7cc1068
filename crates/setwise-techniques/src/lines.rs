//! The four lines through a square (rank, file, diagonal and anti-diagonal), and techniques that work
//! line by line.

use core::fmt;

use setwise::attacks::{Card, Occupied, Sliders, Term, Trace};
use setwise::{Bitboard, Square};

#[doc(inline)]
pub use setwise::attacks::parts::Axis;

/// Returns a line through a square, without the square.
#[inline(always)]
pub const fn line(from: Square, axis: Axis) -> Bitboard {
    axis.line(from)
}

/// Returns the occupied squares of a line, traced under a name.
#[inline(always)]
pub(crate) fn on_the_line<T: Trace>(
    name: &'static str,
    occupied: Bitboard,
    line: Bitboard,
    trace: &mut T,
) -> Bitboard {
    let on_the_line = occupied & line;
    let terms = [Term::Set("occupied", occupied), Term::Sign("AND"), Term::Set("line", line)];
    trace.set(name, &terms, on_the_line);
    on_the_line
}

/// A technique that finds the attacked squares of one line; [`ByLine`] makes a whole technique of it.
pub trait OneLine: Copy + Send + Sync + 'static {
    /// The description of the whole technique.
    const CARD: Card;

    /// The occupancy in the form that the technique reads.
    type Occupied: Occupied;

    /// Returns the technique, with its tables built.
    fn new() -> Self;

    /// Returns the squares attacked along a line, and shows each step to a trace.
    ///
    /// Must be `#[inline(always)]`, as the methods of [`Sliders`] are.
    fn attacked<T: Trace>(
        self,
        from: Square,
        axis: Axis,
        occupied: &Self::Occupied,
        trace: &mut T,
    ) -> Bitboard;
}

/// A technique that works line by line: a rook has two lines and a bishop two.
#[derive(Clone, Copy)]
pub struct ByLine<L>(L);

/// The title of the technique, because its tables are long.
impl<L: OneLine> fmt::Debug for ByLine<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(L::CARD.title)
    }
}

impl<L: OneLine> ByLine<L> {
    #[inline(always)]
    fn one<T: Trace>(
        self,
        from: Square,
        axis: Axis,
        occupied: &L::Occupied,
        trace: &mut T,
    ) -> Bitboard {
        trace.part(axis.name());
        self.0.attacked(from, axis, occupied, trace)
    }
}

impl<L: OneLine> Sliders for ByLine<L> {
    const CARD: Card = L::CARD;

    type Occupied = L::Occupied;

    fn new() -> Option<ByLine<L>> {
        Some(ByLine(L::new()))
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &L::Occupied, trace: &mut T) -> Bitboard {
        self.one(from, Axis::File, occupied, trace) | self.one(from, Axis::Rank, occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(
        self,
        from: Square,
        occupied: &L::Occupied,
        trace: &mut T,
    ) -> Bitboard {
        self.one(from, Axis::Diagonal, occupied, trace)
            | self.one(from, Axis::AntiDiagonal, occupied, trace)
    }
}
