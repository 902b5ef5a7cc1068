//! `setwise pgn filter`: writes the games of a selection.

use std::io::Write;

use setwise_tables::{filter, unread};

use super::normalise::{self, Without};
use super::selection::{SelectedGames, verdict};
use crate::counted::counted;
use crate::standard_error::print_wrong;
use crate::verdict::{Exit, Verdict};

/// Write the games of a selection as they are
///
/// The text of a game is not changed, and games with errors are written too; but with --without,
/// games are rewritten as `setwise pgn normalise` does. Games are separated by an empty line. Games are in the order of the files, for any number of threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise pgn filter games.pgn --where \"WhiteElo >= 2000 and BlackElo >= 2000\"
  setwise pgn filter games.pgn.zst --where \"material = KRPvKR\" --sample 0.1 > rook-endings.pgn
  setwise pgn filter games.pgn --where \"error\"

Exit status:
  0  games were written
  1  no game was found, no game has a tag of --where, or a game is too long to be written
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    #[command(flatten)]
    games: SelectedGames,

    #[command(flatten)]
    without: Without,
}

/// Writes the games.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    if args.without.is_given() {
        return normalise::rewrite(&args.games, args.without.left_out(), out);
    }
    let inputs = args.games.inputs()?;
    let selection = args.games.selection()?;
    let written =
        args.games.read(&inputs, |options, _| filter(&inputs, options, &selection, out))?;
    if written.failed > 0 {
        print_wrong(format_args!("too long to be written: {}", counted(written.failed, "game")));
    }
    let verdict = verdict(&selection, &unread(&inputs, &written.inputs), written.failed)?;
    if written.written > 0 {
        return Ok(verdict);
    }
    print_wrong("no game was found");
    Ok(Verdict::Wrong)
}
