//! The options that several subcommands share.

use std::num::NonZero;
use std::thread;

use clap::Args;
use setwise::notation::uci::Castling;
use setwise::{Move, Position};

use crate::played_moves;
use crate::position::{self, WELL_KNOWN};
use crate::verdict::Failure;

/// The options that select a position, and moves to play from it.
#[derive(Args)]
pub(crate) struct PositionOptions {
    /// The position: a FEN, a well-known name, or - for standard input [default: startpos]
    #[arg(value_name = "POSITION", num_args = 0.., allow_negative_numbers = true)]
    #[arg(long_help = position_help())]
    words: Vec<String>,

    /// Play these moves from the position first, as in "e2e4 e7e5"; castling is e1g1 or e1h1
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    moves: Vec<String>,
}

impl PositionOptions {
    /// Returns the position after the moves.
    pub(crate) fn read(&self) -> Result<Position, Failure> {
        self.read_with_last_move().map(|(position, _)| position)
    }

    /// Returns the position after the moves, and the last move.
    pub(crate) fn read_with_last_move(&self) -> Result<(Position, Option<Move>), Failure> {
        played_moves::play(position::read(&self.words)?, &self.moves)
    }
}

/// Returns the help text of POSITION.
pub(crate) fn position_help() -> String {
    let mut help = "\
The position: a FEN, quoted or not; a well-known name; or - to read the first line of standard input
[default: startpos].

The move counters of a FEN may be missing, and its fields may be separated by several spaces.
Castling rights can be written as KQkq, as X-FEN or as Shredder-FEN. The well-known names:"
        .to_owned();
    for (name, fen) in WELL_KNOWN {
        help += &format!("\n  {name:9}  {fen}");
    }
    help
}

/// The option that selects how castling is written.
#[derive(Args)]
pub(crate) struct CastlingOption {
    /// Write castling as king takes rook (e1h1), as in Chess960 [default: e1g1, but e1h1 if a king
    /// or rook with castling rights is not on its standard square]
    #[arg(long)]
    chess960: bool,
}

impl CastlingOption {
    /// Returns the notation of castling for the moves of a position.
    pub(crate) fn form(&self, position: &Position) -> Castling {
        if self.chess960 { Castling::KingTakesRook } else { position.castling_form() }
    }
}

/// The option that selects the number of threads.
#[derive(Args)]
pub(crate) struct ThreadsOption {
    /// Count with N threads; the counts are the same for any N [default: one per CPU core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
}

/// The largest value of `--threads`, more than any machine has cores.
const MAX_THREADS: i64 = 4096;

impl ThreadsOption {
    /// Returns the number of threads: the value of the option, or the number of cores.
    pub(crate) fn number(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => thread::available_parallelism().map_or(1, NonZero::get),
        }
    }
}
