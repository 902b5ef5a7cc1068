//! What a sliding-attack technique is: a value that answers which squares a rook, bishop or
//! queen attacks.
//!
//! The families below it:
//!
//! * [`walk`]: step until blocked, the definition.
//! * [`ray`]: a ray of the empty board, cut at its first blocker.
//! * [`subtract`]: the borrow of a subtraction runs along the line and stops at the blocker.
//! * [`index`]: the occupancy of the lines becomes an index into a table of answers.
//! * [`exploding`]: four directions a step on at a time, by one multiplication.
//! * [`fill`]: whole sets of sliders at once, direction by direction.

pub mod battery;
pub mod erased;
pub mod exploding;
pub mod fill;
pub mod index;
pub mod lines;
pub mod ray;
pub mod subtract;
pub mod trace;
pub mod walk;

pub use trace::{Silent, Term, Trace};

use crate::{Bitboard, Square};

/// A way to find the squares that sliding pieces attack.
///
/// A technique is a value, and [`Sliders::new`] the only way to get one: to hold it is the proof
/// that this CPU can run it and that its tables are built. Values are `Copy` and at most a
/// pointer wide, so they travel by value down a search.
///
/// The attacked squares of a line are those up to and with the first occupied one on each side.
/// Whether the slider's own square is in the occupancy makes no difference, and neither does any
/// square off its lines.
///
/// Methods are `#[inline(always)]` and name no CPU feature, so that they melt into the caller,
/// and use the instructions that the caller was compiled for; see
/// [`perft`](crate::perft) for how a caller asks for those.
pub trait Sliders: Copy + Send + Sync + 'static {
    /// What the technique is, whose it is, and what it needs.
    const CARD: Card;

    /// The occupancy in the form that the technique reads. For most it is a [`Bitboard`].
    type Occupied: Occupied;

    /// The technique, or `None` if this CPU cannot run it. Builds its tables at the first call.
    fn new() -> Option<Self>;

    /// The squares that a rook on `from` attacks, each step of the way shown to a trace.
    fn trace_rook<T: Trace>(
        self,
        from: Square,
        occupied: &Self::Occupied,
        trace: &mut T,
    ) -> Bitboard;

    /// The squares that a bishop on `from` attacks, each step of the way shown to a trace.
    fn trace_bishop<T: Trace>(
        self,
        from: Square,
        occupied: &Self::Occupied,
        trace: &mut T,
    ) -> Bitboard;

    /// The squares that a queen on `from` attacks, the rook's and the bishop's, each step of the
    /// way shown to a trace.
    #[inline(always)]
    fn trace_queen<T: Trace>(
        self,
        from: Square,
        occupied: &Self::Occupied,
        trace: &mut T,
    ) -> Bitboard {
        trace.part("as a rook");
        let rook = self.trace_rook(from, occupied, trace);
        trace.part("as a bishop");
        let bishop = self.trace_bishop(from, occupied, trace);
        let queen = rook | bishop;
        trace.part("both");
        let terms =
            [Term::Set("as a rook", rook), Term::Sign("OR"), Term::Set("as a bishop", bishop)];
        trace.set("attacked", &terms, queen);
        queen
    }

    /// The squares that a rook on `from` attacks.
    #[inline(always)]
    fn rook(self, from: Square, occupied: &Self::Occupied) -> Bitboard {
        self.trace_rook(from, occupied, &mut Silent)
    }

    /// The squares that a bishop on `from` attacks.
    #[inline(always)]
    fn bishop(self, from: Square, occupied: &Self::Occupied) -> Bitboard {
        self.trace_bishop(from, occupied, &mut Silent)
    }

    /// The squares that a queen on `from` attacks.
    #[inline(always)]
    fn queen(self, from: Square, occupied: &Self::Occupied) -> Bitboard {
        self.trace_queen(from, occupied, &mut Silent)
    }
}

/// An occupancy that a technique keeps in its own form and that follows the game move by move.
pub trait Occupied: Copy + Send + Sync + 'static {
    /// The form of a set, built from nothing.
    fn of(set: Bitboard) -> Self;

    /// Adds the changed squares that were absent and takes out those that were there.
    ///
    /// What a move changes is *the occupancy before XOR the occupancy after*: from and to of a
    /// quiet move, from alone of a capture, three squares of an en passant capture, up to four
    /// when castling.
    fn toggle(&mut self, changed: Bitboard);

    /// The set that it stands for.
    fn set(&self) -> Bitboard;
}

impl Occupied for Bitboard {
    #[inline(always)]
    fn of(set: Bitboard) -> Bitboard {
        set
    }

    #[inline(always)]
    fn toggle(&mut self, changed: Bitboard) {
        *self ^= changed;
    }

    #[inline(always)]
    fn set(&self) -> Bitboard {
        *self
    }
}

/// What a technique is, whose it is, and what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Card {
    /// The name in a sentence, such as "Hyperbola quintessence".
    pub title: &'static str,
    /// Who found it.
    pub people: &'static str,
    /// When it was found or first published.
    pub year: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// Which of the four documents that the project set out from describes it, if one does: 1 Zelphir
    /// Kaltstahl's *Bitboard Notes*, 2 Gerd Isenberg's *Efficient Generation of Sliding Piece
    /// Attacks*, 3 *How NagaSkaki plays chess*, 4 Justin Rogers on legal moves.
    pub seed: Option<u8>,
    /// The size of its tables.
    pub table_bytes: usize,
    /// What the CPU must have beyond the plain 64-bit instructions; empty for nothing.
    pub needs: &'static str,
}

impl Card {
    /// A card with every field, for a technique of one's own.
    pub const fn new(
        title: &'static str,
        people: &'static str,
        year: &'static str,
        source: &'static str,
        table_bytes: usize,
        needs: &'static str,
    ) -> Card {
        Card { title, people, year, source, seed: None, table_bytes, needs }
    }
}
