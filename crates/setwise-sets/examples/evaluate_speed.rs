//! Times questions at positions of random games.
//!
//! ```text
//! cargo run --release -p setwise-sets --example evaluate_speed ROWS QUESTION...
//! ```
//!
//! Prints the nanoseconds a position of each question.

use std::hint::black_box;
use std::time::Instant;

use setwise::Position;
use setwise_sets::{Definitions, Evaluator, Expression, Source, Value};
use setwise_testkit::random::Random;

/// The runs of which the fastest counts.
const RUNS: usize = 5;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rows = arguments.next().and_then(|rows| rows.parse().ok()).unwrap_or(1_000_000);
    let positions = positions(rows);
    for question in arguments {
        let parsed = Expression::parse_with(&question, &Definitions::standard(), Source::Positions);
        let expression = parsed.and_then(Expression::question).expect("a question");
        let mut evaluator = Evaluator::new(&expression);
        let mut holds = vec![false; rows];
        let run = || {
            let began = Instant::now();
            evaluator.evaluate(black_box(&positions), |row, value| {
                holds[row] = value == Value::Truth(true);
            });
            black_box(&mut holds);
            began.elapsed().as_secs_f64()
        };
        let best = std::iter::repeat_with(run).take(RUNS).fold(f64::INFINITY, f64::min);
        println!("{:.2}  {question}", best / rows as f64 * 1e9);
    }
}

fn positions(rows: usize) -> Vec<Position> {
    let mut random = Random::default();
    let mut positions = Vec::with_capacity(rows);
    while positions.len() < rows {
        let mut position = Position::INITIAL;
        for _ in 0..100.min(rows - positions.len()) {
            positions.push(position);
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(random.below(legal.len())) else { break };
            position = position.play_unchecked(mv);
        }
    }
    positions
}
