//! Tests of `setwise attacks`.

use setwise_techniques::Technique;

use crate::run::setwise;

/// Returns the attacked squares of a run in alphabetical order.
fn squares(arguments: &[&str]) -> String {
    let run = setwise(&[&["attacks"], arguments, &["--format", "squares"]].concat()).exits(0);
    let mut squares: Vec<&str> = run.out.split_whitespace().collect();
    squares.sort_unstable();
    squares.join(" ")
}

/// The bishop of seed document 1.
#[test]
fn the_bishop_on_d2() {
    let empty = squares(&["bishop", "d2", "--occupied", "0"]);
    assert_eq!(empty, "a5 b4 c1 c3 e1 e3 f4 g5 h6");
    // Blockers on c3 and f4.
    let blocked = squares(&["bishop", "d2", "--occupied", "0x20040000"]);
    assert_eq!(blocked, "c1 c3 e1 e3 f4");
}

/// The rook of seed document 3, with a single blocker on f3.
#[test]
fn the_rook_on_c3() {
    let attacked = squares(&["rook", "c3", "--occupied", "0x20_0000"]);
    assert_eq!(attacked, "a3 b3 c1 c2 c4 c5 c6 c7 c8 d3 e3 f3");
}

#[test]
fn a_board_as_text() {
    setwise(&["attacks", "queen", "f3", "kiwipete"]).exits(0).prints(
        "\
. . . . . . . .
. . . . . . . .
. . . . . X . .
. . . . . X . X
. . . . X X X .
. . X X X . X X
. . . . X X X .
. . . . . . . .
",
    );
}

#[test]
fn hex_is_one_number_per_line() {
    let rook = ["attacks", "rook", "a1", "--occupied", "0x0", "--format", "hex"];
    setwise(&rook).exits(0).prints("0x01010101010101fe\n");
    let all = setwise(&[&rook[..], &["--technique", "all"]].concat()).exits(0);
    let available = Technique::ALL.iter().filter(|technique| technique.is_available());
    assert_eq!(all.out, "0x01010101010101fe\n".repeat(available.count()));
}

#[test]
fn pieces_that_do_not_slide() {
    assert_eq!(squares(&["knight", "g1"]), "e2 f3 h3");
    assert_eq!(squares(&["king", "a1"]), "a2 b1 b2");
    assert_eq!(squares(&["white-pawn", "a4"]), "b5");
    assert_eq!(squares(&["black-pawn", "e4"]), "d3 f3");
    assert_eq!(squares(&["white-pawn", "h8"]), "");
}

#[test]
fn the_position_can_be_quoted_unquoted_or_missing() {
    let fen = "4k3/8/8/8/8/2R2p2/8/4K3 w - - 0 1";
    let words: Vec<&str> = ["rook", "c3"].into_iter().chain(fen.split(' ')).collect();
    assert_eq!(squares(&["rook", "c3", fen]), squares(&words));
    // The default is the initial position.
    assert_eq!(squares(&["rook", "a1"]), "a2 b1");
}

#[test]
fn all_techniques_agree() {
    for (piece, square) in [("rook", "c3"), ("bishop", "d2"), ("queen", "e4")] {
        for occupied in ["0", "0xffffffffffffffff", "0x20040000", "8100000000000081"] {
            let lookup = [piece, square, "--occupied", occupied, "--format", "squares"];
            let run = setwise(&[&["attacks", "--technique", "all"], &lookup[..]].concat()).exits(0);
            let lines: Vec<&str> = run.out.lines().collect();
            for &technique in Technique::ALL {
                let answer = lines.chunks(2).find(|answer| answer[0] == technique.name());
                match answer {
                    Some(answer) => assert_eq!(answer[1], lines[1], "{technique}"),
                    None => assert!(!technique.is_available(), "no {technique} in {run:#?}"),
                }
                let skipped = run.err.contains(&format!("skipped: {technique},"));
                assert_eq!(skipped, !technique.is_available(), "{run:#?}");
            }
        }
    }
}

#[test]
fn errors_say_what_was_expected() {
    for occupied in ["", "x", "0x", "0x1g", "-1", "+1", "12345678901234567", "0x0x1", "é"] {
        setwise(&["attacks", "rook", "c3", &format!("--occupied={occupied}")])
            .exits(2)
            .prints("")
            .says("16 hexadecimal digits");
    }
    for square in ["i9", "", "e", "e44", "4e", "é4"] {
        let run = setwise(&["attacks", "rook", square]).exits(2).prints("");
        run.says("a file a to h and a rank 1 to 8");
    }
    let run = setwise(&["attacks", "rook", "c3", "--technique", "magick"]).exits(2).prints("");
    let run = run.says("possible values: walk, classical");
    assert!(run.err.contains(", all]"), "{run:#?}");
    setwise(&["attacks", "pawn", "e4"]).exits(2).says("white-pawn, black-pawn");
    setwise(&["attacks", "rook", "c3", "--format", "fen"]).exits(2).says("board, hex, squares");
    setwise(&["attacks", "rook", "c3", "kiwipete", "--occupied", "0"])
        .exits(2)
        .says("cannot be used with");
    setwise(&["attacks", "rook", "c3", "8/8"]).exits(1).prints("").says("ranks");
}
