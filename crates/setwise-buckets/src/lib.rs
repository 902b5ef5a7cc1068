//! The memory of a hash table that threads share: buckets of eight words, each a cache line.
//!
//! The system provides the pages as they are written, large ones where it has them: a table is read
//! at random addresses, and with pages of 4 KiB the page tables would not fit into the caches.
#![allow(unsafe_code, reason = "memory from the allocator as words, and an instruction")]
// Miri: setwise-buckets tests::buckets_are_cache_lines_of_zeros_and_each_is_found
// Miri: setwise-perft counter::tests::lanes_with_one_table_in_miri
// Miri: setwise-player table::tests::entries_are_found_again

use core::sync::atomic::AtomicU64;
use std::alloc::{Layout, alloc_zeroed};

/// The number of words in a bucket.
pub const WORDS: usize = 8;

/// The words of all buckets, zero at first.
#[derive(Debug)]
pub struct Buckets {
    words: Box<[AtomicU64]>,
    /// The index of the first word that begins a cache line.
    first: usize,
    count: usize,
}

impl Buckets {
    /// Returns buckets, at least one, or `None` if the memory cannot be allocated.
    pub fn new(count: usize) -> Option<Buckets> {
        let count = count.max(1);
        // One bucket more, so that the first can begin where a cache line does.
        let words = zeroed(count.checked_add(1)?.checked_mul(WORDS)?)?;
        let first = words.as_ptr().align_offset(WORDS * size_of::<u64>()).min(WORDS);
        Some(Buckets { words, first, count })
    }

    /// Returns the number of buckets.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Sets all words to zero.
    pub fn clear(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
    }

    /// Returns the bucket of a key, by its upper bits.
    #[inline(always)]
    pub fn get(&self, key: u64) -> &[AtomicU64] {
        // The high half of a product is a number below the count, for any count.
        let index = ((u128::from(key) * self.count as u128) >> 64) as usize;
        &self.words[self.first + WORDS * index..][..WORDS]
    }

    /// Loads the bucket of a key into the cache, to be read soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing that a program can see, and every x86-64 has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.get(key).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }
}

/// Returns words of zero, at least one, or `None` if the memory cannot be allocated.
fn zeroed(len: usize) -> Option<Box<[AtomicU64]>> {
    let layout = Layout::array::<AtomicU64>(len).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout's size is not zero.
    let memory = unsafe { alloc_zeroed(layout) };
    if memory.is_null() {
        return None;
    }
    in_large_pages(memory, layout.size());
    let words = core::ptr::slice_from_raw_parts_mut(memory.cast::<AtomicU64>(), len);
    // SAFETY: the memory comes from the global allocator with the layout of such a slice, and has
    // no other owner; eight zero bytes are a valid `AtomicU64`.
    Some(unsafe { Box::from_raw(words) })
}

/// Asks Linux for pages of 2 MiB.
fn in_large_pages(memory: *mut u8, bytes: usize) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use core::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(address: *mut c_void, bytes: usize, advice: c_int) -> c_int;
        }
        const MADV_HUGEPAGE: c_int = 14;
        const PAGE: usize = 4096;
        let before = memory.align_offset(PAGE);
        if before < bytes {
            let (start, bytes) = (memory.wrapping_add(before), (bytes - before) / PAGE * PAGE);
            // SAFETY: the pages lie in memory of this allocation, and the advice changes no value
            // in them. A kernel without large pages refuses it, with no effect.
            unsafe { madvise(start.cast(), bytes, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = (memory, bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::Ordering::Relaxed;

    #[test]
    fn buckets_are_cache_lines_of_zeros_and_each_is_found() {
        let mut buckets = Buckets::new(3).expect("memory for three buckets");
        let keys = [0, u64::MAX / 3 + 1, u64::MAX];
        for (number, &key) in (1..).zip(&keys) {
            buckets.prefetch(key);
            let bucket = buckets.get(key);
            assert_eq!((bucket.len(), bucket.as_ptr().addr() % 64), (WORDS, 0));
            for word in bucket {
                assert_eq!(word.swap(number, Relaxed), 0, "another bucket has this word");
            }
        }
        buckets.clear();
        let words = keys.iter().flat_map(|&key| buckets.get(key));
        assert_eq!((words.map(|word| word.load(Relaxed)).sum::<u64>(), buckets.count()), (0, 3));
    }

    #[test]
    fn more_than_there_is_memory_is_none() {
        for count in [usize::MAX, usize::MAX / 64, usize::MAX / 128] {
            assert!(Buckets::new(count).is_none());
        }
    }
}
