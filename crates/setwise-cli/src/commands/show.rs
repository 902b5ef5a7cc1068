//! `setwise show`: draw the board and say what is known of the position.

use std::fmt::Write as _;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use serde_json::json;
use setwise::{Bitboard, Color, File, Position, Rank, Square};

use crate::options::PositionOptions;
use crate::verdict::{Failure, Verdict};

const WHITE: Style = Style::new().bold();
const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const DIMMED: Style = Style::new().dimmed();

/// Draw the board and say what is known of the position
///
/// White's men are upper case, Black's lower case. Then come the FEN, the side to move, the rooks
/// that may castle, the en passant square and the pawns that may take there, the men that give
/// check, those that are pinned, and two keys: setwise's own, by which it tells whether a position
/// repeats another, and that of Polyglot's opening books.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise show
  setwise show kiwipete
  setwise show --moves \"e2e4 c7c5 g1f3\"
  setwise show 8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionOptions,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the position.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let position = args.position.read()?;
    if args.json {
        writeln!(out, "{}", as_json(&position))?;
    } else {
        write!(out, "{}\n{}", board(&position), facts(&position))?;
    }
    Ok(Verdict::Right)
}

/// The board with its ranks on the left and its files below.
fn board(position: &Position) -> String {
    let mut drawn = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        drawn += &format!("{DIMMED}{}{DIMMED:#} ", rank.digit());
        for file in File::ALL {
            drawn += &match position.board().piece_at(Square::new(file, rank)) {
                None => format!(" {DIMMED}.{DIMMED:#}"),
                Some(man) => {
                    let style = if man.color == Color::White { WHITE } else { BLACK };
                    format!(" {style}{}{style:#}", man.letter())
                }
            };
        }
        drawn += "\n";
    }
    let files = File::ALL.map(|file| format!(" {}", file.letter())).concat();
    drawn + &format!("\n{DIMMED}  {files}{DIMMED:#}\n")
}

/// A line for each thing that is known.
fn facts(position: &Position) -> String {
    let by_side = |set: Bitboard, words: &dyn Fn(Bitboard) -> String| {
        let side = |color| format!("{color} {}", words(set & position.board().color(color)));
        Color::ALL.map(side).join(", ")
    };
    let pinned = position.pinned(Color::White) | position.pinned(Color::Black);
    let rows = [
        ("FEN", position.to_string()),
        ("side to move", position.turn().to_string()),
        ("castling", by_side(position.castling(), &|rooks| squares(rooks, " and "))),
        ("en passant", en_passant(position)),
        ("checkers", men(position, position.checkers())),
        ("pinned", by_side(pinned, &|men| squares(men, " "))),
        ("legal moves", position.count_legal_moves().to_string()),
        ("key", format!("{:016x}", position.key())),
        ("Polyglot key", format!("{:016x}", position.polyglot_key())),
    ];
    rows.iter().fold(String::new(), |mut text, (name, value)| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:13} {value}");
        text
    })
}

fn en_passant(position: &Position) -> String {
    match position.en_passant() {
        None => "none".to_owned(),
        Some(square) => match position.en_passant_capturers() {
            Bitboard::EMPTY => format!("{square}, where no pawn may take"),
            pawns => format!("{square}, where {} may take", squares(pawns, " and ")),
        },
    }
}

/// The squares of a set, or `none`.
fn squares(set: Bitboard, between: &str) -> String {
    match set {
        Bitboard::EMPTY => "none".to_owned(),
        set => names(set).join(between),
    }
}

fn names(set: Bitboard) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}

/// The men on a set of squares, with their squares.
fn men(position: &Position, set: Bitboard) -> String {
    let man = |square| {
        let man = position.board().piece_at(square)?;
        Some(format!("{man} on {square}"))
    };
    match set {
        Bitboard::EMPTY => "none".to_owned(),
        set => set.into_iter().filter_map(man).collect::<Vec<_>>().join(", "),
    }
}

fn as_json(position: &Position) -> serde_json::Value {
    json!({
        "fen": position.to_string(),
        "side_to_move": position.turn().to_string(),
        "chess960": position.is_chess960(),
        "castling_rooks": names(position.castling()),
        "en_passant": position.en_passant().map(|square| square.to_string()),
        "en_passant_capturers": names(position.en_passant_capturers()),
        "checkers": names(position.checkers()),
        "pinned": {
            "white": names(position.pinned(Color::White)),
            "black": names(position.pinned(Color::Black)),
        },
        "legal_moves": position.count_legal_moves(),
        "key": format!("{:016x}", position.key()),
        "polyglot_key": format!("{:016x}", position.polyglot_key()),
    })
}
