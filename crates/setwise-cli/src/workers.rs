//! Counts on several threads that can be interrupted.

use std::ops::AddAssign;

use rayon::{ThreadPool, ThreadPoolBuilder};
use setwise::{Move, Position};
use setwise_perft::division::{self, Part, PartSize};

use crate::interruption::Interruption;
use crate::verdict::Failure;

/// The stack of a thread, as large as the stack of a program's first thread. Without optimisation a
/// technique's table, which the first lookup builds on the stack, needs more than Rust's 2 MiB.
const STACK_BYTES: usize = 8 << 20;

/// Starts threads.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build();
    pool.map_err(|error| Failure::Run(format!("cannot start {threads} threads: {error}")))
}

/// A thread pool for counts. An interruption waits until each thread has finished its part.
pub(crate) struct Workers {
    pool: ThreadPool,
    interruption: Interruption,
    size: PartSize,
}

impl Workers {
    /// Starts threads, which stop after an interruption.
    pub(crate) fn new(threads: usize, interruption: Interruption) -> Result<Workers, Failure> {
        Ok(Workers { pool: pool(threads)?, interruption, size: PartSize::default() })
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Returns the sum of `count` below each legal move, in the order of the moves; `None` for a
    /// move that was not finished before an interruption. Nothing at depth 0.
    pub(crate) fn by_first_move<C, T: AddAssign + Default + Send>(
        &self,
        position: &Position,
        depth: u8,
        init: impl Fn() -> C + Sync + Send,
        count: impl Fn(&mut C, Part<'_>) -> T + Sync,
    ) -> Vec<(Move, Option<T>)> {
        let count = self.until_interrupted(&count);
        self.pool.install(|| division::by_first_move(position, depth, &self.size, init, count))
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
        let sum = || division::sum(position, depth, &self.size, init, count);
        // Waking a thread takes longer than most shallow counts.
        if depth <= division::SHALLOW { sum() } else { self.pool.install(sum) }
    }

    fn until_interrupted<C, T>(
        &self,
        count: &(impl Fn(&mut C, Part<'_>) -> T + Sync),
    ) -> impl Fn(&mut C, Part<'_>) -> Option<T> + Sync {
        move |counter, part| (!self.are_interrupted()).then(|| count(counter, part))
    }

    /// Returns whether the interruption has come.
    pub(crate) fn are_interrupted(&self) -> bool {
        self.interruption.has_come()
    }
}

#[cfg(test)]
mod tests;
