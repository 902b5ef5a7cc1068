//! Errors of PGN games and of game trees.

use setwise::Position;
use setwise_pgn::{Fault, GameTree, MAX_TREE_TEXT, Options, PgnError, Reader, Replay, Visitor};

use super::Inventory;

/// The length of the longest word and of the longest tag, and the depth of the deepest variation.
const MAX_WORD: usize = 255;
const MAX_TAG: usize = 16 * 1024;
const MAX_DEPTH: usize = 1 << 17;

pub(super) fn add(inventory: &mut Inventory) {
    inventory.function("Reader::read_game");
    for text in [
        "1. e4 ]",
        "1. e4 $x *",
        "1. e4 $70000 *",
        "[Event \"a\n\"] *",
        "[Event \"a \"b\" c\"] *",
        "[Event \"a\"",
        "1. e4 {a comment *",
        "1. e4 (1. d4 (1. c4 *",
        "1. e4 (1. d4 *",
        "1. e4 ) *",
        "(1. e4) *",
        "[FEN \"4k3/8/8/8/8/8/8/4K3 x - - 0 1\"] *",
        "[Variant \"Atomic\"] *",
        "1. e5 *",
        "1. e4 e5 2. Qh6 *",
        "1. Nf9 *",
    ] {
        add_game(inventory, text, &mut Replay::new());
    }
    let long = "e".repeat(MAX_WORD + 1);
    add_game(inventory, &format!("1. {long} *"), &mut Replay::new());
    let long = "e".repeat(MAX_TAG);
    add_game(inventory, &format!("[Event \"{long}\"] *"), &mut Replay::new());
    let deep = "(1. e4 ".repeat(MAX_DEPTH + 1);
    add_game(inventory, &format!("1. e4 {deep} *"), &mut Replay::new());

    inventory.function("Reader::read_game, with Options::STRICT");
    for text in ["1. e4", "[Result \"1-0\"] 1. e4 0-1", "1. e4 e5 2. g1f3 *"] {
        add_game_with(inventory, text, Options::STRICT, &mut Replay::with_options(Options::STRICT));
    }
    inventory.function("Reader::read_game, with Options::LENIENT");
    let options = Options::LENIENT;
    add_game_with(inventory, "1. e4 f6 2. Qh5+ -- *", options, &mut Replay::with_options(options));

    inventory.function("Reader::read_game, with a visitor that rejects each move");
    add_game(inventory, "1. e4 *", &mut Rejecting);

    inventory.function("Reader::read_tree");
    let comment = "e".repeat(MAX_TREE_TEXT + 1);
    let text = format!("1. e4 {{{comment}}} *");
    let error = Reader::new(text.as_bytes()).read_tree().expect("memory can be read");
    let error = error.expect("a game").expect_err("too large");
    inventory.add(&text, &error, &error);

    inventory.function("GameTree::set_tag");
    for (name, value) in [("White Elo", "2000"), ("FEN", ""), ("Event", &*"e".repeat(MAX_TAG))] {
        let mut tree = GameTree::new(Position::INITIAL);
        let error = tree.set_tag(name, value).expect_err(name);
        inventory.add(&format!("{name}: {value}"), &error, &error);
    }
}

fn add_game(inventory: &mut Inventory, text: &str, visitor: &mut impl Visitor) {
    add_game_with(inventory, text, Options::default(), visitor);
}

fn add_game_with(
    inventory: &mut Inventory,
    text: &str,
    options: Options,
    visitor: &mut impl Visitor,
) {
    let mut reader = Reader::with_options(text.as_bytes(), options);
    let read = reader.read_game(visitor).expect("memory can be read");
    let error: PgnError = read.expect("a game").expect_err(text);
    inventory.add(text, &error, &error);
}

/// A visitor with a message of its own.
struct Rejecting;

impl Visitor for Rejecting {
    fn san(&mut self, _: &[u8]) -> Result<(), Fault> {
        Err(Fault::refused("no moves are allowed"))
    }
}
