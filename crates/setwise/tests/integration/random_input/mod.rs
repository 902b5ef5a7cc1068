//! Checks the properties of `setwise-testkit` on inputs from fixed seeds.

mod mutations;

use self::mutations::{Random, mutated, very_long};
use setwise::notation::fen::Form;
use setwise::{Position, Setup};
use setwise_testkit::{properties, scaled, suites::fens};

/// FENs with features that are rare in the suites.
const RARE: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 99 4294967295",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
    "rr2k1rr/8/8/8/8/8/8/RR2K1RR w BGbg - 65535 1",
    "1r1k1r2/8/8/8/8/8/8/1R1K1R2 w FBfb - 0 1",
    "4k3/8/8/8/8/8/8/rR2K1N1 w B - 0 1",
    "8/8/8/8/8/8/QQQQQQQQ/kQ1QQQQK w - - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 12 34",
];

#[test]
fn the_fens_themselves() {
    for fen in fens().chain(RARE) {
        let is_invalid = fen.starts_with("8/8/8/8/8/8/QQQQQQQQ");
        assert_eq!(properties::fen_text(fen), !is_invalid, "{fen}");
        if let Ok(position) = Position::parse_fen_form(fen, Form::Lenient) {
            properties::position::invariants(&position);
        }
    }
}

#[test]
fn every_truncation() {
    for fen in fens().step_by(4).chain(RARE) {
        for (end, _) in fen.char_indices() {
            let text = &fen[..end];
            properties::fen_text(text);
            // Only the last digits of the fullmove number may be missing.
            let fields = text.split(' ').filter(|field| !field.is_empty()).count();
            assert!(fields == 6 || Position::parse_fen(text).is_err(), "{text}");
        }
    }
}

