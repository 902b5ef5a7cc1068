//! Color-flipped and mirrored positions have the same perft as the original.

use setwise::perft::perft;
use setwise::{Bitboard, Position, Setup};
use setwise_testkit::suites;

#[test]
fn color_flipped_and_mirrored_positions_have_the_same_perft() {
    for fen in suites::fens() {
        let position = suites::position(fen);
        assert_eq!(perft(&position.color_flipped(), 3), perft(&position, 3), "{fen}");

        let no_castling = Setup { castling: Bitboard::EMPTY, ..position.into() };
        let no_castling = Position::try_from(no_castling).expect(fen);
        assert_eq!(perft(&position.mirrored(), 3), perft(&no_castling, 3), "{fen}");
    }
}
