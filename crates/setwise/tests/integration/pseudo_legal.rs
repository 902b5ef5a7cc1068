//! Pseudo-legal moves, exhaustively: every encodable move in each position of the suites.

use setwise::{Move, Position, Square};
use setwise_testkit::properties::pseudo_legal::{every_move, legal_moves_among_them};
use setwise_testkit::suites;

#[test]
fn of_all_moves_exactly_the_listed_ones_are_pseudo_legal() {
    let positions = suites::fens().map(suites::position);
    for position in suites::USUAL.map(|known| known.position()).into_iter().chain(positions) {
        every_move(&position);
        legal_moves_among_them(&position, &position.legal_moves());
    }
}

/// Moves that obey the rules of the piece, and moves that do not, by hand.
#[test]
fn pseudo_legal_moves_worked_out_by_hand() {
    let castle = Move::castle(Square::E1, Square::H1);
    for (fen, mv, is_pseudo_legal, is_legal) in [
        // Castling out of, through and into check; and onto f1 over a piece.
        ("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", castle, true, false),
        ("4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", castle, true, false),
        ("4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", castle, true, false),
        ("4k3/8/8/8/7r/8/8/4K2R w K - 0 1", castle, true, true),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", castle, false, false),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", castle, false, false),
        // En passant with a pinned pawn.
        (
            "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            Move::en_passant(Square::E5, Square::D6),
            true,
            false,
        ),
        ("6k1/8/8/3pP3/8/8/8/4K3 w - - 0 1", Move::normal(Square::E5, Square::D6), false, false),
        // A double step over a piece, and a step to the last rank that is no promotion.
        ("4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", Move::normal(Square::E2, Square::E4), false, false),
        ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", Move::normal(Square::E7, Square::E8), false, false),
        // A king next to the other.
        ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", Move::normal(Square::E1, Square::E2), true, false),
    ] {
        let position: Position = fen.parse().expect(fen);
        assert_eq!(position.is_pseudo_legal(mv), is_pseudo_legal, "{mv:?} in {fen}");
        assert_eq!(position.pseudo_legal_moves().contains(&mv), is_pseudo_legal, "{mv:?} in {fen}");
        assert_eq!(position.is_legal(mv), is_legal, "{mv:?} in {fen}");
    }
}
