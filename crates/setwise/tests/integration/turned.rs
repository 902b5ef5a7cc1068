//! Color-flipped and mirrored positions have the same perft as the original.

use setwise::perft;
use setwise::{Bitboard, Position, Setup};
use setwise_testkit::{scaled, suites};

#[test]
fn color_flipped_and_mirrored_positions_have_the_same_perft() {
    let deep = scaled(1, 8);
    for (number, fen) in suites::fens().enumerate() {
        let depth = if number.is_multiple_of(deep) { 3 } else { 2 };
        let position = suites::position(fen);
        assert_eq!(perft(&position.color_flipped(), depth), perft(&position, depth), "{fen}");

        let no_castling = Setup { castling: Bitboard::EMPTY, ..position.into() };
        let no_castling = Position::try_from(no_castling).expect(fen);
        assert_eq!(perft(&position.mirrored(), depth), perft(&no_castling, depth), "{fen}");
    }
}
