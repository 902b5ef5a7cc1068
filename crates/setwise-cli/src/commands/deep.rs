//! `setwise deep`: deep perft, over frontiers of unique positions.

mod frontier;
mod plan;
mod result;

use std::io::Write;

use setwise_jobs::Job;
use setwise_jobs::deep::Deep;

use crate::commands::job;
use crate::verdict::{Exit, Verdict};

/// Count very deep, over frontiers of unique positions
///
/// The frontier of ply P is the set of different positions after P plies, each with the number of
/// move sequences that end in it. It is computed ply by ply, on disk, up to the split. The
/// remaining plies are counted once for each of its positions. The work is a job: it can be killed
/// at any moment and run again, and run by several processes or machines. docs/deep-perft.md
/// explains the method.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise deep plan --depth 9 --split 6 --to perft9
  setwise deep run perft9                          counts, and prints the result
  setwise deep status perft9
  setwise deep verify perft9
  setwise deep frontier perft9 --ply 3             lists 5362 positions")]
pub(crate) struct Args {
    /// The subcommand to run.
    #[command(subcommand)]
    command: Command,
}

subcommands! {
    Plan(plan::Args, plan::run),
    /// Run what is left of a deep count, and print the result
    ///
    /// Ctrl-C stops the run; the same command continues it. Several processes may run the same
    /// directory at once.
    Run(job::run::Args, run_and_print),
    Status(job::status::Args, job::status::run),
    Verify(job::verify::Args, job::verify::run),
    Result(result::Args, result::run),
    Frontier(frontier::Args, frontier::run),
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, out: &mut (impl Write + Send)) -> Exit {
    args.command.run(out)
}

fn run_and_print(args: &job::run::Args, out: &mut impl Write) -> Exit {
    let job = Job::open(&args.directory)?;
    let deep = Deep::open(&job, args.settings())?;
    match job::run::run_job(args, &job, &deep)? {
        Verdict::Right if args.is_whole_job() => result::print(&job, &deep, false, out),
        verdict => Ok(verdict),
    }
}
