//! Tables of attacks, and the loads of their entries.

mod entries;
#[cfg(feature = "std")]
mod slices;

#[cfg(feature = "std")]
pub use entries::First;
pub use entries::entry;
#[cfg(all(feature = "std", test))]
pub(in crate::attacks) use slices::check_some_entries;
#[cfg(feature = "std")]
pub use slices::{Hash, Slices};
