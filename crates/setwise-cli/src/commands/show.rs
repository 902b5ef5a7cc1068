//! `setwise show`: draws the board and describes the position.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::builder::{PathBufValueParser, TypedValueParser};
use serde_json::json;
use setwise::{Bitboard, Color, File, Position, Rank, Square};
use setwise_lessons::sets::{in_words, lesson, parts};
use setwise_lessons::svg::Svg;
use setwise_sets::{Definitions, Expression, Source, Value};

use super::find::wrong;
use crate::drawing;
use crate::endgames::TablesOption;
use crate::options::PositionOptions;
use crate::verdict::{Exit, Failure, Verdict};

const WHITE: Style = Style::new().bold();
const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const DIMMED: Style = Style::new().dimmed();

/// Draw the board and describe the position
///
/// White pieces are upper case, black pieces lower case. Below the board are the FEN, the side to
/// move, the rooks with castling rights, the en passant square and the pawns that can capture
/// there, the checkers (pieces that give check), the pinned pieces, the number of legal moves, and
/// two hash keys of the position: setwise's own key, which identifies repeated positions, and the
/// key of Polyglot opening books.
///
/// Several positions are separated by empty lines.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise show
  setwise show kiwipete
  setwise show --moves \"e2e4 c7c5 g1f3\"
  setwise show positions.epd --json
  setwise show kiwipete --sets 'attacks(N) & a'
  setwise show kiwipete --sets 'attacks(N) & a' --svg sets.svg
  setwise show 8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1

Exit status:
  0  success
  1  the position or a move is invalid
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionOptions,

    /// Draw the value of each part of an expression of sets, in the language of `setwise find`
    #[arg(long, value_name = "EXPRESSION")]
    sets: Option<String>,

    /// Write the boards of --sets to an SVG image instead; - is standard output
    #[arg(long, value_name = "FILE", requires = "sets", conflicts_with = "json")]
    #[arg(value_parser = PathBufValueParser::new().try_map(drawing::named))]
    svg: Option<PathBuf>,

    #[command(flatten)]
    endgames: TablesOption,

    /// Print a JSON object for each position, on one line
    #[arg(long)]
    json: bool,
}

/// Prints the position.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    args.endgames.apply();
    let sets = args.sets.as_deref().map(expression).transpose()?;
    let mut is_first = true;
    args.position.for_each(out, |out, item| {
        let position = &item.position;
        if args.json {
            let mut described = as_json(position);
            if let (Some(sets), Some(fields)) = (&sets, described.as_object_mut()) {
                fields.insert("sets".to_owned(), parts_as_json(sets, position));
            }
            item.write_json(out, described)?;
        } else if let (Some(sets), Some(path)) = (&sets, &args.svg) {
            if !is_first {
                let message = "a second position, but --svg names one image";
                return Err(Failure::Run(message.to_owned()));
            }
            drawing::write(path, &Svg::new(&lesson(sets, position)), out)?;
            is_first = false;
        } else if let Some(sets) = &sets {
            let line_feed = if is_first { "" } else { "\n" };
            let parts = parts(sets, position).map(|(text, value)| part(text, value));
            write!(
                out,
                "{line_feed}{}{}",
                board(position, Color::White),
                parts.collect::<String>()
            )?;
            is_first = false;
        } else {
            let line_feed = if is_first { "" } else { "\n" };
            write!(out, "{line_feed}{}\n{}", board(position, Color::White), properties(position))?;
            is_first = false;
        }
        Ok(Verdict::Right)
    })
}

/// Parses the expression whose parts are drawn.
fn expression(text: &str) -> Result<Expression, Failure> {
    Expression::parse_with(text, &Definitions::standard(), Source::Positions)
        .map_err(|error| wrong(text, &error))
}

/// Returns the value of an expression as text: a set as a board.
pub(super) fn part(text: &str, value: Value) -> String {
    let board = match value {
        Value::Set(set) => format!("{set}\n"),
        _ => String::new(),
    };
    format!("\n{}\n{board}", in_words(text, value))
}

fn parts_as_json(sets: &Expression, position: &Position) -> serde_json::Value {
    let parts = parts(sets, position).map(|(part, value)| {
        let value = match value {
            Value::Set(set) => json!(names(set)),
            Value::Number(number) => json!(number),
            Value::Truth(truth) => json!(truth),
        };
        json!({ "text": part, "value": value })
    });
    parts.collect()
}

/// Returns the board as a side sees it, with the rank digits on the left and the file letters
/// below.
pub(super) fn board(position: &Position, side: Color) -> String {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match side {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let mut drawn = String::new();
    for rank in ranks {
        drawn += &format!("{DIMMED}{}{DIMMED:#} ", rank.digit());
        for file in files {
            drawn += &match position.board().piece_at(Square::new(file, rank)) {
                None => format!(" {DIMMED}.{DIMMED:#}"),
                Some(piece) => {
                    let style = if piece.color == Color::White { WHITE } else { BLACK };
                    format!(" {style}{}{style:#}", piece.letter())
                }
            };
        }
        drawn += "\n";
    }
    let files = files.map(|file| format!(" {}", file.letter())).concat();
    drawn + &format!("\n{DIMMED}  {files}{DIMMED:#}\n")
}

/// Returns the description of the position, one property per line.
fn properties(position: &Position) -> String {
    let by_side = |set: Bitboard, words: &dyn Fn(Bitboard) -> String| {
        let side = |color| format!("{color} {}", words(set & position.board().color(color)));
        Color::ALL.map(side).join(", ")
    };
    let pinned = position.pinned(Color::White) | position.pinned(Color::Black);
    let rows = [
        ("FEN", position.to_string()),
        ("side to move", position.turn().to_string()),
        ("castling", by_side(position.castling_rooks(), &|rooks| squares(rooks, " and "))),
        ("en passant", en_passant(position)),
        ("checkers", pieces(position, position.checkers())),
        ("pinned", by_side(pinned, &|set| squares(set, " "))),
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

/// Returns the names of the squares of a set, or `none`.
pub(super) fn squares(set: Bitboard, between: &str) -> String {
    match set {
        Bitboard::EMPTY => "none".to_owned(),
        set => names(set).join(between),
    }
}

fn names(set: Bitboard) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}

/// Returns the pieces on a set of squares, with their squares.
fn pieces(position: &Position, set: Bitboard) -> String {
    let piece_on = |square| {
        let piece = position.board().piece_at(square)?;
        Some(format!("{piece} on {square}"))
    };
    match set {
        Bitboard::EMPTY => "none".to_owned(),
        set => set.into_iter().filter_map(piece_on).collect::<Vec<_>>().join(", "),
    }
}

fn as_json(position: &Position) -> serde_json::Value {
    json!({
        "fen": position.to_string(),
        "side_to_move": position.turn().to_string(),
        "chess960": position.is_chess960(),
        "castling_rooks": names(position.castling_rooks()),
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