#[test]
fn mutations_of_fens() {
    let mut random = Random(1);
    let (mut read, mut refused) = (0, 0);
    for fen in fens().chain(RARE) {
        for _ in 0..scaled(200, 32) {
            let text = mutated(fen, &mut random);
            if properties::fen_text(&text) {
                read += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(read > scaled(1_000, 200) && refused > 10_000, "{read} read, {refused} refused");
}

#[test]
fn random_bytes_as_text() {
    let mut random = Random(2);
    for _ in 0..scaled(20_000, 4_000) {
        let length = random.below(100);
        let bytes = random.bytes(length);
        let text = String::from_utf8_lossy(&bytes);
        properties::fen_text(&text);
        properties::epd_text(&text);
        properties::san_text(&Position::INITIAL, &text);
    }
}

#[test]
fn very_long_texts() {
    for text in very_long(scaled(1 << 21, 1 << 17)) {
        properties::fen_text(&text);
        properties::epd_text(&text);
        properties::san_text(&Position::INITIAL, &text);
    }
}

/// Checks the field, the byte offset and the message of errors.
#[test]
fn fen_errors_have_fields_and_locations() {
    let (board, many) = ("board", "12345678901234567890");
    let pieces = "missing (expected piece letters, digits 1 to 8 and /, such as 4k3/8)";
    let halfmoves = "the number is too large (expected at most 65535)";
    let fullmoves = "the number is too large (expected at most 4294967295)";
    let square = "unexpected 'é' (expected a square such as e3, or -)";
    for (text, message, field, at) in [
        ("", pieces, board, 0),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", "more than 8 ranks (expected 8)", board, 15),
        ("8/8/8/8/8/8/8 w - - 0 1", "7 ranks (expected 8)", board, 13),
        ("8/8/8/ppppppppp/8/8/8/8 w - - 0 1", "rank 5 has 9 squares (expected 8)", board, 14),
        (&format!("8/8/8/8/8/8/8/8 w - - {many} 1"), halfmoves, "halfmove clock", 22),
        (&format!("8/8/8/8/8/8/8/8 w - - 0 {many}"), fullmoves, "fullmove number", 24),
        ("8/8/8/8/8/8/8/8 w - é6 0 1", square, "en passant square", 20),
    ] {
        let error = Setup::parse_fen(text).expect_err(text);
        assert_eq!((error.field(), error.at), (field, at), "{text}");
        assert_eq!(error.to_string(), format!("{field}, character {}: {message}", at + 1));
    }
}

/// Checks the texts of error messages.
#[test]
fn fen_errors_have_messages() {
    for (text, message) in [
        ("8/8/8/8/8/pppp4p/8/8 w - -", "board, character 16: rank 3 has 9 squares (expected 8)"),
        ("8/7/8/8/8/8/8/8 w - -", "board, character 4: rank 7 has 7 squares (expected 8)"),
        ("8/8/8/8/8/8/8 w - -", "board, character 14: 7 ranks (expected 8)"),
        ("8/8/8/8/8/8/8/8 x - -", "side to move, character 17: unexpected 'x' (expected w or b)"),
        ("8/8/8/8/8/8/8/8", "side to move, character 16: missing (expected w or b)"),
        (
            "8/8/8/8/8/8/8/8 w - - 65536 1",
            "halfmove clock, character 23: the number is too large (expected at most 65535)",
        ),
    ] {
        assert_eq!(Setup::parse_fen(text).expect_err(text).to_string(), message);
    }
}

/// Packed positions with some bits flipped, and random bytes.
#[test]
fn packed_positions_with_flipped_bits() {
    let mut random = Random(7);
    let (mut read, mut refused) = (0, 0);
    let mut count = |bytes: &[u8; 30]| {
        if properties::packed_bytes(bytes) { read += 1 } else { refused += 1 }
    };
    for fen in fens().chain(RARE) {
        let Ok(position) = Position::parse_fen_form(fen, Form::Lenient) else { continue };
        for _ in 0..scaled(200, 40) {
            let mut bytes = position.pack_with_counters();
            for _ in 0..=random.below(4) {
                bytes[random.below(30)] ^= 1 << random.below(8);
            }
            count(&bytes);
        }
        let bytes = random.bytes(30);
        count(bytes[..].try_into().expect("thirty"));
    }
    assert!(read > 1_000 && refused > 5_000, "{read} read, {refused} refused");
}

#[test]
fn random_setups() {
    let mut random = Random(3);
    let count = scaled(20_000, 3_000);
    let accepted = (0..count)
        .filter(|_| {
            let length = random.below(80);
            properties::setup(&random.bytes(length))
        })
        .count();
    assert!((count / 10..count / 10 * 9).contains(&accepted), "{accepted}");
}

#[test]
fn random_games_from_random_setups() {
    let mut random = Random(4);
    let (mut played, games) = (0, scaled(1_000, 100));
    for _ in 0..games {
        let length = random.below(300);
        played += properties::play(&random.bytes(length)).unwrap_or(0);
    }
    assert!(played > 10 * games, "{played}");
}

#[test]
fn mutations_of_moves_in_algebraic_notation() {
    let mut random = Random(5);
    let (mut read, mut refused) = (0, 0);
    for fen in fens().chain(RARE) {
        let Ok(position) = Position::parse_fen_form(fen, Form::Lenient) else { continue };
        for mv in position.legal_moves() {
            for text in [position.san(mv), position.lan(mv)] {
                let text = mutated(&text, &mut random);
                if properties::san_text(&position, &text) {
                    read += 1;
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(read > 1_000 && refused > 10_000, "{read} read, {refused} refused");
}

#[test]
fn mutations_of_epd() {
    let mut random = Random(6);
    let (mut read, mut refused) = (0, 0);
    for fen in fens().chain(RARE) {
        let Ok(position) = Position::parse_fen_form(fen, Form::Lenient) else { continue };
        let moves: String =
            position.legal_moves().iter().map(|&mv| format!(" {}", position.san(mv))).collect();
        let best = if moves.is_empty() { String::new() } else { format!(" bm{moves};") };
        let line = line_of_play(position, &mut random);
        let fields = position.fen().without_counters();
        let line = format!("{fields}{best}{line} id \"a; b\"; c0; dm 5; X e4 -7 \"x\"; hmvc 3;");
        assert!(properties::epd_text(&line), "{line}");
        for _ in 0..scaled(50, 8) {
            if properties::epd_text(&mutated(&line, &mut random)) {
                read += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(read > scaled(1_000, 200) && refused > 1_000, "{read} read, {refused} refused");
}

/// Returns an operation `pv` with up to five random moves, or an empty string if there is no move.
fn line_of_play(mut position: Position, random: &mut Random) -> String {
    let mut line = String::new();
    for _ in 0..5 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        line += &format!(" {}", position.san(mv));
        position = position.play_unchecked(mv);
    }
    if line.is_empty() { line } else { format!(" pv{line};") }
}
