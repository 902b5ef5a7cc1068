//! The tests of the crate.

mod any_bytes;
#[cfg(feature = "parquet")]
mod computed;
#[cfg(feature = "jobs")]
mod damaged_jobs;
#[cfg(feature = "parquet")]
mod files;
mod games;
mod hostile;
#[cfg(feature = "jobs")]
mod jobs;
mod selecting;
mod sources;
mod splitting;
#[cfg(feature = "jobs")]
mod stored_jobs;
#[cfg(feature = "parquet")]
mod table_inputs;
mod training;
