//! Tests of `setwise convert`.

use crate::run::{Run, setwise, setwise_reading};

fn convert(from: &str, to: &str, words: &[&str]) -> Run {
    setwise(&[&["convert", "--from", from, "--to", to], words].concat())
}

#[test]
fn every_notation_is_converted_to_every_other() {
    let [san, uci, lan] =
        ["e4 d5 exd5 Nf6 Bb5+", "e2e4 d7d5 e4d5 g8f6 f1b5", "e2-e4 d7-d5 e4xd5 Ng8-f6 Bf1-b5+"];
    for (from, moves) in [("san", san), ("uci", uci)] {
        for (to, expected) in [("san", san), ("uci", uci), ("lan", lan)] {
            let words: Vec<&str> = moves.split(' ').collect();
            convert(from, to, &words).exits(0).prints(&format!("{expected}\n"));
            convert(from, to, &[moves]).exits(0).prints(&format!("{expected}\n"));
        }
    }
}

#[test]
fn a_position_may_precede_the_moves() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K -";
    convert("san", "uci", &[fen, "O-O"]).exits(0).prints("e1g1\n");
    let words: Vec<&str> = fen.split(' ').chain(["0", "1", "O-O", "Ke7"]).collect();
    convert("san", "uci", &words).exits(0).prints("e1g1 e8e7\n");
    convert("uci", "san", &["kiwipete", "e1g1", "h3g2"]).exits(0).prints("O-O hxg2\n");
    let arguments = ["convert", "--from", "san", "--to", "uci", "-", "O-O"];
    setwise_reading(&arguments, format!("{fen}\n")).exits(0).prints("e1g1\n");
    convert("san", "uci", &["kiwipete"]).exits(0).prints("\n");
}

#[test]
fn castling_in_chess960_is_king_takes_rook() {
    let fen = "4k3/8/8/8/8/8/8/5K1R w H -";
    convert("san", "uci", &[fen, "O-O"]).exits(0).prints("f1h1\n");
    convert("uci", "san", &[fen, "f1h1"]).exits(0).prints("O-O\n");
    convert("san", "uci", &["--chess960", "kiwipete", "O-O"]).exits(0).prints("e1h1\n");
}

#[test]
fn move_numbers_are_ignored() {
    convert("san", "uci", &["1. e4 e5 2.Nf3 2...Nc6"]).exits(0).prints("e2e4 e7e5 g1f3 b8c6\n");
}

#[test]
fn deviations_from_standard_san_need_lenient() {
    let fen = "4k1nr/8/8/8/8/8/8/4K2R w K -";
    convert("san", "san", &[fen, "0-0"]).exits(1).prints("").says("expected the letter O");
    let run = convert("san", "san", &["--lenient", fen, "0-0", "Ng8f6!"]);
    run.exits(0).prints("O-O Nf6\n");
}

#[test]
fn errors_have_move_number_and_position() {
    let run = convert("san", "uci", &["e4", "e5", "Ngf3"]).exits(1).prints("");
    assert_eq!(
        run.err,
        "error: move 3: wrong disambiguation of the origin (expected Nf3)\n  Ngf3\n   ^\n\
         in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n"
    );
    for (words, message) in [
        (&["e9"][..], "move 1: unexpected '9'"),
        (&["e4", "Nd5"], "move 2: the move is not legal in this position"),
        (&["e4 --"], "move 2: a null move is not legal"),
        (&["4k3/8/8/8/8/8/8/1N2KN2 w - -", "Nd2"], "ambiguous: the pieces on b1 f1"),
        (
            &["4k3/8/8/8/8/8/8/4K2R w - -", "Rh8"],
            "missing or wrong check mark + or # (expected Rh8+)",
        ),
        (&["8/8/8/8/8/8/8/8 w - -", "e4"], "has no king"),
        (&["\u{202e}"], "unexpected"),
    ] {
        let run = convert("san", "uci", words).exits(1).prints("").says(message);
        assert!(!run.err.contains('\u{202e}'), "{run:#?}");
    }
    convert("uci", "san", &["e2e4", "0000"]).exits(1).says("move 2: the null move");
    convert("uci", "san", &["e2e5"])
        .exits(1)
        .says("move 1: the move e2e5 is not legal in this position");
    convert("uci", "san", &["e4"]).exits(1).says("expected two squares");
}

/// Fails if the name of a missing file is read as a move.
#[test]
fn a_missing_file_is_not_a_wrong_move() {
    convert("san", "uci", &["nosuch.txt"]).exits(2).prints("").says("nosuch.txt: no such file");
    for moves in ["1.e4", "1.O-O", "e4 e5.", "1. e4 d5 2. e5 f5 3. exf6e.p."] {
        assert!(!convert("san", "uci", &["--lenient", moves]).err.contains("no such file"));
    }
}

#[test]
fn as_json() {
    let json = convert("uci", "lan", &["--json", "e2e4"]).exits(0).json();
    assert_eq!(json["moves"], serde_json::json!(["e2-e4"]));
    assert_eq!(json["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(json["final"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn wrong_arguments_exit_with_2() {
    setwise(&["convert", "e4"]).exits(2).says("--from");
    convert("lan", "san", &["e4"]).exits(2).says("invalid value 'lan'");
    convert("san", "pgn", &["e4"]).exits(2).says("invalid value 'pgn'");
    convert("san", "uci", &[]).exits(2).says("Usage");
}
