//! A list of moves on the stack.

use core::convert::Infallible;
use core::fmt;
use core::ops::{ControlFlow, Deref, DerefMut};

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

/// A list of moves, stored on the stack; it dereferences to a slice, which can be sorted and
/// changed in place.
///
/// It has room for [`MoveList::CAPACITY`] moves, which is more than the legal moves of any
/// position. [`MoveList::try_push`] returns an error when the list is full; [`Extend`] and
/// [`FromIterator`] drop what does not fit. A list takes about 850 bytes.
///
/// ```
/// use setwise::{MoveList, Position};
///
/// let position: Position = "4k3/8/8/3p1q2/4P3/8/8/4K3 w - - 0 1".parse()?;
/// let mut moves = position.legal_moves();
/// // Captures first, and the most valuable captured pieces before the others.
/// moves.sort_by_key(|&mv| std::cmp::Reverse(position.captured(mv)));
/// assert_eq!(position.san(moves[0]), "exf5");
/// moves.retain(|mv| position.is_capture(mv));
/// assert_eq!(moves.len(), 2);
/// let last = moves.pop();
/// let collected: MoveList = moves.into_iter().chain(last).collect();
/// assert_eq!(position.san(collected[1]), "exd5");
/// # Ok::<(), setwise::notation::fen::FenError>(())
/// ```
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

    /// The number of moves that a list has room for.
    pub const CAPACITY: usize = MAX_MOVES;

    /// Adds a move at the end.
    ///
    /// # Errors
    ///
    /// The move, if the list is full. The list is then unchanged.
    #[inline]
    pub fn try_push(&mut self, mv: Move) -> Result<(), Move> {
        if self.len == MAX_MOVES {
            return Err(mv);
        }
        self.moves[self.len] = mv;
        self.len += 1;
        Ok(())
    }

    /// Removes and returns the last move, or returns `None` if the list is empty.
    #[inline]
    pub fn pop(&mut self) -> Option<Move> {
        let last = self.last().copied()?;
        self.len -= 1;
        Some(last)
    }

    /// Keeps the moves for which a function returns true, in their order.
    #[inline]
    pub fn retain(&mut self, keep: impl FnMut(Move) -> bool) {
        self.retain_from(0, keep);
    }

    /// Keeps the first moves, and those after them for which a function returns true.
    #[inline]
    pub(crate) fn retain_from(&mut self, first: usize, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = first;
        for index in first..self.len {
            let mv = self.moves[index];
            self.moves[kept] = mv;
            kept += usize::from(keep(mv));
        }
        self.len = kept;
    }

    /// Removes the moves from an index on; does nothing if the list is not longer.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Returns a visitor that adds moves of one position, of which the list has no other moves.
    #[inline(always)]
    pub(crate) fn filling(&mut self) -> Filling<'_> {
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

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

/// Lists are equal if they have the same moves in the same order.
impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        self[..] == other[..]
    }
}

impl Eq for MoveList {}

/// Adds moves until the list is full, and drops the others.
impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        for mv in moves {
            if self.try_push(mv).is_err() {
                return;
            }
        }
    }
}

/// Collects moves until the list is full, and drops the others.
impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        list.extend(moves);
        list
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

impl<'a> IntoIterator for &'a mut MoveList {
    type Item = &'a mut Move;
    type IntoIter = core::slice::IterMut<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
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

    /// The operations in place do what `Vec` does.
    #[test]
    fn a_list_changes_as_a_vec_does() {
        let mut list = Position::INITIAL.legal_moves();
        let mut vec = list.to_vec();
        list.sort_unstable_by(|a, b| b.cmp(a));
        vec.sort_unstable_by(|a, b| b.cmp(a));
        list.swap(3, 5);
        vec.swap(3, 5);
        assert_eq!(list[..], vec);
        list.retain(|mv| mv.to().file() < crate::File::E);
        vec.retain(|mv| mv.to().file() < crate::File::E);
        assert_eq!(list[..], vec);
        assert_eq!(list.pop(), vec.pop());
        list.truncate(100);
        assert_eq!(list[..], vec);
        list.truncate(2);
        vec.truncate(2);
        for mv in &mut list {
            *mv = Move::normal(mv.to(), mv.from());
        }
        for mv in &mut vec {
            *mv = Move::normal(mv.to(), mv.from());
        }
        assert_eq!(list[..], vec);
        assert_eq!(vec.into_iter().collect::<MoveList>(), list);
        list.clear();
        assert_eq!((list.pop(), list.len()), (None, 0));
    }

    #[test]
    fn a_full_list_refuses_or_drops_further_moves() {
        let moves =
            (0..500).map(|index| Move::normal(Square::masked(index as u8 % 64), Square::A1));
        let mut list: MoveList = moves.clone().collect();
        assert_eq!(list[..], moves.clone().take(MoveList::CAPACITY).collect::<Vec<_>>());
        let mv = Move::normal(Square::H8, Square::H1);
        assert_eq!(list.try_push(mv), Err(mv));
        list.extend(moves.clone());
        assert_eq!(list.len(), MoveList::CAPACITY);
        let removed = list.pop();
        assert_eq!(list.try_push(mv), Ok(()));
        assert_eq!((list.last(), removed), (Some(&mv), moves.clone().nth(MoveList::CAPACITY - 1)));
    }
}
