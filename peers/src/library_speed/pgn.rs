//! PGN games: read with every move of the main lines played, and skipped.

mod ours;
mod theirs;

use crate::contest::{self, Amount};

/// The answer of a side.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    games: u64,
    moves: u64,
    /// A checksum of the occupied squares of the last positions.
    positions: u64,
}

impl Counts {
    fn end_game(&mut self, occupied: u64) {
        self.games += 1;
        self.positions = self.positions.rotate_left(1) ^ occupied;
    }
}

pub(crate) fn compare(name: &str, text: &[u8], rounds: usize) {
    let amount = Amount { millions: text.len() as f64 / 1e6, unit: "bytes" };
    let hold = |what, ours: fn(&[u8]) -> Counts, theirs: fn(&[u8]) -> Counts| {
        let name = format!("PGN {name}, {what}");
        contest::hold(&name, amount, rounds, (text, ours), (text, theirs));
    };
    hold("validated", ours::validate, theirs::validate);
    hold("skipped", ours::skip, theirs::skip);
}
