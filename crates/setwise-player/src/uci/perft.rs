//! `go perft`, which is no part of the protocol, as Stockfish answers it.

use std::io::{self, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use setwise::Position;
use setwise::notation::uci::CastlingForm;

use super::say;
use crate::Control;

/// Counts the sequences of moves below each move, and writes the counts. Ends early if it is stopped.
pub(super) fn count(
    position: &Position,
    depth: u8,
    castling: CastlingForm,
    control: &Control,
    output: &Mutex<impl Write>,
) -> io::Result<()> {
    let (mut sum, mut written) = (0, Instant::now());
    // A line each second, so that a count ends when the output is closed.
    let mut may_go_on = |leaves: u128| {
        if written.elapsed() > Duration::from_secs(1) {
            written = Instant::now();
            say(output, format_args!("info nodes {leaves}"))?;
        }
        Ok(!control.is_stopped())
    };
    for mv in position.legal_moves() {
        let before = sum;
        let after = position.play_unchecked(mv);
        if !add_leaves(&after, depth.saturating_sub(1), &mut sum, &mut may_go_on)? {
            return Ok(());
        }
        let count = sum - before;
        say(output, format_args!("{}: {count}", mv.uci(castling)))?;
    }
    say(output, format_args!("\nNodes searched: {sum}\n"))
}

/// Adds the number of sequences of moves, unless the function that is asked now and then says no:
/// then returns false.
fn add_leaves(
    position: &Position,
    depth: u8,
    sum: &mut u128,
    may_go_on: &mut impl FnMut(u128) -> io::Result<bool>,
) -> io::Result<bool> {
    if depth > 1 {
        for mv in position.legal_moves() {
            if !add_leaves(&position.play_unchecked(mv), depth - 1, sum, may_go_on)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    *sum += if depth == 0 { 1 } else { u128::from(position.count_legal_moves()) };
    may_go_on(*sum)
}
