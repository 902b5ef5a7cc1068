//! The two images of a position have the games of the position itself.

use setwise::perft::perft;
use setwise::{Bitboard, Position, Setup};
use setwise_testkit::suites;

#[test]
fn perft_of_the_images_is_that_of_the_position() {
    for fen in suites::fens() {
        let position = suites::position(fen);
        assert_eq!(perft(&position.color_flipped(), 3), perft(&position, 3), "{fen}");

        let without = Setup { castling: Bitboard::EMPTY, ..position.into() };
        let without = Position::try_from(without).expect(fen);
        assert_eq!(perft(&position.mirrored(), 3), perft(&without, 3), "{fen}");
    }
}
