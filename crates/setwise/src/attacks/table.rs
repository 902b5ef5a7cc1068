//! Loads of the entries of a table of attacks.
//!
//! In a loop over many queens, LLVM gathers the entries of four or eight of them into one register
//! if it can, and a gather is slower than the same number of loads. LLVM does not merge volatile
//! loads, so these loads are volatile. `docs/journal/2026-11.md` in the repository has
//! measurements.
#![allow(unsafe_code, reason = "volatile loads")]
// Miri: setwise memory::entries_of_tables_built_at_compile_time

/// Returns an entry, by a load of its own.
#[inline(always)]
pub(super) fn entry<A: Copy>(entry: &A) -> A {
    // SAFETY: a reference is valid to read from.
    unsafe { core::ptr::read_volatile(entry) }
}
