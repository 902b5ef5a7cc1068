//! Techniques that take a ray of the empty board and cut it at its first blocker.
//!
//! | technique | what cuts the ray |
//! |---|---|
//! | [`classical`] | the ray that starts at the blocker, which a bit scan finds |
//! | [`shifted`] | the blockers, shifted along the ray |
//! | [`qbb`] | the ray back from the blocker; each ray is a shifted constant |
//!
//! The first two work [ray by ray](crate::parts). Choose `classical` for a single direction, or
//! where 4 KiB of tables are acceptable. Choose `shifted` where bit scans are slow, and `qbb` where
//! there must be no table.

pub mod classical;
pub mod qbb;
pub mod shifted;
