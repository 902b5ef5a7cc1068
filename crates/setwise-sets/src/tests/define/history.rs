//! The pieces of a game, each followed from the square where it first stood.

use alloc::vec::Vec;

use setwise::notation::MoveText;
use setwise::{Bitboard, CastlingTargets, Move, MoveKind, Position, Square};

use crate::Game;

/// A game with all its positions and pieces.
pub(super) struct History {
    /// The positions before each move and after the last one.
    pub(super) positions: Vec<Position>,
    /// The moves; `None` is a null move.
    moves: Vec<Option<Move>>,
    pieces: Vec<Piece>,
}

/// A piece of a game. A promoted pawn is a new piece.
struct Piece {
    /// The squares on which it has stood, and the number of the first position in which it stands
    /// there. Castling moves the king and the rook even if one of them stays on its square.
    squares: Vec<(usize, Square)>,
    /// The number of the first position without the piece.
    gone: Option<usize>,
}

impl Piece {
    /// Returns the squares on which a piece has stood up to a position, if it is still there.
    fn squares_until(&self, ply: usize) -> Option<Vec<Square>> {
        let squares = self.squares.iter().filter(|(since, _)| *since <= ply);
        let squares: Vec<Square> = squares.map(|(_, square)| *square).collect();
        let is_there = !squares.is_empty() && self.gone.is_none_or(|gone| ply < gone);
        is_there.then_some(squares)
    }
}

impl History {
    pub(super) fn new(game: &Game<'_>) -> History {
        let first = |square| Piece { squares: [(0, square)].into(), gone: None };
        let pieces = game.start.board().occupied().into_iter().map(first).collect();
        let mut history = History { positions: [game.start].into(), moves: Vec::new(), pieces };
        for &mv in game.moves {
            history.play(mv);
        }
        history
    }

    fn play(&mut self, mv: Option<Move>) {
        let position = self.positions[self.positions.len() - 1];
        let next = self.positions.len();
        if let Some(mv) = mv {
            self.follow(mv, next);
        }
        self.moves.push(mv);
        self.positions.push(match mv {
            Some(mv) => position.play_unchecked(mv),
            // Readers of games refuse a null move in check.
            None => position.null_move().unwrap_or(position),
        });
    }

    /// Moves the pieces of a move that leads to the position of a number.
    fn follow(&mut self, mv: Move, next: usize) {
        let (from, to) = (mv.from(), mv.to());
        let (mover, captured) = match mv.kind() {
            MoveKind::Castle => {
                let targets = CastlingTargets::of(from, to);
                let (king, rook) = (self.piece_on(from), self.piece_on(to));
                for (piece, target) in [(king, targets.king), (rook, targets.rook)] {
                    piece.into_iter().for_each(|at| self.pieces[at].squares.push((next, target)));
                }
                return;
            }
            MoveKind::EnPassant => {
                (self.piece_on(from), self.piece_on(Square::new(to.file(), from.rank())))
            }
            _ => (self.piece_on(from), self.piece_on(to)),
        };
        if let Some(captured) = captured {
            self.pieces[captured].gone = Some(next);
        }
        let Some(mover) = mover else { return };
        if mv.promoted().is_some() {
            self.pieces[mover].gone = Some(next);
            self.pieces.push(Piece { squares: [(next, to)].into(), gone: None });
        } else {
            self.pieces[mover].squares.push((next, to));
        }
    }

    /// Returns the index of the piece that stands on a square after the moves so far.
    fn piece_on(&self, square: Square) -> Option<usize> {
        self.pieces.iter().position(|piece| {
            piece.gone.is_none() && piece.squares.last().is_some_and(|(_, last)| *last == square)
        })
    }

    /// Returns the move that is played from a position; `None` at the end and for a null move.
    pub(super) fn move_from(&self, ply: usize) -> Option<Move> {
        self.moves.get(ply).copied().flatten()
    }

    /// Returns the move that led to a position; `None` at the start and for a null move.
    pub(super) fn move_before(&self, ply: usize) -> Option<Move> {
        self.move_from(ply.checked_sub(1)?)
    }

    /// Returns the move that is played from a position in algebraic notation.
    pub(super) fn san(&self, ply: usize) -> Option<MoveText> {
        Some(self.positions[ply].san(self.move_from(ply)?))
    }

    /// Returns how often a position has been on the board, up to itself.
    pub(super) fn repetition(&self, ply: usize) -> usize {
        let position = &self.positions[ply];
        self.positions[..=ply].iter().filter(|earlier| earlier.repeats(position)).count()
    }

    /// Returns the squares of the pieces that have not moved since the start.
    pub(super) fn unmoved(&self, ply: usize) -> Bitboard {
        let standing = self.pieces.iter().filter(|piece| piece.squares[0].0 == 0);
        let squares = standing.filter_map(|piece| piece.squares_until(ply));
        squares.filter(|squares| squares.len() == 1).map(|squares| squares[0]).collect()
    }

    /// Returns whether a piece that stands in a set has stood on the squares of a route in this
    /// order, possibly with others between, and stands on the last one.
    pub(super) fn has_route(&self, ply: usize, set: Bitboard, route: &[Square]) -> bool {
        let Some((&last, before)) = route.split_last() else { return false };
        self.pieces.iter().filter_map(|piece| piece.squares_until(ply)).any(|squares| {
            let (&now, earlier) = squares.split_last().expect("the piece stands somewhere");
            let mut earlier = earlier.iter();
            now == last
                && set.contains(now)
                && before.iter().all(|square| earlier.any(|at| at == square))
        })
    }
}
