//! The two images of a position have the games of the position itself.

use setwise::notation::fen::Form;
use setwise::perft::perft;
use setwise::{Bitboard, Position, Setup};

#[test]
fn perft_of_the_images_is_that_of_the_position() {
    let suites = [include_str!("data/random.epd"), include_str!("data/chess960.epd")];
    let fens = suites.iter().flat_map(|suite| suite.lines()).filter_map(|l| l.split(" ;").next());
    for fen in fens {
        let position = Position::from_fen_form(fen, Form::Lenient).expect(fen);
        assert_eq!(perft(&position.color_flipped(), 3), perft(&position, 3), "{fen}");

        let without = Setup { castling: Bitboard::EMPTY, ..position.into() };
        let without = Position::try_from(without).expect(fen);
        assert_eq!(perft(&position.mirrored(), 3), perft(&without, 3), "{fen}");
    }
}
