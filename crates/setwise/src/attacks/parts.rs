//! Items that this crate shares with the collection of techniques, the crate `setwise-techniques`.
//!
//! **Not a public API.** Everything here may change or disappear in any version, outside semantic
//! versioning.

mod axis;
mod rook_or_bishop;
pub mod tables;
pub mod trace;

pub use axis::Axis;
pub use rook_or_bishop::RookOrBishop;

/// The factors of fancy magic, and the hash that has them.
#[cfg(feature = "std")]
pub mod magic {
    pub use super::super::magic::{Magic, factors::FACTORS};
}

/// The source files of the techniques of this crate, whose doc comments are their pages.
pub mod sources {
    pub const KINDERGARTEN: &[u8] = include_bytes!("kindergarten.rs");
    #[cfg(feature = "std")]
    pub const MAGIC: &[u8] = include_bytes!("magic.rs");
    #[cfg(feature = "std")]
    pub const PEXT: &[u8] = include_bytes!("pext.rs");
}
