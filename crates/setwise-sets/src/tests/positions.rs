//! The values of expressions at positions agree with the definition.

use alloc::vec::Vec;

use setwise::Position;
use setwise_testkit::random::Random;
use setwise_testkit::scaled;

use super::define::evaluate_tree;
use super::games::RandomGame;
use super::generate::Generator;
use crate::Value;
use crate::columns::Evaluator;
use crate::tree::Id;
use crate::{Expression, Game};

fn positions(random: &mut Random, count: usize) -> Vec<Position> {
    let position = |_| {
        let game = RandomGame::new(random, 40);
        let plies = random.below(game.moves.len() + 1);
        let start = game.with(|game| game.start);
        game.moves[..plies].iter().fold(start, |position, mv| match mv {
            Some(mv) => position.play_unchecked(*mv),
            None => position.null_move().unwrap_or(position),
        })
    };
    (0..count).map(position).collect()
}

fn values(mut evaluator: Evaluator, positions: &[Position]) -> Vec<Value> {
    let mut values = Vec::new();
    evaluator.evaluate(positions, |index, value| {
        assert_eq!(index, values.len());
        values.push(value);
    });
    values
}

/// Each node of a random expression, a set, number or truth, is asked.
#[test]
fn values_at_positions_agree_with_the_definition() {
    let mut random = Random::default();
    for _ in 0..scaled(100, 25) {
        let positions = positions(&mut random, 10);
        let (tree, _) = Generator::tree(&mut random);
        let defined: Vec<_> = positions
            .iter()
            .map(|position| evaluate_tree(&tree, &Game::of_position(*position)))
            .collect();
        for id in (0..tree.len() as u16).map(Id).filter(|id| tree.free(*id) == 0) {
            let expected: Vec<Value> = defined.iter().map(|values| values[id][0]).collect();
            let found = values(Evaluator::of_tree(tree.clone(), id), &positions);
            assert_eq!(found, expected, "node {} {:?}", id.0, tree.node(id));
        }
    }
}

#[test]
fn positions_beyond_a_batch_are_in_order() {
    let mut random = Random::default();
    let positions: Vec<Position> =
        positions(&mut random, 30).into_iter().cycle().take(1_300).collect();
    for text in ["moves", "castling_rooks", "halfmoves * 2 + 3", "pinned & A"] {
        let expression = Expression::parse(text).expect("an expression");
        let found = values(Evaluator::new(&expression), &positions);
        let first = found[..30].iter().cycle().take(1_300);
        assert!(found.iter().eq(first), "{text}");
    }
}
