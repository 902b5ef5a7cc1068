//! Tests of `setwise svg`. The image is a snapshot; `cargo insta review` shows changes.

use std::fs;
use std::path::Path;

use roxmltree::Document;

use crate::run::setwise;

#[test]
fn a_picture_of_a_position() {
    let run = setwise(&[
        "svg",
        "--moves=e2e4 d7d6 f1b5",
        "--arrow=b5e8 c7c6",
        "--arrow=d2d2",
        "--mark=c6,d7 c8",
        "--orientation=black",
        "--size=360",
    ]);
    let picture = run.exits(0).out;
    assert!(Document::parse(&picture).is_ok(), "{picture}");
    insta::assert_snapshot!(picture);
}

#[test]
fn the_file_is_the_same_as_standard_output() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("board.svg");
    let file = path.to_str().expect("the path is text");
    setwise(&["svg", "kiwipete", "-o", file]).exits(0).prints("");
    let written = fs::read_to_string(&path).expect("it has been written");
    setwise(&["svg", "kiwipete"]).exits(0).prints(&written);
    setwise(&["svg", "kiwipete", "--output", "-"]).exits(0).prints(&written);
}

/// Compares the lines of the image that have the color of the last move.
#[test]
fn the_last_move_is_highlighted() {
    let highlights = |arguments: &[&str]| {
        let picture = setwise(&[&["svg", "--no-coordinates"], arguments].concat()).exits(0).out;
        let paths = picture.lines().filter(|line| line.contains("#f2d24b"));
        paths.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(highlights(&[]), [""; 0]);
    let pawn = highlights(&["--moves", "e2e4"]);
    assert_eq!(pawn.len(), 1);
    assert_eq!(highlights(&["--last-move", "e2e4"]), pawn);
    assert_eq!(highlights(&["--last-move", "e2e4", "--moves", "d2d4"]), pawn);
    // Castling is shown by the king's squares, in either form.
    let castled = highlights(&["kiwipete", "--moves", "e1g1"]);
    assert_eq!(highlights(&["kiwipete", "--moves", "e1h1"]), castled);
    assert_eq!(highlights(&["--last-move", "e1g1"]), castled);
}

#[test]
fn the_output_of_attacks_can_be_marked() {
    let squares = setwise(&["attacks", "queen", "f3", "kiwipete", "--format", "squares"]).exits(0);
    let picture = setwise(&["svg", "kiwipete", "--mark", &squares.out]).exits(0).out;
    let marked = picture.lines().find(|line| line.contains("#d9822b")).expect("marked squares");
    assert_eq!(marked.matches('M').count(), squares.out.split_whitespace().count());
    assert!(!setwise(&["svg", "--mark", " , "]).exits(0).out.contains("#d9822b"));
}

#[test]
fn errors_have_number_and_text() {
    for (arguments, words) in [
        (["svg", "--mark", "e4 e9"], "square 2, \"e9\": not a square (expected a file a to h"),
        (["svg", "--mark", "é4"], "square 1, \"é4\""),
        (["svg", "--mark", "e4e5"], "square 1, \"e4e5\""),
        (["svg", "--arrow", "e2e4,e"], "arrow 2, \"e\": expected two squares"),
        (["svg", "--arrow", "e2é4"], "arrow 1"),
        (["svg", "--arrow", "e2e4q"], "arrow 1"),
        (["svg", "--arrow", "é"], "arrow 1"),
        (["svg", "--last-move", "e2"], "expected two squares"),
        (["svg", "--last-move", "0000"], "the null move"),
        (["svg", "--orientation", "red"], "white, black"),
        (
            ["svg", "-o", "x.png"],
            "the name ends with .png, but the image is SVG (expected .svg, or no",
        ),
        (["svg", "-o", "board-%d.PDF"], "the name ends with .PDF"),
    ] {
        setwise(&arguments).exits(2).prints("").says(words);
    }
    setwise(&["svg", "8/8"]).exits(1).prints("").says("ranks").says("^");
    setwise(&["svg", "--moves", "e2e5"]).exits(1).prints("").says("move 1, e2e5, is not legal");
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no such directory/board.svg");
    let nowhere = nowhere.to_str().expect("the path is text");
    setwise(&["svg", "-o", nowhere]).exits(2).says("cannot write").says("board.svg");
}

/// Fails if one of the two options accepts the ending of another format, or refuses a name that
/// only has a full stop.
#[test]
fn names_of_other_formats_are_refused() {
    let directory = setwise_testkit::Directory::new();
    for options in [&["svg", "-o"][..], &["explain", "magic-fancy", "rook", "d4", "--svg"]] {
        for (name, code) in
            [("x.png", 2), ("x.JPEG", 2), ("x.webp", 2), ("board-1.0", 0), ("x.svg", 0)]
        {
            let path = directory.file(name);
            setwise(&[options, &[path.as_str()]].concat()).exits(code);
            assert_eq!(Path::new(&path).exists(), code == 0, "{options:?} {name}");
            let _ = fs::remove_file(path);
        }
    }
}
