//! What the techniques share that make an index of one line: a rook has two lines and a bishop
//! two.

use core::fmt;

use crate::lines::Axis;
#[cfg(any(feature = "std", test))]
use crate::lines::line;
use setwise::attacks::{Card, Occupied, Sliders, Trace};
use setwise::{Bitboard, Square};

/// What such a technique does on one line.
pub trait LineIndex: Copy + Send + Sync + 'static {
    /// The card of the whole technique.
    const CARD: Card;

    /// The occupancy in the form that the technique reads.
    type Occupied: Occupied;

    /// The technique, its tables built.
    fn new() -> Self;

    /// The squares attacked along a line, each step of the way shown to a trace.
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

/// The technique that does this on each line.
#[derive(Clone, Copy)]
pub struct ByLine<L>(L);

/// The technique's name: its tables are long.
impl<L: LineIndex> fmt::Debug for ByLine<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(L::CARD.title)
    }
}

impl<L> ByLine<L> {
    /// The technique of a line's technique.
    pub(super) const fn of(line: L) -> ByLine<L> {
        ByLine(line)
    }
}

impl<L: LineIndex> ByLine<L> {
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

impl<L: LineIndex> Sliders for ByLine<L> {
    const CARD: Card = L::CARD;

    type Occupied = L::Occupied;

    fn new() -> Option<ByLine<L>> {
        Some(ByLine::of(L::new()))
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

/// The inner squares of a line through a square, without the square: all but the two ends, whose
/// occupancy does not matter, because there is nothing behind them.
#[cfg(any(feature = "std", test))]
pub(super) fn inner(from: Square, axis: Axis) -> Bitboard {
    let whole = line(from, axis).with(from);
    let ends = [whole.first(), whole.last()].into_iter().flatten();
    whole - ends.collect() - Bitboard::of(from)
}

/// The squares attacked along a line, by walking: what every table here is made of.
#[cfg(any(feature = "std", test))]
pub(super) fn walked(from: Square, axis: Axis, occupied: Bitboard) -> Bitboard {
    use setwise::attacks::walk;
    (walk::rook(from, occupied) | walk::bishop(from, occupied)) & line(from, axis)
}
