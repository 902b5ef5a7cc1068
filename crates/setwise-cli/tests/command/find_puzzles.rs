//! `setwise find` on puzzles.

use std::path::Path;

use setwise_testkit::Directory;

use crate::run::{Run, setwise};

const PUZZLES: &str = "\
PuzzleId,FEN,Moves,Rating,Themes
a,r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4,a7a6 h5f7,600,mateIn1 short
b,8/P7/8/8/8/6k1/8/K7 b - - 0 1,g3g4 a7a8q g4g5,1900,promotion

c,4k3/8/8/8/8/8/8/R3K3 w Q - 0 1,e1c1,,castling
";

fn find(expression: &str, file: &Path, options: &[&str]) -> Run {
    setwise(&[&["find", expression, file.to_str().expect("text")], options].concat())
}

#[test]
fn a_puzzle_is_a_game_with_its_columns_as_tags() {
    let directory = Directory::new();
    let dos = format!("\u{feff}{}", PUZZLES.replace('\n', "\r\n"));
    for (name, text) in [("puzzles.csv", PUZZLES), ("DOS.CSV", &dos)] {
        let file = directory.write(name, text.as_bytes());
        let ids = |expression: &str| find(expression, &file, &["--csv", "--tags", "PuzzleId"]).out;
        assert_eq!(ids("checkmate"), "game,ply,PuzzleId\n1,2,a\n");
        assert_eq!(ids("promotes next ."), "game,ply,PuzzleId\n2,2,b\n");
        assert_eq!(ids("castles and ply = 0"), "game,ply,PuzzleId\n3,0,c\n");
        assert_eq!(ids("Themes ~ short and ply = plies"), "game,ply,PuzzleId\n1,2,a\n");
        assert_eq!(ids("Rating > 700 and ply = 0"), "game,ply,PuzzleId\n2,0,b\n");
        assert_eq!(ids("not Rating and ply = 0"), "game,ply,PuzzleId\n3,0,c\n");
        assert_eq!(find("checkmate", &file, &["--fen"]).out.lines().count(), 1);
        let counts = find("checkmate", &file, &["--count"]).out;
        assert!(counts.starts_with("games:     1 of 3 match\n"), "{counts}");
        let groups = find("checkmate", &file, &["--by", "Rating", "--csv"]).out;
        assert_eq!(groups, "group,positions,games,white_score\n600,1,1,\n");
        let pgn = find("checkmate", &file, &["--pgn"]).out;
        assert!(pgn.contains("[PuzzleId \"a\"]\n"), "{pgn}");
        assert!(pgn.ends_with("\n\n4... a6 5. Qxf7# *\n\n"), "{pgn}");
    }
}

/// The lines of a file go to several threads.
#[test]
fn answers_do_not_depend_on_the_threads() {
    let directory = Directory::new();
    let lines = PUZZLES.lines().skip(1).filter(|line| !line.is_empty());
    let mut text = PUZZLES.lines().next().expect("a header").to_owned();
    lines.cycle().take(9_999).for_each(|line| text += &format!("\n{line}"));
    let file = directory.write("puzzles.csv", text.as_bytes());
    let options = ["--csv", "--tags", "PuzzleId", "--threads"];
    let run = |threads| find("checkmate or castles", &file, &[&options[..], &[threads]].concat());
    let one = run("1").out;
    assert_eq!(one.lines().count(), 1 + 2 * 3_333);
    assert!(one.ends_with("\n9997,2,a\n9999,0,c\n"), "{}", &one[one.len() - 40..]);
    assert_eq!(run("3").out, one);
}

#[test]
fn an_error_names_the_line_and_what_is_wrong() {
    let directory = Directory::new();
    let header = "PuzzleId,FEN,Moves\n";
    let good = "a,4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2\n";
    for (text, message) in [
        ("", "line 1: `` (expected a header with the columns FEN and Moves)"),
        ("PuzzleId,Fen,Moves\n", "line 1: `PuzzleId,Fen,Moves` (expected a header with the"),
        (&*format!("{header}{good}b,e4\n"), "line 3: it has 2 fields (expected 3, as the header"),
        (&format!("{header}{good}\"a,,\n"), "line 3: it has 1 fields (expected 3"),
        (&format!("{header}{}", "a".repeat(70_000)), "line 2: it has more than 65536 bytes"),
    ] {
        let file = directory.write("puzzles.csv", text.as_bytes());
        let run = find("check", &file, &["--count"]).exits(2);
        assert!(run.err.contains(message), "{}", run.err);
    }
}

/// A field in quotation marks may have commas, quotation marks and the ends of lines.
#[test]
fn fields_in_quotation_marks_are_read() {
    let directory = Directory::new();
    let rest = "\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",e1e2";
    let text = format!("PuzzleId,FEN,Moves\r\n\"a, \"\"b\"\"\",{rest}\r\n\n\"c\nd\",{rest}\n");
    let file = directory.write("puzzles.csv", text.as_bytes());
    let run = find("ply = plies", &file, &["--csv", "--tags", "PuzzleId"]);
    // In PGN a tag has no end of a line.
    assert_eq!(run.out, "game,ply,PuzzleId\n1,1,\"a, \"\"b\"\"\"\n2,1,c d\n");
    // Wherever a block of lines ends.
    let puzzle = format!("\"{}\nd\",{rest}\n", "c".repeat(40));
    for before in (0..90).step_by(15) {
        let first = "x".repeat(before);
        let text = format!("PuzzleId,FEN,Moves\n{first},,\n{}", puzzle.repeat(6_000));
        let file = directory.write("puzzles.csv", text.as_bytes());
        let run = find("ply = plies and PuzzleId ~ d", &file, &["--count"]).exits(0);
        run.prints("games:     6000 of 6001 match\npositions: 6000 of 12001 match\n");
    }
}

/// As in PGN: a wrong puzzle is asked up to its error, and the others are read.
#[test]
fn a_wrong_puzzle_is_a_game_with_an_error() {
    let directory = Directory::new();
    let text = "PuzzleId,FEN,Moves\na,4k3/8/8/8/8/8/8/9 w - - 0 1,e1e2\n\
                b,4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2 e8e6\n\
                c,4k3/8/8/8/8/8/8/4K3 w - -,e1e2 e8e7\n";
    let file = directory.write("puzzles.csv", text.as_bytes());
    let run = find("ply = plies", &file, &["--csv", "--tags", "PuzzleId"]);
    assert_eq!(run.out, "game,ply,PuzzleId\n1,0,a\n2,1,b\n3,2,c\n");
    assert!(run.err.contains("games with an error, asked up to it: 2 of 3"), "{}", run.err);
    let file = file.to_str().expect("text");
    let table = setwise(&["pgn", "stats", file]).out;
    assert!(table.contains("illegal-move") && table.contains("invalid-fen"), "{table}");
}
