//! Loading an entry of a table of answers.
//!
//! In a loop over many queens LLVM gathers the entries of four or eight of them into one register
//! if it can, and a gather is slower than as many loads: on Zen 5, compiled for that CPU, fancy
//! magic found 355 million queens a second with gathers and 660 without, Kindergarten 264 and 485.
//! It leaves volatile loads alone, so that is what these are.
#![allow(unsafe_code, reason = "volatile loads; an index that is bounded by the way it is made")]

use core::ptr;

/// An entry, by a load of its own.
#[inline(always)]
pub(super) fn entry<A: Copy>(entry: &A) -> A {
    // SAFETY: a reference is valid to read from.
    unsafe { ptr::read_volatile(entry) }
}

/// Where the entry with index 0 would be, of a table that stays for ever.
///
/// Kept instead of an offset it saves each lookup an addition and the start of the table.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
pub(super) struct First<A>(*const A);

// SAFETY: it points into a table that is shared as `&'static [A]`.
#[cfg(feature = "std")]
unsafe impl<A: Sync> Send for First<A> {}

// SAFETY: as above.
#[cfg(feature = "std")]
unsafe impl<A: Sync> Sync for First<A> {}

#[cfg(feature = "std")]
impl<A: Copy + 'static> First<A> {
    /// The place so many entries after the start of a table, or before it.
    pub(super) fn of(table: &'static [A], offset: isize) -> First<A> {
        First(table.as_ptr().wrapping_offset(offset))
    }

    /// How many entries after the start of its table that is.
    #[inline(always)]
    pub(super) fn offset(self, table: &'static [A]) -> isize {
        self.0.addr().wrapping_sub(table.as_ptr().addr()) as isize / size_of::<A>() as isize
    }

    /// The entry with this index.
    ///
    /// # Safety
    ///
    /// The offset and the index together must lie in the table that it was made of.
    #[inline(always)]
    pub(super) unsafe fn entry(self, index: usize) -> A {
        // SAFETY: the caller promises that this is an entry of the table, which stays for ever.
        unsafe { ptr::read_volatile(self.0.wrapping_add(index)) }
    }
}
