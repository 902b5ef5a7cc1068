//! `setwise pgn normalise`: rewrites games in export format.

use std::io::Write;

use clap::ValueEnum;
use setwise_pgn::LeftOut;
use setwise_tables::{normalise, unread};

use super::selection::{SelectedGames, verdict};
use crate::counted::counted;
use crate::standard_error::print_wrong;
use crate::verdict::Exit;

/// Rewrite games in the export format of the PGN standard
///
/// Tags come in the standard order, moves in standard notation, in lines of less than 80
/// characters; comments, glyphs and variations are kept, but for what --without names. Games with
/// errors are left out, and counted on standard error.
#[derive(clap::Args)]
#[command(visible_alias = "normalize")]
#[command(after_help = "\
Examples:
  setwise pgn normalise games.pgn > clean.pgn
  setwise pgn normalise games.pgn --without comments,variations > moves.pgn
  setwise pgn normalise --lenient games.pgn.zst --where \"variant = standard\"

Exit status:
  0  all games were written
  1  games with errors are left out, or no game has a tag of --where
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    #[command(flatten)]
    games: SelectedGames,

    #[command(flatten)]
    without: Without,
}

/// The option `--without`.
#[derive(clap::Args)]
pub(super) struct Without {
    /// Leave out these parts of games
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    without: Vec<Part>,
}

/// A part of games that can be left out.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    /// All comments, with their clocks and evaluations
    Comments,
    /// All variations
    Variations,
    /// All glyphs, such as !? and $10
    Glyphs,
    /// Clocks in comments, and comments that have nothing else
    Clocks,
}

impl Without {
    /// Returns whether the option is given.
    pub(super) fn is_given(&self) -> bool {
        !self.without.is_empty()
    }

    /// Returns the parts that are left out.
    pub(super) fn left_out(&self) -> LeftOut {
        let has = |part| self.without.contains(&part);
        LeftOut {
            comments: has(Part::Comments),
            variations: has(Part::Variations),
            glyphs: has(Part::Glyphs),
            clocks: has(Part::Clocks),
        }
    }
}

/// Writes the games.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    rewrite(&args.games, args.without.left_out(), out)
}

/// Rewrites the games of a selection without some of their parts.
pub(super) fn rewrite(games: &SelectedGames, left_out: LeftOut, out: &mut impl Write) -> Exit {
    let (inputs, selection) = (games.inputs()?, games.selection()?);
    let written =
        games.read(&inputs, |options, _| normalise(&inputs, options, &selection, left_out, out))?;
    if written.failed > 0 {
        print_wrong(format_args!(
            "left out because of errors: {}",
            counted(written.failed, "game")
        ));
    }
    verdict(&selection, &unread(&inputs, &written.inputs), written.failed)
}
