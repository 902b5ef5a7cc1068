//! A list of moves on the stack.

use core::convert::Infallible;
use core::fmt;
use core::ops::{ControlFlow, Deref};

use crate::movegen::MoveVisitor;
use crate::{Bitboard, Move, MoveSet, Square};

/// An upper bound of the number of legal moves of a side with at most 16 pieces: 15 queens with 27
/// moves each, and a king with 8 steps and 2 castling moves.
const MAX_MOVES: usize = 15 * 27 + 10;

/// The number of entries that one iteration writes, even if fewer moves remain.
///
/// Most pieces have one to eight moves. A loop that stops after exactly that many is often
/// mispredicted by the CPU, which makes filling a list much slower.
const CHUNK: usize = 8;

/// A list of the legal moves of one position, stored on the stack; it dereferences to a slice.
///
/// It has room for 415 moves; a side with at most 16 pieces cannot have more. It takes about 850
/// bytes.
///
/// # Performance
///
/// A new list is initialized and copied to the caller. A search can avoid this cost: keep one list
/// per ply and refill it with [`Position::fill_legal_moves`](crate::Position::fill_legal_moves).
#[derive(Clone)]
pub struct MoveList {
    /// Entries past `len` are unspecified.
    moves: [Move; MAX_MOVES + CHUNK],
    len: usize,
}

impl MoveList {
    /// Returns an empty list.
    #[inline(always)]
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::normal(Square::A1, Square::A1); MAX_MOVES + CHUNK], len: 0 }
    }

    /// Clears the list and returns a visitor that adds the moves of one position.
    #[inline(always)]
    pub(crate) fn filling(&mut self) -> Filling<'_> {
        self.len = 0;
        Filling(self)
    }
}

/// A visitor that adds the moves of one position to a list.
///
/// The list is not a visitor itself, because it has room for the moves of one position only.
pub(crate) struct Filling<'l>(&'l mut MoveList);

impl Filling<'_> {
    /// Adds one move for each target square.
    #[inline(always)]
    fn add_all(&mut self, mut targets: Bitboard, mv: impl Fn(Square) -> Move) {
        let Filling(list) = self;
        let mut start = list.len;
        list.len += targets.count() as usize;
        loop {
            for entry in &mut list.moves[start..start + CHUNK] {
                *entry = mv(targets.first_or_a1());
                targets = targets.reset_first();
            }
            if targets.is_empty() {
                return;
            }
            start += CHUNK;
        }
    }
}

impl MoveVisitor for Filling<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        match set {
            MoveSet::Piece { from, to, .. } => self.add_all(to, |to| Move::normal(from, to)),
            MoveSet::Pawns { shift, to } => {
                self.add_all(to, |to| Move::normal(MoveSet::pawn_origin(to, shift), to));
            }
            _ => {
                let Filling(list) = self;
                for mv in set {
                    list.moves[list.len] = mv;
                    list.len += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Default for MoveList {
    /// Returns an empty list.
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = core::iter::Take<core::array::IntoIter<Move, { MAX_MOVES + CHUNK }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Filter, Position, Role};

    /// A list has the same moves in the same order as the sets, listed one by one. The positions
    /// have a lone king, pieces with more than `CHUNK` moves, promotions, en passant and castling.
    #[test]
    fn a_list_equals_the_listed_sets() {
        let mut reused = MoveList::new();
        for fen in [
            "8/8/8/3k4/8/8/8/K7 w - - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ] {
            let position: Position = fen.parse().expect("a FEN");
            let mut moves = Vec::new();
            let _ = position.visit_legal_moves::<()>(Filter::ALL, |set| {
                moves.extend(set);
                ControlFlow::Continue(())
            });
            assert_eq!(position.legal_moves()[..], moves, "{fen}");
            position.fill_legal_moves(Filter::ALL, &mut reused);
            assert_eq!(reused[..], moves, "{fen}");
            assert_eq!(position.legal_moves().into_iter().collect::<Vec<_>>(), moves, "{fen}");
        }
    }

    /// Fills a list to its maximum length, then adds an empty set.
    #[test]
    fn a_list_has_room_for_the_largest_number_of_moves() {
        let mut list = MoveList::new();
        let mut filling = list.filling();
        for to in [u64::MAX; 6].into_iter().chain([u64::MAX >> 33, 0]) {
            let (role, from, to) = (Role::Queen, Square::A1, Bitboard(to));
            let ControlFlow::Continue(()) = filling.moves(MoveSet::Piece { role, from, to });
        }
        assert_eq!(list.len(), MAX_MOVES);
    }
}
