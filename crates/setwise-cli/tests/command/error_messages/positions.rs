//! Errors of squares, FENs, setups and packed positions.

use setwise::{Bitboard, Position, Setup, Square};

use super::Inventory;

pub(super) fn add(inventory: &mut Inventory) {
    inventory.function("str::parse::<Square>");
    for text in ["e9", ""] {
        let error = text.parse::<Square>().expect_err(text);
        inventory.add(text, &error, &error);
    }
    fens(inventory);
    setups(inventory);
    packed(inventory);
}

fn fens(inventory: &mut Inventory) {
    inventory.function("Position::parse_fen");
    for text in [
        "",
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K3 w -",
        "4k3/8/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/8/8/8/4K3 w - - 0",
        "4k3/8/8/8/8/8/8/4X3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 white - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w z - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1.5",
        "4k3/8/8/8/8/8/7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/pppppppp1/4K3 w - - 0 1",
        "4k3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296",
        "4k3/8/8/8/8/8/8/4K3 w - - 00 1",
        " 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w  - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x",
        "4k3/8/8/8/8/8/4K3/4K3 w - - 0 1",
    ] {
        let error = Position::parse_fen(text).expect_err(text);
        inventory.add(text, &error, &error);
        if let Some(error) = error.position() {
            inventory.variant(&error);
        }
    }
}

fn setups(inventory: &mut Inventory) {
    inventory.function("Position::try_from(Setup)");
    for text in [
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4K3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1",
        "4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/7K w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "8/8/8/8/8/8/4k3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
        "4kn1N/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/4KR1R w HF - 0 1",
        "4k3/8/8/3Pp3/8/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1",
        "4k3/4n3/8/3Pp3/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/4pP2/8/8/1b6/K7 w - e6 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
    ] {
        let setup = Setup::parse_fen(text).expect(text);
        let error = Position::try_from(setup).expect_err(text);
        inventory.add(text, &error, &error);
    }
    for (fen, square) in [("4k3/8/8/8/8/8/8/4K3", Square::H1), ("4k3/8/8/8/8/8/4K2R/8", Square::H2)]
    {
        let mut setup = Setup::parse_fen(&format!("{fen} w - - 0 1")).expect(fen);
        setup.castling = Bitboard::of(square);
        let error = Position::try_from(setup).expect_err(fen);
        inventory.add(&format!("{fen} with castling right {square}"), &error, &error);
    }
}

fn packed(inventory: &mut Inventory) {
    inventory.function("Position::unpack");
    let initial = Position::INITIAL.pack();
    for (input, changes) in [
        ("initial position with byte 4 = 0x01", &[(4, 1)][..]),
        ("initial position with byte 8 = 0x1c", &[(8, 0x1c)]),
        (
            "initial position without rank 1 and pawns, byte 17 = 0x10",
            &[(0, 0), (1, 0), (17, 0x10)],
        ),
        ("initial position with byte 10 = 0x42", &[(10, 0x42)]),
    ] {
        let mut bytes = initial;
        changes.iter().for_each(|&(at, byte)| bytes[at] = byte);
        let error = Position::unpack(&bytes).expect_err(input);
        inventory.add(input, &error, &error);
        if let Some(error) = error.position() {
            inventory.variant(&error);
        }
    }
}
