//! The hash table: what earlier searches found in a position.
//!
//! Threads share it without locks. A slot is two words, the data and the key XOR the data, so a
//! slot that two threads write at once has a key that does not fit, and is no entry (Robert Hyatt
//! and Timothy Mann, *A lock-less transposition table implementation*, 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use setwise::Move;
use setwise_buckets::{Buckets, WORDS};

use crate::score;

/// What a score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower,
    Exact,
}

impl Bound {
    /// Returns the kind of bound that a score is after a search in a window.
    pub(crate) fn of(score: i32, alpha: i32, beta: i32) -> Bound {
        match score {
            score if score >= beta => Bound::Lower,
            score if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }

    /// Returns whether a score with this bound says more than a guess.
    pub(crate) fn fits(self, score: i32, guess: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > guess,
            Bound::Upper => score < guess,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    pub(crate) score: i32,
    pub(crate) evaluation: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// Returns whether the score decides a search with this window.
    pub(crate) fn decides(&self, alpha: i32, beta: i32) -> bool {
        let (low, high) = (self.score <= alpha, self.score >= beta);
        self.bound == Bound::Exact || if self.bound == Bound::Lower { high } else { low }
    }
}

/// The key XOR the data, and the data. A bucket has four.
type Slot = [AtomicU64; 2];

/// A table of entries, which threads share.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Buckets,
    /// The number of the search, of which a slot keeps the last six bits.
    age: u64,
}

impl Table {
    /// Returns an empty table of this number of MiB, or `None` if there is not as much memory.
    pub(crate) fn new(mebibytes: usize) -> Option<Table> {
        let count = mebibytes.checked_mul((1 << 20) / (WORDS * size_of::<u64>()))?;
        Some(Table { buckets: Buckets::new(count)?, age: 0 })
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.clear();
        self.age = 0;
    }

    /// Begins a search: entries of earlier ones are replaced first.
    pub(crate) fn begin(&mut self) {
        self.age = (self.age + 1) % 64;
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        self.buckets.get(key).as_chunks().0
    }

    /// Asks the CPU to bring the slots of a key into its cache.
    pub(crate) fn prefetch(&self, key: u64) {
        self.buckets.prefetch(key);
    }

    /// Returns the entry of a position, with mates counted from a ply.
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key).then(|| unpack(data, ply)).flatten()
        })
    }

    /// Keeps what is known of a position at a ply, in the slot of the same position, or else of the
    /// least deep entry, where each search that has gone by counts as four plies.
    pub(crate) fn put(&self, key: u64, ply: usize, mut entry: Entry) {
        let worth = |data: u64| {
            let age = (self.age + 64 - (data >> 58)) % 64;
            (data >> 48 & 0xff) as i64 - 4 * age as i64
        };
        let slots = self.bucket(key).iter().map(|slot| {
            let [check, data] = slot.each_ref().map(|word| word.load(Relaxed));
            (slot, data, check ^ data == key && data != 0)
        });
        let rank =
            |&(_, data, is_same): &(_, u64, bool)| if is_same { i64::MIN } else { worth(data) };
        let Some((slot, data, is_same)) = slots.min_by_key(rank) else { return };
        if is_same && let Some(old) = unpack(data, ply) {
            entry.best = entry.best.or(old.best);
            let is_recent = data >> 58 == self.age;
            if is_recent && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                return;
            }
        }
        let data = pack(entry, ply, self.age);
        slot[1].store(data, Relaxed);
        slot[0].store(key ^ data, Relaxed);
    }

    /// Returns how many of 1000 slots have an entry of this search.
    pub(crate) fn permille_used(&self) -> usize {
        let keys = (0..250).map(|part| u64::MAX / 250 * part);
        let slots = keys.flat_map(|key| self.bucket(key));
        let is_of_now = |[_, data]: &&Slot| {
            let data = data.load(Relaxed);
            data != 0 && data >> 58 == self.age
        };
        slots.filter(is_of_now).count()
    }
}

/// Packs an entry: move, score and evaluation of 16 bits each, depth of 8, bound of 2, age of 6.
fn pack(entry: Entry, ply: usize, age: u64) -> u64 {
    let word = |score: i32| u64::from(score as i16 as u16);
    u64::from(entry.best.map_or(0, Move::to_bits))
        | word(score::from_node(entry.score, ply)) << 16
        | word(entry.evaluation) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | (entry.bound as u64) << 56
        | age << 58
}

/// Returns the entry of a slot; a slot without a bound has none.
fn unpack(data: u64, ply: usize) -> Option<Entry> {
    let score = |shift: u32| i32::from((data >> shift) as i16);
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        best: Move::from_bits(data as u16),
        score: score::from_root(score(16), ply),
        evaluation: score(32),
        depth: (data >> 48 & 0xff) as i32,
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::Square;

    #[test]
    fn entries_are_found_again() {
        let mut table = Table::new(0).expect("memory for a bucket");
        table.begin();
        let best = Some(Move::normal(Square::E2, Square::E4));
        for key in 1..=4 {
            let bound = Bound::Exact;
            let entry = Entry { best, score: -20_000, evaluation: -7, depth: key as i32, bound };
            table.prefetch(key);
            table.put(key, 0, entry);
        }
        for key in 1..=4 {
            let entry = table.get(key, 0).expect("an entry");
            assert_eq!((entry.best, entry.depth), (best, key as i32));
            assert_eq!((entry.score, entry.evaluation, entry.bound), (-20_000, -7, Bound::Exact));
        }
        assert_eq!(table.get(5, 0), None);
        // The least deep entry makes room.
        let other = Entry { best: None, score: 1, evaluation: 2, depth: 9, bound: Bound::Lower };
        table.put(5, 0, other);
        assert_eq!(table.get(5, 0), Some(other));
        assert_eq!(table.get(1, 0), None);
        // A mate is as far from the node where it is found.
        let mate = Entry { score: score::MATE - 5, ..other };
        table.put(5, 3, mate);
        assert_eq!(table.get(5, 1).map(|entry| entry.score), Some(score::MATE - 3));
    }
}
