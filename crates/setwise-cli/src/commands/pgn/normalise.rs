//! `setwise pgn normalise`: rewrites games in export format.

use std::io::Write;

use setwise_tables::normalise;

use super::selection::{SelectedGames, note, unread, verdict};
use crate::counted::counted;
use crate::verdict::{Failure, Verdict};

/// Rewrite games in the export format of the PGN standard
///
/// Tags come in the standard order, moves in standard notation, in lines of less than 80
/// characters; comments, glyphs and variations are kept. Games with errors are left out, and
/// counted on standard error.
#[derive(clap::Args)]
#[command(visible_alias = "normalize")]
#[command(after_help = "\
Examples:
  setwise pgn normalise games.pgn > clean.pgn
  setwise pgn normalise --lenient games.pgn.zst --where \"variant = standard\"

Exit status:
  0  all games were written
  1  games with errors are left out, or no game has a tag of --where
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    #[command(flatten)]
    games: SelectedGames,
}

/// Writes the games.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let inputs = args.games.inputs()?;
    let selection = args.games.selection()?;
    let written =
        args.games.read(&inputs, |options| normalise(&inputs, options, &selection, out))?;
    if written.failed > 0 {
        note(&format!("left out because of errors: {}", counted(written.failed, "game")));
    }
    verdict(&selection, unread(&inputs, &written.inputs), written.failed)
}
