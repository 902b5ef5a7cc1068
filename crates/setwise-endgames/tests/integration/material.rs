//! Material as text, and what is refused.

use setwise::{Board, Color, Setup};
use setwise_endgames::{Material, MaterialError};

#[test]
fn text_with_and_without_the_letter_between_is_the_same_material() {
    for (text, name) in [
        ("KRvK", "KRvK"),
        ("KRK", "KRvK"),
        ("KRKN", "KRvKN"),
        ("KPNBvK", "KBNPvK"),
        ("KK", "KvK"),
        ("KvKQ", "KvKQ"),
        ("KvKQRB", "KvKQRB"),
    ] {
        assert_eq!(text.parse::<Material>().unwrap().to_string(), name, "{text}");
    }
}

#[test]
fn the_stronger_side_is_white() {
    for (text, canonical) in [
        ("KvKQ", "KQvK"),
        ("KNvKR", "KRvKN"),
        ("KQvKNN", "KNNvKQ"),
        ("KBNvKR", "KBNvKR"),
        ("KPvKP", "KPvKP"),
    ] {
        assert_eq!(text.parse::<Material>().unwrap().canonical().to_string(), canonical, "{text}");
    }
}

#[test]
fn material_that_cannot_be_is_refused_with_a_reason() {
    for (text, message) in [
        ("", "white has 0 kings (expected 1)"),
        ("KQ", "black has 0 kings (expected 1)"),
        ("KQvKvK", "unexpected 'v' at byte 4 (expected material such as KRvK)"),
        ("KKK", "black has 2 kings (expected 1)"),
        ("QKvK", "the pieces begin with Q (expected the king K first, as in KRvK)"),
        ("krvk", "unexpected 'k' at byte 0 (expected material such as KRvK)"),
        ("KR K", "unexpected ' ' at byte 2 (expected material such as KRvK)"),
        ("KRvKÉ", "unexpected 'É' at byte 4 (expected material such as KRvK)"),
        ("KRvvK", "unexpected 'v' at byte 2 (expected material such as KRvK)"),
        ("vKK", "unexpected 'v' at byte 0 (expected material such as KRvK)"),
        ("KKv", "unexpected 'v' at byte 2 (expected material such as KRvK)"),
        ("KQRBvKN", "6 pieces (expected at most 5, with both kings)"),
        (&format!("K{}vK", "P".repeat(1000)), "1002 pieces (expected at most 5, with both kings)"),
    ] {
        let error = text.parse::<Material>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn a_board_without_two_kings_or_with_many_pieces_has_no_material() {
    let board = |fen| Setup::parse_fen(fen).unwrap().board;
    let none = MaterialError::Kings { color: Color::Black, kings: 0 };
    assert_eq!(Material::of(&board("8/8/8/8/8/8/8/K6R w - - 0 1")), Err(none));
    assert_eq!(
        Material::of(&Board::default()).unwrap_err().to_string(),
        "white has 0 kings (expected 1)"
    );
    let many = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Material::of(&board(many)), Err(MaterialError::TooMany { count: 32 }));
    assert_eq!(Material::of(&board("8/8/8/8/8/k7/8/K6R w - - 0 1")).unwrap().to_string(), "KRvK");
}
