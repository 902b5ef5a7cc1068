//! The tests of the crate.

#[cfg(feature = "parquet")]
mod files;
mod games;
mod hostile;
#[cfg(feature = "jobs")]
mod jobs;
mod selecting;
mod sources;
mod splitting;
mod training;
