//! Techniques that turn the occupancy into an index and load the attacked squares from a table.
//!
//! | technique | how the index is made | table for |
//! |---|---|---|
//! | [`rotated`] | a shift, on a board that is kept rotated | a line |
//! | [`first_rank`] | the line is moved to the first rank, and the result back | a line |
//! | [`kindergarten`] | a multiplication that collects the squares of the line | a line |
//! | [`congruent_modulo`] | a remainder by a published constant | a line |
//! | [`congruent_modulo_dense`] | a remainder by the smallest possible constant | a line |
//! | [`sissy`] | each of the eight ranks is an index; the entries are intersected | a piece |
//! | [`magic_family`] | a multiplication by a factor that a search has found | a piece |
//! | [`pext_emulated`] | shifts that gather the occupied bits | a piece |
//! | [`pext`] | one instruction that gathers the occupied bits | a piece |
//! | [`pext_compressed`] | the same instruction; a second one unpacks the entry | a piece |
//!
//! Choose `pext` on a CPU that has it and runs it fast. Otherwise choose fancy `magic`. Choose
//! `kindergarten` if the caches are needed for other data, or if no table can be built at run time.
//! The other techniques are of historical interest.
//!
//! A table for a line is small, and a piece needs two lookups. A table for a piece is large and is
//! built at first use, so it needs the feature `std`. What the techniques share is in
//! [`parts`](crate::parts).

#[cfg(feature = "std")]
pub mod congruent_modulo;
#[cfg(feature = "std")]
pub mod congruent_modulo_dense;
pub mod first_rank;
pub mod kindergarten;
#[cfg(feature = "std")]
mod line_tables;
#[cfg(feature = "std")]
pub mod magic_family;
#[cfg(feature = "std")]
pub mod pext;
#[cfg(feature = "std")]
pub mod pext_compressed;
#[cfg(feature = "std")]
pub mod pext_emulated;
pub mod rotated;
#[cfg(feature = "std")]
pub mod sissy;
mod tables;
