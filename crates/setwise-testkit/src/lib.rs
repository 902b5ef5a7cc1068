//! Shared test code: directories, positions with known counts, random numbers, games as Lichess
//! publishes them, and properties that hold for any input.
//!
//! The crate is internal. The fuzz targets use its [`properties`] too.

pub mod damage;
mod directory;
pub mod games;
pub mod properties;
pub mod random;
pub mod suites;

pub use directory::Directory;
