//! `setwise pgn`: read files of games.

mod check;
mod fens;

use std::io::Write;

use clap::Subcommand;

use crate::verdict::{Failure, Verdict};

/// Read files of games in PGN
///
/// Files may be compressed by gzip or Zstandard, which is seen from their first bytes, and of any
/// length: a game is read at a time, in constant memory. Comments and tags may be UTF-8 or Latin-1.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise pgn check games.pgn
  setwise pgn fens games.pgn.zst --final")]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Fens(fens::Args),
}

/// Does it.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    match &args.command {
        Command::Check(args) => check::run(args, out),
        Command::Fens(args) => fens::run(args, out),
    }
}
