//! Counts that were found before, by position and depth.
//!
//! Many orders of the same moves lead to the same position: of the 3,195,901,860 games of seven
//! moves from the initial position, 96,400,068 end in positions of their own. A [`Table`] remembers
//! what was counted below a position, and the count is done once.
//!
//! **Entries** are two words: the count, in 56 bits, with its depth in 8; and 64 bits of a hash
//! of the position, XORed with the first word. A bucket holds four of them, in a cache line; a new
//! one takes the place of the shallowest. Threads write without a lock: two words that were not
//! written together do not fit each other, and count for nothing (Robert Hyatt and Tim Mann, *A
//! lockless transposition table implementation for parallel search*, 2002,
//! <https://craftychess.com/hyatt/hashing.html>).
//!
//! **How sure it is.** The hash has 128 bits, of which some choose the bucket and 64 are compared.
//! A position that was never counted finds the count of another with a chance of 4 in 2⁶⁴ each
//! time it is asked for: in a count with 10⁹ questions, one in 4 × 10⁹.
#![allow(unsafe_code, reason = "prefetching")]

mod zeroed;

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::bulk::{below, of_words};
use crate::Position;
use crate::dispatch::{self, Level};
use crate::node::Node;
use crate::sliders::Sliders;
use crate::sliders::erased::Erased;

/// Counts by position and depth. Threads may share it.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line, and so a bucket.
    first: usize,
    buckets: usize,
}

/// How many words make a cache line, and a bucket of four entries.
const BUCKET: usize = 8;

/// An entry: the hash XOR the data, and the data: the depth in the upper 8 bits, the count in the
/// others.
pub(super) type Entry = [AtomicU64; 2];

const COUNT_BITS: u32 = 56;

/// A position as the table knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    bucket: u64,
    check: u64,
}

impl Key {
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Key {
        let hash = position.fingerprint();
        let (low, high) = (hash as u64, (hash >> 64) as u64);
        // Each half is poor at one of its ends: a product's low bits come of the factors' low bits,
        // and its high bits lean to zero.
        let mixed = (low ^ high).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Key { bucket: mixed ^ mixed >> 32, check: low.wrapping_add(high.rotate_left(32)) }
    }
}

/// There is not so much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl core::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("there is not so much memory for a hash table")
    }
}

impl core::error::Error for TooLarge {}

impl Table {
    /// An empty table of so many bytes, or a little less; at least one bucket of 64.
    ///
    /// The memory is taken from the system as it is written.
    ///
    /// # Errors
    ///
    /// There is not so much memory.
    pub fn new(bytes: usize) -> Result<Table, TooLarge> {
        let buckets = (bytes / (BUCKET * size_of::<u64>())).max(1);
        // One bucket more, so that the first can begin where a cache line does.
        let words = buckets.checked_add(1).and_then(|buckets| buckets.checked_mul(BUCKET));
        let words = zeroed::words(words.ok_or(TooLarge)?).ok_or(TooLarge)?;
        let first = words.as_ptr().align_offset(BUCKET * size_of::<u64>()).min(BUCKET);
        Ok(Table { words, first, buckets })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.buckets * BUCKET * size_of::<u64>()
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &[Entry] {
        let index = ((u128::from(key.bucket) * self.buckets as u128) >> 64) as usize;
        self.words[self.first + BUCKET * index..][..BUCKET].as_chunks().0
    }

    /// Lets the memory fetch what will be asked for.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.bucket(key).as_ptr();
            // SAFETY: a prefetch reads nothing, and every x86-64 has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What was counted.
    #[inline(always)]
    pub(super) fn get(&self, key: Key, depth: u32) -> Option<u64> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            let fits = check.load(Relaxed) ^ data == key.check;
            (fits && data >> COUNT_BITS == u64::from(depth))
                .then_some(data & ((1 << COUNT_BITS) - 1))
        })
    }

    /// Remembers what was counted, unless that is more than an entry holds or all that is there is
    /// deeper.
    #[inline(always)]
    pub(super) fn put(&self, key: Key, depth: u32, count: u64) {
        if count >> COUNT_BITS != 0 || depth > 255 {
            return;
        }
        let entries = self.bucket(key);
        let depth_of = |[_, data]: &Entry| data.load(Relaxed) >> COUNT_BITS;
        // Among those of one depth, any: the hash chooses where to begin.
        let from = (0..entries.len()).map(|i| &entries[(i ^ key.check as usize) % entries.len()]);
        let Some(entry) = from.min_by_key(|entry| depth_of(entry)) else { return };
        if depth_of(entry) <= u64::from(depth) {
            let [check, data] = entry;
            let new = u64::from(depth) << COUNT_BITS | count;
            data.store(new, Relaxed);
            check.store(key.check ^ new, Relaxed);
        }
    }

    /// What was counted before, or else is counted now.
    #[inline(always)]
    pub(super) fn remember(&self, key: Key, depth: u32, count: impl FnOnce() -> u64) -> u64 {
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

/// [`bulk`](super::bulk::bulk) with a table.
///
/// ```
/// use setwise::perft::hash::{self, Table};
/// use setwise::{Position, techniques};
///
/// let table = Table::new(1 << 20)?;
/// assert_eq!(hash::bulk(&Position::INITIAL, 5, techniques::DEFAULT, &table), 4_865_609);
/// # Ok::<(), hash::TooLarge>(())
/// ```
pub fn bulk<S: Sliders>(position: &Position, depth: u32, sliders: S, table: &Table) -> u128 {
    of_words(position, depth, &|position, depth| {
        let node = Node::new(*position, sliders);
        dispatch::run_or(Remembered { node, depth, table }, |_| {
            let node = Node::new(*position, Erased::of(sliders));
            dispatch::baseline(Remembered { node, depth, table })
        })
    })
}

struct Remembered<'t, S: Sliders> {
    node: Node<S>,
    depth: u32,
    table: &'t Table,
}

