//! Tables of attacks, and the loads of their entries.

mod entries;
#[cfg(feature = "std")]
mod slices;

#[cfg(feature = "std")]
pub(super) use entries::First;
pub(super) use entries::entry;
#[cfg(all(feature = "std", test))]
pub(super) use slices::check_some_entries;
#[cfg(feature = "std")]
pub(super) use slices::{ENTRY, Hash, PieceTable, Slices};
