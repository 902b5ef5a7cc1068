//! A count divided by first move, and among threads.
//!
//! Chess programs call a count by first move *divide*; it shows below which move two of them
//! differ. Here it is also how the work is shared: the threads are those of the pool of [`rayon`]
//! in which it is called, its global one or that of [`rayon::ThreadPool::install`].
//!
//! ```
//! use setwise::perft::lanes::{Backend, Lanes};
//! use setwise::perft::{bulk::bulk, division::divide};
//! use setwise::{Position, techniques};
//!
//! // One position after the other, or many at once in the lanes of registers.
//! let counts = divide(&Position::INITIAL, 4, |part| {
//!     Some(bulk(part.position, part.depth, techniques::DEFAULT))
//! });
//! let in_lanes = divide(&Position::INITIAL, 4, |part| {
//!     Lanes::on(Backend::widest()).count(part.position, part.depth, techniques::DEFAULT)
//! });
//! assert_eq!(counts, in_lanes);
//! let (first, leaves) = counts[0];
//! assert_eq!((Position::INITIAL.san(first).as_str(), leaves), ("a3", Some(8_457)));
//! ```
//!
//! What is done between two parts is the caller's: a bar, Ctrl-C, a limit of time.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use setwise::perft::{bulk::bulk, division::sum};
//! use setwise::{Position, techniques};
//!
//! let start = Instant::now();
//! let leaves = sum(&Position::INITIAL, 60, |part| {
//!     let in_time = start.elapsed() < Duration::from_millis(20);
//!     in_time.then(|| bulk(part.position, part.depth, techniques::DEFAULT))
//! });
//! assert_eq!(leaves, None); // not in 20 milliseconds
//! ```

use std::ops::AddAssign;

use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::{Move, Position};

/// So many pieces for each thread: when there are none left, the last ones that the others still
/// wait for are less than a hundredth of the work.
const PIECES_OF_A_THREAD: usize = 128;

/// What is so deep, or less, is not shared out: in the lanes of registers many positions are
/// counted at once, and a piece must have many to fill them.
pub const SHALLOW: u32 = 4;

/// A piece that is deeper is counted part by part: so much at once takes some tenths of a second,
/// and nothing is heard meanwhile.
const DEPTH_AT_ONCE: u32 = 5;

/// A part of a count: a position some moves below the root.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Part<'p> {
    /// The position to count from.
    pub position: &'p Position,
    /// How many moves deep it is to be counted; at most 5.
    pub depth: u32,
    /// About what share of the whole it is, as if all moves led to equally much. The shares of all
    /// parts come to 1, or to less if games end before the parts begin.
    pub share: f64,
}

/// What `count` finds below each legal move, added up, in the order of
/// [`Position::legal_moves`]; nothing at depth 0.
///
/// `count` is asked for one part after the other, by all threads of the pool at once, and may give
/// `None` for one that it does not want to count or cannot: then the first move above that part has
/// `None` too, though its other parts may still be asked for. Parts are taken in order, so that a
/// count that is broken off, from some time on always by `None`, has finished as many first moves
/// as it could; it ends as soon as each thread has its answer.
///
/// It keeps a hundred positions or some thousand for each thread, and walks down to the parts by
/// recursion: a depth in the thousands, which no count can finish, may be more than a thread's
/// stack holds. Built without optimisation, the threads want the stack that the
/// [crate's page](crate#what-it-costs) names, which a pool of your own can be given.
pub fn divide<T: AddAssign + Default + Send>(
    position: &Position,
    depth: u32,
    count: impl Fn(Part<'_>) -> Option<T> + Sync,
) -> Vec<(Move, Option<T>)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let enough = PIECES_OF_A_THREAD * rayon::current_num_threads();
    let (pieces, depth) = split(position, below, enough);
    let share = 1.0 / pieces.len() as f64;
    let found = |piece: &Piece| {
        let part = Part { position: &piece.position, depth, share };
        (piece.first, part.counted_by(&count))
    };
    let found: Vec<(usize, Option<T>)> = pieces.iter().par_bridge().map(found).collect();

    let moves = position.legal_moves().into_iter();
    let mut sums: Vec<(Move, Option<T>)> = moves.map(|mv| (mv, Some(T::default()))).collect();
    for (first, found) in found {
        let sum = &mut sums[first].1;
        match (sum.as_mut(), found) {
            (Some(sum), Some(found)) => *sum += found,
            _ => *sum = None,
        }
    }
    sums
}

/// What `count` finds below a position; `None` if it gave that for a part, and then what is left
/// may not be asked for.
///
/// What is at most [`SHALLOW`] is asked for at once, by the thread that calls, and the others are
/// left asleep.
pub fn sum<T: AddAssign + Default + Send>(
    position: &Position,
    depth: u32,
    count: impl Fn(Part<'_>) -> Option<T> + Sync,
) -> Option<T> {
    if depth <= SHALLOW {
        return count(Part { position, depth, share: 1.0 });
    }
    let mut sum = T::default();
    for (_, found) in divide(position, depth, count) {
        sum += found?;
    }
    Some(sum)
}

/// A position below a first move.
struct Piece {
    position: Position,
    /// Which first move.
    first: usize,
}

/// The positions after the first moves, or some moves later, until there are enough; and how deep
/// each is still to be counted.
fn split(position: &Position, mut depth: u32, enough: usize) -> (Vec<Piece>, u32) {
    let moves = position.legal_moves().into_iter().enumerate();
    let mut pieces: Vec<Piece> =
        moves.map(|(first, mv)| Piece { position: position.play_unchecked(mv), first }).collect();
    // Where all games have ended there is nothing left to split.
    while depth > SHALLOW && (1..enough).contains(&pieces.len()) {
        depth -= 1;
        pieces = pieces.iter().flat_map(Piece::split).collect();
    }
    (pieces, depth)
}

impl Piece {
    fn split(&self) -> impl Iterator<Item = Piece> {
        let Piece { position, first } = *self;
        let moves = position.legal_moves().into_iter();
        moves.map(move |mv| Piece { position: position.play_unchecked(mv), first })
    }
}

impl Part<'_> {
    /// What is found below a position, which is counted move by move as long as it is deep.
    fn counted_by<T: AddAssign + Default>(
        self,
        count: &impl Fn(Part<'_>) -> Option<T>,
    ) -> Option<T> {
        if self.depth <= DEPTH_AT_ONCE {
            return count(self);
        }
        let mut sum = T::default();
        let moves = self.position.legal_moves();
        for &mv in moves.iter() {
            let position = &self.position.play_unchecked(mv);
            let share = self.share / moves.len() as f64;
            sum += Part { position, depth: self.depth - 1, share }.counted_by(count)?;
        }
        Some(sum)
    }
}
