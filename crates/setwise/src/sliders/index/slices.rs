//! What the techniques share that have one table, with a slice of it for each piece on each
//! square, as long as the relevant squares have occupancies.
#![allow(unsafe_code, reason = "an index that is bounded by the way it is made")]

use super::by_piece::RookOrBishop;
use super::entries::First;
use crate::sliders::{Silent, Term, Trace};
use crate::{Bitboard, Square};

/// The occupancies of the relevant squares: 102,400 of all rooks, 5,248 of all bishops.
pub(super) const ENTRIES: usize = 102_400 + 5_248;

/// Makes an index of an occupancy.
///
/// # Safety
///
/// The index must be less than two to the number of relevant squares of the piece and square that
/// [`Slices::build`] asks for, whatever the occupancy.
pub(super) unsafe trait Hash: Copy {
    /// The index. Two occupancies may have the same only if the same squares are attacked.
    ///
    /// Must be `#[inline(always)]`.
    fn index<T: Trace>(&self, occupied: Bitboard, trace: &mut T) -> usize;
}

/// How the index is made for one piece on one square, and where its slice begins.
#[derive(Clone, Copy)]
struct Slice<H, A> {
    hash: H,
    first: First<A>,
}

/// Both pieces' slices of a square side by side, for the queen.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Pair<H, A> {
    rook: Slice<H, A>,
    bishop: Slice<H, A>,
}

/// A table of answers, in whatever form they are kept. It stays for ever.
pub(super) struct Slices<H, A> {
    pairs: [Pair<H, A>; 64],
}

impl<H: Hash, A: Copy + 'static> Slices<H, A> {
    /// The size in memory.
    pub(super) const BYTES: usize = size_of::<[Pair<H, A>; 64]>() + size_of::<[A; ENTRIES]>();

    /// The table of these indices, filled with what the walk attacks in this form.
    pub(super) fn build(
        hash: impl Fn(RookOrBishop, Square) -> H,
        mut answer: impl FnMut(&H, Bitboard) -> A,
    ) -> Slices<H, A> {
        let mut answers = Vec::with_capacity(ENTRIES);
        let mut slice = |piece: RookOrBishop, from| {
            let (hash, relevant, first) = (hash(piece, from), piece.relevant(from), answers.len());
            let nothing = answer(&hash, Bitboard::EMPTY);
            answers.resize(first + (1 << relevant.count()), nothing);
            for occupied in relevant.subsets() {
                let attacked = answer(&hash, piece.attacks(from, occupied));
                answers[first + hash.index(occupied, &mut Silent)] = attacked;
            }
            (hash, first as isize)
        };
        let slices = Square::ALL.map(|from| RookOrBishop::ALL.map(|piece| slice(piece, from)));
        let answers: &[A; ENTRIES] = Box::leak(boxed(answers));
        let slice = |(hash, first)| Slice { hash, first: First::of(answers, first) };
        let pair = |[rook, bishop]: [_; 2]| Pair { rook: slice(rook), bishop: slice(bishop) };
        Slices { pairs: slices.map(pair) }
    }

    /// The answer to an occupancy, and how its index is made.
    #[inline(always)]
    pub(super) fn look_up<T: Trace>(
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
        // A bounds check here took 3 % more instructions in perft.
        // SAFETY: `build` gave this slice two to the number of relevant squares entries from
        // `first` on, and the hash, made for this piece and square, gives less than that.
        (unsafe { first.entry(index) }, hash)
    }
}

impl<H: Hash> Slices<H, Bitboard> {
    /// The attacked squares, of a table that holds them as they are.
    #[inline(always)]
    pub(super) fn attacked<T: Trace>(
        &self,
        piece: RookOrBishop,
        from: Square,
        occupied: Bitboard,
        trace: &mut T,
    ) -> Bitboard {
        let (attacked, _) = self.look_up(piece, from, occupied, trace);
        trace.set("attacked", &[Term::Sign("entry of square and index")], attacked);
        attacked
    }
}

/// As many items as it takes, on the heap and never on the stack.
pub(super) fn boxed<T, const N: usize>(items: impl IntoIterator<Item = T>) -> Box<[T; N]> {
    let items: Box<[T]> = items.into_iter().collect();
    items.try_into().unwrap_or_else(|items: Box<[T]>| unreachable!("{} of {N}", items.len()))
}
