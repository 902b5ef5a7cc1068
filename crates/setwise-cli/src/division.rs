//! A count by first move, on several threads, that can be stopped.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};
use setwise::{Move, Position};
use setwise_perft::division;

use crate::interruption::Interruption;
use crate::verdict::Failure;

/// The stack of a thread, as large as the stack of a program's first thread. Without optimisation a
/// technique's table, which the first lookup builds on the stack, needs more than Rust's 2 MiB.
const STACK_BYTES: usize = 8 << 20;

/// A part of a count: a position some plies below the root.
#[derive(Clone, Copy)]
pub(crate) struct Part<'p> {
    /// The position to count from.
    pub(crate) position: &'p Position,
    /// The depth to count, in plies.
    pub(crate) depth: u8,
    /// The estimated share of the whole count.
    pub(crate) share: f64,
}

/// A thread pool for counts.
pub(crate) struct Workers {
    pool: ThreadPool,
    interruption: Interruption,
    limit: Limit,
}

/// The estimated number of leaves of the largest part that is counted as a whole. An interruption
/// waits until a part is finished.
struct Limit(AtomicU32);

impl Limit {
    /// Parts become smaller if one takes more time than this.
    const LONG: Duration = Duration::from_millis(160);

    /// Parts become larger if they would take less time than this.
    const SHORT: Duration = Duration::from_millis(100);

    /// A part that takes less time than this says nothing about one that takes a hundred times
    /// longer.
    const MEASURABLE: Duration = Duration::from_millis(1);

    /// Returns a limit that takes a short time in any way of counting.
    fn new() -> Limit {
        Limit(AtomicU32::new(100_000))
    }

    fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes notice of the time that a part with an estimated number of leaves took.
    fn adjust(&self, estimate: f64, time: Duration) {
        let limit = self.get();
        if time > Limit::LONG {
            let too_many = estimate.min(limit.into()) as u32;
            self.0.store((too_many / 4).max(1000), Ordering::Relaxed);
            return;
        }
        let possible = estimate * Limit::SHORT.div_duration_f64(time.max(Limit::MEASURABLE));
        if possible > limit.into() {
            self.0.store(limit.saturating_mul(4).min(possible as u32), Ordering::Relaxed);
        }
    }
}

impl Workers {
    /// Starts threads, which stop after an interruption.
    pub(crate) fn new(threads: usize, interruption: Interruption) -> Result<Workers, Failure> {
        let pool =
            ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build().map_err(
                |error| Failure::Run(format!("cannot start {threads} threads: {error}")),
            )?;
        Ok(Workers { pool, interruption, limit: Limit::new() })
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Returns the sum of `count` below each legal move, in the order of the moves; `None` for a
    /// move that was not finished before an interruption. Nothing at depth 0.
    pub(crate) fn divide<C, T: AddAssign + Default + Send>(
        &self,
        position: &Position,
        depth: u8,
        init: impl Fn() -> C + Sync + Send,
        count: impl Fn(&mut C, Part<'_>) -> T + Sync,
    ) -> Vec<(Move, Option<T>)> {
        let count = self.until_interrupted(&count);
        self.pool.install(|| division::divide(position, depth, init, count))
    }

    /// Returns the sum of `count` below a position; `None` after an interruption.
    pub(crate) fn sum<C, T: AddAssign + Default + Send>(
        &self,
        position: &Position,
        depth: u8,
        init: impl Fn() -> C + Sync + Send,
        count: impl Fn(&mut C, Part<'_>) -> T + Sync,
    ) -> Option<T> {
        let count = self.until_interrupted(&count);
        match depth {
            // Waking a thread takes longer than most of these counts.
            0..=division::SHALLOW => division::sum(position, depth, init, count),
            _ => self.pool.install(|| division::sum(position, depth, init, count)),
        }
    }

    fn until_interrupted<C, T: AddAssign + Default>(
        &self,
        count: &(impl Fn(&mut C, Part<'_>) -> T + Sync),
    ) -> impl Fn(&mut C, division::Part<'_>) -> Option<T> + Sync {
        move |counter, part| {
            let division::Part { position, depth, share, .. } = part;
            self.in_parts(counter, Part { position, depth, share }, count)
        }
    }

    /// Returns the sum of `count` over the parts of a part that is too large; `None` after an
    /// interruption.
    fn in_parts<C, T: AddAssign + Default>(
        &self,
        counter: &mut C,
        part: Part<'_>,
        count: &impl Fn(&mut C, Part<'_>) -> T,
    ) -> Option<T> {
        if self.are_interrupted() {
            return None;
        }
        let Part { position, depth, share } = part;
        let estimate = estimate(position, depth);
        if depth <= 1 || estimate <= f64::from(self.limit.get()) {
            let start = Instant::now();
            let found = count(counter, part);
            self.limit.adjust(estimate, start.elapsed());
            return Some(found);
        }
        let mut sum = T::default();
        let moves = position.legal_moves();
        for &mv in moves.iter() {
            let position = &position.play_unchecked(mv);
            let part = Part { position, depth: depth - 1, share: share / moves.len() as f64 };
            sum += self.in_parts(counter, part, count)?;
        }
        Some(sum)
    }

    /// Returns whether the interruption has come.
    pub(crate) fn are_interrupted(&self) -> bool {
        self.interruption.has_come()
    }
}

/// Returns the approximate number of leaves: the number of legal moves, times the number of moves
/// of each later ply. The latter is the largest of the same side in a sample line of four plies,
/// because a side that is in check now may have many moves later.
fn estimate(position: &Position, depth: u8) -> f64 {
    let (mut position, mut widest) = (*position, [0; 2]);
    let first = position.count_legal_moves();
    for ply in 1..depth.min(5) {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        position = position.play_unchecked(mv);
        let widest = &mut widest[usize::from(ply % 2)];
        *widest = position.count_legal_moves().max(*widest);
    }
    let later = (1..depth).map(|ply| f64::from(widest[usize::from(ply % 2)].max(1)));
    f64::from(first) * later.product::<f64>()
}

#[cfg(test)]
mod tests;
