//! Games as trees: building, writing and parsing.

use setwise::{Game, Move, Position, Square};
use setwise_pgn::{GameTree, Nag, Reader, Termination};
use setwise_testkit::scaled;

/// Parses the first game of a text.
#[track_caller]
fn tree(text: &str) -> GameTree {
    let mut reader = Reader::new(text.as_bytes());
    let tree = reader.read_tree().expect("bytes can be read").expect("a game");
    tree.unwrap_or_else(|error| panic!("{error}"))
}

/// Parses a text and writes it again; returns the move section.
#[track_caller]
fn moves(text: &str) -> String {
    let text = tree(text).to_string();
    text.split_once("\n\n").expect("tags and moves").1.to_owned()
}

#[test]
fn tags_are_sorted_after_the_roster() {
    let text =
        "[White \"W\"] [ZZ \"z\"] [Annotator \"a \\\"b\\\" \\\\\"] [Result \"0-1\"] 1. e4 1-0";
    assert_eq!(
        tree(text).to_string(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n\
         [Black \"?\"]\n[Result \"1-0\"]\n[Annotator \"a \\\"b\\\" \\\\\"]\n[ZZ \"z\"]\n\n1. e4 1-0\n"
    );
}

#[test]
fn initial_position_is_written_as_tags() {
    let text = "[SetUp \"1\"] [FEN \"1rk5/8/8/8/8/8/8/1RK2R2 w FBb - 2 10\"] 10. O-O Rb1 *";
    let written = tree(text).to_string();
    assert!(written.contains("[FEN \"1rk5/8/8/8/8/8/8/1RK2R2 w KQq - 2 10\"]\n[SetUp \"1\"]\n"));
    assert!(written.contains("[Variant \"Chess960\"]\n\n10. O-O Rxb1 *\n"), "{written}");
    assert_eq!(moves("[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 7\"] Kd8 Kd1 *"), "7... Kd8 8. Kd1 *\n");
}

#[test]
fn move_numbers_follow_the_standard() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 *\n",
        "1. e4 {a} 1... e5 {b} {c} 2. Nf3 *\n",
        "{g} 1. e4 $1 $10 e5 $2 {x} 2. Nf3 $3 *\n",
        "1. e4 (1. d4 d5) (1. c4) 1... e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 *\n",
        "1. e4 e5 ({before} 1... c5 $5 {after}) 2. Nf3 *\n",
        "1. e4 {main} (1. d4 {other} 1... d5) {behind} {it} 1... e5 *\n",
        "1. e4 (1. d4 d5 {a} (1... f5 {b}) {c} 2. c4) {d} 1... e5 *\n",
        "1. e4 e5 (1... c5) {end} *\n",
    ] {
        assert_eq!(moves(text), text);
    }
    // A comment after a variation belongs to the move that the variation replaces, and stands
    // behind the last one.
    assert_eq!(
        moves("e4 {m} (d4) {a} (c4) ({b}) e5 *"),
        "1. e4 {m} (1. d4) (1. c4) {a} {b} 1... e5 *\n"
    );
    // Others come before it.
    let mut read = tree("e4 (d4) {a} *");
    let e4 = read.main_line().next().expect("a move");
    read.add_comment(e4, "new");
    assert!(read.to_string().ends_with("1. e4 {new} (1. d4) {a} *\n"), "{read}");
    // A variation of the first move of a variation is a variation of the same main-line move.
    assert_eq!(moves("e4 (d4 (c4) d5) e5 *"), "1. e4 (1. d4 d5) (1. c4) 1... e5 *\n");
    // A glyph before the first move of a variation belongs to that move.
    assert_eq!(moves("e4 e5 ($142 c5) *"), "1. e4 e5 (1... c5 $142) *\n");
    assert_eq!(moves("e4 ({x}) ($1) e5 1-0"), "1. e4 {x} 1... e5 1-0\n");
}

#[test]
fn lines_are_shorter_than_80_characters() {
    let comment = "é234567 9 ".repeat(20);
    let text = moves(&format!("1. e4 {{{comment}}} e5 (c5) *"));
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
    assert!(text.lines().any(|line| line.chars().count() > 70), "{text}");
    let word = "x".repeat(200);
    assert_eq!(moves(&format!("{{{word} {word}}} *")), format!("{{{word}\n{word}}}\n*\n"));
    let percent = format!("{} %b", "a".repeat(75));
    assert_eq!(moves(&format!("{{{percent}}} *")), format!("{{{percent}}}\n*\n"));
}

