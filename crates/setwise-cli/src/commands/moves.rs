//! `setwise moves`: list the legal moves.

use std::io::Write;

use serde_json::json;
use setwise::{Bitboard, Filter, Square};

use crate::options::{CastlingOption, PositionOptions};
use crate::verdict::{Failure, Verdict};

/// List the legal moves
///
/// One a line, in the words of the UCI protocol, in the order of their text.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise moves
  setwise moves kiwipete --captures
  setwise moves kiwipete --from e5
  setwise moves --moves \"e2e4 e7e5\" --json")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionOptions,

    #[command(flatten)]
    castling: CastlingOption,

    /// Only moves that take a man, en passant too
    #[arg(long, conflicts_with = "quiets")]
    captures: bool,

    /// Only moves that take none
    #[arg(long)]
    quiets: bool,

    /// Only moves of the man on a square
    #[arg(long, value_name = "SQUARE")]
    from: Option<Square>,

    /// Only moves to a square; castling goes to the king's c or g square
    #[arg(long, value_name = "SQUARE")]
    to: Option<Square>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the moves.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let position = args.position.read()?;
    let castling = args.castling.form(&position);
    let kind = match (args.captures, args.quiets) {
        (true, _) => Filter::CAPTURES,
        (_, true) => Filter::QUIETS,
        _ => Filter::ALL,
    };
    let squares = |square: Option<Square>| square.map_or(Bitboard::UNIVERSE, Bitboard::of);
    let filter = kind.from(squares(args.from)).to(squares(args.to));
    let mut moves: Vec<String> = position
        .legal_moves_matching(filter)
        .into_iter()
        .map(|mv| mv.uci(castling).to_string())
        .collect();
    moves.sort_unstable();
    if args.json {
        writeln!(out, "{}", json!({ "fen": position.to_string(), "moves": moves }))?;
    } else {
        for mv in moves {
            writeln!(out, "{mv}")?;
        }
    }
    Ok(Verdict::Right)
}
