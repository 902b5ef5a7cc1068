//! A count by first move, on several threads, that can be stopped.

use std::ops::AddAssign;
use std::sync::OnceLock;

use rayon::{ThreadPool, ThreadPoolBuilder};
use setwise::perft::division::{self, Part};
use setwise::{Move, Position};

use crate::interruption::Interruption;
use crate::verdict::Failure;

/// As a program's first thread has it. A technique's table is built on the stack of whoever looks
/// first, and without optimisation a few copies of it are too much for Rust's two megabytes.
const STACK_BYTES: usize = 8 << 20;

/// Threads that share a count.
pub(crate) struct Workers {
    pool: ThreadPool,
    interruption: Interruption,
}

impl Workers {
    /// So many threads, which stop when the interruption comes.
    pub(crate) fn new(threads: usize, interruption: Interruption) -> Result<Workers, Failure> {
        let pool =
            ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build().map_err(
                |error| Failure::Run(format!("cannot start {threads} threads: {error}")),
            )?;
        Ok(Workers { pool, interruption })
    }

    /// How many threads there are.
    pub(crate) fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// What `count` finds below each legal move, added up, in the order of the moves; `None` for a
    /// move that was not finished when the interruption came. Nothing at depth 0.
    pub(crate) fn divide<T: AddAssign + Default + Send>(
        &self,
        position: &Position,
        depth: u32,
        count: impl Fn(Part<'_>) -> Result<T, Failure> + Sync,
    ) -> Result<Vec<(Move, Option<T>)>, Failure> {
        self.until_failure(count, |count| {
            self.pool.install(|| division::divide(position, depth, count))
        })
    }

    /// What `count` finds below a position; `None` if the interruption came before the end.
    pub(crate) fn sum<T: AddAssign + Default + Send>(
        &self,
        position: &Position,
        depth: u32,
        count: impl Fn(Part<'_>) -> Result<T, Failure> + Sync,
    ) -> Result<Option<T>, Failure> {
        self.until_failure(count, |count| match depth {
            // To wake a thread takes longer than most of these counts.
            0..=division::SHALLOW => division::sum(position, depth, count),
            _ => self.pool.install(|| division::sum(position, depth, count)),
        })
    }

    /// Lets nothing more be counted once the interruption has come or a count has failed, and gives
    /// the first failure.
    fn until_failure<T, C, O>(
        &self,
        count: C,
        run: impl FnOnce(&(dyn Fn(Part<'_>) -> Option<T> + Sync)) -> O,
    ) -> Result<O, Failure>
    where
        C: Fn(Part<'_>) -> Result<T, Failure> + Sync,
    {
        let failure = OnceLock::new();
        let found = run(&|part| {
            if self.interruption.has_come() || failure.get().is_some() {
                return None;
            }
            match count(part) {
                Ok(found) => Some(found),
                Err(why) => {
                    // Of two failures at once one is enough.
                    let _ = failure.set(why);
                    None
                }
            }
        });
        failure.into_inner().map_or(Ok(found), Err)
    }

    /// Whether the interruption has come.
    pub(crate) fn are_interrupted(&self) -> bool {
        self.interruption.has_come()
    }
}

#[cfg(test)]
mod tests;
