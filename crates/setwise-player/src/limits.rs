//! When a search ends.

use std::time::Duration;

use setwise::Move;

/// When a search ends, and what it looks at. Without limits it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The greatest number of positions; with several threads it is exceeded by a few thousand.
    pub nodes: Option<u64>,
    /// The search ends once it has found a mate in this number of moves.
    pub mate: Option<u32>,
    /// The time for this move.
    pub time: Option<Duration>,
    /// The clock of the side to move, from which the time for this move is chosen.
    pub clock: Option<Clock>,
    /// The moves to choose from; all legal moves if it is empty.
    pub moves: Vec<Move>,
    /// The number of best moves to find, each with its line; at least one.
    pub lines: usize,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time that is left.
    pub left: Duration,
    /// The time that each move adds.
    pub increment: Duration,
    /// The number of moves until time is added, if it is known.
    pub moves: Option<u32>,
    /// The time that each move takes besides the search: the way to the opponent and back.
    pub overhead: Duration,
}

/// The time for a move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    /// After this no deeper iteration begins, if the best move is as clear as usual.
    pub(crate) usual: Option<Duration>,
    /// The search ends here.
    pub(crate) longest: Option<Duration>,
}

/// The part of a clock that no move is planned to use, in overheads. A thread of a busy machine can
/// wait for the processor longer than a move is to take, and increments do not make up for that.
const RESERVE: u32 = 12;

impl Budget {
    pub(crate) fn of(limits: &Limits) -> Budget {
        let mut budget = Budget { usual: None, longest: limits.time };
        if let Some(clock) = limits.clock {
            let reserve = clock.overhead * RESERVE;
            let left = clock.left.saturating_sub(reserve).max(Duration::from_millis(1));
            let moves = clock.moves.map_or(22, |moves| moves.clamp(1, 22));
            let usual = (left / moves + clock.increment * 3 / 4).min(left * 6 / 10);
            let longest = (usual * 4).min(left * 6 / 10);
            budget.usual = Some(usual);
            budget.longest = Some(budget.longest.map_or(longest, |time| time.min(longest)));
        }
        budget
    }
}
