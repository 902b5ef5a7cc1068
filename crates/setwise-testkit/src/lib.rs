//! What the tests of all crates share: positions with known counts, random numbers, and properties
//! that hold for any input.
//!
//! The crate is internal. The fuzz targets use its [`properties`] too.

pub mod properties;
pub mod random;
pub mod suites;
