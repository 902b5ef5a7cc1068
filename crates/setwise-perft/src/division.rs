//! A count divided by first move, and among threads.
//!
//! Chess programs call a count by first move *divide*; it shows below which move two programs
//! differ. Here it also divides the work. The threads belong to the [`rayon`] pool in which the
//! function is called: the global pool, or your own with [`rayon::ThreadPool::install`].
//!
//! ```
//! use setwise::Position;
//! use setwise_perft::division::{PartSize, by_first_move};
//! use setwise_perft::{Backend, Counter};
//!
//! // Each thread has a counter of its own.
//! let counts = by_first_move(
//!     &Position::INITIAL,
//!     4,
//!     &PartSize::default(),
//!     || Counter::new(Backend::fastest()),
//!     |counter, part| Some(counter.count(part.position, part.depth)),
//! );
//! let (first, leaves) = counts[0];
//! assert_eq!((Position::INITIAL.san(first).as_str(), leaves), ("a3", Some(8_457)));
//! ```
//!
//! The caller's function runs for one part after the other, so it can update a progress bar, check
//! for Ctrl-C or stop at a time limit. The caller's [`PartSize`] says how long a part may take.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use setwise::Position;
//! use setwise_perft::{Backend, Counter};
//! use setwise_perft::division::{PartSize, sum};
//!
//! let start = Instant::now();
//! let size = PartSize::of_time(Duration::from_millis(2));
//! let new = || Counter::new(Backend::SCALAR);
//! let leaves = sum(&Position::INITIAL, 60, &size, new, |counter, part| {
//!     let in_time = start.elapsed() < Duration::from_millis(20);
//!     in_time.then(|| counter.count(part.position, part.depth))
//! });
//! assert_eq!(leaves, None); // not finished within 20 milliseconds
//! ```

mod part_size;

use std::ops::AddAssign;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rayon::iter::{ParallelBridge, ParallelIterator};
use setwise::{Move, Position};

pub use self::part_size::PartSize;

/// The number of subtrees for each thread. The last subtrees, which some threads wait for, are then
/// less than a hundredth of the work.
const SUBTREES_PER_THREAD: usize = 128;

/// Subtrees of at most this depth are not split for more threads, and [`sum`] counts them on one: a
/// subtree needs many positions to fill the lanes. `Part::count` splits one that takes too long.
pub const SHALLOW: u8 = 4;

/// Deeper parts are split, whatever their size: with a hash table the time of a deep part says
/// little about another.
const PART_DEPTH: u8 = 5;

/// A part of a count: a position some plies below the root.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Part<'p> {
    /// The position to count from.
    pub position: &'p Position,
    /// The depth to count, in plies; at most 5.
    pub depth: u8,
    /// The estimated share of the whole count, as if all moves led to equally many leaves. The
    /// shares of all parts add up to 1, or to less if games end before the parts begin.
    pub share: f64,
}

/// Returns the sum of `count` below each legal move, in the order of [`Position::legal_moves`];
/// nothing at depth 0.
///
/// `count` runs on all threads of the pool at once, for one part after the other. It borrows a
/// value that `init` makes once or a few times for each thread. If it returns `None` for a part,
/// the first move above that part has `None`, but its other parts may still be counted.
///
/// Parts are taken in order. So a count that is stopped, by returning `None` from some time on, has
/// finished the first moves in order, and ends as soon as each thread has finished its part.
///
/// It keeps some hundred to some thousand positions for each thread.
pub fn by_first_move<C, T: AddAssign + Default + Send>(
    position: &Position,
    depth: u8,
    size: &PartSize,
    init: impl Fn() -> C + Sync + Send,
    count: impl Fn(&mut C, Part<'_>) -> Option<T> + Sync,
) -> Vec<(Move, Option<T>)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let enough = SUBTREES_PER_THREAD * rayon::current_num_threads();
    let (subtrees, depth) = split(position, below, enough);
    let share = 1.0 / subtrees.len() as f64;
    let sums: Vec<(Move, Mutex<Option<T>>)> = {
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| (mv, Mutex::new(Some(T::default())))).collect()
    };
    subtrees.iter().par_bridge().for_each_init(init, |counter, (first, position)| {
        let sum = &sums[*first].1;
        // After a part that was not counted the other subtrees of its first move are left out,
        // because it takes many moves to get from a subtree to its first part if the count is deep.
        if lock(sum).is_some() {
            let found = Part { position, depth, share }.count(size, counter, &count);
            let sum = &mut *lock(sum);
            match (sum.as_mut(), found) {
                (Some(sum), Some(found)) => *sum += found,
                _ => *sum = None,
            }
        }
    });
    let finished = |sum: Mutex<Option<T>>| sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    sums.into_iter().map(|(mv, sum)| (mv, finished(sum))).collect()
}

/// Locks a sum. A panic of another thread ends the count.
fn lock<T>(sum: &Mutex<T>) -> MutexGuard<'_, T> {
    sum.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the sum of `count` below a position, or `None` if it returned `None` for a part; the
/// remaining parts may then be left out.
///
/// A count of depth [`SHALLOW`] or less runs on the calling thread, without waking others.
pub fn sum<C, T: AddAssign + Default + Send>(
    position: &Position,
    depth: u8,
    size: &PartSize,
    init: impl Fn() -> C + Sync + Send,
    count: impl Fn(&mut C, Part<'_>) -> Option<T> + Sync,
) -> Option<T> {
    if depth <= SHALLOW {
        return Part { position, depth, share: 1.0 }.count(size, &mut init(), &count);
    }
    let mut sum = T::default();
    for (_, found) in by_first_move(position, depth, size, init, count) {
        sum += found?;
    }
    Some(sum)
}

/// Returns the positions after the first moves, or some plies later, until there are enough, each
/// with the index of its first move; and the depth that each is still to be counted.
fn split(position: &Position, mut depth: u8, enough: usize) -> (Vec<(usize, Position)>, u8) {
    let after = |position: Position| {
        position.legal_moves().into_iter().map(move |mv| position.play_unchecked(mv))
    };
    let mut subtrees: Vec<(usize, Position)> = after(*position).enumerate().collect();
    // If all games have ended there is nothing left to split.
    while depth > SHALLOW && (1..enough).contains(&subtrees.len()) {
        depth -= 1;
        let children = |(first, position)| after(position).map(move |child| (first, child));
        subtrees = subtrees.into_iter().flat_map(children).collect();
    }
    (subtrees, depth)
}

impl Part<'_> {
    /// Counts a part, move by move as long as it is too large.
    fn count<C, T: AddAssign + Default>(
        self,
        size: &PartSize,
        counter: &mut C,
        count: &impl Fn(&mut C, Part<'_>) -> Option<T>,
    ) -> Option<T> {
        let Part { position, depth, share } = self;
        if depth <= PART_DEPTH {
            let leaves = part_size::estimate(position, depth);
            if depth <= 1 || leaves <= size.leaves() as f64 {
                let start = Instant::now();
                let found = count(counter, self)?;
                size.adjust(leaves, start.elapsed());
                return Some(found);
            }
        }
        let mut sum = T::default();
        let moves = position.legal_moves();
        for &mv in moves.iter() {
            let position = &position.play_unchecked(mv);
            let part = Part { position, depth: depth - 1, share: share / moves.len() as f64 };
            sum += part.count(size, counter, count)?;
        }
        Some(sum)
    }
}
