//! A count by first move, on several threads, that can be stopped.
//!
//! The threads belong to the command and not to the library, because what they do between two
//! parts does: the bar moves and Ctrl-C is heard. Their parts are positions a few moves from the
//! root. The threads take them in order, so that a run that is stopped has finished as many first
//! moves as it could.

use std::ops::AddAssign;

use rayon::iter::{ParallelBridge, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use setwise::{Move, Position};

use crate::interruption::Interruption;
use crate::verdict::Failure;

/// So many parts for each thread: when there are none left, the last ones that the others still
/// wait for are less than a hundredth of the work.
const PARTS_OF_A_THREAD: usize = 128;

/// No part of those is shallower: in the lanes of registers many positions are counted at once, and
/// a part must have many to fill them.
const LEAST_DEPTH: u32 = 4;

/// A part that is deeper is counted move by move: so much at once takes some tenths of a second,
/// and nothing is heard meanwhile.
const DEPTH_AT_ONCE: u32 = 5;

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
    ///
    /// `count` is asked for positions that are at most `depth - 1` moves deep, and at depth 0 only
    /// if `depth` is 1. `done` hears each answer, and what share of the whole it is.
    pub(crate) fn divide<T: AddAssign + Default + Send>(
        &self,
        position: &Position,
        depth: u32,
        count: impl Fn(&Position, u32) -> Result<T, Failure> + Sync,
        done: impl Fn(&T, f64) + Sync,
    ) -> Result<Vec<(Move, Option<T>)>, Failure> {
        let Some(below) = depth.checked_sub(1) else { return Ok(Vec::new()) };
        let (parts, depth) = split(position, below, PARTS_OF_A_THREAD * self.threads());
        let share = 1.0 / parts.len() as f64;
        let descent = Descent { interruption: &self.interruption, count, done };
        let found: Vec<(usize, Option<T>)> = self.pool.install(|| {
            let parts = parts.iter().par_bridge();
            parts
                .map(|part| Ok((part.first, descent.below(&part.position, depth, share)?)))
                .collect::<Result<_, Failure>>()
        })?;
        let moves = position.legal_moves().into_iter();
        let mut sums: Vec<(Move, Option<T>)> = moves.map(|mv| (mv, Some(T::default()))).collect();
        for (first, found) in found {
            let sum = &mut sums[first].1;
            match (sum.as_mut(), found) {
                (Some(sum), Some(found)) => *sum += found,
                _ => *sum = None,
            }
        }
        Ok(sums)
    }

    /// What `count` finds below a position; `None` if the interruption came before the end.
    ///
    /// What is not deep is asked for at once, without `done`, and the threads are left asleep.
    pub(crate) fn sum<T: AddAssign + Default + Send>(
        &self,
        position: &Position,
        depth: u32,
        count: impl Fn(&Position, u32) -> Result<T, Failure> + Sync,
        done: impl Fn(&T, f64) + Sync,
    ) -> Result<Option<T>, Failure> {
        if depth <= LEAST_DEPTH {
            let found = (!self.interruption.has_come()).then(|| count(position, depth));
            return found.transpose();
        }
        let mut sum = T::default();
        for (_, found) in self.divide(position, depth, count, done)? {
            let Some(found) = found else { return Ok(None) };
            sum += found;
        }
        Ok(Some(sum))
    }

    /// Whether the interruption has come.
    pub(crate) fn are_interrupted(&self) -> bool {
        self.interruption.has_come()
    }
}

/// A position below a first move.
struct Part {
    position: Position,
    /// Which first move.
    first: usize,
}

/// The positions after the first moves, or some moves later, until there are enough; and how deep
/// each is still to be counted.
fn split(position: &Position, mut depth: u32, enough: usize) -> (Vec<Part>, u32) {
    let moves = position.legal_moves().into_iter().enumerate();
    let mut parts: Vec<Part> =
        moves.map(|(first, mv)| Part { position: position.play_unchecked(mv), first }).collect();
    while depth > LEAST_DEPTH && parts.len() < enough {
        depth -= 1;
        parts = parts.iter().flat_map(Part::split).collect();
    }
    (parts, depth)
}

impl Part {
    fn split(&self) -> impl Iterator<Item = Part> {
        let Part { position, first } = *self;
        let moves = position.legal_moves().into_iter();
        moves.map(move |mv| Part { position: position.play_unchecked(mv), first })
    }
}

/// The way down from a part.
struct Descent<'i, C, D> {
    interruption: &'i Interruption,
    count: C,
    done: D,
}

impl<C, D> Descent<'_, C, D> {
    /// What is found below a position that is such a share of the whole.
    fn below<T: AddAssign + Default>(
        &self,
        position: &Position,
        depth: u32,
        share: f64,
    ) -> Result<Option<T>, Failure>
    where
        C: Fn(&Position, u32) -> Result<T, Failure>,
        D: Fn(&T, f64),
    {
        if self.interruption.has_come() {
            return Ok(None);
        }
        if depth <= DEPTH_AT_ONCE {
            let found = (self.count)(position, depth)?;
            (self.done)(&found, share);
            return Ok(Some(found));
        }
        let mut sum = T::default();
        let moves = position.legal_moves();
        for &mv in moves.iter() {
            let share = share / moves.len() as f64;
            match self.below(&position.play_unchecked(mv), depth - 1, share)? {
                Some(found) => sum += found,
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }
}

#[cfg(test)]
mod tests;
