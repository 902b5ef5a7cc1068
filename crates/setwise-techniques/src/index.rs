//! Techniques that make an index of the occupancy and look the answer up.
//!
//! | technique | index by | of |
//! |---|---|---|
//! | [`rotated`] | a shift, on a board kept turned | a line |
//! | [`first_rank`] | turning the line to the first rank, and the answer back | a line |
//! | [`kindergarten`](setwise::attacks::kindergarten) | a multiplication that collects the line | a line |
//! | [`congruent_modulo`] | a remainder by a published constant | a line |
//! | [`congruent_modulo_dense`] | a remainder by the smallest constant | a line |
//! | [`sissy`] | its eight ranks, a superset of the answer for each | a piece |
//! | [`magic_family`] | a multiplication by a number that is searched for | a piece |
//! | [`pext_emulated`] | shifts that gather the occupied bits | a piece |
//! | [`pext`](setwise::attacks::pext) | one instruction that gathers them | a piece |
//! | [`pext_compressed`] | the same, and another that spreads the answer out | a piece |
//!
//! Choose `pext` where the CPU has it and it is fast, `magic` (fancy) where not, and `kindergarten`
//! where the caches are wanted for other things or nothing can be built at the start. The others
//! show how it came to these.
//!
//! A table for a line is small, and a piece takes two; one for a piece is large, and built at the
//! first use, so it needs the `std` feature. What they share is in [`parts`](crate::parts).

#[cfg(feature = "std")]
pub mod congruent_modulo;
#[cfg(feature = "std")]
pub mod congruent_modulo_dense;
pub mod first_rank;
#[cfg(any(feature = "std", test))]
mod line_tables;
#[cfg(feature = "std")]
pub mod magic_family;
#[cfg(feature = "std")]
pub mod pext_compressed;
#[cfg(feature = "std")]
pub mod pext_emulated;
pub mod rotated;
#[cfg(feature = "std")]
pub mod sissy;
