//! Replayed pieces compared with the positions of the games.

use setwise::{Color, Role};
use setwise_testkit::random::Random;

use super::Replay;
use crate::columns::kernels::Pieces;
use crate::columns::lanes::Lane;
use crate::columns::tests::levels;
use crate::columns::{Columns, LANES};
use crate::tests::games::{RandomGame, positions_of};
use crate::tree::{Node, Tree};

#[test]
fn replayed_pieces_are_those_of_the_positions() {
    let mut random = Random::default();
    let mut tree = Tree::default();
    let root = tree.add(Node::Side(Color::White)).expect("few nodes");
    let mut columns = Columns::new(tree, &[root]);
    for level in levels() {
        columns.level = level;
        for _ in 0..300 {
            RandomGame::new(&mut random, 100).with(|game| {
                columns.clear();
                columns.len = random.below(LANES - 100);
                let lanes = columns.len..;
                columns.record(game, &mut Replay::new(&columns, game));
                for (lane, position) in lanes.zip(positions_of(game)) {
                    let pieces = Pieces::at(&columns.pieces, Lane::new(lane));
                    assert_eq!(pieces.roles, Role::ALL.map(|role| position.board().role(role)));
                    assert_eq!(pieces.colors, Color::ALL.map(|side| position.board().color(side)));
                    assert_eq!(columns.black.get(lane), position.turn() == Color::Black);
                }
            });
        }
    }
}
