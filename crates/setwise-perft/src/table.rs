//! A hash table of counts, by position and depth.
//!
//! Many orders of the same moves lead to the same position: the 3,195,901,860 games of seven moves
//! from the initial position end in 96,400,068 different positions. A [`Table`] stores the count
//! below a position, so that it is counted once.
//!
//! **Entries** are two words: the count in 56 bits with its depth in 8 bits; and 64 bits of a hash
//! of the position, XORed with the first word. A bucket is a cache line of four entries; a new
//! entry replaces the shallowest one. Threads write without a lock: two words that were not written
//! together do not match, and the entry is ignored (Robert Hyatt and Tim Mann, *A lockless
//! transposition table implementation for parallel search*, 2002,
//! <https://craftychess.com/hyatt/hashing.html>).
//!
//! **Collisions.** The hash has 128 bits, of which some select the bucket and 64 are compared. A
//! lookup of a position that is not in the table returns the count of another one with probability
//! 4 / 2⁶⁴. In a count with 10⁹ lookups that is 1 in 4 × 10⁹.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use setwise::Position;
use setwise_buckets::{Buckets, WORDS};

use crate::fingerprint;

/// A hash table of counts, by position and depth. Threads can share it.
///
/// A count uses it through [`Counter::count_with_table`](crate::Counter::count_with_table).
#[derive(Debug)]
pub struct Table(Buckets);

/// The number of bytes in a bucket of four entries.
const BUCKET: usize = WORDS * size_of::<u64>();

/// An entry: the hash XOR the data, and the data: the depth in the upper 8 bits, the count in the
/// others.
pub(crate) type Entry = [AtomicU64; 2];

const COUNT_BITS: u32 = 56;

/// The key of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    bucket: u64,
    check: u64,
}

impl Key {
    #[inline(always)]
    pub(crate) fn of(position: &Position) -> Key {
        let hash = fingerprint::of(position);
        let (low, high) = (hash as u64, (hash >> 64) as u64);
        // Each half has a weak end: the low bits of a product depend on the low bits of the factors
        // only, and its high bits tend to zero.
        let mixed = (low ^ high).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Key { bucket: mixed ^ mixed >> 32, check: low.wrapping_add(high.rotate_left(32)) }
    }
}

/// The error of a table whose memory cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The requested size in bytes.
    pub bytes: usize,
}

impl core::fmt::Display for TableError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "cannot allocate a hash table of {} bytes (expected a size that fits into memory)",
            self.bytes
        )
    }
}

impl core::error::Error for TableError {}

impl Table {
    /// Creates an empty table of `bytes` bytes, rounded down to a multiple of 64, at least 64.
    ///
    /// The system provides the memory as it is written.
    ///
    /// # Errors
    ///
    /// The memory cannot be allocated.
    pub fn new(bytes: usize) -> Result<Table, TableError> {
        Buckets::new(bytes / BUCKET).map(Table).ok_or(TableError { bytes })
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.0.count() * BUCKET
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &[Entry] {
        self.0.get(key.bucket).as_chunks().0
    }

    /// Loads the bucket of a key into the cache, for a lookup soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        self.0.prefetch(key.bucket);
    }

