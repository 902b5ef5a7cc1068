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
use setwise_player::tuning::{
    ATTACK_TERMS, MOST, PHASES, SHARE_TERMS, TERMS, WHOLE, attack, fixed_share, groups, phase,
    share_terms, terms,
};

/// How much the result counts beside the score of the search.
const RESULT: f64 = 0.5;
/// The score that wins ten times as often as it loses.
const DECADE: f64 = 550.0;
/// The values of the pieces to begin with; the other terms are 0.
const START: [f64; 5] = [100.0, 300.0, 300.0, 500.0, 900.0];
/// Each feature of an attack to begin with: at 0 its square would have no slope.
const START_OF_ATTACK: f64 = 2.0;
/// The shares of an endgame to begin with: always, and each pawn.
const START_OF_SHARES: [f64; 2] = [0.7, 0.02];
/// The steps of Adam: in hundredths of a pawn for terms, then for attacks, then for shares.
const RATES: [f64; 3] = [1.0, 0.3, 0.004];
/// Keeps weights small that few positions have.
const DECAY: f64 = 2e-7;

/// Where the weights of a kind begin among all weights: terms of the middlegame, of the endgame,
/// attacks, shares.
const ENDGAME: usize = TERMS;
const ATTACK: usize = 2 * TERMS;
const SHARES: usize = ATTACK + ATTACK_TERMS;
const WEIGHTS: usize = SHARES + SHARE_TERMS;

type Features = Vec<(u16, i16)>;

/// A position as terms, for White; pairs are of White and Black.
struct Sample {
    terms: Features,
    attacks: [Features; 2],
    shares: [Result<f64, Features>; 2],
    /// How much of the middlegame is left, 0 to 1.
    phase: f64,
    /// The expected result, 0 to 1.
    target: f64,
}

fn sample(line: &str) -> Option<Sample> {
    let mut fields = line.split(';');
    let position: Position = fields.next()?.parse().ok()?;
    let result: f64 = fields.next()?.parse().ok()?;
    let score: f64 = fields.next()?.parse().ok()?;
    let board = position.board();
    let mut of_terms = Features::new();
    let attacked = terms(&position, &mut |term, times| add(&mut of_terms, term, times));
    of_terms.retain(|&(_, times)| times != 0);
    Some(Sample {
        terms: of_terms,
        attacks: Color::ALL.map(|us| {
            let mut found = Features::new();
            attack(&position, us, &attacked, &mut |term, times| add(&mut found, term, times));
            found
        }),
        shares: Color::ALL.map(|better| match fixed_share(board, better) {
            Some(share) => Ok(f64::from(share) / f64::from(WHOLE)),
            None => {
                let mut found = Features::new();
                share_terms(board, better, &mut |term, times| add(&mut found, term, times));
                Err(found)
            }
        }),
        phase: f64::from(phase(board)) / f64::from(PHASES),
        target: RESULT * result / 2.0 + (1.0 - RESULT) * expected(score),
    })
}

fn add(features: &mut Features, term: usize, times: i32) {
    match features.iter_mut().find(|(known, _)| usize::from(*known) == term) {
        Some((_, sum)) => *sum += times as i16,
        None if times != 0 => features.push((term as u16, times as i16)),
        None => (),
    }
}

/// The share of points that a score promises.
fn expected(score: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-score / DECADE))
}

fn sum(features: &Features, weights: &[f64]) -> f64 {
    features.iter().map(|&(term, times)| weights[usize::from(term)] * f64::from(times)).sum()
}

/// Returns the value of a position. Calls a function with each weight and what its change by one
/// changes of the value.
fn value(sample: &Sample, weights: &[f64], slope: &mut impl FnMut(usize, f64)) -> f64 {
    let Sample { terms, attacks, shares, phase, .. } = sample;
    let mut each = |features: &Features, first: usize, factor: f64| {
        for &(term, times) in features {
            slope(first + usize::from(term), factor * f64::from(times));
        }
    };
    let endgame = sum(terms, &weights[ENDGAME..ATTACK]);
    let share = match &shares[usize::from(endgame <= 0.0)] {
        Ok(share) => *share,
        Err(features) => {
            let share = sum(features, &weights[SHARES..]);
            let most = f64::from(MOST) / f64::from(WHOLE);
            if (0.0..most).contains(&share) {
                each(features, SHARES, endgame * (1.0 - phase));
            }
            share.clamp(0.0, most)
        }
    };
    each(terms, 0, *phase);
    each(terms, ENDGAME, (1.0 - phase) * share);
    let mut middlegame = sum(terms, &weights[..ENDGAME]);
    for (features, sign) in attacks.iter().zip([1.0, -1.0]) {
        let attack = sum(features, &weights[ATTACK..SHARES]).max(0.0);
        each(features, ATTACK, sign * phase * 2.0 * attack / 256.0);
        middlegame += sign * attack * attack / 256.0;
    }
    middlegame * phase + endgame * share * (1.0 - phase)
}

