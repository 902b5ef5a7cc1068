//! Lists of the legal moves.

use std::hint::black_box;

use cozy_chess::Board;
use setwise::{Filter, MoveList, Position};

use crate::contest::{self, Amount};

/// Compares lists of the moves of the same positions, which each side has in its own form.
pub(crate) fn compare(positions: &[Position], rounds: usize) {
    let boards: Vec<Board> = positions.iter().map(in_cozy).collect();
    for (position, board) in positions.iter().zip(&boards) {
        assert_eq!(our_moves(position), their_moves(board), "{position}");
    }
    let amount = Amount { millions: positions.len() as f64 / 1e6, unit: "lists" };
    let boards = &boards[..];
    contest::hold("moves in a list", amount, rounds, (positions, ours), (boards, theirs));
    contest::hold("moves in new lists", amount, rounds, (positions, ours_anew), (boards, theirs));
}

pub(crate) fn in_cozy(position: &Position) -> Board {
    Board::from_fen(&position.to_string(), false).expect("a position of standard chess")
}

/// Returns the sum of the lengths, with one list that is filled again for each position.
fn ours(positions: &[Position]) -> usize {
    let mut moves = MoveList::new();
    positions
        .iter()
        .map(|position| {
            position.fill_legal_moves(Filter::ALL, &mut moves);
            black_box(&moves).len()
        })
        .sum()
}

/// Returns the same, with a new list for each position.
fn ours_anew(positions: &[Position]) -> usize {
    positions.iter().map(|position| black_box(&position.legal_moves()).len()).sum()
}

/// Returns the same with the code that the documentation of cozy-chess shows, and one list for all
/// positions, so that nothing is allocated for each.
fn theirs(boards: &[Board]) -> usize {
    let mut moves = Vec::with_capacity(256);
    boards
        .iter()
        .map(|board| {
            moves.clear();
            board.generate_moves(|set| {
                moves.extend(set);
                false
            });
            black_box(&moves).len()
        })
        .sum()
}

/// Returns the moves in a form that both have: UCI, with castling as king takes rook.
fn our_moves(position: &Position) -> Vec<String> {
    let castling = setwise::notation::uci::CastlingForm::KingTakesRook;
    let words = position.legal_moves().into_iter().map(|mv| mv.uci(castling).to_string());
    sorted(words.collect())
}

fn their_moves(board: &Board) -> Vec<String> {
    let mut words = Vec::new();
    board.generate_moves(|set| {
        words.extend(set.into_iter().map(|mv| mv.to_string()));
        false
    });
    sorted(words)
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words
}
