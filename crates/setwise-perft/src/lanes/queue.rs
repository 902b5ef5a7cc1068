//! Queues of positions: stored field by field, so that one load fills a register with a field of
//! several positions, and counted together when a queue is full.

use core::mem::take;

use setwise::Bitboard;

use super::lane::{Castlings, ENEMY, Lane, Words};

/// The number of positions in a full queue, each in a lane of its own. In shorter queues, loads wait
/// for rows that were just written; longer ones do not fit the second-level cache beside the tables
/// of attacks.
pub(super) const LANES: usize = 128;

/// The smallest number of positions that are counted together: the lanes of the widest register.
pub(super) const STEP: usize = 8;

/// One field of all positions in a queue.
///
/// It has room for one step more than the queue holds. With that the compiler sees that every step
/// is within bounds, and vectorizes the loop.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row([Bitboard; LANES + STEP]);

impl Row {
    pub(super) const EMPTY: Row = Row([Bitboard::EMPTY; LANES + STEP]);

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Bitboard {
        self.0[lane]
    }

    /// Returns eight neighbours.
    #[inline(always)]
    pub(super) fn step(&self, lane: usize) -> &[Bitboard; STEP] {
        self.0[lane..lane + STEP].try_into().expect("a step")
    }

    #[inline(always)]
    fn several<const N: usize>(&mut self, lane: usize) -> &mut [Bitboard; N] {
        (&mut self.0[lane..lane + N]).try_into().expect("neighbours")
    }

    #[inline(always)]
    fn set_step(&mut self, lane: usize, sets: &[Bitboard; STEP]) {
        self.0[lane..lane + STEP].copy_from_slice(sets);
    }

    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, set: Bitboard) {
        self.0[lane] = set;
    }
}

/// The [`Words`] of all positions in a queue.
pub(super) struct WordRows {
    pawns: Row,
    knights: Row,
    bishops: Row,
    rooks: Row,
    kings: Row,
    own: Row,
    castling: Row,
}

impl WordRows {
    const EMPTY: WordRows = {
        let row = Row::EMPTY;
        let [pawns, knights, bishops, rooks, kings, own, castling] = [row; 7];
        WordRows { pawns, knights, bishops, rooks, kings, own, castling }
    };

    #[inline(always)]
    fn put(&mut self, lane: usize, words: &Words) {
        self.pawns.set(lane, words.pawns);
        self.knights.set(lane, words.knights);
        self.bishops.set(lane, words.bishops);
        self.rooks.set(lane, words.rooks);
        self.kings.set(lane, words.kings);
        self.own.set(lane, words.own);
        self.castling.set(lane, words.castling);
    }

    /// Writes the children after some moves of the enemy to neighbouring lanes.
    #[inline(always)]
    fn put_children<const N: usize>(
        &mut self,
        lane: usize,
        parent: &Words,
        from: &[Bitboard; N],
        to: &[Bitboard; N],
    ) {
        let WordRows { pawns, knights, bishops, rooks, kings, own, castling } = self;
        let rows = [pawns, knights, bishops, rooks, kings, own, castling];
        let [pawns, knights, bishops, rooks, kings, own, castling] =
            rows.map(|row| row.several::<N>(lane));
        for i in 0..N {
            let child = parent.after(ENEMY, from[i], to[i]);
            pawns[i] = child.pawns;
            knights[i] = child.knights;
            bishops[i] = child.bishops;
            rooks[i] = child.rooks;
            kings[i] = child.kings;
            own[i] = child.own;
            castling[i] = child.castling;
        }
    }

    /// Returns the words of eight neighbours.
    #[inline(always)]
    pub(super) fn step(&self, lane: usize) -> [&[Bitboard; STEP]; 7] {
        let WordRows { pawns, knights, bishops, rooks, kings, own, castling } = self;
        [pawns, knights, bishops, rooks, kings, own, castling].map(|row| row.step(lane))
    }

    #[inline(always)]
    fn put_step(&mut self, lane: usize, words: &[[Bitboard; STEP]; 7]) {
        let WordRows { pawns, knights, bishops, rooks, kings, own, castling } = self;
        let rows = [pawns, knights, bishops, rooks, kings, own, castling];
        for (row, sets) in rows.into_iter().zip(words) {
            row.set_step(lane, sets);
        }
    }

    /// Returns the words of the position in a lane.
    #[inline(always)]
    pub(super) fn words(&self, lane: usize) -> Words {
        Words {
            pawns: self.pawns.get(lane),
            knights: self.knights.get(lane),
            bishops: self.bishops.get(lane),
            rooks: self.rooks.get(lane),
            kings: self.kings.get(lane),
            own: self.own.get(lane),
            castling: self.castling.get(lane),
        }
    }

    /// Returns the position in a lane.
    #[inline(always)]
    pub(super) fn lane(&self, lane: usize) -> Lane {
        self.words(lane).sides()
    }
}

/// The rows of a queue: what a kernel reads, and what it writes.
///
/// They are one allocation, so the compiler sees that they do not overlap, and vectorizes the loop.
pub(super) struct Rows<O> {
    pub(super) input: WordRows,
    pub(super) output: O,
}

/// A count of the moves in one lane.
pub(super) trait Kernel {
    /// The rows that it writes.
    type Output: 'static;

    /// Counts without a branch or a loop, so that the compiler can vectorize a loop over lanes.
    ///
    /// With `POPCOUNT` an instruction counts the bits of each lane; else sets are added in planes
    /// before they are counted.
    fn count<const POPCOUNT: bool>(
        input: &WordRows,
        output: &mut Self::Output,
        lane: usize,
        castlings: &Castlings,
    ) -> u64;
}

