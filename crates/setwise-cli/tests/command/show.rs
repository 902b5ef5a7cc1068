//! Tests of `setwise show`.

use crate::run::setwise;

#[test]
fn the_initial_position() {
    setwise(&["show"]).exits(0).prints(&format!(
        "\
8  r n b q k b n r
7  p p p p p p p p
6  . . . . . . . .
5  . . . . . . . .
4  . . . . . . . .
3  . . . . . . . .
2  P P P P P P P P
1  R N B Q K B N R

   a b c d e f g h

FEN           rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
side to move  white
castling      white a1 and h1, black a8 and h8
en passant    none
checkers      none
pinned        white none, black none
legal moves   20
key           {:016x}
Polyglot key  463b96181691fc9c
",
        setwise::Position::INITIAL.key(),
    ));
}

fn line(arguments: &[&str], name: &str) -> String {
    let run = setwise(&[&["show"], arguments].concat()).exits(0);
    let found = run.out.lines().find_map(|line| line.strip_prefix(name));
    found.unwrap_or_else(|| panic!("no {name:?} in {run:#?}")).trim().to_owned()
}

#[test]
fn en_passant_lists_the_pawns_that_can_capture() {
    let pinned = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    assert_eq!(line(&[pinned], "en passant"), "d3, where no pawn may take");
    let free = "8/8/8/k7/3PpP2/8/8/3K4 b - d3 0 1";
    assert_eq!(line(&[free], "en passant"), "d3, where e4 may take");
    let two = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(line(&[two], "en passant"), "d6, where c5 and e5 may take");
    assert_eq!(line(&["--moves", "e2e4"], "en passant"), "e3, where no pawn may take");
}

#[test]
fn checkers_and_pinned_pieces_are_listed() {
    let fen = "4r1k1/8/8/8/1b6/2N5/4N3/r3K2R w K - 0 1";
    assert_eq!(line(&[fen], "checkers"), "black rook on a1");
    assert_eq!(line(&[fen], "pinned"), "white e2 c3, black none");
    assert_eq!(line(&[fen], "castling"), "white h1, black none");
}

/// Fails if the name of a missing file is read as a FEN.
#[test]
fn a_missing_file_is_not_a_wrong_fen() {
    let names = ["nosuch.fen", "no/such", "./nosuch", "games.pgn", "../a/b/c/d/e/f/g.pgn"];
    for name in names {
        let run = setwise(&["show", name]).exits(2).prints("");
        assert!(run.err.starts_with(&format!("error: {name}: no such file (")), "{run:#?}");
        setwise(&["perft", "1", name]).exits(2).says("no such file");
    }
    setwise(&["show", "nosuch"]).exits(1).says("the name of a file");
    for fen in [
        "8/8",
        "4k3/8/8/8/8/8/8/4X3",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1.5",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN.",
    ] {
        let run = setwise(&["show", fen]).exits(1);
        assert!(!run.err.contains("no such file"), "{run:#?}");
    }
}

#[test]
fn as_json() {
    let json = setwise(&["show", "--json", "8/8/8/k7/3PpP2/8/8/3K4 b - d3 0 1"]).exits(0).json();
    assert_eq!(json["side_to_move"], "black");
    assert_eq!(json["en_passant"], "d3");
    assert_eq!(json["en_passant_capturers"], serde_json::json!(["e4"]));
    assert_eq!(json["castling_rooks"], serde_json::json!([]));
    assert_eq!(json["chess960"], false);
}
