//! The tests of the crate.

mod any_bytes;
#[cfg(feature = "parquet")]
mod computed;
#[cfg(feature = "jobs")]
mod damaged_jobs;
#[cfg(feature = "jobs")]
mod data_sets;
#[cfg(feature = "parquet")]
mod files;
mod game_keys;
mod games;
mod generated_games;
#[cfg(feature = "jobs")]
mod jobs;
mod position_columns;
mod selecting;
#[cfg(feature = "jobs")]
mod stored_jobs;
#[cfg(feature = "parquet")]
mod table_inputs;
mod training;
