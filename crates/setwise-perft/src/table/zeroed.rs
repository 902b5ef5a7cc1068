//! Zeroed memory that takes no time until it is written.
#![allow(unsafe_code, reason = "memory from the allocator is used as words")]

use core::sync::atomic::AtomicU64;
use std::alloc::{Layout, alloc_zeroed};

/// Returns `len` words of zero, or `None` if the memory cannot be allocated.
pub(super) fn words(len: usize) -> Option<Box<[AtomicU64]>> {
    // At least one, because a layout of size zero must not be allocated.
    let len = len.max(1);
    let layout = Layout::array::<AtomicU64>(len).ok()?;
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

/// Asks Linux for pages of 2 MiB. A table is read at random addresses, and with pages of 4 KiB the
/// page tables would not fit into the caches.
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
