//! `setwise uci`: the player for other chess programs.

use std::io::{self, Write};

use setwise_jobs::number::{SEARCH, parser};
use setwise_player::{bench, uci};

use crate::verdict::{Exit, Verdict};

/// Play chess as an engine of another program, in the UCI protocol
///
/// Reads the commands of the protocol from standard input until `quit` or the end of the input.
/// Chess programs start it themselves: add `setwise uci` as an engine there.
///
/// The option EndgameTables, in a build with the feature endgames, lets a second thread compute
/// tables of up to four pieces while at most six pieces are left. With them the player gives the
/// shortest mate, and loses no drawn position. The option EndgamePath is a directory of tables that
/// `setwise endgame build` has saved.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise uci
  printf 'position startpos moves e2e4\\ngo movetime 1000\\n' | setwise uci
  setwise uci bench")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(clap::Subcommand)]
enum What {
    /// Search ten positions, and print the number of nodes: the same on every machine
    Bench {
        /// The depth of the search
        #[arg(long, value_name = "N", default_value_t = 12, value_parser = parser(SEARCH))]
        depth: u32,
    },
}

/// Answers the protocol, or searches the positions of the benchmark.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    match args.what {
        Some(What::Bench { depth }) => writeln!(out, "{}", bench(depth))?,
        None => uci::run(io::stdin().lock(), io::stdout())?,
    }
    Ok(Verdict::Right)
}
