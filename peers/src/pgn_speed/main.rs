//! Reading PGN: Setwise beside pgn-reader and shakmaty, in turns, on the same text.
//!
//! Run as `cargo pgn-speed [ROUNDS [FILE]]` in the folder `peers`; without a file on random games,
//! in two layouts. Both sides are in this program, built with the same flags for this CPU, and must
//! come to the same counts and final positions. The one that goes first changes every round.

mod games;
mod ours;
mod theirs;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use games::Layout;

const DEFAULT_ROUNDS: usize = 7;

/// What a side has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    games: u64,
    moves: u64,
    /// Made of the squares where men stand in the last positions.
    positions: u64,
}

impl Counts {
    fn end_game(&mut self, occupied: u64) {
        self.games += 1;
        self.positions = self.positions.rotate_left(1) ^ occupied;
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = arguments.first().map_or(Ok(DEFAULT_ROUNDS), |rounds| rounds.parse());
    let (Ok(rounds @ 1..), 0..=2) = (rounds, arguments.len()) else {
        eprintln!("usage: cargo pgn-speed [ROUNDS [FILE]]");
        return ExitCode::FAILURE;
    };
    println!("{rounds} rounds; megabytes a second at best, ours and theirs; ratio at best, median");
    match arguments.get(1) {
        Some(file) => match std::fs::read(file) {
            Ok(text) => compare(file, &text, rounds),
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::FAILURE;
            }
        },
        None => {
            compare("plain", games::random(Layout::Plain).as_bytes(), rounds);
            compare("commented", games::random(Layout::Commented).as_bytes(), rounds);
        }
    }
    ExitCode::SUCCESS
}

fn compare(name: &str, text: &[u8], rounds: usize) {
    contest(&format!("{name}, validated"), text, rounds, [ours::validate, theirs::validate]);
    contest(&format!("{name}, skipped"), text, rounds, [ours::skip, theirs::skip]);
}

/// Times both sides in turns, after a round that is not timed.
fn contest(name: &str, text: &[u8], rounds: usize, sides: [fn(&[u8]) -> Counts; 2]) {
    let counts = sides.map(|side| side(text));
    assert_eq!(counts[0], counts[1], "{name}: the sides differ");
    let mut seconds = [Vec::new(), Vec::new()];
    for round in 0..rounds {
        for turn in 0..2 {
            let side = (round + turn) % 2;
            let start = Instant::now();
            let found = sides[side](black_box(text));
            seconds[side].push(start.elapsed().as_secs_f64());
            assert_eq!(found, counts[side], "{name}");
        }
    }
    seconds.iter_mut().for_each(|seconds| seconds.sort_by(f64::total_cmp));
    let [best, median] = [0, rounds / 2].map(|index| [seconds[0][index], seconds[1][index]]);
    let megabytes = text.len() as f64 / 1e6;
    println!(
        "{name:24} {megabytes:5.1} MB {:6} games {:8} moves  {:7.1} {:7.1}  {:6.2} {:6.2}",
        counts[0].games,
        counts[0].moves,
        megabytes / best[0],
        megabytes / best[1],
        best[1] / best[0],
        median[1] / median[0],
    );
}
