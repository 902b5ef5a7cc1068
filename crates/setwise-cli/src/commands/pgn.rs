//! `setwise pgn`: reads PGN files.

mod check;
#[cfg(feature = "tables")]
pub(crate) mod export;
mod fens;
mod filter;
mod leniency;
mod normalise;
#[cfg(feature = "tables")]
mod plan;
mod selection;
mod stats;

use std::io::Write;

pub(super) use self::leniency::Leniency;
pub(super) use self::selection::read_with;
#[cfg(not(feature = "tables"))]
use super::{no_tables as export, no_tables as plan};
use crate::verdict::Exit;

/// Read PGN files
///
/// Files may be compressed with gzip, bzip2 or Zstandard, which is detected by their first bytes.
/// They may be of any length: the memory does not depend on it. Subcommands with --threads need
/// about 100 MB of memory for each thread. Comments and tags may be UTF-8, Latin-1 or Windows-1252,
/// or UTF-16 with a byte order mark.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  setwise pgn check games.pgn
  setwise pgn fens games.pgn.zst --final
  setwise pgn stats games.pgn
  setwise pgn filter games.pgn --where \"WhiteElo >= 2000\"
", with_tables!("  setwise pgn export games.pgn --to tables --format csv
", "
With all features (cargo install --path crates/setwise-cli --profile dist --features full):
  export  Write tables of games and of positions, and training data of NNUE trainers
  plan    Plan an export as a job
"), "
Exit status:
  0  success
  1  a game has an error, no game has a tag of --where, or no game was found (see each subcommand)
  2  the command line is wrong, or a file cannot be read"))]
pub(crate) struct Args {
    /// The subcommand to run.
    #[command(subcommand)]
    command: Command,
}

subcommands! {
    Check(check::Args, check::run),
    Fens(fens::Args, fens::run),
    Stats(stats::Args, stats::run),
    Filter(filter::Args, filter::run),
    Normalise(normalise::Args, normalise::run),
    #[cfg_attr(not(feature = "tables"), command(hide = true))]
    Export(export::Args, export::run),
    #[cfg_attr(not(feature = "tables"), command(hide = true))]
    Plan(plan::Args, plan::run),
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, out: &mut (impl Write + Send)) -> Exit {
    args.command.run(out)
}
