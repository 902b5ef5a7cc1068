//! Items that this crate shares with the collection of techniques, the crate `setwise-techniques`.
//!
//! **Not a public API.** Everything here may change or disappear in any version, outside semantic
//! versioning.

mod axis;
mod entries;
mod rook_or_bishop;
#[cfg(feature = "std")]
mod slices;

pub use axis::Axis;
#[cfg(feature = "std")]
pub use entries::First;
pub use entries::entry;
pub use rook_or_bishop::RookOrBishop;
#[cfg(all(feature = "std", test))]
pub(super) use slices::check_some_entries;
#[cfg(feature = "std")]
pub use slices::{Hash, Slices};

#[cfg(feature = "std")]
pub use super::magic::{FACTORS, Magic};
