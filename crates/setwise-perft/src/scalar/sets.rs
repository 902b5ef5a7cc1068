//! A list of sets of moves.

use core::convert::Infallible;
use core::ops::ControlFlow;

use setwise::{Bitboard, MoveSet, MoveVisitor};

/// The sets of moves of one position that are not empty.
///
/// A loop over a list compiles its body once. A visitor is inlined wherever the generator has found
/// a set.
pub(super) struct Sets {
    sets: [MoveSet; Sets::MOST],
    len: usize,
}

impl Sets {
    /// One set for each of 15 pieces and the king, seven of pawns, two of en passant captures and
    /// two of castling: at most 27.
    const MOST: usize = 27;

    #[inline(always)]
    pub(super) fn new() -> Sets {
        const NONE: MoveSet = MoveSet::Pawns { shift: 0, to: Bitboard::EMPTY };
        Sets { sets: [NONE; Sets::MOST], len: 0 }
    }

    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[MoveSet] {
        self.sets.get(..self.len).unwrap_or(&[])
    }
}

impl MoveVisitor for Sets {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        if let Some(next) = self.sets.get_mut(self.len) {
            *next = set;
            self.len += usize::from(!set.is_empty());
        }
        ControlFlow::Continue(())
    }
}
