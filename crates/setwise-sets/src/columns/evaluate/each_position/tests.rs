use setwise::Position;
use setwise_testkit::random::Random;

use crate::columns::lanes::Lane;
use crate::columns::tests::{levels, positions};
use crate::columns::{Columns, LANES, Truths};
use crate::tree::{Node, NumberWord, Tree};

/// Captures en passant: by two pawns, that ends a check, and that would expose the king on the rank
/// and on the file.
const EN_PASSANT: [&str; 5] = [
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1",
    "8/8/8/3pP3/4K3/8/8/k7 w - d6 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
    "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
];

/// Counts the moves of every eleventh position of a batch, and then of all.
#[test]
fn counts_of_blocks_agree_with_the_generator() {
    let mut tree = Tree::default();
    let root = tree.add(Node::NumberWord(NumberWord::Moves)).expect("few nodes");
    let (mut random, mut rare) = (Random::default(), [0; 4]);
    for batch in 0..6 {
        let mut positions = positions(&mut random);
        for number in (batch..960).step_by(6) {
            let index = random.below(positions.len());
            positions[index] = Position::chess960(number).expect("a number below 960");
        }
        for fen in EN_PASSANT {
            let index = random.below(positions.len());
            positions[index] = fen.parse().expect("a position");
        }
        for position in &positions {
            let moves = position.legal_moves();
            rare[0] += usize::from(moves.iter().any(|mv| mv.is_castle()));
            rare[1] += usize::from(moves.iter().any(|mv| mv.is_en_passant()));
            rare[2] += usize::from(position.is_check());
            rare[3] += usize::from(moves.iter().any(|mv| mv.promoted().is_some()));
        }
        for level in levels() {
            let mut columns = Columns::new(tree.clone(), &[root]);
            columns.level = level;
            columns.record_positions(&positions);
            let every_eleventh = Truths(core::array::from_fn(|block| {
                (0..64).filter(|place| (64 * block + place) % 11 == 0).fold(0, |w, i| w | 1 << i)
            }));
            for wanted in [every_eleventh & Truths::first(300), Truths::first(LANES - 5)] {
                columns.need(root, wanted);
                let known = columns.columns[usize::from(root.0)].number();
                wanted.for_each(|lane| {
                    let counted = known.values[Lane::new(lane)] as usize;
                    let position = &positions[lane];
                    assert_eq!(counted, position.count_legal_moves() as usize, "{position}");
                });
            }
        }
    }
    assert!(rare.iter().all(|&count| count > 9), "{rare:?}");
}
