//! The tests of the crate.

mod any_bytes;
#[cfg(feature = "parquet")]
mod computed;
#[cfg(feature = "jobs")]
mod damaged_jobs;
#[cfg(feature = "jobs")]
mod data_sets;
#[cfg(feature = "jobs")]
mod export_job;
#[cfg(feature = "parquet")]
mod files;
#[cfg(feature = "jobs")]
mod game_keys;
#[cfg(feature = "tables")]
mod games;
mod generated_games;
#[cfg(feature = "jobs")]
mod jobs;
#[cfg(feature = "jobs")]
mod position_columns;
mod selecting;
#[cfg(feature = "jobs")]
mod stored_jobs;
#[cfg(all(feature = "jobs", feature = "parquet"))]
mod table_inputs;
#[cfg(feature = "tables")]
mod training;
