//! Tests of `setwise pgn`.

use std::io::Write;

use crate::run::{setwise, setwise_reading};
use bzip2::write::BzEncoder;
use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

const TWO_GAMES: &str = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Qh5 1-0\n\n\
                   [FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n\n7... Kd8 *\n";

#[test]
fn valid_games_are_counted_with_their_variations() {
    let run = setwise_reading(&["pgn", "check", "-"], TWO_GAMES).exits(0);
    assert!(run.out.starts_with("2 games, 6 moves, 0 wrong, "), "{run:#?}");
    assert_eq!(run.err, "");
    let json = setwise_reading(&["pgn", "check", "--json", "-"], TWO_GAMES).exits(0).json();
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
        "-:2:4: game 1, 2. Ke3: the move is not legal in this position\n\
         -:6:10: game 2: the result at the end of the game differs from the tag Result \
         (expected 1-0)\n\
         -:8:8: game 3: the tag value has no closing quotation mark on its line\n\
         -:12:4: game 4, 1... e4: the move is not legal in this position\n\
         -:13:10: game 5: tag FEN: board, character 4: 2 ranks (expected 8)\n\
         -:18:1: game 6, at 1.: the game ends inside a variation (expected one more closing \
         parenthesis)\n"
    );
    assert!(run.out.starts_with("6 games, 5 moves, 6 wrong, "), "{run:#?}");
    let run = setwise_reading(&["pgn", "check", "-"], "1. e4").exits(1);
    assert_eq!(
        run.err,
        "-:1:6: game 1: the game has no result at its end (expected 1-0, 0-1, 1/2-1/2 or *)\n"
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
    let run =
        setwise_reading(&["pgn", "fens", "--final", "--separate", "-"], "1. e5 *\n*").exits(1);
    run.prints("\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n");
    let wrong = "1. e5 *\n1. Nf3 *\n";
    let run = setwise_reading(&["pgn", "fens", "--final", "-"], wrong).exits(1);
    assert_eq!(run.err, "-:1:4: game 1, 1. e5: the move is not legal in this position\n");
    run.prints("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\n");
}

#[test]
fn positions_are_printed_as_json() {
    let games = "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B \\\"x\\\"\"]\n\n1. e4 Ke7 *\n";
    let run = setwise_reading(&["pgn", "fens", "--json", "-"], games).exits(1);
    let lines = run.objects();
    let field = |name: &str| lines.iter().map(|line| line[name].clone()).collect::<Vec<_>>();
    assert_eq!(field("game"), [1, 1, 1, 2, 2]);
    assert_eq!(field("ply"), [0, 1, 2, 0, 1]);
    let moves = ["e2e4", "e7e5", "", "e2e4", ""];
    assert!(lines.iter().zip(moves).all(|(line, mv)| line["move"].as_str().unwrap_or("") == mv));
    assert_eq!(lines[2]["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!((&lines[0]["result"], &lines[3]["result"]), (&"1-0".into(), &"*".into()));
    assert_eq!(lines[4]["tags"]["White"], "B \"x\"");
    assert!(lines[4]["error"].is_string() && lines[0]["error"].is_null());
    let run = setwise_reading(&["pgn", "fens", "--json", "--final", "-"], "1. e4 *").exits(0);
    assert_eq!(run.out.lines().count(), 1);
}

#[test]
fn compression_is_detected_by_the_first_bytes() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(TWO_GAMES.as_bytes()).expect("into memory");
    let gzip = encoder.finish().expect("into memory");
    let zstandard = compress_to_vec(TWO_GAMES.as_bytes(), CompressionLevel::Fastest);
    let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::default());
    encoder.write_all(TWO_GAMES.as_bytes()).expect("into memory");
    let bzip2 = encoder.finish().expect("into memory");
    for (format, bytes) in [("gzip", gzip), ("Zstandard", zstandard), ("bzip2", bzip2)] {
        let cut = bytes[..bytes.len() - 1].to_vec();
        let followed = [&bytes[..], b"x"].concat();
        let run = setwise_reading(&["pgn", "check", "-"], bytes).exits(0);
        assert!(run.out.starts_with("2 games, 6 moves, 0 wrong, "), "{run:#?}");
        let run = setwise_reading(&["pgn", "check", "-"], cut).exits(2);
        let place = if format == "Zstandard" { " in the frame at byte 0" } else { "" };
        assert_eq!(run.err, format!("error: -: the {format} data is truncated{place}\n"));
        let run = setwise_reading(&["pgn", "check", "-"], followed).exits(2);
        assert_eq!(run.err, format!("error: -: the {format} data is followed by something else\n"));
    }
}

#[test]
fn a_file_that_cannot_be_read_exits_with_2() {
    setwise(&["pgn", "check", "no such file"]).exits(2).says("no such file: ");
    setwise(&["pgn", "fens", "--json", "-", "-"])
        .exits(2)
        .says("standard input must be the only input");
    setwise(&["pgn", "check"]).exits(2).says("Usage");
    setwise(&["pgn"]).exits(2).says("Usage");
}

#[test]
fn what_is_not_text_is_named_in_one_line() {
    let utf16: Vec<u8> =
        "[Event \"x\"]\n\n1. e4 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, name) in [
        (&b"PK\x03\x04\x14\0\0\0"[..], "a zip archive "),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10", "not text: "),
        (&utf16, "UTF-16 text without a byte order mark "),
    ] {
        let run = setwise_reading(&["pgn", "check", "-"], bytes).exits(2);
        assert!(run.err.starts_with(&format!("error: -: {name}")), "{run:#?}");
        assert_eq!(run.err.lines().count(), 1, "{run:#?}");
        assert!(run.out.starts_with("0 games, "), "{run:#?}");
        assert!(run.out.ends_with("\nnot read to the end: 1 of 1 file\n"), "{run:#?}");
    }
    let with_mark = [&[0xff, 0xfe][..], &utf16].concat();
    let run = setwise_reading(&["pgn", "check", "-"], with_mark).exits(0);
    assert!(run.out.starts_with("1 game, 1 move, 0 wrong, "), "{run:#?}");
}

