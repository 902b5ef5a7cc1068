//! Castling: its conditions, its rights in FEN, and Chess960.

use setwise::notation::fen::CastlingStyle;
use setwise::notation::uci::Uci;
use setwise::{Move, Position, Square};

use super::{check_perft, is_legal_uci, message, position, refusal};

#[test]
fn castling_through_out_of_and_into_attack() {
    check_perft("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 26, 1_274_206);
    check_perft("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 44, 1_720_476);
    check_perft("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 15, 6_399);
    check_perft("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 16, 7_418);
    let in_check = position("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1");
    assert!(!is_legal_uci(&in_check, "e1g1") && !is_legal_uci(&in_check, "e1c1"));
    // An attack on the rook or on b1 does not prevent castling (bishop #11).
    assert!(is_legal_uci(&position("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1c1"));
    assert!(is_legal_uci(&position("4k2r/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1"));
}

/// The rook moves away and exposes the king along the first rank (calvin #276, Stockfish
/// #3317 and #3605).
#[test]
fn chess960_castling_with_a_pinned_rook() {
    let fen = "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1";
    check_perft(fen, 11, 34_391);
    assert!(!position(fen).is_legal(Move::castle(Square::E1, Square::B1)));
}

/// King or rook stay on their squares, or swap squares (shakmaty 0.11.1, calvin #276).
#[test]
fn chess960_castling_with_king_and_rook_close_to_their_targets() {
    for (fen, king, rook, after) in [
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", Square::G1, Square::H1, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        (
            "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
            Square::F1,
            Square::G1,
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/2RK4 w C - 0 1",
            Square::D1,
            Square::C1,
            "4k3/8/8/8/8/8/8/2KR4 b - - 1 1",
        ),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", Square::B1, Square::A1, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
    ] {
        let castled = position(fen).play(Move::castle(king, rook)).expect(fen);
        assert_eq!(castled.to_string(), after);
    }
    // Another rook blocks the path, on either side.
    assert!(
        !position("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1").is_legal(Move::castle(Square::E1, Square::A1))
    );
    assert!(
        !position("4k3/8/8/8/8/8/8/1KR3R1 w G - 0 1")
            .is_legal(Move::castle(Square::B1, Square::G1))
    );
}

/// A right is lost when its rook moves or is captured, and does not return (chess.js b7c9788,
/// python-chess 0.28.1).
#[test]
fn lost_castling_rights_do_not_return() {
    let mut position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, castling) in [
        ("a1a8", "Kk"),
        ("e8f7", "K"),
        ("a8h8", "K"),
        ("f7e7", "K"),
        ("h1h2", "-"),
        ("e7e6", "-"),
        ("h2h1", "-"),
    ] {
        let uci: Uci = text.parse().expect(text);
        let mv = uci.find(&position).expect(text);
        position = position.play(mv).expect(text);
        assert_eq!(position.fen().to_string().split(' ').nth(2), Some(castling), "{text}");
    }
}

/// In X-FEN, `K` is the outermost rook; an inner rook is written as its file.
#[test]
fn x_fen_and_shredder_fen_describe_the_same_castling_rights() {
    for (fen, x_fen, shredder) in [
        ("4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "K", "H"),
        ("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "F", "F"),
        ("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "B", "B"),
        ("rr2k2r/8/8/8/8/8/8/4K3 w kb - 0 1", "kb", "hb"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq", "HAha"),
    ] {
        let position = position(fen);
        assert_eq!(position.to_string().split(' ').nth(2), Some(x_fen), "{fen}");
        let other = position.fen().castling(CastlingStyle::Shredder).to_string();
        assert_eq!(other.split(' ').nth(2), Some(shredder), "{fen}");
        assert_eq!(super::position(&other), position);
    }
}

#[test]
fn castling_rights_without_their_rook_or_king_are_errors() {
    let castling = |rights: &str| format!("4k3/8/8/8/8/8/8/4K2R w {rights} - 0 1");
    let no_rook =
        |letter| format!("'{letter}' has no rook (expected king and rook on their first rank)");
    let repeated = |letter| format!("'{letter}' repeats a right (expected each right once)");
    assert_eq!(message(&castling("Q")), no_rook('Q'));
    assert_eq!(message(&castling("k")), no_rook('k'));
    assert_eq!(message(&castling("A")), no_rook('A'));
    assert_eq!(message(&castling("KK")), repeated('K'));
    assert_eq!(message(&castling("KH")), repeated('H'));
    let unexpected = "unexpected 'x' (expected letters of KQkq or of files, or -)";
    assert_eq!(message(&castling("x")), unexpected);
    assert_eq!(message("4k3/8/8/8/8/8/4K3/7R w K - 0 1"), no_rook('K'));
    assert_eq!(
        refusal("4k3/8/8/8/8/8/4K3/7R w H - 0 1"),
        ("castling-off-first-rank", Some(Square::H1)),
    );
    let two = "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1";
    assert_eq!(refusal(two), ("two-castling-rooks", Some(Square::H1)));
    let two = Position::parse_fen(two).expect_err("two on a side");
    assert_eq!(two.at, "4k3/8/8/8/8/8/8/4K1RR w G".len());
}
