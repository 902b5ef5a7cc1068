//! A position for searches: what a search asks in every node is kept.
#![allow(unsafe_code, reason = "the next position is built where the caller wants it")]
// Miri: setwise position::search::tests::each_kind_of_move

use core::mem::MaybeUninit;
use core::ops::Deref;

use super::keys::{self, NUMBERS};
use super::{IllegalMoveError, Position};
use crate::attacks;
use crate::movegen::Pins;
use crate::{Bitboard, Board, Color, Filter, Move, MoveKind, MoveList, Rank, Role, Square};

/// A position that keeps its key, its checkers and its pinned pieces as it is played.
///
/// It is a [`Position`] in every other respect, because it dereferences to one. Use it in a search:
/// [`key`](SearchPosition::key) and [`is_check`](SearchPosition::is_check) are reads of a field, and
/// lists of moves need not find the checkers and pins. A count of positions, which asks for none of
/// that, is faster with [`Position`].
///
/// ```
/// use setwise::{Position, SearchPosition};
///
/// let start = SearchPosition::from(Position::INITIAL);
/// let next = start.play(start.parse_san("e4")?)?;
/// assert_eq!(next.key(), Position::key(&next));
/// assert_eq!((next.is_check(), next.legal_moves().len()), (false, 20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It takes 112 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchPosition {
    position: Position,
    key: u64,
    /// The part of the key for the en passant square.
    en_passant_key: u64,
    /// Those of the side to move.
    pins: Pins,
}

const _: () = assert!(size_of::<SearchPosition>() == 112);

impl SearchPosition {
    /// Returns the Zobrist key: [`Position::key`] without computing it.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.pins.checkers
    }

    /// Returns whether the side to move is in check.
    #[inline(always)]
    pub fn is_check(&self) -> bool {
        self.pins.checkers.any()
    }

    /// Returns White's or Black's pinned pieces, as [`Position::pinned`]; those of the side to move
    /// are kept.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        if color == self.turn { self.pins.pinned } else { self.position.pinned(color) }
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// [`IllegalMoveError`] if the move is not legal in this position.
    pub fn play(&self, mv: Move) -> Result<SearchPosition, IllegalMoveError> {
        self.position.legal(mv).map(|()| self.play_unchecked(mv))
    }

    /// Returns the position after a move that is known to be legal in this position, as
    /// [`Position::play_unchecked`] does.
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> SearchPosition {
        let mut next = MaybeUninit::uninit();
        self.play_into(mv, &mut next);
        // SAFETY: `play_into` has written a position.
        unsafe { next.assume_init() }
    }

    /// Writes the position after a move.
    ///
    /// It is a call, because then the compiler lets it write where the result of the caller goes. A
    /// position that is built elsewhere is copied by wide loads just after narrow stores, which
    /// stalls the CPU for a third of the time of a move.
    #[inline(never)]
    fn play_into(&self, mv: Move, next: &mut MaybeUninit<SearchPosition>) {
        let next = next.write(*self);
        match self.turn {
            _ if mv.kind() != MoveKind::Normal => next.make_any(mv),
            // Compiled once for each color, so that the color is a constant.
            Color::White => next.make_normal(self, Color::White, mv),
            Color::Black => next.make_normal(self, Color::Black, mv),
        }
    }

    /// Returns the position after a null move, or `None` in check: [`Position::null_move`].
    #[must_use]
    pub fn null_move(&self) -> Option<SearchPosition> {
        let position = self.position.null_move()?;
        let key = self.key ^ self.en_passant_key ^ NUMBERS.black_to_move;
        Some(SearchPosition {
            pins: Pins::of(&position, position.turn),
            key,
            en_passant_key: 0,
            position,
        })
    }

    /// Returns the legal moves, as [`Position::legal_moves`].
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.legal_moves_matching(Filter::ALL)
    }

    /// Returns the legal moves that match a filter, as [`Position::legal_moves_matching`].
    #[inline]
    pub fn legal_moves_matching(&self, filter: Filter) -> MoveList {
        let mut list = MoveList::new();
        self.add_legal_moves(filter, &mut list);
        list
    }

    /// Replaces the content of a list with the legal moves that match a filter, as
    /// [`Position::fill_legal_moves`].
    pub fn fill_legal_moves(&self, filter: Filter, list: &mut MoveList) {
        list.clear();
        self.add_legal_moves(filter, list);
    }

    /// Adds the legal moves that match a filter to a list that has other moves of this position.
    pub(crate) fn add_legal_moves(&self, filter: Filter, list: &mut MoveList) {
        self.position.add_legal_moves(Some(self.pins), filter, list);
    }

    /// Makes a move without a special rule in a copy of the position before it.
    ///
    /// The roles of the moved and the captured piece are found without a branch, because a search
    /// sorts its moves, so that no branch by role could be predicted.
    #[inline(always)]
    fn make_normal(&mut self, before: &SearchPosition, us: Color, mv: Move) {
        let (them, from, to) = (!us, mv.from(), mv.to());
        let (target, changed) = (Bitboard::of(to), Bitboard::of(from).with(to));
        let [moved, captured] = role_indices(&before.board, [from, to]);
        let is_pawn = moved == Role::Pawn as usize;
        let own = before.board.color(us);
        if !own.contains(from) || own.contains(to) {
            return self.make_any(mv); // it is not legal
        }
        let (ours, theirs) = (&NUMBERS.pieces[us], &NUMBERS.pieces[them]);
        self.key ^= before.en_passant_key ^ NUMBERS.black_to_move;
        self.key ^= ours[moved][from] ^ ours[moved][to] ^ theirs[captured][to];
        self.en_passant_key = 0;

        let next = &mut self.position;
        next.pass();
        next.board.toggle(us, moved, changed);
        next.halfmoves *= u16::from(!is_pawn & (captured == EMPTY));
        if captured != EMPTY {
            next.board.toggle(them, captured, target);
        }
        if next.castling.any() {
            let is_king = moved == Role::King as usize;
            let home = Bitboard::rank(Rank::First.relative_to(us));
            let lost = next.castling & if is_king { changed | home } else { changed };
            next.castling -= lost;
            self.key ^= keys::of_castling(lost);
        }
        if is_pawn && from as u8 ^ to as u8 == 16 {
            let passed = Square::masked((from as u8 + to as u8) / 2);
            next.en_passant = Some(passed);
            if attacks::pawn(us, passed).meets(next.board.pieces(them, Role::Pawn)) {
                self.en_passant_key = next.en_passant_key();
                self.key ^= self.en_passant_key;
            }
        }
        self.pins = Pins::of(next, them);
    }

    /// Makes any move.
    #[cold]
    #[inline(never)]
    fn make_any(&mut self, mv: Move) {
        let before = self.position;
        let next = before.play_unchecked(mv);
        let differing =
            |color, role| before.board.pieces(color, role) ^ next.board.pieces(color, role);
        self.key ^= keys::of_pieces(differing)
            ^ keys::of_castling(before.castling ^ next.castling)
            ^ self.en_passant_key
            ^ next.en_passant_key()
            ^ NUMBERS.black_to_move;
        self.en_passant_key = next.en_passant_key();
        self.pins = Pins::of(&next, next.turn);
        self.position = next;
    }
}

