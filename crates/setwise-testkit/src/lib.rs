//! Shared test code: directories, sizes of tests, positions with known counts, random numbers,
//! games as Lichess publishes them, hostile games, and properties that hold for any input.
//!
//! The crate is internal. The fuzz targets use its [`properties`] too.

#[cfg(feature = "threads")]
pub mod compressed;
pub mod damage;
mod directory;
pub mod games;
mod hostile;
#[cfg(feature = "threads")]
pub mod lines;
pub mod properties;
pub mod random;
mod size;
pub mod suites;

pub use directory::Directory;
pub use hostile::hostile_text;
pub use size::scaled;
