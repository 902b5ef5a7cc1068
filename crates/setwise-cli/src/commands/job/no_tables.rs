//! Jobs in a build without tables: deep counts.

use std::io::Write;

use setwise_jobs::deep::{self, Deep, Settings};
use setwise_jobs::kind::Interruption;
use setwise_jobs::{Error, Job, Kind};

use crate::commands::no_tables::missing;
use crate::verdict::Failure;

/// Opens a deep count.
pub(super) fn open(job: &Job, settings: Settings) -> Result<Box<dyn Kind>, Failure> {
    let kind = &job.description().kind;
    if kind != deep::KIND {
        return Err(missing(&format!("does not know jobs of the kind {kind:?}")));
    }
    Ok(Box::new(Deep::open(job, settings)?))
}

/// Prints nothing: `setwise deep` prints the result of a deep count.
pub(super) fn print_tables(_: &Job, _: &mut impl Write) -> Result<(), Failure> {
    Ok(())
}

/// Refuses to read the inputs of an export.
pub(super) fn verify_inputs(_: &Job, _: Interruption<'_>) -> Result<Vec<Error>, Failure> {
    Err(missing("does not know jobs with inputs"))
}