/// The index of an empty square.
const EMPTY: usize = 6;

/// Returns the roles of the pieces on two squares, as indices.
#[inline(always)]
fn role_indices(board: &Board, squares: [Square; 2]) -> [usize; 2] {
    let role = |role| board.role(role);
    let (rooks, kings) = (role(Role::Rook), role(Role::King));
    // The squares of the indices that have bit 0, 1 and 2.
    let low = role(Role::Knight) | rooks | kings;
    let middle = role(Role::Bishop) | rooks | board.empty();
    let high = role(Role::Queen) | kings | board.empty();
    let index = |square: Square| {
        let bit = |set: Bitboard| (set.0 >> square as u8 & 1) as usize;
        bit(low) | bit(middle) << 1 | bit(high) << 2
    };
    [index(squares[0]), index(squares[1])]
}

impl From<Position> for SearchPosition {
    /// Computes the key, the checkers and the pinned pieces.
    fn from(position: Position) -> SearchPosition {
        let (key, en_passant_key) = (position.key(), position.en_passant_key());
        SearchPosition { pins: Pins::of(&position, position.turn), key, en_passant_key, position }
    }
}

impl Deref for SearchPosition {
    type Target = Position;

    #[inline(always)]
    fn deref(&self) -> &Position {
        &self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept after a move equals what is computed.
    #[test]
    fn each_kind_of_move() {
        for fen in [
            // A step, a double step beside a pawn, castling, captures, a promotion, check.
            "r3k2r/8/8/8/1p2P3/5n2/P2PB2P/R3K2R w KQkq - 0 1",
            "r3k2r/1P3p2/8/6N1/8/8/6p1/R3K2R b KQkq - 0 1",
            // A capture en passant.
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        ] {
            let position: Position = fen.parse().expect("a FEN");
            let position = SearchPosition::from(position);
            for &mv in &position.legal_moves() {
                let next = position.play_unchecked(mv);
                assert_eq!(next, SearchPosition::from(position.position.play_unchecked(mv)));
            }
        }
    }
}
