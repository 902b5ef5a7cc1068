//! The command `setwise-bench`: measures the sliding-attack techniques and the back-ends of the
//! lanes.
//!
//! It is a package of its own because it instantiates the move generator and every lookup loop once
//! for each technique, which takes long to compile.
//!
//! `attacks` measures lookups alone: `workload` makes the data, `lookups` and `set_wise` have the
//! loops, and `instructions` chooses the x86-64 level that they are compiled for. `perft` measures
//! the move generator. Both use `contest`, which measures in turns, and `ranking`, which prints the
//! results; `bars` draws them.

mod attacks;
mod backend_option;
mod bars;
mod contest;
mod counter;
mod failure;
mod games;
mod instructions;
mod lookups;
mod machine;
mod options;
mod perft;
mod random;
mod ranking;
mod set_wise;
mod workload;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use setwise::dispatch::forced_level;

use crate::failure::Failure;

/// Measure the sliding-attack techniques on this CPU
///
/// Compare figures only within one run. Within a run the techniques take turns, and each shows its
/// best round. Close other programs before you measure.
#[derive(Parser)]
#[command(
    name = "setwise-bench",
    version,
    after_help = "\
Examples:
  setwise-bench attacks
  setwise-bench attacks --technique hyperbola --workload games chain
  setwise-bench perft --technique all --svg perft.svg

The environment variable SETWISE_CPU is described by `setwise --help`.

Exit status: 0; 1 for a wrong answer; 2 for a wrong command line or when the run could not be done."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The subcommands.
#[derive(Subcommand)]
enum Command {
    Attacks(attacks::Args),
    Perft(perft::Args),
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let code = match run(&command, &mut BufWriter::new(io::stdout().lock())) {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    };
    ExitCode::from(code)
}

/// Runs a subcommand.
fn run(command: &Command, out: &mut impl Write) -> Result<(), Failure> {
    forced_level().map_err(|error| Failure::Run(error.to_string()))?;
    match command {
        Command::Attacks(args) => attacks::run(args, out)?,
        Command::Perft(args) => perft::run(args, out)?,
    }
    Ok(out.flush()?)
}