impl<S: Sliders> Level for Remembered<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run(self, descend: impl Fn(Self) -> u64 + Copy) -> u64 {
        let Remembered { node, depth, table } = self;
        match depth {
            0 => 1,
            1 => u64::from(node.count()),
            _ => table.remember(Key::of(node.position()), depth, || {
                below(&node, |next| descend(Remembered { node: next, depth: depth - 1, table }))
            }),
        }
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
    fn gives_back_what_was_put() {
        let table = Table::new(64).unwrap();
        assert_eq!(table.get(KEY, 3), None);
        table.put(KEY, 3, 8_902);
        assert_eq!(table.get(KEY, 3), Some(8_902));
        assert_eq!(table.get(KEY, 2), None);
        assert_eq!(table.get(same_bucket(1), 3), None);
    }

    #[test]
    fn the_shallowest_makes_room() {
        let table = Table::new(64).unwrap();
        for (check, depth) in [(1, 5), (2, 4), (3, 3), (4, 6)] {
            table.put(same_bucket(check), depth, check);
        }
        table.put(same_bucket(7), 4, 7);
        let found = [1, 2, 3, 4, 7]
            .map(|check| (2..8).find_map(|depth| table.get(same_bucket(check), depth)).is_some());
        assert_eq!(found, [true, true, false, true, true]);
        table.put(same_bucket(8), 3, 8);
        assert_eq!(table.get(same_bucket(8), 3), None, "all that is there is deeper");
    }

    #[test]
    fn words_that_were_not_written_together_count_for_nothing() {
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

    #[test]
    fn counts_that_an_entry_cannot_hold_are_not_remembered() {
        let table = Table::new(64).unwrap();
        table.put(KEY, 3, (1 << 56) - 1);
        assert_eq!(table.get(KEY, 3), Some((1 << 56) - 1));
        table.put(same_bucket(1), 3, 1 << 56);
        table.put(same_bucket(2), 256, 1);
        assert_eq!(table.get(same_bucket(1), 3), None);
        assert_eq!(table.get(same_bucket(2), 0), None);
    }

    #[test]
    fn a_table_that_no_memory_holds_is_an_error() {
        assert_eq!(Table::new(usize::MAX).map(|_| ()), Err(TooLarge));
        assert_eq!(Table::new(usize::MAX / 2).map(|_| ()), Err(TooLarge));
    }

    #[test]
    fn buckets_are_whole_and_begin_cache_lines() {
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
