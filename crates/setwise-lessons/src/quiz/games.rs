//! Positions of games that a program plays with itself, and pieces in them whose legal moves are
//! not obvious.

use setwise::{Bitboard, Move, MoveList, Position, Rank, Role, Square};

use super::Random;

/// Why the legal moves of a piece are not simply its pseudo-legal ones.
#[derive(Clone, Copy)]
enum Difficulty {
    /// Perhaps they are.
    Any,
    Check,
    Pin,
    EnPassant,
}

impl Difficulty {
    const ALL: [Difficulty; 4] =
        [Difficulty::Any, Difficulty::Check, Difficulty::Pin, Difficulty::EnPassant];

    /// Returns the squares of the pieces of the side to move that have this difficulty.
    fn pieces(self, position: &Position) -> Bitboard {
        let movable = || position.legal_moves().iter().map(|mv| mv.from()).collect();
        let pseudo = position.pseudo_legal_moves();
        match self {
            Difficulty::Any => movable(),
            Difficulty::Check if position.is_check() => movable(),
            Difficulty::Check => Bitboard::EMPTY,
            Difficulty::Pin => {
                let pinned = position.pinned(position.turn());
                pseudo.iter().map(|mv| mv.from()).filter(|from| pinned.contains(*from)).collect()
            }
            Difficulty::EnPassant => {
                pseudo.iter().filter(|mv| mv.is_en_passant()).map(|mv| mv.from()).collect()
            }
        }
    }
}

/// The number of moves after which another game begins: later there are few pawns.
const LONGEST_GAME: usize = 100;

/// The number of moves after which any piece may be asked about.
const LONGEST_SEARCH: usize = 50 * LONGEST_GAME;

/// Returns a position of a game, and the square of a piece with a random difficulty.
pub(super) fn piece_to_move(random: &mut Random) -> (Position, Square) {
    let mut position = Position::INITIAL;
    let (opening, difficulty) = (10 + random.below(40), Difficulty::ALL[random.below(4)]);
    let mut played = 0;
    loop {
        let wanted = if played < LONGEST_SEARCH { difficulty } else { Difficulty::Any };
        let is_early = played % LONGEST_GAME < opening;
        let pieces = if is_early { Bitboard::EMPTY } else { wanted.pieces(&position) };
        if pieces.any() {
            let from = pieces.into_iter().nth(random.below(pieces.count() as usize));
            return (position, from.unwrap_or(Square::E1));
        }
        let moves = position.legal_moves();
        let over = moves.is_empty() || played % LONGEST_GAME == LONGEST_GAME - 1;
        position = if over {
            Position::INITIAL
        } else {
            position.play_unchecked(plausible(&position, &moves, random))
        };
        played += 1;
    }
}

/// Returns a random move that a player might choose: none that loses material at once, if there is
/// another. Captures that win material, castling, and pieces that leave their first squares are
/// more likely.
fn plausible(position: &Position, moves: &MoveList, random: &mut Random) -> Move {
    let weights: Vec<usize> = moves.iter().map(|&mv| weight(position, mv)).collect();
    let total: usize = weights.iter().sum();
    if total == 0 {
        return moves[random.below(moves.len())];
    }
    let mut at = random.below(total);
    for (&mv, weight) in moves.iter().zip(weights) {
        if at < weight {
            return mv;
        }
        at -= weight;
    }
    moves[0]
}

/// Returns how likely a move is, relative to others; 0 if it loses material.
fn weight(position: &Position, mv: Move) -> usize {
    let exchange = position.static_exchange(mv);
    let (from, to) = (mv.from(), mv.destination());
    let is_first_rank = |square: Square| square.rank() == Rank::First.relative_to(position.turn());
    let center = Bitboard::of(Square::D4).with(Square::E4).with(Square::D5).with(Square::E5);
    if exchange < 0 {
        return 0;
    }
    if exchange > 0 {
        return 40;
    }
    match position.board().role_at(from) {
        _ if mv.is_castle() => 60,
        Some(Role::King) => 1,
        Some(Role::Knight | Role::Bishop) if is_first_rank(from) => 12,
        Some(_) if is_first_rank(to) => 1,
        Some(Role::Pawn) if center.contains(to) => 12,
        _ => 4,
    }
}
