//! The properties that the fuzz targets check. They are in `crates/setwise-testkit`, which
//! the tests of the library check too.
//!
//! `README.md` in the folder `fuzz` lists the targets and says how to run them. Without seeds,
//! three minutes of `fen` and `epd` found no position with two kings, and so no bug that needs one.
//!
//! The documentation of [`properties`] lists bugs that each property finds. The bugs in this table
//! were inserted into a copy of the library, and the target found each of them within three
//! minutes:
//!
//! | target | bugs | runs |
//! |---|---|---|
//! | `fen` | a two-digit number with a leading zero is accepted; `K` and `Q` are read as the innermost rook | 34,000; 213,000 |
//! | `setup` | castling rights of a king off its first rank are accepted; an en passant square is accepted although a piece stood in the way of its pawn | 73,000; 17,000 |
//! | `play` | a captured rook keeps its castling right; a king that captures keeps its castling rights | 8,400; 28,000 |
//! | `set_pair` | `C then D` holds if both hold at the same ply (in columns) | 800, without a corpus |
//! | `job` | two stages have the same name | 410 |
//! | `record` | a hash is compared without its length | 94 |
//! | `frontier` | the column of a row is not compared with the number of columns | 78 |
//!
//! The bugs of the last three were inserted together. Their runs began with corpora of three
//! minutes.

use std::cell::LazyCell;

use setwise_jobs::deep::{Deep, Settings};
use setwise_perft::Backend;
use setwise_tables::job::ExportJob;
use setwise_testkit::Directory;
pub use setwise_testkit::properties;

use self::export_job::export_job;
use self::properties::job::{DoneJob, Open, deep_jobs};

#[path = "../../crates/setwise-tables/tests/tables/export_job.rs"]
mod export_job;

/// The kinds of jobs.
pub const KINDS: &[Open] = &[
    |job| {
        let settings = Settings { hash: 0, backend: Backend::fastest() };
        Ok(Box::new(Deep::open(job, settings)?))
    },
    |job| Ok(Box::new(ExportJob::open(job)?)),
];

thread_local! {
    static DEEP: LazyCell<(Directory, Vec<DoneJob<Deep>>)> = LazyCell::new(|| {
        let directory = Directory::in_memory();
        let jobs = deep_jobs(directory.path());
        (directory, jobs)
    });
    static EXPORT: LazyCell<(Directory, DoneJob<ExportJob>)> = LazyCell::new(|| {
        let directory = Directory::in_memory();
        let done = export_job(&directory);
        (directory, done)
    });
}

/// Calls a function with deep perfts that are done.
pub fn with_deep_jobs<T>(then: impl FnOnce(&[DoneJob<Deep>]) -> T) -> T {
    DEEP.with(|deep| then(&deep.1))
}

/// Calls a function with an export that is done, of two parts and two tables.
pub fn with_export_job<T>(then: impl FnOnce(&DoneJob<ExportJob>) -> T) -> T {
    EXPORT.with(|export| then(&export.1))
}
