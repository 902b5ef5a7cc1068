//! Random games as text, for both sides to read.

use std::fmt::Write;

use fastrand::Rng;
use setwise::Position;
use setwise_pgn::{GameTree, Termination};

/// A number of games for which a round takes a few milliseconds, so that most rounds are not
/// interrupted.
const GAMES: usize = 1_000;
const LONGEST_GAME: usize = 160;

/// The layout of the games.
#[derive(Clone, Copy)]
pub(crate) enum Layout {
    /// Only moves, in lines of less than 80 characters, as in collections of master games.
    Plain,
    /// Each game on one line with a comment after each move, as from game servers.
    Commented,
}

/// Returns the games, which are always the same: about one megabyte, or four with comments.
pub(crate) fn random(layout: Layout) -> String {
    let mut rng = Rng::with_seed(2026);
    let mut text = String::new();
    for number in 1..=GAMES {
        let tree = game(number, &mut rng);
        match layout {
            Layout::Plain => writeln!(text, "{tree}").expect("into memory"),
            Layout::Commented => commented(&tree, &mut text),
        }
    }
    text
}

fn game(number: usize, rng: &mut Rng) -> GameTree {
    let mut tree = GameTree::default();
    for (name, value) in [
        ("Event", "Rated blitz game"),
        ("Site", "https://example.org/AbCdEfGh"),
        ("Date", "2026.11.22"),
        ("Round", &number.to_string()),
        ("White", "Player, A."),
        ("Black", "Player, B."),
        ("WhiteElo", "2500"),
        ("BlackElo", "2400"),
        ("ECO", "C20"),
    ] {
        tree.set_tag(name, value).expect("a good tag");
    }
    let mut node = tree.root();
    for _ in 0..rng.usize(20..LONGEST_GAME) {
        let Some(&mv) = rng.choice(tree.position(node).legal_moves().iter()) else { break };
        node = tree.play(node, mv).expect("it is in the list");
    }
    tree.termination = Some(Termination::Draw);
    tree
}

fn commented(tree: &GameTree, text: &mut String) {
    let plain = tree.to_string();
    let (tags, _) = plain.split_once("\n\n").expect("tags and moves");
    write!(text, "{tags}\n\n").expect("into memory");
    let mut position: Position = *tree.start();
    for node in tree.main_line() {
        let dots = if position.turn() == setwise::Color::White { "." } else { "..." };
        let san = position.san(tree.mv(node).expect("a move"));
        let (number, clock) = (position.fullmoves(), 60 - position.fullmoves() % 60);
        write!(text, "{number}{dots} {san} {{ [%eval 0.17] [%clk 0:02:{clock:02}] }} ")
            .expect("into memory");
        position = *tree.position(node);
    }
    text.push_str("1/2-1/2\n\n");
}
