//! What `go` asks for.

use std::iter::Peekable;
use std::time::Duration;

use setwise::{Color, Position};

use crate::{Clock, Limits};

const LIMITS: [&str; 9] =
    ["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];

/// What `go` asks for.
pub(super) struct Go {
    pub(super) limits: Limits,
    pub(super) is_pondering: bool,
    /// Nothing but a command ends the search.
    pub(super) is_endless: bool,
    /// The moves to choose from were given, and none is legal.
    pub(super) has_no_move: bool,
    /// What cannot be used, in words.
    pub(super) faults: Vec<String>,
}

impl Go {
    /// Reads the arguments. If no limit can be read of those that were given, the answer is a move
    /// at once.
    pub(super) fn read(words: &[&str], position: &Position, overhead: Duration) -> Go {
        let (mut limits, mut faults, mut numbers) = (Limits::default(), Vec::new(), [None; 9]);
        let (mut is_pondering, mut is_infinite, mut are_moves_given) = (false, false, false);
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            if let Some(limit) = LIMITS.iter().position(|&limit| limit == word) {
                match number(&mut words) {
                    Ok(0) if word == "mate" => {
                        faults.push("mate 0 cannot be searched (expected at least 1)".into());
                    }
                    Ok(number) => numbers[limit] = Some(number),
                    Err(fault) => faults.push(format!("{word} {fault}")),
                }
                continue;
            }
            match word {
                "ponder" => is_pondering = true,
                "infinite" => is_infinite = true,
                "searchmoves" => {
                    while let Some(word) = words.next_if(|word| !is_keyword(word)) {
                        are_moves_given = true;
                        match position.parse_uci(word) {
                            Ok(mv) => limits.moves.push(mv),
                            Err(error) => faults.push(format!("searchmoves {word}: {error}")),
                        }
                    }
                }
                _ => faults.push(format!("go does not know the word {word}")),
            }
        }
        let small = |number: u64| number.min(u64::from(u32::MAX)) as u32;
        let [depth, nodes, mate, time, white, black, white_adds, black_adds, moves] = numbers;
        let ((ours, left), (theirs, other), increment) = match position.turn() {
            Color::White => (("wtime", white), ("btime", black), white_adds),
            Color::Black => (("btime", black), ("wtime", white), black_adds),
        };
        if left.is_none() && numbers[4..].iter().any(Option::is_some) && faults.is_empty() {
            let not = other.map_or_else(String::new, |_| format!(", not {theirs}"));
            faults.push(format!("{ours} is missing, the clock of the side to move{not}"));
        }
        limits.depth = depth.map(small);
        limits.nodes = nodes;
        limits.mate = mate.map(small);
        limits.time = time.map(|time| Duration::from_millis(time).saturating_sub(overhead));
        limits.clock = left.map(|left| Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment.unwrap_or(0)),
            moves: moves.map(small),
            overhead,
        });
        let has_limit = numbers[..4].iter().any(Option::is_some) || left.is_some();
        if !has_limit && !is_infinite && !faults.is_empty() {
            limits.depth = Some(1);
        }
        Go {
            is_pondering,
            is_endless: is_infinite || !has_limit && faults.is_empty(),
            has_no_move: are_moves_given && limits.moves.is_empty(),
            limits,
            faults,
        }
    }

    /// Returns whether the search soon ends without a command, by its time or its nodes, if it does
    /// not ponder.
    pub(super) fn ends_soon(&self) -> bool {
        let Limits { nodes, time, clock, .. } = &self.limits;
        let is_bounded = nodes.is_some() || time.is_some() || clock.is_some();
        is_bounded && !self.is_endless
    }
}

fn is_keyword(word: &str) -> bool {
    LIMITS.contains(&word) || matches!(word, "ponder" | "infinite" | "searchmoves")
}

/// Reads the number after the name of a limit; the error is a message. A clock may be negative,
/// which is read as 0.
fn number<'w>(words: &mut Peekable<impl Iterator<Item = &'w str>>) -> Result<u64, String> {
    let Some(word) = words.next_if(|word| !is_keyword(word)) else {
        return Err("has no number".into());
    };
    let number: Result<i64, _> = word.parse();
    number.map(|number| number.max(0) as u64).map_err(|_| {
        format!("{word} cannot be read (expected a whole number of at most 18 digits)")
    })
}
