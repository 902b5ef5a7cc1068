//! FENs read into playable positions.

use cozy_chess::{Board, Color};
use setwise::Position;

use crate::contest::{self, Amount};
use crate::lists::in_cozy;

pub(crate) fn compare(positions: &[Position], rounds: usize) {
    let fens: Vec<String> = positions.iter().map(Position::to_string).collect();
    for (fen, position) in fens.iter().zip(positions) {
        assert_eq!(in_cozy(position).to_string(), *fen);
    }
    let amount = Amount { millions: fens.len() as f64 / 1e6, unit: "FENs" };
    contest::hold("FEN read", amount, rounds, (&fens[..], ours), (&fens[..], theirs));
}

/// Returns a checksum with the occupied squares, the side to move and the counters added to it.
fn mixed(sum: u64, white: u64, black: u64, is_white: bool, counters: u64) -> u64 {
    let position = white.rotate_left(9) ^ black ^ u64::from(is_white) << 40 ^ counters << 48;
    sum.rotate_left(1) ^ position
}

fn ours(fens: &[String]) -> u64 {
    fens.iter().fold(0, |sum, fen| {
        let position = Position::parse_fen(fen).expect("a FEN");
        let [white, black] = setwise::Color::ALL.map(|color| position.board().color(color).0);
        let is_white = position.turn() == setwise::Color::White;
        let counters = u64::from(position.halfmoves()) ^ u64::from(position.fullmoves());
        mixed(sum, white, black, is_white, counters)
    })
}

fn theirs(fens: &[String]) -> u64 {
    fens.iter().fold(0, |sum, fen| {
        let board = Board::from_fen(fen, false).expect("a FEN");
        let [white, black] = [Color::White, Color::Black].map(|color| board.colors(color).0);
        let is_white = board.side_to_move() == Color::White;
        let counters = u64::from(board.halfmove_clock()) ^ u64::from(board.fullmove_number());
        mixed(sum, white, black, is_white, counters)
    })
}
