//! `setwise job`: runs, shows and checks the directory of any job.

pub(crate) mod run;
pub(crate) mod status;
pub(crate) mod verify;

use std::io::Write;

use clap::Subcommand;
use setwise_jobs::deep::{Deep, KIND, Settings};
use setwise_jobs::{Error, Job, Kind};
use setwise_tables::job::{self, ExportJob};

use crate::verdict::{Failure, Verdict};

/// Run, show and check long jobs
///
/// A job is a directory. `job.json` says what is to be done, in stages of shards. Each shard has
/// one result, which is written under a temporary name, flushed to disk and renamed. So a job can
/// be killed at any moment and run again, and several processes, on several machines, can run the
/// same directory at once if all of them see it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise job status perft9             show what is done
  setwise job run perft9                run all that is left
  setwise job run perft9 --shard 12     run one shard, under any scheduler
  setwise job verify perft9             read every result and compare its SHA-256")]
pub(crate) struct Args {
    /// The subcommand to run.
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Status(status::Args),
    Verify(verify::Args),
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    match &args.command {
        Command::Run(args) => run::run(args, out),
        Command::Status(args) => status::run(args, out),
        Command::Verify(args) => verify::run(args, out),
    }
}

/// Opens a job of any kind.
///
/// # Errors
///
/// The kind or its version is not known, or the job's options are invalid.
pub fn open(job: &Job, settings: Settings) -> Result<Box<dyn Kind>, Error> {
    match job.description().kind.as_str() {
        KIND => Ok(Box::new(Deep::open(job, settings)?)),
        job::KIND => Ok(Box::new(ExportJob::open(job)?)),
        other => {
            let path = job.directory().join("job.json");
            let expected = format!("expected {KIND} or {}", job::KIND);
            Err(Error::refused(&path, format!("unknown kind of job {other:?} ({expected})")))
        }
    }
}

/// Returns the failure of an error.
pub(crate) fn failure(error: Error) -> Failure {
    match error {
        Error::Io { .. } | Error::NotAJob { .. } => Failure::Run(error.to_string()),
        other => Failure::Wrong(other.to_string()),
    }
}
