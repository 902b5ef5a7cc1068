//! Tests of `setwise moves`.

use crate::run::setwise;

#[test]
fn moves_are_listed_one_per_line_in_alphabetical_order() {
    let expected = "a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g1f3 \
                    g1h3 g2g3 g2g4 h2h3 h2h4 ";
    setwise(&["moves"]).exits(0).prints(&expected.replace(' ', "\n"));
}

#[test]
fn filters_can_be_combined() {
    let run = setwise(&["moves", "kiwipete", "--captures"]).exits(0);
    run.prints("d5e6\ne2a6\ne5d7\ne5f7\ne5g6\nf3f6\nf3h3\ng2h3\n");
    setwise(&["moves", "kiwipete", "--captures", "--from", "e5"]).prints("e5d7\ne5f7\ne5g6\n");
    setwise(&["moves", "kiwipete", "--to", "h3"]).prints("f3h3\ng2h3\n");
    setwise(&["moves", "kiwipete", "--to", "g1"]).prints("e1g1\nh1g1\n");
    setwise(&["moves", "kiwipete", "--to", "g1", "--chess960"]).prints("e1h1\nh1g1\n");
    setwise(&["moves", "kiwipete", "--from", "e4"]).exits(0).prints("");
    let count = |kind| setwise(&["moves", "kiwipete", kind]).out.lines().count();
    assert_eq!((count("--captures"), count("--quiets")), (8, 40));
}

#[test]
fn promotions_name_the_new_piece() {
    let run = setwise(&["moves", "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "--from", "a7"]);
    run.prints("a7a8b\na7a8n\na7a8q\na7a8r\n");
}

#[test]
fn as_json() {
    let json = setwise(&["moves", "--from", "g1", "--json"]).exits(0).json();
    assert_eq!(json["moves"], serde_json::json!(["g1f3", "g1h3"]));
    assert_eq!(json["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn wrong_arguments_exit_with_2() {
    setwise(&["moves", "--captures", "--quiets"]).exits(2).says("cannot be used with");
    setwise(&["moves", "--from", "i9"]).exits(2).says("a square is");
}
