//! Shared test code: directories, positions with known counts, random numbers, and properties that
//! hold for any input.
//!
//! The crate is internal. The fuzz targets use its [`properties`] too. With the feature
//! `techniques`, the properties of positions are also checked with every technique of the crate
//! `setwise-techniques`.

pub mod damage;
mod directory;
pub mod properties;
pub mod random;
pub mod suites;

pub use directory::Directory;
