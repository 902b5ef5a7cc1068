//! Tests of the options that select games.

use crate::run::setwise_reading;

const GAMES: &str = "[Event \"a\"]\n[White \"A\"]\n[WhiteElo \"2100\"]\n\n1. e4 e5 1-0\n\n\
                     [Event \"b\"]\n[White \"B\"]\n[Annotator \"C\"]\n\n1. d4 *\n";

const NO_WHTE: &str = "no game read has the tag \"Whte\" (did you mean \"White\"?)";

/// Fails if a condition that is false for every game because of a misspelt name passes without a
/// word.
#[test]
fn a_misspelt_tag_is_reported() {
    for command in [&["filter"][..], &["stats"], &["stats", "--json"], &["normalise"]] {
        for condition in ["Whte = A", "White = Z and Whte = A", "White = A or Whte = A"] {
            let arguments = [&["pgn"], command, &["-", "--where", condition]].concat();
            setwise_reading(&arguments, GAMES).exits(1).says(NO_WHTE);
        }
    }
    for condition in ["Annotator = C", "not Zzz", "White = A or Annotator", "plies = 2"] {
        let run = setwise_reading(&["pgn", "filter", "-", "--where", condition], GAMES).exits(0);
        assert_eq!(run.err, "", "{condition}");
    }
}

#[cfg(feature = "tables")]
#[test]
fn a_misspelt_tag_of_an_export_is_reported() {
    let directory = setwise_testkit::Directory::new();
    for format in ["csv", "parquet"] {
        let to = directory.file(format);
        let arguments = ["pgn", "export", "-", "--where", "Whte = A", "--format", format];
        let run = setwise_reading(&[&arguments[..], &["--to", &to]].concat(), GAMES).exits(1);
        run.says(NO_WHTE);
    }
}

/// Finds the fault that a filter that finds no game exited with 0: it was once in `pgn/filter.rs`.
#[test]
fn a_filter_that_finds_nothing_exits_with_1() {
    let nothing = ["pgn", "filter", "-", "--where", "White = Anand"];
    let run = setwise_reading(&nothing, GAMES).exits(1).prints("");
    run.says("no game was found");
    let nothing = ["pgn", "filter", "-", "--where", "plies = 77"];
    setwise_reading(&nothing, GAMES).exits(1).prints("").says("no game was found");
    setwise_reading(&["pgn", "filter", "-"], "").exits(1).says("no game was found");
}

#[test]
fn a_word_in_place_of_a_number_is_an_error_with_its_place() {
    for command in ["filter", "stats"] {
        setwise_reading(&["pgn", command, "-", "--where", "plies > abc"], GAMES)
            .exits(2)
            .says("byte 8: `abc` is no whole number");
    }
}

/// The counters of a position do not matter, as its help says, so it needs none.
#[test]
fn a_position_to_reach_needs_no_counters() {
    for end in [" 0 2", " 7 9", "", "  0 0"] {
        let fen = format!("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -{end}");
        let run = setwise_reading(&["pgn", "filter", "-", "--position", &fen], GAMES).exits(0);
        assert!(run.out.contains("\"a\"") && !run.out.contains("\"b\""), "{fen}: {}", run.out);
    }
}

/// Fails if an error prints the whole of a long argument.
#[test]
fn a_long_argument_is_not_printed_whole() {
    let long = "x".repeat(100_000);
    for option in ["--where", "--material", "--position"] {
        let value = format!("\"{long}");
        let run = setwise_reading(&["pgn", "stats", "-", option, &value], GAMES).exits(2);
        assert!(run.err.len() < 2_000, "{option}: {} bytes", run.err.len());
        assert!(run.err.contains(&format!("'{option} <")), "{run:#?}");
    }
}
