//! Shared test code: directories, sizes of tests, positions with known counts, random numbers,
//! games as Lichess publishes them, and properties that hold for any input.
//!
//! The crate is internal. The fuzz targets use its [`properties`] too.

pub mod damage;
mod directory;
pub mod games;
pub mod properties;
pub mod random;
mod size;
pub mod suites;

pub use directory::Directory;
pub use size::scaled;
