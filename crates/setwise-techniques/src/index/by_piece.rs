//! What the techniques share that make one index of all lines of a piece: a queen is a rook and a
//! bishop.

use core::fmt;

use setwise::attacks::{Card, Sliders, Trace};
use setwise::{Bitboard, Square};

#[doc(inline)]
pub use setwise::attacks::parts::RookOrBishop;

use RookOrBishop::{Bishop, Rook};

/// What such a technique does for one piece.
pub trait OneLookup: Copy + Send + Sync + 'static {
    /// The card of the whole technique.
    const CARD: Card;

    /// The technique, its tables built, or `None` if this CPU cannot run it.
    fn new() -> Option<Self>;

    /// The squares that the piece attacks, each step of the way shown to a trace.
    ///
    /// Must be `#[inline(always)]`, as the methods of [`Sliders`] are.
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard;
}

/// The technique that does this for either piece.
#[derive(Clone, Copy)]
pub struct ByPiece<L>(L);

/// The technique's name: its tables are long.
impl<L: OneLookup> fmt::Debug for ByPiece<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(L::CARD.title)
    }
}

impl<L: OneLookup> Sliders for ByPiece<L> {
    const CARD: Card = L::CARD;

    type Occupied = Bitboard;

    fn new() -> Option<ByPiece<L>> {
        L::new().map(ByPiece)
    }

    #[inline(always)]
    fn trace_rook<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.0.attacked(Rook, from, *occupied, trace)
    }

    #[inline(always)]
    fn trace_bishop<T: Trace>(self, from: Square, occupied: &Bitboard, trace: &mut T) -> Bitboard {
        self.0.attacked(Bishop, from, *occupied, trace)
    }
}