/// The counts of the lanes of a full queue.
pub(super) type Counts = [u64; LANES];

/// Counts the first `lanes` lanes, rounded up to a multiple of 8.
#[inline(always)]
pub(super) fn count<K: Kernel, const POPCOUNT: bool>(
    rows: &mut Rows<K::Output>,
    castlings: &Castlings,
    lanes: usize,
) -> Counts {
    let Rows { input, output } = rows;
    let mut counts = [0; LANES];
    let steps = counts.chunks_exact_mut(STEP);
    for (step, counts) in steps.take(lanes.div_ceil(STEP)).enumerate() {
        for (lane, count) in counts.iter_mut().enumerate() {
            *count = K::count::<POPCOUNT>(input, output, step * STEP + lane, castlings);
        }
    }
    counts
}

/// A queue of positions, each with the owner of its count.
pub(super) struct Queue<O> {
    pub(super) rows: Box<Rows<O>>,
    owners: [u16; LANES + STEP],
    waiting: usize,
}

impl<O> Queue<O> {
    /// Creates a queue for a kernel with the given output rows.
    pub(super) fn new(output: O) -> Queue<O> {
        let rows = Box::new(Rows { input: WordRows::EMPTY, output });
        Queue { rows, owners: [0; LANES + STEP], waiting: 0 }
    }

    /// Adds a position; returns true if the queue is now full and must be counted.
    #[inline(always)]
    #[must_use]
    pub(super) fn push(&mut self, position: &Words, owner: u16) -> bool {
        let lane = self.waiting % LANES;
        self.rows.input.put(lane, position);
        self.owners[lane] = owner;
        self.waiting = lane + 1;
        lane + 1 == LANES
    }

    /// Adds the first of eight positions; returns true if the queue is now full and must be
    /// counted.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    #[must_use]
    pub(super) fn push_step(
        &mut self,
        words: &[[Bitboard; STEP]; 7],
        owners: [u16; STEP],
        count: usize,
    ) -> bool {
        let lane = self.waiting % LANES;
        self.rows.input.put_step(lane, words);
        self.owners[lane..lane + STEP].copy_from_slice(&owners);
        self.waiting = lane + count;
        self.waiting >= LANES
    }

    /// Adds the children after the first `count` of at most eight moves of the enemy; returns true
    /// if the queue is now full and must be counted.
    #[inline(always)]
    #[must_use]
    pub(super) fn push_children<const N: usize>(
        &mut self,
        parent: &Words,
        from: &[Bitboard; N],
        to: &[Bitboard; N],
        owner: u16,
        count: usize,
    ) -> bool {
        let lane = self.waiting % LANES;
        self.rows.input.put_children(lane, parent, from, to);
        self.owners[lane..lane + N].fill(owner);
        self.waiting = lane + count;
        self.waiting >= LANES
    }

    /// Returns the owner of the count of a lane.
    #[inline(always)]
    pub(super) fn owner(&self, lane: usize) -> u16 {
        self.owners[lane]
    }

    /// Returns the owners of eight neighbours.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn owners(&self, lane: usize) -> [u16; STEP] {
        self.owners[lane..lane + STEP].try_into().expect("a step")
    }

    /// Counts all positions by a function of the first lanes, empties the queue, and returns how
    /// many there were. Their rows stay until the next is pushed.
    #[inline(never)]
    pub(super) fn count(
        &mut self,
        count: impl FnOnce(&mut Rows<O>, usize) -> Counts,
        sums: &mut Sums,
    ) -> usize {
        let waiting = take(&mut self.waiting);
        let lanes = waiting.min(LANES);
        if lanes > 0 {
            let counts = count(&mut self.rows, lanes);
            // Neighbours mostly have the same owner, so their sum is kept in a register.
            let (mut owner, mut sum) = (self.owners[0], 0);
            for (count, &next) in counts[..lanes].iter().zip(&self.owners) {
                if next != owner {
                    sums.add(owner, sum);
                    (owner, sum) = (next, 0);
                }
                sum += count;
            }
            sums.add(owner, sum);
        }
        if waiting > LANES {
            self.waiting = waiting - LANES;
            let rest = self.rows.input.step(LANES).map(|sets| *sets);
            self.rows.input.put_step(0, &rest);
            self.owners.copy_within(LANES.., 0);
        }
        lanes
    }
}

/// More than a position has moves, each of which may own counts.
pub(super) const OWNERS: usize = 416;

/// The sums of counts, one for each owner. A position is counted some time after it was queued, so
/// its owner is stored beside it.
pub(super) struct Sums([u128; OWNERS]);

impl Sums {
    pub(super) fn new() -> Sums {
        Sums([0; OWNERS])
    }

    /// Adds moves to the sum of an owner.
    #[inline(always)]
    pub(super) fn add(&mut self, owner: u16, moves: u64) {
        self.0[usize::from(owner) % OWNERS] += u128::from(moves);
    }

    /// Returns the sum of an owner and sets it to 0.
    pub(super) fn take(&mut self, owner: u16) -> u128 {
        take(&mut self.0[usize::from(owner) % OWNERS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In 64 bits the second addition would overflow.
    #[test]
    fn sums_exceed_64_bits() {
        let mut sums = Sums::new();
        for owner in [0, 1, 415, 1] {
            sums.add(owner, u64::MAX);
        }
        let most = u128::from(u64::MAX);
        assert_eq!([0, 1, 2, 415, 1].map(|owner| sums.take(owner)), [most, 2 * most, 0, most, 0]);
    }
}
