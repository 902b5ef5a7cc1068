//! `setwise moves`: lists the legal moves.

use std::io::Write;

use serde_json::json;
use setwise::{Bitboard, Filter, Square};

use crate::options::{CastlingOption, PositionOptions};
use crate::verdict::{Exit, Verdict};

/// List the legal moves
///
/// Prints one move per line in UCI notation (e2e4, e7e8q), in alphabetical order. For a
/// file or standard input, prints the moves of each position on one line, separated by spaces.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise moves
  setwise moves kiwipete --captures
  setwise moves kiwipete --from e5
  setwise moves positions.epd --captures
  setwise moves --moves \"e2e4 e7e5\" --json

Exit status:
  0  success
  1  the position or a move is invalid
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionOptions,

    #[command(flatten)]
    castling: CastlingOption,

    /// List only captures, including en passant
    #[arg(long, conflicts_with = "quiets")]
    captures: bool,

    /// List only moves that are not captures
    #[arg(long)]
    quiets: bool,

    /// List only moves from this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<Square>,

    /// List only moves to this square; castling counts as a move to the king's target square (c or
    /// g file)
    #[arg(long, value_name = "SQUARE")]
    to: Option<Square>,

    /// Print a JSON object for each position, on one line
    #[arg(long)]
    json: bool,
}

/// Prints the moves.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let kind = match (args.captures, args.quiets) {
        (true, _) => Filter::CAPTURES,
        (_, true) => Filter::QUIETS,
        _ => Filter::ALL,
    };
    let squares = |square: Option<Square>| square.map_or(Bitboard::UNIVERSE, Bitboard::of);
    let filter = kind.from(squares(args.from)).to(squares(args.to));
    args.position.for_each(out, |out, item| {
        let position = &item.position;
        let castling = args.castling.form(position);
        let moves = position.legal_moves_matching(filter).into_iter();
        let mut moves: Vec<String> = moves.map(|mv| mv.uci(castling).to_string()).collect();
        moves.sort_unstable();
        if args.json {
            item.write_json(out, json!({ "fen": position.to_string(), "moves": moves }))?;
        } else if item.line.is_some() {
            writeln!(out, "{}", moves.join(" "))?;
        } else {
            moves.iter().try_for_each(|mv| writeln!(out, "{mv}"))?;
        }
        Ok(Verdict::Right)
    })
}
