//! Options that several subcommands share.

use std::num::NonZero;
use std::thread;

use clap::Args;
use setwise::notation::uci::Castling;
use setwise::{Move, Position};

use crate::played_moves;
use crate::position::{self, WELL_KNOWN};
use crate::verdict::Failure;

/// A position, and moves to play from it.
#[derive(Args)]
pub(crate) struct PositionOptions {
    /// A FEN (quoted or not), a well-known name, or - for standard input [default: startpos]
    #[arg(value_name = "POSITION", num_args = 0.., allow_negative_numbers = true)]
    #[arg(long_help = position_help())]
    words: Vec<String>,

    /// Moves to play first, as in "e2e4 e7e5"; castling as e1g1 or e1h1
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    moves: Vec<String>,
}

impl PositionOptions {
    /// The position after the moves.
    pub(crate) fn read(&self) -> Result<Position, Failure> {
        self.read_with_last_move().map(|(position, _)| position)
    }

    /// The position after the moves, and the last of them.
    pub(crate) fn read_with_last_move(&self) -> Result<(Position, Option<Move>), Failure> {
        played_moves::play(position::read(&self.words)?, &self.moves)
    }
}

/// What a POSITION may be, for `--help`.
pub(crate) fn position_help() -> String {
    let mut help = "\
A FEN, quoted or not; a well-known name; or - for the first line of standard input
[default: startpos].

A FEN may leave out its counters and have more than one space between its fields; castling
rights are read as KQkq, as X-FEN or as Shredder-FEN. The well-known names:"
        .to_owned();
    for (name, fen) in WELL_KNOWN {
        help += &format!("\n  {name:9}  {fen}");
    }
    help
}

/// How castling is written.
#[derive(Args)]
pub(crate) struct CastlingOption {
    /// Write castling as king takes rook (e1h1), as Chess960 does; without it, castling is
    /// e1g1, unless the position has a king or rook that castles from elsewhere
    #[arg(long)]
    chess960: bool,
}

impl CastlingOption {
    /// The form for the moves of a position.
    pub(crate) fn form(&self, position: &Position) -> Castling {
        if self.chess960 { Castling::KingTakesRook } else { position.castling_form() }
    }
}

/// How many threads there are.
#[derive(Args)]
pub(crate) struct ThreadsOption {
    /// How many threads count; the answers are the same for any number [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
}

/// More than any machine has cores.
const MAX_THREADS: i64 = 4096;

impl ThreadsOption {
    /// As many as asked for, or as the machine has cores.
    pub(crate) fn number(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => thread::available_parallelism().map_or(1, NonZero::get),
        }
    }
}