fn error(samples: &[Sample], weights: &[f64]) -> f64 {
    let square = |sample: &Sample| {
        (expected(value(sample, weights, &mut |_, _| ())) - sample.target).powi(2)
    };
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
    let mut weights = vec![0.0; WEIGHTS];
    weights[..5].copy_from_slice(&START);
    weights[ENDGAME..ENDGAME + 5].copy_from_slice(&START);
    weights[ATTACK..SHARES].fill(START_OF_ATTACK);
    weights[SHARES..SHARES + 2].copy_from_slice(&START_OF_SHARES);
    eprintln!("{} positions, error {:.6}", samples.len(), error(&unseen, &weights));
    let (mut mean, mut square) = (vec![0.0; WEIGHTS], vec![0.0; WEIGHTS]);
    let mut step = 0;
    for epoch in 1..=epochs {
        let rest = 1.0 - (epoch - 1) as f64 / epochs as f64;
        for batch in samples.chunks(16_384) {
            let mut slope = vec![0.0; WEIGHTS];
            let mut slopes = Vec::new();
            for sample in batch {
                slopes.clear();
                let value = value(sample, &weights, &mut |term, by| slopes.push((term, by)));
                let share = expected(value);
                let error = (share - sample.target) * share * (1.0 - share);
                for &(term, by) in &slopes {
                    slope[term] += error * by;
                }
            }
            step += 1;
            let corrected = (1.0 - 0.9_f64.powi(step), 1.0 - 0.999_f64.powi(step));
            for (term, weight) in weights.iter_mut().enumerate() {
                let kind = usize::from(term >= ATTACK) + usize::from(term >= SHARES);
                let slope = slope[term] / batch.len() as f64 + DECAY * *weight;
                let (mean, square) = (&mut mean[term], &mut square[term]);
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                *weight -= rest * RATES[kind] * (*mean / corrected.0)
                    / ((*square / corrected.1).sqrt() + 1e-12);
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
fn print(weights: &[f64]) {
    println!(
        "//! The weights of the evaluation, which the example `tune` writes.\n\n\
         use crate::terms::{{ATTACK_TERMS, SHARE_TERMS, TERMS}};\n\n\
         /// The weight of each term in the middlegame and in the endgame, in hundredths of a pawn.\n\
         #[rustfmt::skip]\n\
         pub(crate) static WEIGHTS: [[i16; 2]; TERMS] = ["
    );
    let rows = |texts: Vec<String>, indent: &str| {
        for row in texts.chunks(8) {
            println!("{indent}{}", row.join(" "));
        }
    };
    let mut first = 0;
    for (name, count) in groups() {
        println!("    // {name}");
        let pair = |term| format!("[{:.0}, {:.0}],", weights[term], weights[ENDGAME + term]);
        let text = |term| pair(term).replace("-0,", "0,").replace("-0]", "0]");
        rows((first..first + count).map(text).collect(), "    ");
        first += count;
    }
    println!("];");
    let list = |weights: &[f64], scale: f64| {
        let text = |weight: &f64| format!("{:.0},", weight * scale).replace("-0,", "0,");
        rows(weights.iter().map(text).collect(), "    ");
        println!("];");
    };
    println!(
        "\n/// The weight of each feature of an attack.\n#[rustfmt::skip]\n\
         pub(crate) static ATTACK: [i16; ATTACK_TERMS] = ["
    );
    list(&weights[ATTACK..SHARES], 1.0);
    println!(
        "\n/// The weight of each feature of an endgame, in parts of [`WHOLE`](crate::tuning::WHOLE).\n\
         #[rustfmt::skip]\npub(crate) static SHARES: [i16; SHARE_TERMS] = ["
    );
    list(&weights[SHARES..], f64::from(WHOLE));
}
