//! Tests of `setwise explain squares`, `operators`, `stored-moves` and of a move on rotated boards.

use crate::run::{explain, setwise};

#[test]
fn the_numbers_of_a_square_and_the_compass_rose() {
    insta::assert_snapshot!(explain(&["squares", "--square", "a4", "--width", "80"]).out);
    setwise(&["explain", "squares", "--square", "i9"]).exits(2).says("a file a to h");
}

#[test]
fn two_sets_and_the_operations_on_them() {
    let json = explain(&["operators", "--squares", "a1", "--other", "a1 b1", "--json"]).json();
    assert_eq!(json["answer"], "0x0000000000000001");
    let drawn = explain(&["operators", "--width", "80"]).out;
    for text in ["empty set", "universe", "0xffffffffffffffff", "a NAND b"] {
        assert!(drawn.contains(text), "{text}: {drawn}");
    }
}

/// Finds a pawn whose second step does not depend on the first.
#[test]
fn a_pawn_by_stored_boards() {
    let blocked = "4k3/8/8/8/8/3pp3/4P3/4K3 w - - 0 1";
    let drawn = explain(&["stored-moves", "pawn", "e2", blocked, "--width", "80"]).out;
    insta::assert_snapshot!(drawn);
    setwise(&["explain", "stored-moves", "rook", "a1"]).exits(2).says("king, knight, pawn");
}

/// Finds an option that is ignored, and a move that is not tested.
#[test]
fn a_move_of_the_user_on_the_rotated_boards() {
    let castling = ["rotated-boards", "kiwipete", "--move", "e1g1", "--steps"];
    let drawn = explain(&castling).out;
    assert!(drawn.contains("castling: e1g1") && !drawn.contains("a quiet move"), "{drawn}");
    setwise(&["explain", "rotated-boards", "--move", "e2e5"])
        .exits(1)
        .says("the move e2e5 is not legal in this position")
        .says("rnbqkbnr");
    setwise(&["explain", "rotated-boards", "--move", "pawn"]).exits(2).says("--move <MOVE>");
}
