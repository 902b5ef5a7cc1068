//! `setwise job clean`: deletes what killed processes have left.

use std::io::Write;
use std::path::PathBuf;

use setwise_jobs::Job;

use crate::counted::counted;
use crate::verdict::{Exit, Verdict};

/// Delete what killed processes have left: temporary files, and results that no stage needs
///
/// No process may run the job meanwhile: its shards would fail.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the job
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

/// Deletes the files.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let files = Job::open(&args.directory).and_then(|job| job.clean())?;
    writeln!(out, "deleted: {}", counted(files, "file"))?;
    Ok(Verdict::Right)
}
