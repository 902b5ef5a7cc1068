//! Tests of the topics of `setwise explain`, of `setwise mapping` and of `setwise quiz`.

use crate::run::{explain, setwise, setwise_reading};

#[test]
fn legal_moves_end_with_their_number() {
    let drawn = explain(&["legal", "kiwipete"]).out;
    assert!(drawn.contains("These are 48 legal moves"), "{drawn}");
    setwise(&["explain", "legal", "--square", "e8"]).exits(1).says("no piece of white");
}

#[test]
fn the_rotated_boards_of_the_initial_position() {
    // Without the moves after the first, which have the same steps.
    let drawn = explain(&["rotated-boards", "--width", "100"]).out;
    let (start, rest) = drawn.split_once("\na capture: e4d5\n").expect("a second move");
    let (_, sizes) = rest.split_once("\nTable sizes").expect("an end");
    insta::assert_snapshot!(format!("{start}\nTable sizes{sizes}"));
}

#[test]
fn two_rooks_by_kogge_stone_to_the_north() {
    let north = ["sliders", "kogge-stone", "--rooks", "a1 h1", "--direction", "north", "--steps"];
    insta::assert_snapshot!(explain(&[&north[..], &["--occupied", "0x100000000"]].concat()).out);
}

#[test]
fn the_sliders_of_a_side_come_from_the_position() {
    let json = explain(&["sliders", "dumb7", "--color", "white", "kiwipete", "--json"]).json();
    assert_eq!(json["topic"], "dumb7");
    setwise(&["explain", "sliders", "dumb7"]).exits(1).says("expected --rooks");
    setwise(&["explain", "sliders", "pext"]).exits(2).says("dumb7");
}

/// The same lesson without the topic: the name of the fill is enough.
#[test]
fn several_sliders_by_the_name_of_the_fill() {
    let squares = ["--rooks", "a1 h1", "--direction", "north"];
    let topic = explain(&[&["sliders", "kogge-stone"], &squares[..]].concat()).out;
    assert_eq!(explain(&[&["kogge-stone"], &squares[..]].concat()).out, topic);
    assert_eq!(
        explain(&["kogge-stone", "--white-rooks", "a1 h1", "--direction", "north"]).out,
        topic
    );
    setwise(&["explain", "hyperbola", "--rooks", "a1 h1"]).exits(1).says("set-wise fill: dumb7");
    setwise(&["explain", "dumb7", "--rooks", "a1", "--direction", "file"])
        .exits(1)
        .says("no line file");
    setwise(&["explain", "dumb7", "rook", "--rooks", "a1"]).exits(2).says("cannot be used with");
}

#[test]
fn a_de_bruijn_scan_step_by_step() {
    insta::assert_snapshot!(
        explain(&["bits", "de-bruijn", "--squares", "c2 f7", "--width", "80"]).out
    );
}

#[test]
fn other_topics_have_their_steps() {
    for arguments in [
        &["pawns", "kiwipete"][..],
        &["fills", "kiwipete"],
        &["bits", "lowest"],
        &["bits", "modulo-67", "--hex", "0x10"],
        &["bits", "count"],
        &["bits", "subsets"],
        &["transform", "flip-diagonal"],
        &["transform", "pseudo-rotate-45-clockwise"],
    ] {
        let drawn = explain(arguments).out;
        assert!(drawn.contains("Idea") && drawn.contains("Legend"), "{arguments:?}: {drawn}");
    }
}

#[test]
fn two_techniques_beside_each_other() {
    let arguments = ["classical", "rook", "a1", "kiwipete", "--beside", "magic-fancy"];
    let drawn = explain(&arguments).out;
    for text in ["1. classical, north", "1. magic-fancy", "bytes of tables", "magic-fancy: Cost"] {
        assert!(drawn.contains(text), "{text}: {drawn}");
    }
    let beside = |width| {
        let drawn = explain(&[&arguments[..], &["--steps", "--width", width]].concat()).out;
        let of_both =
            |line: &&str| line.contains("1. classical") && line.contains("1. magic-fancy");
        drawn.lines().filter(of_both).count()
    };
    assert_eq!([beside("119"), beside("120")], [0, 1]);
    let north = ["--direction", "north", "--beside", "kogge-stone", "--steps", "--width", "140"];
    insta::assert_snapshot!(
        explain(&[&["shifted", "rook", "c3", "--occupied", "0x4040000"], &north[..]].concat()).out
    );
}

#[test]
fn the_page_of_a_technique_is_printed_with_its_steps() {
    let drawn = explain(&["shifted", "bishop", "d4", "kiwipete"]).out;
    for heading in ["Idea\n", "Cost\n", "When it wins\n", "Literature\n"] {
        assert!(drawn.contains(heading), "{heading}");
    }
    assert!(
        drawn.contains("north-east (45 degrees)") && drawn.contains("south-east (315 degrees)")
    );
    let steps = explain(&["shifted", "bishop", "d4", "kiwipete", "--steps"]).out;
    assert!(!steps.contains("When it wins"));
}

/// Finds the fault that one step of a long lesson cannot be shown alone.
#[test]
fn steps_have_numbers_and_can_be_shown_alone() {
    let whole = explain(&["legal", "kiwipete"]).out;
    assert!(whole.contains("\nSteps\n1 to 2: the board; 3 to 5: check;"), "{whole}");
    let one = explain(&["legal", "kiwipete", "--step", "2"]).out;
    assert!(one.contains("\nstep 2 of ") && one.contains(", the board\n"), "{one}");
    assert!(one.contains("A square is occupied if") && one.lines().count() < 25, "{one}");
    let several = explain(&["legal", "kiwipete", "--step", "1..2", "--json"]).json();
    assert_eq!(several["steps"].as_array().map(Vec::len), Some(2));
    let step = |numbers| setwise(&["explain", "magic-fancy", "rook", "d4", "--step", numbers]);
    step("9").exits(1).says("no step 9 (expected a number from 1 to 5)");
    for wrong in ["0", "3..2", "x", "1-2"] {
        step(wrong).exits(2).says("expected the number of a step, as in 3");
    }
}

