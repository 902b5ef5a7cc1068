//! Finds the weights of the evaluation that predict results best (Peter Österlund's method of the
//! engine Texel, 2014, with Adam: Diederik Kingma and Jimmy Ba, 2014).
//!
//! ```console
//! $ cargo run --release -p setwise-player --example tune -- EPOCHS positions.txt... >weights.rs
//! ```
//!
//! The files are of the example `selfplay`. One line in 16 is left out and tells, on standard error,
//! how well what was learned predicts positions that were not seen. What is printed is the file
//! `src/weights.rs`.

use std::env;
use std::fs::File;
use std::io::{BufRead, BufReader};

use setwise::{Color, Position};
use setwise_player::tuning::{PHASES, TERMS, endgame_scale, groups, phase, terms};

/// How much the result counts beside the score of the search.
const RESULT: f64 = 0.5;
/// The score that wins ten times as often as it loses.
const DECADE: f64 = 550.0;
/// The values of the pieces to begin with; all other weights are 0.
const START: [f64; 5] = [100.0, 300.0, 300.0, 500.0, 900.0];
/// The steps of Adam, in hundredths of a pawn.
const RATE: f64 = 1.0;
/// Keeps weights small that few positions have.
const DECAY: f64 = 2e-7;

/// A position as terms, for White.
struct Sample {
    terms: Vec<(u16, i16)>,
    /// How much of the middlegame is left, 0 to 1.
    phase: f64,
    /// How much of the endgame counts, for the better side of each color.
    scale: [f64; 2],
    /// The expected result, 0 to 1.
    target: f64,
}

fn sample(line: &str) -> Option<Sample> {
    let mut fields = line.split(';');
    let position: Position = fields.next()?.parse().ok()?;
    let result: f64 = fields.next()?.parse().ok()?;
    let score: f64 = fields.next()?.parse().ok()?;
    let mut found = Vec::<(u16, i16)>::new();
    terms(&position, &mut |term, times| match found
        .iter_mut()
        .find(|(known, _)| usize::from(*known) == term)
    {
        Some((_, sum)) => *sum += times as i16,
        None => found.push((term as u16, times as i16)),
    });
    found.retain(|&(_, times)| times != 0);
    let scale = |sign| f64::from(endgame_scale(position.board(), sign)) / 64.0;
    debug_assert_eq!(Color::White as usize, 0);
    Some(Sample {
        terms: found,
        phase: f64::from(phase(position.board())) / f64::from(PHASES),
        scale: [scale(1), scale(-1)],
        target: RESULT * result / 2.0 + (1.0 - RESULT) * expected(score),
    })
}

/// The share of points that a score promises.
fn expected(score: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-score / DECADE))
}

type Weights = Vec<[f64; 2]>;

/// Returns the value of a position, and what a hundredth of each weight changes of it.
fn value(sample: &Sample, weights: &Weights) -> (f64, [f64; 2]) {
    let sum = |half: usize| -> f64 {
        sample
            .terms
            .iter()
            .map(|&(term, times)| weights[usize::from(term)][half] * f64::from(times))
            .sum()
    };
    let (middlegame, endgame) = (sum(0), sum(1));
    let shares = [sample.phase, (1.0 - sample.phase) * sample.scale[usize::from(endgame <= 0.0)]];
    (middlegame * shares[0] + endgame * shares[1], shares)
}

fn error(samples: &[Sample], weights: &Weights) -> f64 {
    let square = |sample: &Sample| (expected(value(sample, weights).0) - sample.target).powi(2);
    samples.iter().map(square).sum::<f64>() / samples.len().max(1) as f64
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let epochs: usize = arguments.next().ok_or("expected EPOCHS FILE...")?.parse()?;
    let (mut samples, mut unseen) = (Vec::new(), Vec::new());
    for file in arguments {
        for (number, line) in BufReader::new(File::open(&file)?).lines().enumerate() {
            let sample = sample(&line?).ok_or_else(|| format!("{file}, line {}", number + 1))?;
            if (number / 512).is_multiple_of(16) {
                unseen.push(sample);
            } else {
                samples.push(sample);
            }
        }
    }
    // The pieces come first.
    let mut weights: Weights = vec![[0.0; 2]; TERMS];
    for (weight, value) in weights.iter_mut().zip(START) {
        *weight = [value; 2];
    }
    eprintln!("{} positions, error {:.6}", samples.len(), error(&unseen, &weights));
    let (mut mean, mut square) = (vec![[0.0; 2]; TERMS], vec![[0.0; 2]; TERMS]);
    let mut step = 0;
    for epoch in 1..=epochs {
        let rate = RATE * (1.0 - (epoch - 1) as f64 / epochs as f64);
        for batch in samples.chunks(16_384) {
            let mut slope = vec![[0.0; 2]; TERMS];
            for sample in batch {
                let (value, shares) = value(sample, &weights);
                let share = expected(value);
                let error = (share - sample.target) * share * (1.0 - share);
                for &(term, times) in &sample.terms {
                    for half in 0..2 {
                        slope[usize::from(term)][half] += error * shares[half] * f64::from(times);
                    }
                }
            }
            step += 1;
            for term in 0..TERMS {
                for half in 0..2 {
                    let slope =
                        slope[term][half] / batch.len() as f64 + DECAY * weights[term][half];
                    let (mean, square) = (&mut mean[term][half], &mut square[term][half]);
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.999 * *square + 0.001 * slope * slope;
                    let corrected = (1.0 - 0.9_f64.powi(step), 1.0 - 0.999_f64.powi(step));
                    weights[term][half] -=
                        rate * (*mean / corrected.0) / ((*square / corrected.1).sqrt() + 1e-12);
                }
            }
        }
        if epoch.is_multiple_of(epochs.div_ceil(10)) {
            eprintln!("epoch {epoch}: error {:.6}", error(&unseen, &weights));
        }
    }
    print(&weights);
    Ok(())
}

/// Prints the file with the weights.
fn print(weights: &Weights) {
    println!(
        "//! The weights of the evaluation, which the example `tune` writes.\n\n\
         use crate::terms::TERMS;\n\n\
         /// The weight of each term in the middlegame and in the endgame, in hundredths of a pawn.\n\
         #[rustfmt::skip]\n\
         pub(crate) static WEIGHTS: [[i16; 2]; TERMS] = ["
    );
    let mut rest = weights.as_slice();
    for (name, count) in groups() {
        println!("    // {name}");
        let (group, after) = rest.split_at(count);
        rest = after;
        for row in group.chunks(8) {
            let text = |pair: &[f64; 2]| {
                format!("[{:.0}, {:.0}],", pair[0], pair[1])
                    .replace("-0,", "0,")
                    .replace("-0]", "0]")
            };
            println!("    {}", row.iter().map(text).collect::<Vec<_>>().join(" "));
        }
    }
    println!("];");
}
