//! Long jobs as directories of shards, which can be killed at any moment and continued.
//!
//! # Overview
//!
//! A [`Job`] is a directory. `job.json` says what is to be done, in stages; a stage has shards, and
//! each shard is a pure function of the results of earlier stages. A result has one file or several.
//! Each is written under a temporary name, flushed to disk and renamed, and so is the [`Record`] of
//! the result, which has the sizes and SHA-256 of its files. So a shard can be run by anyone, twice, in any order, and killed at any moment:
//! what has a record is whole, and what has none is run again.
//!
//! ```text
//! DIR/job.json                        kind, version, options, inputs, stages
//! DIR/results/STAGE/SHARD.FILE        a file of the result of a shard
//! DIR/results/STAGE/SHARD.json        its record
//! DIR/complete/STAGE.json             all records of a stage that is complete and has passed its check
//! DIR/temporary/                      files that are being written
//! ```
//!
//! [`Job::run`] runs what is left on the threads of a process. Several machines take a share each
//! ([`Job::run_share`]), or a scheduler runs shards by their numbers. A shard that two of them run
//! has one result: it costs time and changes nothing.
//!
//! | to | use |
//! |---|---|
//! | count deep perft | [`deep`] |
//! | open and create a job | [`Job`], [`job`] |
//! | run what is left, on threads | [`Job::run`], [`executor`] |
//! | run shards under a scheduler | [`Job::open_shards`], [`Job::run_shard`], [`Job::complete_stage`] |
//! | run a share of the shards on each of several machines | [`Job::run_share`], [`executor::Share`] |
//! | see what is done | [`Job::status`], [`inspection`] |
//! | delete what killed processes have left | [`Job::clean`] |
//! | check all results, or compute some again | [`Job::verify`], [`Job::recheck_shard`] |
//! | know how long it will take | [`forecast`] |
//! | check the numbers that a user gives | [`number`] |
//! | make a kind of job | [`Kind`], [`record::Output`], [`input`] |
//!
//! # Quick start
//!
//! Perft 5 of the initial position, over the frontier of ply 3:
//!
//! ```
//! use setwise::Position;
//! use setwise_jobs::deep::{Deep, Estimate, PlanOptions, Settings, outcome, plan};
//! use setwise_jobs::executor::RunOptions;
//! use setwise_jobs::kind::Interruption;
//! use setwise_perft::Backend;
//!
//! let directory = std::env::temp_dir().join(format!("setwise-jobs-{}", std::process::id()));
//! let position = Position::INITIAL;
//! let options = PlanOptions { position, depth: 5, split: 3, divide: false, shards: None };
//! let job = plan(&directory, &options, &Estimate::new(&position, 3))?;
//!
//! let deep = Deep::open(&job, Settings { hash: 1 << 20, backend: Backend::fastest() })?;
//! let options = RunOptions { threads: 2, memory: 1 << 30 };
//! let failures = job.run(&deep, options, Interruption::NEVER, &|_| ())?;
//! assert!(failures.is_empty());
//! assert_eq!(outcome(&deep, &job)?.total, 4_865_609);
//! # std::fs::remove_dir_all(&directory).unwrap();
//! # Ok::<(), setwise_jobs::Error>(())
//! ```
//!
//! # Errors
//!
//! A shard that fails does not stop the others of its stage: [`Job::run`] returns a list of
//! [`Failure`](executor::Failure)s, and the next run tries them again. An [`Error`] names the file.
//! A result that is damaged, of another version, or in the place of another is refused whenever it
//! is read: by its size, its hash, its header and its record.
//!
//! # Performance
//!
//! A shard costs two flushes to disk and one for each file of its result, which take milliseconds
//! each; so a shard should take a second or more. What it costs does not grow with the number of
//! shards: a worker reads the marks of complete stages. [`Kind::memory`] bounds how many shards run
//! at once. `docs/deep-perft.md` in the repository has the costs of deep perft.
//!
//! # Feature flags
//!
//! None.
//!
//! # Links
//!
//! The command `setwise` has `setwise deep` and `setwise job`; the Python package has
//! `setwise.deep` and `setwise.jobs`, which also run on a Ray cluster.

pub mod deep;
mod done;
mod error;
pub mod executor;
mod fail_point;
mod files;
pub mod forecast;
pub mod input;
pub mod inspection;
pub mod job;
pub mod kind;
mod mark;
pub mod number;
pub mod record;

pub use error::{Error, shards};
pub use job::Job;
pub use kind::Kind;
pub use record::Record;
