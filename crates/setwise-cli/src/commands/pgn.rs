//! `setwise pgn`: reads PGN files.

mod check;
mod fens;
mod leniency;

use std::io::Write;

use clap::Subcommand;

use crate::verdict::{Failure, Verdict};

/// Read PGN files
///
/// Files may be compressed with gzip, bzip2 or Zstandard, which is detected by their first bytes. They
/// may be of any length: games are read one at a time, in constant memory. Comments and tags may be
/// UTF-8 or Latin-1, or UTF-16 with a byte order mark.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise pgn check games.pgn
  setwise pgn fens games.pgn.zst --final")]
pub(crate) struct Args {
    /// The subcommand to run.
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Fens(fens::Args),
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    match &args.command {
        Command::Check(args) => check::run(args, out),
        Command::Fens(args) => fens::run(args, out),
    }
}
