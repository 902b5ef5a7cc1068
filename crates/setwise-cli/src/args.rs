//! The subcommands, and what stands in the help above them.

use std::io::Write;

use clap::{Parser, Subcommand};

use crate::commands::{
    attacks, book, completions, convert, diff, epd, explain, magics, moves, perft, pgn, show, svg,
    techniques, verify,
};
use crate::verdict::{Failure, Verdict};
use crate::version;

/// Count, check and explain chess moves.
#[derive(Parser)]
#[command(
    name = "setwise",
    version,
    long_version = version::long(),
    after_help = "\
Examples:
  setwise perft 6                     count the games of six moves, by first move
  setwise perft 5 kiwipete --json     a well-known position, for a program to read
  setwise verify suite.epd            check a file of known counts
  setwise diff 4 --engine stockfish   find the first position that another engine sees otherwise
  setwise show                        draw the board
  setwise svg -o board.svg            draw it as a picture
  setwise convert --from uci --to san e2e4
                                      moves from one notation into another
  setwise epd suite.epd               check and list a file of EPD
  setwise book gm2001.bin             what an opening book has for a position
  setwise pgn check games.pgn         play every move of every game
  setwise explain hyperbola rook c3   see how a sliding-attack technique works
  setwise magics                      find magic factors

`setwise <COMMAND> --help` says more of each.

Exit status: 0; 1 for a wrong count, a difference or an illegal input; 2 for a wrong command line
or when the run could not be done; 130 after Ctrl-C."
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What the command can do. The help says of each what its arguments' comment says.
#[derive(Subcommand)]
pub(crate) enum Command {
    Perft(perft::Args),
    Verify(verify::Args),
    Diff(diff::Args),
    Moves(moves::Args),
    Show(show::Args),
    Svg(svg::Args),
    Convert(convert::Args),
    Epd(epd::Args),
    Book(book::Args),
    Pgn(pgn::Args),
    Techniques(techniques::Args),
    Attacks(attacks::Args),
    Explain(explain::Args),
    Magics(magics::Args),
    Completions(completions::Args),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self, out: &mut impl Write) -> Result<Verdict, Failure> {
        match self {
            Command::Perft(args) => perft::run(&args, out),
            Command::Verify(args) => verify::run(&args, out),
            Command::Diff(args) => diff::run(&args, out),
            Command::Moves(args) => moves::run(&args, out),
            Command::Show(args) => show::run(&args, out),
            Command::Svg(args) => svg::run(&args, out),
            Command::Convert(args) => convert::run(&args, out),
            Command::Epd(args) => epd::run(&args, out),
            Command::Book(args) => book::run(&args, out),
            Command::Pgn(args) => pgn::run(&args, out),
            Command::Techniques(args) => techniques::run(&args, out),
            Command::Attacks(args) => attacks::run(&args, out),
            Command::Explain(args) => explain::run(&args, out),
            Command::Magics(args) => magics::run(&args, out),
            Command::Completions(args) => completions::run(&args, out),
        }
    }
}
