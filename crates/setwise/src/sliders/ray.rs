//! Techniques that take a ray of the empty board and cut it at its first blocker.
//!
//! | technique | cut by |
//! |---|---|
//! | [`classical`] | the ray that starts at the blocker, found by a bit scan |

pub mod classical;
