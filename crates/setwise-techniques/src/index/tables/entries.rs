//! Loads of entries of a table of attacks.
//!
//! They are volatile, as those of `setwise` are, so that the compiler does not merge several of them
//! into a gather, which is slower.
#![allow(unsafe_code, reason = "volatile loads; an index that is bounded by the way it is made")]
// Miri: setwise-techniques index::tables::entries::tests::entries_are_found_from_any_place

use core::ptr;

/// Returns an entry, by a load of its own.
#[inline(always)]
pub(crate) fn entry<A: Copy>(entry: &A) -> A {
    // SAFETY: a reference is valid to read from.
    unsafe { ptr::read_volatile(entry) }
}

/// The place of the entry with index 0, in a table that is never freed.
///
/// Stored in place of an offset, it saves each lookup an addition and the load of the table's
/// start.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
pub(crate) struct First<A>(*const A);

// SAFETY: it points into a table that is shared as `&'static [A]`.
#[cfg(feature = "std")]
unsafe impl<A: Sync> Send for First<A> {}

// SAFETY: as above.
#[cfg(feature = "std")]
unsafe impl<A: Sync> Sync for First<A> {}

#[cfg(feature = "std")]
impl<A: Copy + 'static> First<A> {
    /// Returns the place `offset` entries after the start of a table, or before it if negative.
    pub(crate) fn of(table: &'static [A], offset: isize) -> First<A> {
        First(table.as_ptr().wrapping_offset(offset))
    }

    /// Returns the number of entries from the start of the table to this place.
    #[inline(always)]
    pub(crate) fn offset(self, table: &'static [A]) -> isize {
        self.0.addr().wrapping_sub(table.as_ptr().addr()) as isize / size_of::<A>() as isize
    }

    /// Returns the entry with this index.
    ///
    /// # Safety
    ///
    /// The sum of offset and index must be less than the length of the table that it was made of.
    #[inline(always)]
    pub(crate) unsafe fn entry(self, index: usize) -> A {
        // SAFETY: the caller promises that this is an entry of the table, which is never freed.
        unsafe { ptr::read_volatile(self.0.wrapping_add(index)) }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_from_any_place() {
        let table: &'static [u16] = Box::leak(Box::new([10, 11, 12, 13]));
        for offset in -3..=7 {
            let first = First::of(table, offset);
            assert_eq!(first.offset(table), offset);
            for (index, expected) in (0..).zip(table) {
                if let Some(index) = usize::checked_add_signed(index, -offset) {
                    // SAFETY: the sum of offset and index is the index of an entry of the table.
                    assert_eq!(unsafe { first.entry(index) }, *expected);
                }
            }
        }
        assert_eq!(table.iter().map(entry).sum::<u16>(), 46);
    }
}
