//! `setwise pgn fens`: prints the positions of games.

use std::fmt;
use std::io::{self, Write};

use setwise_pgn::{Fault, Next, Options, Played, Replay, Termination, Text, Visitor};
use setwise_tables::{FenOptions, ReadOptions, fens, unread};

use super::leniency::{self, Leniency};
use super::selection::{read_with, verdict};
use crate::game_files::GameFiles;
use crate::standard_error::{print_line, print_wrong};
use crate::verdict::{Exit, Failure};

/// Print the positions of games as FENs, one per line
///
/// Prints every position of the main line of each game, including the first. Positions of
/// variations are not printed. Nothing separates the games, except with --separate.
///
/// The same games are wrong as in `setwise pgn check`, except that variations are not read: an
/// illegal move in a variation is not found. An error is printed to standard error, and the rest of
/// the game is skipped. The positions before the error are printed; with --final, none are.
/// Accepted deviations are counted on standard error at the end.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise pgn fens games.pgn
  setwise pgn fens --lenient games.pgn
  setwise pgn fens games.pgn.zst --final | sort | uniq -c | sort -n
  setwise pgn fens games.pgn --json | jq 'select(.tags.White == \"A\") | .fen'

Exit status:
  0  success
  1  a game has an error
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    #[command(flatten)]
    files: GameFiles,

    /// Print only the last position of each game
    #[arg(long = "final")]
    is_final: bool,

    /// Print an empty line after each game, even if it has no positions, and after the positions of
    /// a game that is cut because its file cannot be read further
    #[arg(long)]
    separate: bool,

    /// Print a JSON object for each position, with the file, the number of the game in it (from 1),
    /// the ply, the FEN, the move in UCI notation, the result and all tags; in a game with an
    /// error, also its message. A game with an error and without positions has one object, without
    /// ply, fen and move
    #[arg(long, conflicts_with = "separate")]
    json: bool,

    #[command(flatten)]
    leniency: Leniency,
}

/// Prints every position.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let options = args.leniency.add_to(Options::COMMON);
    if args.json {
        return print_json(args, options, out);
    }
    let (replay, written) = (Replay::with_options(options), Ok(()));
    let fens = Fens {
        replay,
        is_final: args.is_final,
        separate: args.separate,
        is_open: false,
        line: String::new(),
        out,
        written,
    };
    let (mut fens, games) = args.files.read(fens, options, |fens, error| {
        std::mem::replace(&mut fens.written, Ok(())).map_err(Failure::Output)?;
        error.iter().for_each(print_wrong);
        if args.separate {
            writeln!(fens.out)?;
        }
        fens.is_open = false;
        Ok(())
    })?;
    fens.close_cut_game();
    fens.written?;
    let mut accepted = games.deviations;
    accepted += fens.replay.deviations();
    if let Some(accepted) = leniency::summary(&accepted) {
        print_line(format_args!("accepted: {accepted}"));
    }
    games.verdict()
}

/// Prints every position as JSON.
fn print_json(args: &Args, options: Options, out: &mut impl Write) -> Exit {
    let (inputs, mut errors) = args.files.inputs()?;
    let options = ReadOptions { pgn: options, ..ReadOptions::default() };
    let chosen = FenOptions { is_final: args.is_final, ..FenOptions::default() };
    let written = read_with(&inputs, &options, |read| fens(&inputs, read, &chosen, out))?;
    errors.extend(unread(&inputs, &written.inputs));
    verdict(&chosen.selection, &errors, written.failed)
}

struct Fens<'o, W> {
    replay: Replay,
    is_final: bool,
    separate: bool,
    /// Whether positions of a game were written that has not ended.
    is_open: bool,
    /// A position as it is written.
    line: String,
    out: &'o mut W,
    /// The result of the last write.
    written: io::Result<()>,
}

impl<W: Write> AsRef<Replay> for Fens<'_, W> {
    fn as_ref(&self) -> &Replay {
        &self.replay
    }
}

impl<W: Write> Fens<'_, W> {
    /// Writes the current position of the game.
    fn write(&mut self) -> Result<(), Fault> {
        // One write of the line is faster than one for each part of it.
        self.line.clear();
        let written =
            fmt::Write::write_fmt(&mut self.line, format_args!("{}\n", self.replay.position()));
        written.expect("a text grows");
        self.written = self.out.write_all(self.line.as_bytes());
        self.is_open = true;
        match self.written {
            Ok(()) => Ok(()),
            Err(_) => Err(Fault::refused("the positions cannot be written")),
        }
    }

    /// Separates the positions of a game inside which a file could be read no further.
    fn close_cut_game(&mut self) {
        if self.is_open && self.separate {
            self.written = writeln!(self.out);
        }
        self.is_open = false;
    }
}

impl<W: Write> Visitor for Fens<'_, W> {
    fn begin_game(&mut self) -> Next {
        self.close_cut_game();
        self.replay.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.replay.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.replay.end_tags();
        let is_written = self.is_final || self.write().is_ok();
        if is_written { Next::Read } else { Next::Skip }
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        let played = self.replay.play(san)?;
        if self.is_final || played == Played::Nothing { Ok(()) } else { self.write() }
    }

    fn end_game(&mut self, _: Option<Termination>) -> Result<(), Fault> {
        if self.is_final { self.write() } else { Ok(()) }
    }
}