    /// Returns the count of a position and depth.
    #[inline(always)]
    pub(crate) fn get(&self, key: Key, depth: u8) -> Option<u128> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            let fits = check.load(Relaxed) ^ data == key.check;
            (fits && data >> COUNT_BITS == u64::from(depth))
                .then_some((data & ((1 << COUNT_BITS) - 1)).into())
        })
    }

    /// Stores a count, unless it has more than 56 bits or all entries of the bucket are deeper.
    #[inline(always)]
    pub(crate) fn put(&self, key: Key, depth: u8, count: u128) {
        if count >> COUNT_BITS != 0 {
            return;
        }
        let entries = self.bucket(key);
        let depth_of = |[_, data]: &Entry| data.load(Relaxed) >> COUNT_BITS;
        // Among entries of equal depth the hash selects one.
        let from = (0..entries.len()).map(|i| &entries[(i ^ key.check as usize) % entries.len()]);
        let Some(entry) = from.min_by_key(|entry| depth_of(entry)) else { return };
        if depth_of(entry) <= u64::from(depth) {
            let [check, data] = entry;
            let new = u64::from(depth) << COUNT_BITS | count as u64;
            data.store(new, Relaxed);
            check.store(key.check ^ new, Relaxed);
        }
    }

    /// Returns the stored count, or else counts and stores it.
    #[inline(always)]
    pub(crate) fn get_or_count(&self, key: Key, depth: u8, count: impl FnOnce() -> u128) -> u128 {
        self.get(key, depth).unwrap_or_else(
            #[inline(always)]
            || {
                let count = count();
                self.put(key, depth, count);
                count
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = Key { bucket: 0, check: 0x0123_4567_89ab_cdef };

    fn same_bucket(check: u64) -> Key {
        Key { check, ..KEY }
    }

    #[test]
    fn returns_what_was_put() {
        let table = Table::new(64).unwrap();
        assert_eq!(table.get(KEY, 3), None);
        table.put(KEY, 3, 8_902);
        assert_eq!(table.get(KEY, 3), Some(8_902));
        assert_eq!(table.get(KEY, 2), None);
        assert_eq!(table.get(same_bucket(1), 3), None);
    }

    #[test]
    fn the_shallowest_entry_is_replaced() {
        let table = Table::new(64).unwrap();
        for (check, depth) in [(1, 5), (2, 4), (3, 3), (4, 6)] {
            table.put(same_bucket(check), depth, check.into());
        }
        table.put(same_bucket(7), 4, 7);
        let found = [1, 2, 3, 4, 7]
            .map(|check| (2..8).find_map(|depth| table.get(same_bucket(check), depth)).is_some());
        assert_eq!(found, [true, true, false, true, true]);
        table.put(same_bucket(8), 3, 8);
        assert_eq!(table.get(same_bucket(8), 3), None, "all entries are deeper");
    }

    #[test]
    fn words_that_were_not_written_together_are_ignored() {
        let table = Table::new(64).unwrap();
        table.put(KEY, 3, 8_902);
        // Another thread writes the data of its entry, and not yet the check.
        for [check, data] in table.bucket(KEY) {
            if check.load(Relaxed) != 0 {
                data.store(3 << COUNT_BITS | 9_999, Relaxed);
            }
        }
        assert_eq!(table.get(KEY, 3), None);
    }

    /// Threads write different counts into one bucket, and each count that is found belongs to its
    /// key. Fails if the first word of an entry is the hash alone, or if the memory is not shared
    /// by atomic words.
    #[test]
    fn entries_that_threads_write_at_the_same_time_are_whole_or_ignored() {
        let (threads, rounds) = if cfg!(miri) { (2, 8) } else { (4, 50_000) };
        let table = &Table::new(64).unwrap();
        let count_of = |check: u64| u128::from(check.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8);
        let found: u64 = std::thread::scope(|scope| {
            let work = move |thread: u64| {
                let mut found = 0;
                for round in 0..rounds {
                    // More keys than entries, so that entries are replaced.
                    let [put, get] = [thread + round, thread * 3 + round * 5].map(|n| n % 7 + 1);
                    table.put(same_bucket(put), 3, count_of(put));
                    if let Some(count) = table.get(same_bucket(get), 3) {
                        assert_eq!(count, count_of(get), "a count of another entry");
                        found += 1;
                    }
                }
                found
            };
            let threads: Vec<_> = (0..threads).map(|n| scope.spawn(move || work(n))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
        });
        assert!(found > 0 || cfg!(miri), "none of the counts was found");
    }

    #[test]
    fn counts_of_more_than_56_bits_are_not_stored() {
        let table = Table::new(64).unwrap();
        table.put(KEY, 3, (1 << 56) - 1);
        assert_eq!(table.get(KEY, 3), Some((1 << 56) - 1));
        table.put(same_bucket(1), 3, 1 << 56);
        assert_eq!(table.get(same_bucket(1), 3), None);
    }

    #[test]
    fn a_table_larger_than_memory_is_an_error() {
        for bytes in [usize::MAX, usize::MAX / 2] {
            assert_eq!(Table::new(bytes).map(|_| ()), Err(TableError { bytes }));
        }
    }

    #[test]
    fn buckets_are_cache_lines() {
        for bytes in [0, 1, 64, 127, 128, 1 << 20] {
            let table = Table::new(bytes).unwrap();
            assert_eq!(table.bytes(), (bytes / 64).max(1) * 64);
            for bucket in [0, u64::MAX / 2, u64::MAX] {
                let entries = table.bucket(Key { bucket, check: 0 });
                assert_eq!(entries.len(), 4);
                assert_eq!(entries.as_ptr() as usize % 64, 0);
            }
        }
    }
}
