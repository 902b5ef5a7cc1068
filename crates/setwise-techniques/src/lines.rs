//! The four lines through a square: rank, file, diagonal and anti-diagonal.

use setwise::attacks::{Term, Trace};
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