#[test]
fn comments_with_a_brace_are_written_to_the_end_of_the_line() {
    let text = "1. e4 ;a } b\n1... e5 (1... c5 ;}\n) 2. Nf3 *\n";
    assert_eq!(moves(text), text);
}

#[test]
fn deeply_nested_variations() {
    let depth = 100_000;
    // Each variation replaces the last move of the enclosing one.
    let mut text = "Nf3 a6 (Nf6 a3 (Ng1 a6 (Ng8 a3 (".repeat(depth / 4) + "Nf3";
    text += &")".repeat(depth);
    text += " *";
    let tree = tree(&text);
    let written = tree.to_string();
    assert_eq!(written.matches('(').count(), depth);
    let read = self::tree(&written);
    assert_eq!(read.to_string(), written);
    assert!(depth < 1 << 17, "{depth} is too deep to be read");
    drop(tree.clone());
    assert!(!format!("{tree:?}").is_empty());
}

#[test]
fn the_last_of_several_tags_with_one_name_counts() {
    assert_eq!(tree("[A \"1\"] [B \"x\"] [A \"2\"] *").tag("A"), Some("2"));
}

/// If each tag is compared with all before it, the full number of tags takes minutes.
#[test]
fn a_game_may_have_very_many_tags() {
    let count = scaled(400_000, 40_000);
    let tags: String = (0..count).map(|number| format!("[T{number} \"{number}\"]\n")).collect();
    let tree = tree(&format!("{tags}[T7 \"last\"]\n\n1. e4 *"));
    let last = (count - 1).to_string();
    assert_eq!((tree.tags().count(), tree.tag(&format!("T{last}"))), (count, Some(&*last)));
    assert_eq!(tree.tags().nth(7), Some(("T7", "last")));
}

#[test]
fn tree_from_a_game() {
    let mut game = Game::default();
    for text in ["f3", "e5", "g4", "Qh4#"] {
        game.play(game.position().parse_san(text).expect("legal")).expect("legal");
    }
    let text = GameTree::from(&game).to_string();
    assert!(text.contains("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{text}");
    let unfinished = GameTree::from(&Game::default());
    assert_eq!((unfinished.termination, unfinished.main_line().count()), (None, 0));
}

#[test]
fn tags_and_comments_that_would_not_parse_back_are_refused() {
    let mut tree = GameTree::default();
    let error = |tree: &mut GameTree, name: &str, value: &str| {
        tree.set_tag(name, value).expect_err(name).to_string()
    };
    for name in ["", "a b", "é", "a\""] {
        let message = "invalid tag name (expected one or more letters, digits or _)";
        assert_eq!(error(&mut tree, name, "x"), message);
    }
    let message = "the tags FEN and SetUp cannot be set (pass the position to GameTree::new)";
    assert_eq!(error(&mut tree, "fen", "x"), message);
    let message = "the tag is too long (expected at most 16384 bytes)";
    assert_eq!(error(&mut tree, "A", &"\"".repeat(9_000)), message);
    assert_eq!(tree.set_tag("A", "a\nb\\"), Ok(()));
    assert_eq!(tree.tag("A"), Some("a b\\"));
    assert!(tree.play(tree.root(), Move::normal(Square::E2, Square::E5)).is_err());
    let e4 = tree.play(tree.root(), Move::normal(Square::E2, Square::E4)).expect("legal");
    tree.add_nag(tree.root(), Nag(1));
    tree.add_comment(e4, " \n\t ");
    tree.termination = Some(Termination::Draw);
    assert!(tree.to_string().ends_with("\n\n1. e4 1/2-1/2\n"));
}

/// Using a node of another tree does not panic.
#[test]
fn nodes_of_other_trees() {
    let long = tree("1. e4 e5 2. Nf3 *");
    let last = long.main_line().last().expect("a move");
    let mut other = GameTree::default();
    assert_eq!((other.mv(last), other.children(last).count()), (None, 0));
    assert_eq!(other.position(last), &Position::INITIAL);
    other.add_comment(last, "x");
    assert!(other.play(last, Move::normal(Square::E2, Square::E4)).is_ok());
    assert_eq!(other.to_string().lines().last(), Some("{x} 1. e4 *"));
}
