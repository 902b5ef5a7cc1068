//! UCI notation: one test for each class of bugs known from other libraries.

use std::collections::HashSet;

use setwise::notation::uci::{CastlingForm, Uci, UciError};
use setwise::{Move, Position, Square};
use setwise_testkit::suites;

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the legal move of a text.
fn found(fen: &str, uci: &str) -> Option<Move> {
    uci.parse::<Uci>().expect(uci).find(&position(fen))
}

/// Without a castling right, neither form of castling is found (shakmaty #34).
#[test]
fn the_king_does_not_capture_its_own_rook() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1";
    for uci in ["e1h1", "e1a1", "e1g1", "e1c1"] {
        assert_eq!(found(fen, uci), None, "{uci}");
    }
    assert_eq!(found("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "e1f1"), None);
    assert_eq!(found("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1"), None);
}

/// Castling in both forms, and in Chess960 as the king captures the rook (chessops 0.3.6 and 0.7.3,
/// chess-library #80).
#[test]
fn both_castling_forms_are_found() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    for (uci, rook) in
        [("e8g8", Square::H8), ("e8h8", Square::H8), ("e8c8", Square::A8), ("e8a8", Square::A8)]
    {
        assert_eq!(found(fen, uci), Some(Move::castle(Square::E8, rook)), "{uci}");
    }
    assert_eq!(found(fen, "e8b8"), None);
    let fen = "4k3/8/8/8/8/8/8/2R1KR2 w FC - 0 1";
    assert_eq!(found(fen, "e1f1"), Some(Move::castle(Square::E1, Square::F1)));
    assert_eq!(found(fen, "e1c1"), Some(Move::castle(Square::E1, Square::C1)));
}

/// A piece other than the king on the square of the king does not castle.
#[test]
fn a_rook_on_e1_does_not_castle() {
    let fen = "k7/8/8/8/8/8/K7/4R2R w - - 0 1";
    assert_eq!(found(fen, "e1g1"), Some(Move::normal(Square::E1, Square::G1)));
    assert_eq!(found(fen, "e1h1"), None);
}

/// shakmaty 0.5.1.
#[test]
fn en_passant_is_found_by_its_squares() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(found(fen, "e5d6"), Some(Move::en_passant(Square::E5, Square::D6)));
    assert_eq!(found(&fen.replace("d6", "-"), "e5d6"), None);
}

/// Null moves as other programs write them, and the empty text (python-chess 0.19).
#[test]
fn null_moves_and_empty_text_are_refused() {
    assert_eq!("0000".parse::<Uci>(), Err(UciError::NullMove));
    for text in ["", "(none)", "@@@@", "--", "null", "pass"] {
        assert_eq!(text.parse::<Uci>(), Err(UciError::Malformed), "{text:?}");
    }
    for square in Square::ALL {
        assert_eq!(
            found("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &format!("{square}{square}")),
            None
        );
    }
}

#[test]
fn only_promotions_have_a_promotion_letter() {
    let fen = "8/4P1k1/8/8/8/8/4P3/4K3 w - - 0 1";
    assert!(found(fen, "e7e8n").is_some());
    assert_eq!(found(fen, "e7e8"), None);
    assert_eq!(found(fen, "e2e4q"), None);
    assert_eq!(found(fen, "e1d1q"), None);
    for text in ["e7e8k", "e7e8p", "e7e8Q", "e7e8=q"] {
        assert_eq!(text.parse::<Uci>(), Err(UciError::Malformed), "{text}");
    }
}

/// Castling must not be written with equal squares, or like another move (Stockfish #2671 and
/// #3343).
#[test]
fn moves_have_distinct_notations() {
    let rare = ["4k3/8/8/8/8/8/8/2KR4 w D - 0 1", "6kr/8/8/8/8/8/8/RK6 b Ah - 0 1"];
    let mut castlings = 0;
    for fen in suites::fens().chain(rare) {
        let position = suites::position(fen);
        let moves = position.legal_moves();
        castlings += moves.iter().filter(|mv| mv.is_castle()).count();
        for form in [position.castling_form(), CastlingForm::KingTakesRook] {
            let texts: HashSet<_> = moves.iter().map(|mv| mv.uci(form).to_string()).collect();
            assert_eq!(texts.len(), moves.len(), "{fen}");
            assert!(texts.iter().all(|text| text[..2] != text[2..4]), "{fen}: {texts:?}");
        }
    }
    assert!(castlings > 10, "{castlings}");
}
