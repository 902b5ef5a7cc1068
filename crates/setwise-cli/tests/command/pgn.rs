//! Tests of `setwise pgn`.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::run::{setwise, setwise_reading};

const TWO_GAMES: &str = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Qh5 1-0\n\n\
                   [FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n\n7... Kd8 *\n";

#[test]
fn valid_games_are_counted_with_their_variations() {
    let run = setwise_reading(&["pgn", "check", "-"], TWO_GAMES).exits(0);
    assert!(run.out.starts_with("2 games, 6 moves, 0 wrong, "), "{run:#?}");
    assert_eq!(run.err, "");
    let json = setwise_reading(&["pgn", "check", "--json", "-", "-"], TWO_GAMES).exits(0).json();
    assert_eq!((&json["games"], &json["moves"], &json["wrong"]), (&2.into(), &6.into(), &0.into()));
    let none = setwise_reading(&["pgn", "check", "-"], "").exits(0);
    assert!(none.out.starts_with("0 games, 0 moves, 0 wrong, "), "{none:#?}");
}

#[test]
fn errors_have_file_line_and_column() {
    let text = "1. e4 e5\n2. Ke3 Ke7 *\n\n[Result \"1-0\"]\n\n1. d4 0-1\n\n[Event \"x]\n\n*\n1. c4 {}\n\
                2. e4 (2. x) *\n[FEN \"8/8 w - -\"]\n\n*\n\n1. a3 ( \n";
    let run = setwise_reading(&["pgn", "check", "-"], text).exits(1);
    assert_eq!(
        run.err,
        "-:2:4: the move is not legal in this position\n\
         -:6:10: the result at the end of the game differs from the tag Result\n\
         -:8:8: the tag value has no closing quotation mark on its line\n\
         -:12:4: the move is not legal in this position\n\
         -:13:10: tag FEN: board, character 4: 2 ranks (expected 8)\n\
         -:18:1: the game ends inside variations (expected 1 more `)`)\n"
    );
    assert!(run.out.starts_with("6 games, 5 moves, 6 wrong, "), "{run:#?}");
    let run = setwise_reading(&["pgn", "check", "-"], "1. e4").exits(1);
    assert_eq!(
        run.err,
        "-:1:6: the game has no result at its end (expected 1-0, 0-1, 1/2-1/2 or *)\n"
    );
}

#[test]
fn only_strict_checks_the_exact_notation() {
    let text = "1. e2e4 *";
    setwise_reading(&["pgn", "check", "-"], text).exits(0);
    let run = setwise_reading(&["pgn", "check", "--strict", "-"], text).exits(1);
    assert!(run.err.starts_with("-:1:4: "), "{run:#?}");
}

#[test]
fn fens_prints_the_positions_of_the_main_lines() {
    let run = setwise_reading(&["pgn", "fens", "-"], TWO_GAMES).exits(0);
    run.prints(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
         rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
         rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n\
         rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2\n\
         4k3/8/8/8/8/8/8/4K3 b - - 0 7\n3k4/8/8/8/8/8/8/4K3 w - - 1 8\n",
    );
    let run = setwise_reading(&["pgn", "fens", "--final", "-"], TWO_GAMES).exits(0);
    run.prints(
        "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2\n\
         3k4/8/8/8/8/8/8/4K3 w - - 1 8\n",
    );
    let wrong = "1. e5 *\n1. Nf3\n";
    let run = setwise_reading(&["pgn", "fens", "--final", "-"], wrong).exits(1);
    assert_eq!(run.err, "-:1:4: the move is not legal in this position\n");
    run.prints("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\n");
}

#[test]
fn compression_is_detected_by_the_first_bytes() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(TWO_GAMES.as_bytes()).expect("into memory");
    let gzip = encoder.finish().expect("into memory");
    let zstandard = compress_to_vec(TWO_GAMES.as_bytes(), CompressionLevel::Fastest);
    for bytes in [gzip, zstandard] {
        let cut = bytes[..bytes.len() - 1].to_vec();
        let run = setwise_reading(&["pgn", "check", "-"], bytes).exits(0);
        assert!(run.out.starts_with("2 games, 6 moves, 0 wrong, "), "{run:#?}");
        setwise_reading(&["pgn", "check", "-"], cut).exits(2).says("error: -: ");
    }
}

#[test]
fn a_file_that_cannot_be_read_exits_with_2() {
    setwise(&["pgn", "check", "no such file"]).exits(2).says("no such file: ");
    setwise(&["pgn", "fens", "/"]).exits(2).says("/: ");
    setwise(&["pgn", "check"]).exits(2).says("Usage");
    setwise(&["pgn"]).exits(2).says("Usage");
}
