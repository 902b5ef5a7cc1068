//! The definition, one position at a time: repeat until nothing changes.

use setwise::{Color, Position, Role};
use setwise_endgames::Outcome;

use crate::positions::{self, tables};

/// The positions of all materials of three pieces, their successors, and their outcomes.
#[derive(Default)]
struct Oracle {
    positions: Vec<Position>,
    outcomes: Vec<Option<Outcome>>,
}

impl Oracle {
    /// Computes the outcomes of all positions of materials of White, which must have all their
    /// captures and promotions among them.
    fn new(materials: &[&str]) -> Oracle {
        let mut oracle = Oracle::default();
        let mut numbers = vec![u32::MAX; 1 << 22];
        for name in materials {
            positions::each(&name.parse().unwrap(), |position| {
                numbers[index(&position)] = oracle.positions.len() as u32;
                oracle.positions.push(position);
            });
        }
        let successors: Vec<Vec<u32>> = oracle
            .positions
            .iter()
            .map(|position| {
                let moves = position.legal_moves();
                let after = moves.iter().map(|&mv| index(&position.play_unchecked(mv)));
                after.map(|index| numbers[index]).collect()
            })
            .collect();
        oracle.outcomes = vec![None; oracle.positions.len()];
        let mut undecided: Vec<u32> = (0..oracle.positions.len() as u32).collect();
        for plies in 0.. {
            let before = undecided.len();
            let mut found = Vec::new();
            undecided.retain(|&number| {
                let outcome = oracle.outcome(number, &successors[number as usize], plies);
                found.extend(outcome.map(|outcome| (number, outcome)));
                outcome.is_none()
            });
            for (number, outcome) in found {
                oracle.outcomes[number as usize] = Some(outcome);
            }
            if undecided.len() == before {
                break;
            }
        }
        oracle
    }

    /// Returns the outcome of a position if it is mate in this number of plies, and all that is
    /// mate in fewer is known.
    fn outcome(&self, number: u32, successors: &[u32], plies: u8) -> Option<Outcome> {
        let mut outcomes = successors.iter().map(|&next| self.outcomes[next as usize]);
        if successors.is_empty() {
            let is_mate = self.positions[number as usize].is_check();
            return (plies == 0 && is_mate).then_some(Outcome::Loss(0));
        }
        if outcomes.clone().any(|outcome| matches!(outcome, Some(Outcome::Loss(_)))) {
            return Some(Outcome::Win(plies));
        }
        outcomes
            .all(|outcome| matches!(outcome, Some(Outcome::Win(_))))
            .then_some(Outcome::Loss(plies))
    }
}

/// Returns a different number for each position.
fn index(position: &Position) -> usize {
    let board = position.board();
    let piece = (board.occupied() - board.role(Role::King)).first();
    let role = piece.and_then(|square| board.role_at(square)).map_or(7, |role| role as usize);
    let squares = Color::ALL.map(|color| position.king(color)).into_iter().chain(piece);
    let begin = 2 * role + position.turn() as usize;
    let number = squares.fold(begin, |index, square| index << 6 | square as usize);
    if piece.is_none() { number << 6 } else { number }
}

/// A slider that ignores the king on its way, a side that is not to move in check, or a promotion to
/// another role give other outcomes.
#[test]
fn all_positions_of_three_pieces_have_the_outcome_of_the_definition() {
    let materials = ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
    let oracle = Oracle::new(&materials);
    // Queen, rook, bishop, knight, pawn, and the kings alone.
    let numbers = [368_452, 399_112, 417_228, 429_440, 331_352, 7_224];
    assert_eq!(oracle.positions.len(), numbers.iter().sum::<usize>());
    for (position, outcome) in oracle.positions.iter().zip(&oracle.outcomes) {
        assert_eq!(tables().probe(position), Some(outcome.unwrap_or(Outcome::Draw)), "{position}");
    }
}
