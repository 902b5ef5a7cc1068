//! Techniques that make an index of the occupancy and look the answer up.
//!
//! | technique | index by |
//! |---|---|
//! | [`pext`] | one instruction that gathers the occupied bits of the lines |
//!
//! Their tables are large and built at the first use, so they need the `std` feature.

#[cfg(feature = "std")]
pub mod pext;
