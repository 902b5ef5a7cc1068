//! `setwise svg`: draws a position as an SVG image.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use setwise::notation::uci::Uci;
use setwise::svg::Diagram;
use setwise::{Bitboard, Color, Move, Square, SquareError};

use crate::drawing;
use crate::options::PositionOptions;
use crate::verdict::{Failure, Verdict};

/// Draw a position as an SVG image
///
/// A king in check and the squares of the last move of --moves are highlighted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise svg -o board.svg
  setwise svg kiwipete --orientation black --size 800 -o kiwipete.svg
  setwise svg --moves \"e2e4 e7e5 g1f3\" --arrow f3e5 --mark \"e5 g5\" -o knight.svg
  setwise svg --mark \"$(setwise attacks queen f3 kiwipete --format squares)\" kiwipete")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionOptions,

    /// Write the image to FILE; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Highlight squares, as in "e4 d5" or e4,d5
    #[arg(long, value_name = "SQUARES", value_parser = squares)]
    mark: Vec<Bitboard>,

    /// Draw arrows from square to square, as in e2e4 or "e2e4 e7e5"; the same square twice, as in
    /// e4e4, draws a ring
    #[arg(long = "arrow", value_name = "ARROWS", value_parser = arrows)]
    arrows: Vec<Arrows>,

    /// The side at the bottom of the board
    #[arg(long, value_name = "COLOR", default_value = "white")]
    orientation: Orientation,

    /// Highlight the squares of this move, as in e2e4 [default: the last move of --moves]
    #[arg(long, value_name = "MOVE")]
    last_move: Option<Uci>,

    /// Do not draw file letters and rank digits
    #[arg(long)]
    no_coordinates: bool,

    /// The width and height of the image in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(u32).range(8..=100_000))]
    size: u32,
}

/// The side at the bottom of the board.
#[derive(Clone, Copy, ValueEnum)]
enum Orientation {
    White,
    Black,
}

/// The arrows of one option `--arrow`.
#[derive(Clone)]
struct Arrows(Vec<(Square, Square)>);

/// Draws the position.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let (position, last_of_moves) = args.position.read_with_last_move()?;
    let arrows: Vec<_> = args.arrows.iter().flat_map(|Arrows(arrows)| arrows).copied().collect();
    let color = match args.orientation {
        Orientation::White => Color::White,
        Orientation::Black => Color::Black,
    };
    let marked = args.mark.iter().copied().fold(Bitboard::EMPTY, Bitboard::union);
    let mut diagram =
        position.diagram().seen_by(color).size(args.size).mark(marked).arrows(&arrows);
    // Only the two squares of the move matter here.
    let last_move = args.last_move.map(|uci| Move::normal(uci.from, uci.to)).or(last_of_moves);
    if let Some(mv) = last_move {
        diagram = diagram.last_move(mv);
    }
    if args.no_coordinates {
        diagram = diagram.without_coordinates();
    }
    write_to(&args.output, &diagram, out)?;
    Ok(Verdict::Right)
}

fn write_to(path: &Path, diagram: &Diagram<'_>, out: &mut impl Write) -> Result<(), Failure> {
    if path == Path::new("-") {
        write!(out, "{diagram}")?;
        Ok(())
    } else {
        drawing::write_file(path, diagram)
    }
}

/// Splits a list at white space and commas. Returns each word with its number, from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_separator = |letter: char| letter.is_whitespace() || letter == ',';
    (1..).zip(text.split(is_separator).filter(|word| !word.is_empty()))
}

/// Parses a list of squares.
fn squares(text: &str) -> Result<Bitboard, String> {
    words(text)
        .map(|(number, word)| {
            let square: Result<Square, SquareError> = word.parse();
            square.map_err(|error| format!("square {number}, {word:?}: {error}"))
        })
        .collect()
}

/// Parses a list of arrows.
fn arrows(text: &str) -> Result<Arrows, String> {
    let arrow = |(number, word): (usize, &str)| {
        let square = |range| word.get(range).and_then(|part: &str| part.parse().ok());
        square(0..2)
            .zip(square(2..word.len()))
            .ok_or_else(|| format!("arrow {number}, {word:?}: expected two squares, as in e2e4"))
    };
    words(text).map(arrow).collect::<Result<_, _>>().map(Arrows)
}