/// Finds the fault that the default position has no pawn capture, no pin and no move of a slider.
#[test]
fn topics_without_a_position_show_no_empty_set() {
    for (topic, sets) in [
        ("pawns", &["may step again", "double push", "capture east", "capture west"][..]),
        ("fills", &["pinned", "discoverers", "in one move", "in two moves", "stops on the way"]),
    ] {
        let json = explain(&[topic, "--json"]).json();
        let steps = json["steps"].as_array().expect("an array");
        let figures = steps.iter().flat_map(|step| step["figures"].as_array().expect("an array"));
        let boards: Vec<_> = figures.filter(|figure| figure["kind"] == "board").collect();
        for set in sets {
            let board = boards.iter().find(|board| board["label"] == *set);
            let board = board.unwrap_or_else(|| panic!("{topic}: no set {set}"));
            assert_ne!(board["set"], "0x0000000000000000", "{topic}: {set}");
        }
    }
}

/// Finds the fault that `magic` is unknown, and the first suggestion for it is the least known
/// technique.
#[test]
fn magic_is_the_technique_that_most_programs_use() {
    assert_eq!(
        explain(&["magic", "rook", "d4", "kiwipete"]).out,
        explain(&["magic-fancy", "rook", "d4", "kiwipete"]).out
    );
}

/// Finds the fault that `explain` is suggested for `expo`.
#[test]
fn only_a_subcommand_with_nearly_the_same_name_is_suggested() {
    let expo = setwise(&["expo"]).exits(2).says("unrecognized subcommand 'expo'");
    assert!(!expo.err.contains("similar"), "{}", expo.err);
    setwise(&["expalin"]).exits(2).says("'explain'");
    setwise(&["mvoes"]).exits(2).says("'moves'");
}

#[test]
fn a_direction_that_a_technique_does_not_have() {
    setwise(&["explain", "magic-fancy", "rook", "d4", "--direction", "north"])
        .exits(1)
        .says("magic-fancy has no part north");
    setwise(&["explain", "classical", "rook", "d4", "--direction", "up"]).exits(2);
}

#[test]
fn a_mapping_and_its_words() {
    insta::assert_snapshot!(setwise(&["mapping", "rotated-45", "--squares", "d2 e3"]).exits(0).out);
    let word = ["mapping", "hyatt", "--word", "0x8000000000000000", "--json"];
    assert_eq!(setwise(&word).exits(0).json()["answer"], "0x0000000000000001");
    setwise(&["mapping", "rotated"]).exits(2).says("rotated-minus-45");
    setwise(&["mapping", "--squares", "z1"]).exits(2).says("a file a to h");
}

fn quiz(arguments: &[&str], answers: &str) -> (Option<i32>, String) {
    let run = setwise_reading(&[&["quiz"], arguments].concat(), answers);
    (run.code, run.out)
}

/// Finds the fault that a typing error is counted as wrong and shows the answer.
#[test]
fn a_quiz_asks_again_after_a_line_that_is_no_answer() {
    let one = ["squares", "--seed", "1"];
    let (code, said) = quiz(&one, "foo\n13\n");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("\"foo\" is no number") && said.contains("answer again"), "{said}");
    assert!(said.contains("1 of 1 right") && !said.contains("the answer is"), "{said}");
    // Not without end.
    let (code, said) = quiz(&one, "foo\nbar\n\n13\n");
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(said.matches("answer again").count(), 2, "{said}");
    assert!(said.contains("wrong: the answer is 13"), "{said}");
    // The calculation, on one line.
    let (_, said) = quiz(&one, "12\n");
    let line = said.lines().find(|line| line.contains('+')).expect("a sum");
    assert_eq!(line.split_whitespace().collect::<String>(), "8x1+5=13");
    let (code, said) = quiz(&one, "foo\n");
    assert!(code == Some(1) && said.contains("standard input has ended"), "{said}");
}

/// Finds the fault that the explanation of FEN comes with each question.
#[test]
fn a_quiz_explains_fen_once() {
    let said = setwise(&["quiz", "legal", "--questions", "5", "--show"]).exits(0).out;
    assert_eq!(said.matches("a line of FEN").count(), 1, "{said}");
    assert_eq!(said.matches("may the").count(), 5, "{said}");
}

#[test]
fn a_quiz_checks_answers_and_explains_wrong_ones() {
    for topic in ["squares", "bits", "wrap", "attacks", "step", "index", "factor", "legal"] {
        let shown = setwise(&["quiz", topic, "--seed", "5", "--show"]).exits(0).out;
        let answer =
            shown.lines().find_map(|line| line.strip_prefix("answer: ")).expect("an answer");
        let (code, said) = quiz(&[topic, "--seed", "5"], &format!("{answer}\n"));
        assert_eq!((code, said.contains("1 of 1 right")), (Some(0), true), "{said}");
        // `none` is no number, so it is asked for again.
        let (code, said) = quiz(&[topic, "--seed", "6"], "none\n9999\n");
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("the answer is") && said.contains("Legend"), "{topic}: {said}");
    }
    let (code, said) = quiz(&[], "");
    assert_eq!(code, Some(1));
    assert!(said.contains("standard input has ended"), "{said}");
}
