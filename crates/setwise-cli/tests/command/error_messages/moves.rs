//! Errors of moves: SAN, UCI notation, and moves that are not legal.

use setwise::{Move, Position, Square};

use super::Inventory;

pub(super) fn add(inventory: &mut Inventory) {
    let initial = Position::INITIAL;
    let knights = position("4k3/8/8/8/8/5N2/8/1N2K2R w K - 0 1");
    let pawn = position("3r2k1/2P5/8/8/8/8/8/4K3 w - - 0 1");
    let mate = position("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");

    inventory.function("Position::parse_san");
    for (position, text) in [
        (initial, ""),
        (initial, "N"),
        (initial, "Nf9"),
        (initial, "Nf3x"),
        (knights, "0-0"),
        (initial, "--"),
        (initial, "Nf4"),
        (initial, "O-O"),
        (pawn, "c8"),
        (knights, "Nd2"),
        (initial, "Ng1f3"),
        (initial, "g1f3"),
        (initial, "Nxf3"),
        (pawn, "cd8=Q"),
        (mate, "Ra8"),
        (mate, "Ra2+"),
    ] {
        let error = position.parse_san(text).expect_err(text);
        inventory.add(text, &error, &error);
    }

    inventory.function("Position::parse_uci");
    for text in ["", "e2", "e2e9", "e7e8k", "0000", "e2e5"] {
        let error = initial.parse_uci(text).expect_err(text);
        inventory.add(text, &error, &error);
    }

    inventory.function("Position::play");
    for mv in [Move::normal(Square::E2, Square::E5), Move::castle(Square::E1, Square::H1)] {
        let error = initial.play(mv).expect_err("it is not legal");
        inventory.add(&format!("{mv:?}"), &error, &error);
    }
}

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}
