//! `setwise job`: runs, shows and checks the directory of any job.

mod clean;
pub(crate) mod run;
pub(crate) mod status;
#[cfg_attr(not(feature = "tables"), path = "job/no_tables.rs")]
mod tables;
pub(crate) mod verify;

use std::io::Write;

use crate::verdict::Exit;

/// Run, show and check long jobs
///
/// A job is a directory. `job.json` says what is to be done, in stages of shards. Each shard has
/// one result, which is written under a temporary name, flushed to disk and renamed. So a job can
/// be killed at any moment and run again, and several machines that see the directory can run a share
/// of it each.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise job status perft9             show what is done
  setwise job run perft9                run all that is left
  setwise job run perft9 --share 1/4    run a quarter of it, on the first of four machines
  setwise job run perft9 --shard 12     run one shard, under any scheduler
  setwise job verify perft9             read every result and compare its SHA-256
  setwise job clean perft9              delete what killed processes have left")]
pub(crate) struct Args {
    /// The subcommand to run.
    #[command(subcommand)]
    command: Command,
}

subcommands! {
    Run(run::Args, run::run),
    Status(status::Args, status::run),
    Verify(verify::Args, verify::run),
    Clean(clean::Args, clean::run),
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, out: &mut (impl Write + Send)) -> Exit {
    args.command.run(out)
}
