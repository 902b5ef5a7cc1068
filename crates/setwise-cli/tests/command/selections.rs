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

/// Fails if an error of `--where` has no place, or an older spelling is not answered by the new one.
#[test]
fn an_error_has_its_place() {
    for (question, error) in [
        ("plies > abcde", "`abcde` has no meaning"),
        ("White = A && plies > 3", "`&&` has no meaning here; write `and`"),
        ("plies", "`plies` is a number (expected a question"),
    ] {
        for command in ["filter", "stats"] {
            let arguments = ["pgn", command, "-", "--where", question];
            let run = setwise_reading(&arguments, GAMES).exits(2);
            run.says(&format!("--where: {error}")).says(&format!("\n  {question}\n  "));
        }
    }
}

/// Fails if `--where` asks the tags only, or not all positions.
#[test]
fn a_position_takes_a_game() {
    for end in [" 0 2", " 7 9", "", "  0 0"] {
        let fen = format!("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -{end}");
        for question in [&format!("position = '{fen}'"), "pe5 and WhiteElo", "ever from & e7"] {
            let run = setwise_reading(&["pgn", "filter", "-", "--where", question], GAMES).exits(0);
            assert!(run.out.contains("\"a\"") && !run.out.contains("\"b\""), "{}", run.out);
        }
    }
}

/// Fails if an error prints the whole of a long argument.
#[test]
fn a_long_argument_is_not_printed_whole() {
    for long in ["x".repeat(100_000), format!("'{}", "x".repeat(50_000)), "x".repeat(60_000)] {
        let run = setwise_reading(&["pgn", "stats", "-", "--where", &long], GAMES).exits(2);
        assert!(run.err.len() < 2_000, "{} bytes", run.err.len());
        assert!(run.err.contains("--where: "), "{run:#?}");
    }
}
