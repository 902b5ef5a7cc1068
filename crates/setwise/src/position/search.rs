//! A position for searches: what a search asks in every node is kept.

use core::ops::Deref;

use super::keys::{self, NUMBERS};
use super::{IllegalMoveError, Position};
use crate::attacks;
use crate::movegen::Pins;
use crate::{Bitboard, Board, Color, Filter, Move, MoveKind, MoveList, Role, Square};

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
    #[inline(never)]
    pub fn play_unchecked(&self, mv: Move) -> SearchPosition {
        let own = self.board.color(self.turn);
        if mv.kind() != MoveKind::Normal || !own.contains(mv.from()) || own.contains(mv.to()) {
            return self.after_other(mv);
        }
        // Compiled once for each color, so that the color is a constant.
        match self.turn {
            Color::White => self.after_normal(Color::White, mv.from(), mv.to()),
            Color::Black => self.after_normal(Color::Black, mv.from(), mv.to()),
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

    /// Returns the position after a move without a special rule.
    ///
    /// The roles of the moved and the captured piece are found without a branch, because a search
    /// sorts its moves, so that no branch by role could be predicted.
    #[inline(always)]
    fn after_normal(&self, us: Color, from: Square, to: Square) -> SearchPosition {
        let them = !us;
        let [moved, captured] = role_indices(&self.board, [from, to]);
        let (ours, theirs) = (&NUMBERS.pieces[us], &NUMBERS.pieces[them]);
        let mut key = self.key ^ self.en_passant_key ^ NUMBERS.black_to_move;
        key ^= ours[moved][from] ^ ours[moved][to] ^ theirs[captured][to];
        let (is_pawn, is_king) = (moved == Role::Pawn as usize, moved == Role::King as usize);
        let kind = [is_pawn, is_king, captured != EMPTY];
        let position = self.position.after_normal(us, [from, to], kind);
        if self.castling != position.castling {
            key ^= keys::of_castling(self.castling - position.castling);
        }
        let mut en_passant_key = 0;
        if let Some(passed) = position.en_passant
            && attacks::pawn(us, passed).meets(position.board.pieces(them, Role::Pawn))
        {
            en_passant_key = position.en_passant_key();
            key ^= en_passant_key;
        }
        SearchPosition { pins: Pins::of(&position, them), position, key, en_passant_key }
    }

    /// Returns the position after a move with a special rule, or one that is not legal.
    #[cold]
    #[inline(never)]
    fn after_other(&self, mv: Move) -> SearchPosition {
        let position = self.position.play_unchecked(mv);
        let differing =
            |color, role| self.board.pieces(color, role) ^ position.board.pieces(color, role);
        let en_passant_key = position.en_passant_key();
        let key = self.key
            ^ keys::of_pieces(differing)
            ^ keys::of_castling(self.castling ^ position.castling)
            ^ self.en_passant_key
            ^ en_passant_key
            ^ NUMBERS.black_to_move;
        SearchPosition { pins: Pins::of(&position, position.turn), position, key, en_passant_key }
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
