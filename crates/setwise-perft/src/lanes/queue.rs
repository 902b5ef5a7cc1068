//! Queues of positions: stored field by field, so that one load fills a register with a field of
//! several positions, and counted together when a queue is full.

use core::cell::Cell;

use setwise::Bitboard;

use super::lane::{Castlings, Lane, Words};

/// The number of positions in a full queue. In shorter queues, loads wait for rows that were just
/// written; longer ones do not fit the second-level cache beside the tables of attacks.
pub(super) const LANES: usize = 128;

/// The smallest number of positions that are counted together: the lanes of the widest register.
const STEP: usize = 8;

/// One field of all positions in a queue.
///
/// It has room for one step more than the queue holds. With that the compiler sees that every step
/// is within bounds, and vectorizes the loop.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Row([Cell<Bitboard>; LANES + STEP]);

impl Row {
    fn empty() -> Row {
        Row([const { Cell::new(Bitboard::EMPTY) }; LANES + STEP])
    }

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Bitboard {
        self.0[lane].get()
    }

    #[inline(always)]
    pub(super) fn set(&self, lane: usize, set: Bitboard) {
        self.0[lane].set(set);
    }
}

/// The number of rows that hold [`Words`].
pub(super) const LANE_ROWS: usize = 7;

/// `N` rows on the heap, of which the first seven hold [`Words`].
pub(super) struct Rows<const N: usize>(Box<[Row; N]>);

impl<const N: usize> Rows<N> {
    fn new() -> Rows<N> {
        // Built as a vector, because an array would be built on the stack.
        let rows: Box<[Row]> = vec![Row::empty(); N].into();
        match rows.try_into() {
            Ok(rows) => Rows(rows),
            Err(_) => unreachable!("the vector has N rows"),
        }
    }

    /// Returns a row; the first seven are the words.
    #[inline(always)]
    pub(super) fn row(&self, index: usize) -> &Row {
        &self.0[index]
    }

    /// Returns all rows, without the box, which would be read again after each store.
    #[inline(always)]
    pub(super) fn all(&self) -> &[Row; N] {
        &self.0
    }

    #[inline(always)]
    fn put(&self, i: usize, words: &Words) {
        let Words { pawns, knights, bishops, rooks, kings, own, castling } = *words;
        let words = [pawns, knights, bishops, rooks, kings, own, castling];
        for (row, word) in self.0.iter().zip(words) {
            row.set(i, word);
        }
    }

    /// Returns the words of the position in a lane.
    #[inline(always)]
    pub(super) fn words(&self, i: usize) -> Words {
        let word = |row: usize| self.0[row].get(i);
        Words {
            pawns: word(0),
            knights: word(1),
            bishops: word(2),
            rooks: word(3),
            kings: word(4),
            own: word(5),
            castling: word(6),
        }
    }

    /// Returns the position in a lane.
    #[inline(always)]
    pub(super) fn lane(&self, i: usize) -> Lane {
        self.words(i).sides()
    }
}

/// A count of the moves in one lane.
pub(super) trait Kernel {
    /// The rows that it needs.
    type Rows: 'static;

    /// Counts without a branch or a loop, so that the compiler can vectorize a loop over lanes.
    fn count(rows: &Self::Rows, lane: usize, castlings: &Castlings) -> u64;
}

/// The counts of the lanes of a full queue.
pub(super) type Counts = [u64; LANES];

/// Counts the first `lanes` lanes, rounded up to a multiple of 8.
#[inline(always)]
pub(super) fn count<K: Kernel>(rows: &K::Rows, castlings: &Castlings, lanes: usize) -> Counts {
    let mut counts = [0; LANES];
    let steps = counts.chunks_exact_mut(STEP);
    for (step, counts) in steps.take(lanes.div_ceil(STEP)).enumerate() {
        for (lane, count) in counts.iter_mut().enumerate() {
            *count = K::count(rows, step * STEP + lane, castlings);
        }
    }
    counts
}

/// A queue of positions, each with the owner of its count.
pub(super) struct Queue<const N: usize> {
    pub(super) rows: Rows<N>,
    owners: [Cell<u16>; LANES],
    waiting: Cell<usize>,
}

impl<const N: usize> Queue<N> {
    pub(super) fn new() -> Queue<N> {
        Queue { rows: Rows::new(), owners: [const { Cell::new(0) }; LANES], waiting: Cell::new(0) }
    }

    /// Adds a position; returns true if the queue is now full and must be counted.
    #[inline(always)]
    #[must_use]
    pub(super) fn push(&self, position: &Words, owner: u16) -> bool {
        let lane = self.waiting.get() % LANES;
        self.rows.put(lane, position);
        self.owners[lane].set(owner);
        self.waiting.set(lane + 1);
        lane + 1 == LANES
    }

    /// Returns the owner of the count of a lane.
    #[inline(always)]
    pub(super) fn owner(&self, lane: usize) -> u16 {
        self.owners[lane].get()
    }

    /// Counts all positions by a function of the first lanes, empties the queue, and returns how
    /// many there were.
    #[inline(never)]
    pub(super) fn count(
        &self,
        count: impl FnOnce(&Rows<N>, usize) -> Counts,
        sums: &Sums,
    ) -> usize {
        let lanes = self.waiting.take();
        if lanes > 0 {
            let counts = count(&self.rows, lanes);
            // Neighbours mostly have the same owner, so their sum is kept in a register.
            let (mut owner, mut sum) = (self.owners[0].get(), 0);
            for (count, next) in counts[..lanes].iter().zip(&self.owners) {
                if next.get() != owner {
                    sums.add(owner, sum);
                    (owner, sum) = (next.get(), 0);
                }
                sum += count;
            }
            sums.add(owner, sum);
        }
        lanes
    }
}

/// More than a position has moves, each of which may own counts.
pub(super) const OWNERS: usize = 416;

/// The sums of counts, one for each owner. A position is counted some time after it was queued, so
/// its owner is stored beside it.
pub(super) struct Sums {
    /// The owner of the positions that are queued now.
    pub(super) owner: Cell<u16>,
    sums: [Cell<u64>; OWNERS],
}

impl Sums {
    pub(super) fn new() -> Sums {
        Sums { owner: Cell::new(0), sums: [const { Cell::new(0) }; OWNERS] }
    }

    /// Adds moves to the sum of an owner.
    #[inline(always)]
    pub(super) fn add(&self, owner: u16, moves: u64) {
        let sum = &self.sums[usize::from(owner) % OWNERS];
        sum.set(sum.get() + moves);
    }

    /// Returns the sum of an owner and sets it to 0.
    pub(super) fn take(&self, owner: u16) -> u64 {
        self.sums[usize::from(owner) % OWNERS].take()
    }
}
