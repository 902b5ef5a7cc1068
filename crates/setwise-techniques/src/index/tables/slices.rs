//! One table of attacks for all squares. Each piece on each square has a slice of it, with an entry
//! for each occupancy of its relevant squares.
#![allow(unsafe_code, reason = "an index that is bounded by the way it is made")]
// Miri: setwise-techniques index::magic_family::fancy::tests::entries_of_some_occupancies

use super::First;
use crate::Card;
use crate::parts::{Lookup, RookOrBishop};
use crate::trace::{Sentences, Silent, Trace, described};
use setwise::attacks;
use setwise::{Bitboard, Square};

/// The number of occupancies of the relevant squares: 102,400 for all rooks, 5,248 for all bishops.
const ENTRIES: usize = 102_400 + 5_248;

/// A function from occupancies to indices, for one piece on one square.
///
/// # Safety
///
/// For each piece and square, `index` of the value that `of` returns must be less than two to the
/// power of the number of [relevant squares](RookOrBishop::relevant), whatever the occupancy.
pub unsafe trait Hash: Copy {
    /// Returns the function of a piece on a square.
    fn of(piece: RookOrBishop, from: Square) -> Self;

    /// Returns the index. Two occupancies may have the same index only if the piece attacks the
    /// same squares.
    ///
    /// Must be `#[inline(always)]`.
    fn index<T: Trace>(&self, occupied: Bitboard, trace: &mut T) -> usize;
}

/// The hash of one piece on one square, and the start of its slice.
#[derive(Clone, Copy)]
struct Slice<H, A> {
    hash: H,
    first: First<A>,
}

/// The slices of both pieces on a square, in one cache line for the queen.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Pair<H, A> {
    rook: Slice<H, A>,
    bishop: Slice<H, A>,
}

/// A table of attacks, each stored as a value of type `A`. It is never freed.
pub struct Slices<H, A> {
    pairs: [Pair<H, A>; 64],
}

impl<H: Hash, A: Copy + 'static> Slices<H, A> {
    /// The size in bytes.
    pub(crate) const BYTES: usize = size_of::<[Pair<H, A>; 64]>() + size_of::<[A; ENTRIES]>();

    /// Builds the table. `answer` converts a set of attacked squares to its stored form.
    pub(crate) fn build(answer: impl FnMut(&H, Bitboard) -> A) -> Slices<H, A> {
        Slices::build_for(Bitboard::subsets, answer)
    }

    /// Builds the table for some of the occupancies of relevant squares. The other entries are the
    /// answer to the empty set. For tests by Miri, for which all occupancies are too many.
    pub(crate) fn build_for<I: IntoIterator<Item = Bitboard>>(
        occupancies: impl Fn(Bitboard) -> I,
        mut answer: impl FnMut(&H, Bitboard) -> A,
    ) -> Slices<H, A> {
        let mut answers = Vec::with_capacity(ENTRIES);
        let mut slices = Vec::with_capacity(2 * 64);
        for from in Square::ALL {
            for piece in RookOrBishop::ALL {
                let (hash, relevant) = (H::of(piece, from), piece.relevant(from));
                let (first, nothing) = (answers.len(), answer(&hash, Bitboard::EMPTY));
                answers.resize(first + (1 << relevant.count()), nothing);
                for occupied in occupancies(relevant) {
                    // A sixth of the instructions of `RookOrBishop::attacks`.
                    let attacked = match piece {
                        RookOrBishop::Rook => attacks::rook(from, occupied),
                        RookOrBishop::Bishop => attacks::bishop(from, occupied),
                    };
                    let attacked = answer(&hash, attacked);
                    answers[first + hash.index(occupied, &mut Silent)] = attacked;
                }
                slices.push((hash, first as isize));
            }
        }
        assert_eq!(answers.len(), ENTRIES);
        let answers: &[A] = answers.leak();
        let slice = |index: usize| {
            let (hash, first) = slices[index];
            Slice { hash, first: First::of(answers, first) }
        };
        let pair = |from: usize| Pair { rook: slice(2 * from), bishop: slice(2 * from + 1) };
        let mut pairs = [pair(0); 64];
        for (from, stored) in pairs.iter_mut().enumerate().skip(1) {
            *stored = pair(from);
        }
        Slices { pairs }
    }

    /// Returns the stored answer for an occupancy, and the hash that found it.
    #[inline(always)]
    pub(crate) fn look_up<T: Trace>(
        &self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> (A, H) {
        let pair = &self.pairs[from];
        let Slice { hash, first } = match piece {
            RookOrBishop::Rook => pair.rook,
            RookOrBishop::Bishop => pair.bishop,
        };
        let index = hash.index(occupied, trace);
        // A bounds check here made perft slower.
        // SAFETY: `build` gave this slice two to the number of relevant squares entries from
        // `first` on, and the hash, made for this piece and square, gives less than that.
        (unsafe { first.entry(index) }, hash)
    }
}

/// A technique that stores the attacked squares of a piece unchanged.
pub trait PieceTable: Hash + Send + Sync + 'static {
    /// The description of the technique.
    const CARD: Card;

    /// The sentences of the steps of the whole lookup.
    const SENTENCES: &'static [Sentences];

    /// Returns the table, or `None` if this CPU cannot run the technique. The first call builds it.
    fn slices() -> Option<&'static Slices<Self, Bitboard>>;
}

impl<H: PieceTable> Lookup for &'static Slices<H, Bitboard> {
    const CARD: Card = H::CARD;

    type Part = RookOrBishop;

    fn new() -> Option<Self> {
        H::slices()
    }

    #[inline(always)]
    fn attacked<T: Trace>(
        self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let (attacked, _) = self.look_up(piece, from, occupied, trace);
        *trace.set("attacked", described("entry of square and index", attacked.0))
    }

    const SENTENCES: &'static [Sentences] = H::SENTENCES;
}

/// The sentences of the lookup of an entry.
pub(crate) const ENTRY: Sentences = Sentences::of(&[(
    "attacked",
    "Look up the attacked squares, by the square of the slider and the index.",
)]);

/// Looks up some entries of each slice, among them those with the lowest and the highest index.
#[cfg(test)]
pub(crate) fn check_some_entries<H: PieceTable>() {
    let some = |relevant| [Bitboard::EMPTY, relevant & Bitboard(0x5a5a_a5a5_3c3c_c3c3), relevant];
    let slices: &'static Slices<H, Bitboard> =
        Box::leak(Box::new(Slices::build_for(some, |_, attacked| attacked)));
    for (piece, from) in
        RookOrBishop::ALL.into_iter().flat_map(|piece| Square::ALL.map(|from| (piece, from)))
    {
        for occupied in some(piece.relevant(from)) {
            let attacked = slices.attacked(piece, from, occupied, &mut Silent);
            assert_eq!(attacked, piece.attacks(from, occupied), "{} {from}", piece.name());
        }
    }
}
