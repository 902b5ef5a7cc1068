//! `setwise bench`: measure the techniques side by side.

mod attacks;
mod contest;
mod games;
mod lookups;
mod options;
mod perft;
mod ranking;
mod set_wise;
mod workload;

use std::io::Write;

use clap::Subcommand;

use crate::verdict::{Failure, Verdict};

/// Measure the techniques on this CPU, side by side
///
/// A figure says something beside the others of the same run only: the techniques take turns, and
/// each shows its best round. Close what else runs on the machine.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise bench attacks
  setwise bench attacks --technique hyperbola --workload games chain
  setwise bench perft --technique all --svg perft.svg")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

/// What is measured.
#[derive(Subcommand)]
enum What {
    Attacks(attacks::Args),
    Perft(perft::Args),
}

/// Measures.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    match &args.what {
        What::Attacks(args) => attacks::run(args, out),
        What::Perft(args) => perft::run(args, out),
    }
}
