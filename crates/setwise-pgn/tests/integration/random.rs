//! Random games with variations, comments and glyphs: round trips, and reading after mutations.

use proptest::prelude::*;
use setwise::Position;
use setwise_pgn::{GameTree, Nag, NodeId, Termination};

use setwise_testkit::properties::pgn::{pgn_bytes, written_and_read};
use setwise_testkit::{scaled, suites};

/// A change of a tree.
#[derive(Clone, Debug)]
enum Change {
    /// Plays a move: the node as a distance from the last one, and the index of the legal move.
    Play(usize, usize),
    Comment(usize, String),
    Nag(usize, u16),
    Tag(String, String),
    Termination(u8),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        // Most moves follow the last one.
        6 => any::<usize>().prop_map(|choice| Change::Play(0, choice)),
        2 => (any::<usize>(), any::<usize>()).prop_map(|(back, choice)| Change::Play(back, choice)),
        1 => (any::<usize>(), "[ -~éß♔%\n{}();]{0,120}").prop_map(|(b, text)| Change::Comment(b, text)),
        1 => (any::<usize>(), any::<u16>()).prop_map(|(back, nag)| Change::Nag(back, nag)),
        1 => ("[A-Za-z0-9_]{1,9}", "\\PC{0,60}").prop_map(|(name, value)| Change::Tag(name, value)),
        1 => any::<u8>().prop_map(Change::Termination),
    ]
}

/// Returns the tree after the changes, from the initial position or a position of a suite.
fn made(start: usize, changes: &[Change]) -> GameTree {
    let fen =
        suites::fens().nth(start % suites::fens().count()).expect("the index is below the count");
    let start = if start.is_multiple_of(2) { Position::INITIAL } else { suites::position(fen) };
    let mut tree = GameTree::new(start);
    let mut nodes: Vec<NodeId> = vec![tree.root()];
    for change in changes {
        let node = |back: &usize| nodes[nodes.len() - 1 - back % nodes.len()];
        match change {
            Change::Play(back, choice) => {
                let node = node(back);
                let moves = tree.position(node).legal_moves();
                if !moves.is_empty() {
                    nodes.push(tree.play(node, moves[choice % moves.len()]).expect("legal"));
                }
            }
            Change::Comment(back, text) => tree.add_comment(node(back), text),
            Change::Nag(back, nag) => tree.add_nag(node(back), Nag(*nag)),
            // The prefix avoids `Variant`, `FEN` and `SetUp`, which the reader may reject.
            Change::Tag(name, value) => drop(tree.set_tag(&format!("X{name}"), value)),
            Change::Termination(number) => {
                tree.termination = [
                    Termination::WhiteWins,
                    Termination::BlackWins,
                    Termination::Draw,
                    Termination::Unknown,
                ]
                .get(usize::from(number % 5))
                .copied();
            }
        }
    }
    tree
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(512, 64) as u32))]

    #[test]
    fn written_games_parse_back(start in any::<usize>(), changes in prop::collection::vec(change(), 0..150)) {
        written_and_read(&made(start, &changes));
    }

    /// Two games with some bytes replaced.
    #[test]
    fn games_with_replaced_bytes(
        start in any::<usize>(),
        changes in prop::collection::vec(change(), 0..60),
        wrong in prop::collection::vec((any::<usize>(), prop::sample::select(b"()[]{};%$*-\"\\ \n1.eNO!?\xe9\0".to_vec())), 0..6),
    ) {
        let mut bytes = made(start, &changes).to_string().repeat(2).into_bytes();
        for (at, byte) in wrong {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        pgn_bytes(&bytes);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(prop::sample::select(b"()[]{};%$*-/\"\\ \r\n0123.ehNOx=!?\xef\xbb\xbf\xe9\0\x1a".to_vec()), 0..200)) {
        pgn_bytes(&bytes);
    }
}

/// A word that is divided if marks are accepted is wrong at its first part, without being counted.
#[test]
fn divided_words_that_are_wrong() {
    for text in
        [&b"1. e4 2. d4\xa0,"[..], b"1. e4 d4\xe2\x80\xa6 *", b"1. e4 e5 2. Ke3\xe3\x80\x82e4 *"]
    {
        assert_eq!(pgn_bytes(text), (0, 1));
    }
}
