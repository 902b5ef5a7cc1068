//! Techniques that take a ray of the empty board and cut it at its first blocker.
//!
//! | technique | cut by |
//! |---|---|
//! | [`classical`] | the ray that starts at the blocker, found by a bit scan |
//! | [`shifted`] | the blockers themselves, smeared along the ray |
//! | [`qbb`] | the ray that comes back from the blocker; all rays are one constant a line, shifted |
//!
//! The first two work [ray by ray](crate::parts). Choose `classical` for a single direction, and where a
//! table is to have 4 KiB and no more; `shifted` where bit scans are slow; `qbb` where there is to be
//! no table at all.

pub mod classical;
pub mod qbb;
pub mod shifted;
