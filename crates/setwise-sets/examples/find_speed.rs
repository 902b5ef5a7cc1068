//! Compares questions with a bare loop that replays the same moves.
//!
//! ```text
//! cargo run --release -p setwise-sets --example find_speed [QUESTION…]
//! ```
//!
//! Prints the positions a second of each question, and its ratio to a loop that plays the moves
//! and sums the occupied squares. The games are random.

use std::hint::black_box;
use std::time::Instant;

use setwise::{Move, Position};
use setwise_sets::{Expression, Finder, FinderOptions, Game, GameHits};
use setwise_testkit::random::Random;
use setwise_testkit::suites::QUESTIONS;

/// The runs of which the fastest counts.
const RUNS: usize = 100;

/// Enough that the branch predictor of the CPU does not learn the games by heart.
const GAMES: usize = 1000;

fn main() {
    let mut random = Random::default();
    let games: Vec<Vec<Option<Move>>> = (0..GAMES)
        .map(|_| {
            let mut position = Position::INITIAL;
            let mut moves = Vec::new();
            for _ in 0..40 + random.below(100) {
                let legal = position.legal_moves();
                let Some(&mv) = legal.get(random.below(legal.len())) else { break };
                moves.push(Some(mv));
                position = position.play_unchecked(mv);
            }
            moves
        })
        .collect();
    let positions: usize = games.iter().map(|moves| moves.len() + 1).sum();
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let questions = match chosen.is_empty() {
        true => QUESTIONS.map(String::from).to_vec(),
        false => chosen,
    };
    println!("{positions} positions; positions a second in millions, and the ratio to replaying");
    for question in questions {
        let expression = Expression::parse(&question).expect("a question");
        let mut hits = 0;
        let (mut replayed, mut found) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..RUNS {
            replayed = replayed.min(seconds(|| black_box(occupied(black_box(&games)))));
            found = found.min(seconds(|| {
                hits = find(&expression, black_box(&games));
                hits
            }));
        }
        let rate = |seconds: f64| positions as f64 / seconds / 1e6;
        println!(
            "{:8.1} of {:5.1}  {:6.2}  {hits:6} hits  {question}",
            rate(found),
            rate(replayed),
            replayed / found
        );
    }
}

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

/// Replays games, and returns the sum of the numbers of occupied squares.
fn occupied(games: &[Vec<Option<Move>>]) -> u64 {
    let mut sum = 0;
    for moves in games {
        let mut position = Position::INITIAL;
        sum += u64::from(position.board().occupied().count());
        for &mv in moves.iter().flatten() {
            position = position.play_unchecked(mv);
            sum += u64::from(position.board().occupied().count());
        }
    }
    sum
}

fn find(expression: &Expression, games: &[Vec<Option<Move>>]) -> usize {
    let mut finder = Finder::new(expression, FinderOptions::default());
    let mut hits = 0;
    let mut found = |game: GameHits<'_>| hits += game.plies.len();
    for moves in games {
        let game = Game { moves, ..Game::of_position(Position::INITIAL) };
        finder.push(0, &game, &mut found);
    }
    finder.flush(&mut found);
    hits
}
