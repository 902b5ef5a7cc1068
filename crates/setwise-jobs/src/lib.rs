//! Long jobs as directories of shards, which survive anything.
//!
//! # Overview
//!
//! A [`Job`] is a directory. `job.json` says what is to be done, in stages; a stage has shards, and each
//! shard is a pure function of the results of earlier stages. A result is written under a temporary name,
//! flushed to disk and renamed, and so is its [`Record`], which has its size and its SHA-256. So a shard
//! can be run by anyone, twice, in any order, and killed at any moment: what has a record is whole, and
//! what has none is run again.
//!
//! ```text
//! DIR/job.json                        kind, version, options, inputs, stages
//! DIR/results/STAGE/SHARD.EXTENSION   the result of a shard
//! DIR/results/STAGE/SHARD.json        its record
//! DIR/claims/STAGE-SHARD              who runs a shard, or why it failed
//! ```
//!
//! Threads of one process, several processes, or any scheduler run the same directory:
//! [`Job::run`] runs what is left, and a [claim] keeps two workers from running the same shard.
//!
//! | module | what it is |
//! |---|---|
//! | [`job`] | the directory and `job.json` |
//! | [`kind`] | the trait of what a job does |
//! | [`record`] | results, written atomically |
//! | [`executor`] | runs shards on threads |
//! | [`inspection`] | the state of all shards, and the check of all results |
//! | [`deep`] | deep perft, over frontiers of unique positions |
//!
//! # Errors
//!
//! A shard that fails does not stop the others. [`Error`] names the file.

pub mod claim;
pub mod deep;
mod error;
pub mod executor;
mod fail_point;
pub mod forecast;
pub mod input;
pub mod inspection;
pub mod job;
pub mod kind;
pub mod record;

pub use error::Error;
pub use job::Job;
pub use kind::Kind;
pub use record::Record;