/// A tag before `Event` belongs to the same game.
#[test]
fn tags_before_event_belong_to_the_game() {
    let text =
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n[Event \"a\"]\n\n1. e4 *\n";
    let run = setwise_reading(&["pgn", "fens", "-"], text).exits(0);
    run.prints("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8/8/4P3/8/8/4K3 b - - 0 1\n");
}

/// The same games are wrong for both subcommands.
#[test]
fn check_and_fens_agree() {
    for text in ["1. e4", "[Result \"1-0\"]\n\n1. e4 *", "1. g1f3 *", "1. e4 -- *", "1. e4 (e3 *"] {
        let check = setwise_reading(&["pgn", "check", "-"], text).exits(1);
        let fens = setwise_reading(&["pgn", "fens", "-"], text).exits(1);
        assert_eq!(check.err, fens.err, "{text}");
        let check = setwise_reading(&["pgn", "check", "--lenient", "-"], text).exits(0);
        let fens = setwise_reading(&["pgn", "fens", "--lenient", "-"], text).exits(0);
        let accepted = check.out.lines().nth(1).expect("deviations are reported");
        assert!(accepted.starts_with("accepted: 1 "), "{check:#?}");
        assert_eq!(fens.err.trim_end(), accepted);
    }
}

#[test]
fn errors_name_the_game_the_players_and_the_move() {
    let text = "1. e4 *\n\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 g8f6 *\n";
    let run = setwise_reading(&["pgn", "check", "-"], text).exits(1);
    let message = "the move is written with its squares (expected Nf6)";
    assert_eq!(run.err, format!("-:6:17: game 2 (A - B), 2... g8f6: {message}\n"));
    let run = setwise_reading(&["pgn", "check", "--json", "-"], text).exits(1);
    let lines = run.objects();
    let [error, totals] = &lines[..] else { panic!("{run:#?}") };
    assert_eq!(
        *error,
        serde_json::json!({
            "type": "error", "file": "-", "game": 2, "white": "A", "black": "B", "line": 6,
            "column": 17, "byte": 50, "move": 2, "side": "black", "text": "g8f6",
            "kind": "coordinate-move", "message": message,
        })
    );
    assert_eq!((&totals["type"], &totals["games"]), (&"totals".into(), &2.into()));
    assert_eq!((&totals["wrong"], &totals["accepted"]), (&1.into(), &serde_json::json!({})));
    assert_eq!(run.err, "");
}

#[test]
fn accepted_deviations_are_listed_and_counted() {
    let text = "1. g1f3 -- 2. e4 1/2\n\n[Event \"x\\\"]\n\n1. e4";
    let list = "coordinate-move,null-move,half-result,tag-quote";
    let run = setwise_reading(&["pgn", "check", "--accept", list, "-"], text).exits(1);
    assert_eq!(
        run.err,
        "-:5:6: game 2: the game has no result at its end (expected 1-0, 0-1, 1/2-1/2 or *)\n"
    );
    let accepted = "accepted: 1 half-result, 1 null-move, 1 coordinate-move, 1 tag-quote";
    assert_eq!(run.out.lines().nth(1), Some(accepted));
    let run = setwise_reading(&["pgn", "check", "--lenient", "--json", "-"], text).exits(0);
    let counts = serde_json::json!({
        "missing-result": 1, "half-result": 1, "null-move": 1, "coordinate-move": 1, "tag-quote": 1
    });
    assert_eq!(run.json()["accepted"], counts);
    setwise(&["pgn", "check", "--accept", "anything", "-"]).exits(2).says("possible values");
    setwise(&["pgn", "check", "--strict", "--lenient", "-"]).exits(2).says("cannot be used with");
}

const RATED: &str = "[Event \"a\"]\n[WhiteElo \"2100\"]\n[ECO \"B90\"]\n\n1. e4 {x} e5 1-0\n\n\n\
                     [Event \"b\"]\n[WhiteElo \"900\"]\n\n1. d4 Ke7 *\n";

#[test]
fn filter_writes_games_as_they_are() {
    let run =
        setwise_reading(&["pgn", "filter", "-", "--where", "WhiteElo > 1000"], RATED).exits(0);
    run.prints("[Event \"a\"]\n[WhiteElo \"2100\"]\n[ECO \"B90\"]\n\n1. e4 {x} e5 1-0\n\n");
    setwise_reading(&["pgn", "filter", "-", "--where", "WhiteElo >"], RATED)
        .exits(2)
        .says("--where: a value is missing (expected a word, or a text in quotation marks)\n")
        .says("  WhiteElo >\n            ^");
}

#[test]
fn normalise_writes_the_export_format() {
    let run = setwise_reading(&["pgn", "normalise", "-"], RATED).exits(1);
    run.says("left out because of errors: 1 game\n");
}

#[test]
fn parts_of_games_are_left_out() {
    let game = "1. e4! {[%clk 0:10:00] best} e5 (1... c5 {x} 2. Nf3) 2. d4 {[%clk 0:09:00]} $10 *";
    for (parts, moves) in [
        ("comments", "1. e4 $1 e5 (1... c5 2. Nf3) 2. d4 $10 *"),
        ("variations", "1. e4 $1 {[%clk 0:10:00] best} 1... e5 2. d4 $10 {[%clk 0:09:00]} *"),
        ("glyphs,clocks", "1. e4 {best} 1... e5 (1... c5 {x} 2. Nf3) 2. d4 *"),
        ("comments,variations,glyphs", "1. e4 e5 2. d4 *"),
    ] {
        for command in ["normalise", "filter"] {
            let run = setwise_reading(&["pgn", command, "-", "--without", parts], game).exits(0);
            assert!(run.out.trim_end().ends_with(&format!("\n\n{moves}")), "{}", run.out);
        }
    }
    let wrong = setwise_reading(&["pgn", "normalise", "-", "--without", "moves"], game).exits(2);
    wrong.says("[possible values: comments, variations, glyphs, clocks]");
}

#[test]
fn stats_count_games() {
    let json = setwise_reading(&["pgn", "stats", "-", "--json"], RATED).exits(1).json();
    assert_eq!((&json["games"], &json["plies"]), (&2.into(), &3.into()));
    assert_eq!(json["errors"]["illegal-move"], 1);
    assert_eq!(json["ratings"]["2100"], 1);
}

#[cfg(feature = "tables")]
#[test]
fn export_writes_tables() {
    let directory = setwise_testkit::Directory::new();
    let path = &directory.file("tables");
    let arguments =
        ["pgn", "export", "-", "--to", path, "--format", "csv", "--tables", "games,positions"];
    setwise_reading(&arguments, RATED).exits(1).says("");
    let lines = |table: &str| {
        let text = std::fs::read_to_string(format!("{path}/{table}")).expect("a file");
        text.lines().count()
    };
    // A header and the rows; a game with an error has no positions.
    assert_eq!((lines("games.csv"), lines("positions.csv")), (3, 4));
}
