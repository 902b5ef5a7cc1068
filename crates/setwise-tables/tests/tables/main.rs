//! The tests of the crate.

#[cfg(feature = "parquet")]
mod computed;
#[cfg(feature = "tables")]
mod damaged_jobs;
#[cfg(feature = "tables")]
mod data_sets;
#[cfg(feature = "tables")]
mod engine_comments;
#[cfg(feature = "tables")]
mod export_job;
#[cfg(feature = "parquet")]
mod files;
#[cfg(feature = "parquet")]
mod foreign_tables;
#[cfg(feature = "tables")]
mod game_keys;
#[cfg(feature = "tables")]
mod games;
mod generated_games;
#[cfg(feature = "tables")]
mod jobs;
#[cfg(feature = "tables")]
mod position_columns;
mod selecting;
#[cfg(feature = "tables")]
mod stored_jobs;
#[cfg(all(feature = "tables", feature = "parquet"))]
mod table_inputs;
#[cfg(feature = "tables")]
mod training;
