//! The tests of the crate.

#[cfg(feature = "parquet")]
mod files;
mod games;
mod hostile;
mod selecting;
mod sources;
mod splitting;
mod training;
