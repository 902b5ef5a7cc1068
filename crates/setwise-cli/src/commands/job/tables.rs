//! Jobs that make tables, and jobs of any kind.

use std::io::Write;

use setwise_jobs::deep::Settings;
use setwise_jobs::kind::Interruption;
use setwise_jobs::{Error, Job, Kind};
use setwise_tables::job::{self, ExportJob};

use crate::commands::pgn::export::{note_repeated, print};
use crate::progress::Progress;
use crate::verdict::Failure;

/// Opens a job of any kind.
pub(super) fn open(job: &Job, settings: Settings) -> Result<Box<dyn Kind>, Failure> {
    Ok(job::open(job, settings)?)
}

/// Prints the tables of a job that is done, if it makes some.
pub(super) fn print_tables(job: &Job, out: &mut impl Write) -> Result<(), Failure> {
    if job.description().kind == job::KIND {
        let made = job::outcome(job)?;
        print(&made.summary, &made.files, out)?;
        note_repeated(made.repeated, made.leaves_out);
        if !made.damaged.is_empty() {
            return Err(Failure::Run(made.damaged.join("\n")));
        }
    }
    Ok(())
}

/// Reads the inputs of an export again; returns the faults.
pub(super) fn verify_inputs(
    job: &Job,
    interruption: Interruption<'_>,
) -> Result<Vec<Error>, Failure> {
    let kind = ExportJob::open(job)?;
    let progress = Progress::of_bytes(None);
    Ok(kind.verify_inputs(job, interruption, &mut |bytes| progress.advance(bytes))?)
}
