//! The subcommands, and the text of `setwise --help`.

use clap::Parser;

use crate::commands::{
    attacks, book, completions, convert, deep, diff, endgame, epd, explain, find, job, lab, magics,
    mapping, moves, perft, pgn, play, quiz, show, subcommands, svg, techniques, uci, verify,
    with_tables,
};
use crate::version;

/// Count, check and explain chess moves.
#[derive(Parser)]
#[command(
    name = "setwise",
    bin_name = "setwise",
    version,
    long_version = version::long(),
    after_help = concat!("\
Examples:
  setwise perft 6                     count the move sequences of length 6, by first move
  setwise perft 5 kiwipete --json     count from a well-known position, print JSON
  setwise deep plan --depth 9 --split 6 --to perft9
                                      plan a very deep count, which can be continued
  setwise verify suite.epd            check a suite of known counts
  setwise diff 4 --engine stockfish   find the first position where an engine's moves differ
  setwise moves positions.fen         list the legal moves of each position of a file
  setwise show                        draw the board in the terminal
  setwise svg -o board.svg            draw the board as an SVG image
  setwise convert --from uci --to san e2e4
                                      convert moves to another notation
  setwise epd suite.epd               check an EPD file and list its positions
  setwise book gm2001.bin             list the moves of an opening book
  setwise book make games.pgn -o book.bin
                                      make an opening book from games
  setwise pgn check games.pgn         play every move of every game
  setwise find 'count(pinned & a) >= 2' games.pgn
                                      find games by what stands and attacks
  setwise explain hyperbola rook c3   show how a sliding-attack technique works
  setwise explain legal kiwipete      show the way from potential to legal moves
  setwise quiz attacks                answer questions, with a lesson for each wrong answer
  setwise play --level 2              play chess against the computer
  setwise uci                         play chess as an engine of another program
  setwise magics                      find magic factors

Run `setwise <COMMAND> --help` for the details of a command.
", with_tables!("", "
With all features (cargo install --path crates/setwise-cli --profile dist --features full):
  tables of games (pgn export, pgn plan and its jobs, find --to, tables as files of find), endgame,
  and lab
"), "
Environment variables:
  SETWISE_CPU  the most that is used of the CPU: baseline (SSE2), v3 (x86-64-v3, with AVX2 and
               BMI2) or v4 (all of a CPU with x86-64-v4). A level that the CPU lacks is an error.
               Without it, all is used. Results are the same.
  PAGER        the program that shows long texts on a terminal, instead of less
  NO_COLOR     if it is set, nothing is printed in color

Exit status:
  0    success, also if the reader of the output stops reading, as in `setwise moves | head -1`
  1    a count is wrong, two results differ, nothing was found, or the input is invalid
  2    the command line is wrong, or the command could not run
  130  stopped by Ctrl-C; 143 by SIGTERM. The results that are finished are printed.")
)]
pub(crate) struct Cli {
    /// The subcommand to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

subcommands! {
    Perft(perft::Args, perft::run),
    Deep(deep::Args, deep::run),
    Job(job::Args, job::run),
    Verify(verify::Args, verify::run),
    Diff(diff::Args, diff::run),
    Moves(moves::Args, moves::run),
    Show(show::Args, show::run),
    Svg(svg::Args, svg::run),
    Convert(convert::Args, convert::run),
    Epd(epd::Args, epd::run),
    #[cfg_attr(not(feature = "endgames"), command(hide = true))]
    Endgame(endgame::Args, endgame::run),
    Book(book::Args, book::run),
    Pgn(pgn::Args, pgn::run),
    Find(find::Args, find::run),
    Techniques(techniques::Args, techniques::run),
    Attacks(attacks::Args, attacks::run),
    Explain(explain::Args, explain::run),
    Mapping(mapping::Args, mapping::run),
    Quiz(quiz::Args, quiz::run),
    Play(play::Args, play::run),
    Uci(uci::Args, uci::run),
    Magics(magics::Args, magics::run),
    #[cfg_attr(not(has_lab), command(hide = true))]
    Lab(lab::Args, lab::run),
    Completions(completions::Args, completions::run),
}

impl Command {
    /// Returns whether the output of the subcommand may have colors.
    pub(crate) fn is_styled(&self) -> bool {
        match self {
            Command::Find(args) => args.draws_word(),
            Command::Moves(_)
            | Command::Svg(_)
            | Command::Convert(_)
            | Command::Epd(_)
            | Command::Endgame(_)
            | Command::Book(_)
            | Command::Pgn(_) => false,
            _ => true,
        }
    }
}
