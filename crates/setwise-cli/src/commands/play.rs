//! `setwise play`: a game against the computer.

mod session;
mod sets;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use setwise::Color;
use setwise_jobs::number::{ANY, parser};
use setwise_player::Level;

use self::session::{COMMANDS, Session};
use crate::bounded_lines::BoundedLines;
use crate::endgames::TablesOption;
use crate::interruption::Interruption;
use crate::options::OnePosition;
use crate::verdict::{Exit, Failure, Verdict};

/// Play chess against the computer, in the terminal
///
/// Prints the board and reads your moves from standard input, one line for each: in standard
/// notation, as in Nf3, or in UCI notation, as in g1f3. A line may also be one of the commands
/// below. A line that is neither is answered with the reason, and the game goes on.
///
/// The game ends by checkmate, stalemate, insufficient material, threefold repetition, the 50-move
/// rule, `resign`, `quit` or the end of the input.
#[derive(clap::Args)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    #[command(flatten)]
    position: OnePosition,

    /// The strength of the computer, from 1 (for a beginner) to 8 (for a strong player)
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = parser(1..=8_u8))]
    level: u8,

    /// The side that you play
    #[arg(long, value_name = "COLOR", default_value = "white")]
    color: Side,

    /// The number that decides what is random: the same number and the same lines give the same
    /// game [default: a random number]
    #[arg(long, value_name = "N", value_parser = parser(ANY))]
    seed: Option<u64>,

    /// Write the game to a PGN file, after each move and at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long)]
    force: bool,

    /// Let the computer use endgame tables of up to four pieces, at any level; --tables does too
    #[cfg(feature = "endgames")]
    #[arg(long)]
    endgames: bool,

    #[command(flatten)]
    directory: TablesOption,
}

fn after_help() -> String {
    format!(
        "\
Commands of the game:
{COMMANDS}

Examples:
  setwise play
  setwise play --level 1 --color black
  setwise play kiwipete --save game.pgn
  printf 'e4\\nwhy\\n' | setwise play --seed 1

Exit status:
  0  the game or the input has ended
  1  the position is invalid
  2  the command line is wrong, or a file cannot be read or written"
    )
}

/// The side that the user plays.
#[derive(Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

/// The length of the longest line that is read, in bytes.
const LONGEST_LINE: u64 = 4000;

/// Plays the game.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let seed = args.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let user = match args.color {
        Side::White => Color::White,
        Side::Black => Color::Black,
        Side::Random if seed.is_multiple_of(2) => Color::White,
        Side::Random => Color::Black,
    };
    let level = Level::new(args.level).expect("the level is in the range of the option");
    let mut session = Session::new(args.position.read()?, user, level, seed, args.force)?;
    #[cfg(feature = "endgames")]
    if args.endgames || args.directory.tables.is_some() {
        let endgames = setwise_player::Endgames::new(args.directory.tables.clone());
        let endgames = endgames.map_err(|error| Failure::Run(error.to_string()))?;
        session.opponent.use_endgames(endgames);
    }
    if let Some(path) = &args.save {
        session.store(path, args.force).map_err(Failure::Run)?;
    }
    writeln!(out, "You are {user}, against level {level} (seed {seed}); `help` lists commands.\n")?;
    let stdin = io::stdin().lock();
    let is_prompted = stdin.is_terminal();
    let mut lines = BoundedLines::new(stdin, LONGEST_LINE);
    if session.is_users_turn() {
        session.draw(out)?;
    }
    loop {
        session.answer(out)?;
        if let Some(path) = &args.save {
            session.store(path, true).map_err(Failure::Run)?;
        }
        if session.is_over() {
            return Ok(Verdict::Right);
        }
        if is_prompted {
            write!(out, "your move: ")?;
        }
        out.flush()?;
        let line = lines
            .next()
            .map_err(|error| Failure::Run(format!("cannot read from standard input: {error}")))?;
        if Interruption::current().has_come() {
            return Ok(Verdict::Stopped);
        }
        match line {
            None => {
                writeln!(out, "the input has ended")?;
                return Ok(Verdict::Right);
            }
            Some(Err(fault)) => writeln!(out, "{fault}")?,
            Some(Ok(line)) => session.obey(line.trim(), out)?,
        }
    }
}
