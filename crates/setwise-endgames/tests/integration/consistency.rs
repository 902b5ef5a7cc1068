//! The value of a position follows from the values of the positions after its legal moves.
//!
//! If that holds for all positions of a table, the table is right. The positions with a value of
//! `n` plies are right by induction over `n`; and from a position that is said to be drawn, a side
//! has a move to such a position, and none to a position that the other side loses.

use setwise::{Color, Position, Setup};
use setwise_endgames::{Material, Outcome, Tables};
use setwise_testkit::random::Random;
use setwise_testkit::scaled;

use crate::positions::{self, tables};

/// Asserts that the outcome of a position is the best after a legal move.
fn assert_consistent(tables: &Tables, position: &Position) {
    let expected = match tables.moves(position) {
        Some(moves) if moves.is_empty() && position.is_check() => Some(Outcome::Loss(0)),
        Some(moves) if moves.is_empty() => Some(Outcome::Draw),
        Some(moves) => Some(moves[0].1),
        None => None,
    };
    assert!(expected.is_some(), "a table after a move from {position} is missing");
    assert_eq!(tables.probe(position), expected, "{position}");
}

fn assert_samples(tables: &Tables, material: &Material, samples: usize) {
    let mut random = Random::of(samples as u64);
    for _ in 0..samples {
        let position = positions::random(material, &mut random);
        assert_consistent(tables, &position);
        assert_consistent(tables, &position.color_flipped());
    }
}

#[test]
#[ignore = "slow: .ci/long slow-tests"]
fn all_positions_of_four_pieces_follow_from_their_successors() {
    for name in ["KPvKP", "KRvKB", "KBNvK"] {
        let material: Material = name.parse().unwrap();
        positions::each(&material, |position| assert_consistent(tables(), &position));
    }
}

#[test]
fn samples_of_four_pieces_follow_from_their_successors() {
    for material in positions::materials(4) {
        assert_samples(tables(), &material, scaled(200_000, 2_000));
    }
}

/// A right that is ignored, or a capture that is counted a ply too late, is found. So is a capture
/// that is the only legal move and no stalemate.
#[test]
fn en_passant_captures_follow_from_their_successors() {
    let mut random = Random::default();
    let mut changed = 0;
    for _ in 0..scaled(500_000, 10_000) {
        let position = positions::random_en_passant(&mut random);
        assert_consistent(tables(), &position);
        // The move before it, if there is a square for it.
        let setup = Setup { en_passant: None, ..Setup::from(position) };
        let without = Position::ignoring_history(setup).unwrap();
        changed += usize::from(tables().probe(&without) != tables().probe(&position));
        let Some(before) = before_double_step(&position) else { continue };
        assert_consistent(tables(), &before);
    }
    assert!(changed > 100, "{changed}");
}

/// Returns the position before the double step of a pawn that may be captured, if it is legal.
fn before_double_step(position: &Position) -> Option<Position> {
    let mut setup = Setup { en_passant: None, turn: !position.turn(), ..Setup::from(*position) };
    let target = position.en_passant()?;
    let step = if setup.turn == Color::White { 1 } else { -1 };
    let pawn = setup.board.remove(target.offset(0, step)?)?;
    setup.board.put(target.offset(0, -step)?, pawn);
    Position::ignoring_history(setup).ok()
}

/// A table of five pieces takes a minute.
#[test]
#[ignore = "slow: .ci/long slow-tests"]
fn samples_of_five_pieces_follow_from_their_successors() {
    let mut tables = tables().clone();
    let material: Material = "KRBvKN".parse().unwrap();
    tables.build(&material).unwrap();
    assert_samples(&tables, &material, 200_000);
}
