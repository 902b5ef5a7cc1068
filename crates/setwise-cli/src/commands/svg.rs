//! `setwise svg`: draws a position as an SVG image.

use std::io::Write;
use std::path::PathBuf;

use setwise::notation::uci::Uci;
use setwise::{Bitboard, Color, Move, Square, SquareError};
use setwise_jobs::number::{PIXELS, parser};

use crate::drawing;
use crate::options::{PositionOptions, color_name, named};
use crate::verdict::{Exit, Failure, Verdict};

/// Draw a position as an SVG image
///
/// A king in check and the squares of the last move of --moves are highlighted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise svg -o board.svg
  setwise svg positions.epd -o board-%03d.svg
  setwise svg kiwipete --orientation black --size 800 -o kiwipete.svg
  setwise svg --moves \"e2e4 e7e5 g1f3\" --arrow f3e5 --mark \"e5 g5\" -o knight.svg
  setwise svg --mark \"$(setwise attacks queen f3 kiwipete --format squares)\" kiwipete

Exit status:
  0  success
  1  the position or a move is invalid
  2  the command line is wrong, or a file cannot be read or written")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionOptions,

    /// Write the image to FILE; - is standard output. For several positions, FILE has %d, which is
    /// replaced by the number of the input line, or %03d for at least three digits
    #[arg(short, long, value_name = "FILE", default_value = "-", value_parser = FileName::parse)]
    output: FileName,

    /// Highlight squares, as in "e4 d5" or e4,d5
    #[arg(long, value_name = "SQUARES", value_parser = squares)]
    mark: Vec<Bitboard>,

    /// Draw arrows from square to square, as in e2e4 or "e2e4 e7e5"; the same square twice, as in
    /// e4e4, draws a ring
    #[arg(long = "arrow", value_name = "ARROWS", value_parser = arrows)]
    arrows: Vec<Arrows>,

    /// The side at the bottom of the board
    #[arg(long, value_name = "COLOR", default_value = "white")]
    #[arg(value_parser = named(&Color::ALL, color_name))]
    orientation: Color,

    /// Highlight the squares of this move, as in e2e4 [default: the last move of --moves]
    #[arg(long, value_name = "MOVE")]
    last_move: Option<Uci>,

    /// Do not draw file letters and rank digits
    #[arg(long)]
    no_coordinates: bool,

    /// The width and height of the image in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 400, value_parser = parser(PIXELS))]
    size: u32,
}

/// The arrows of one option `--arrow`.
#[derive(Clone)]
struct Arrows(Vec<(Square, Square)>);

/// The name of the image file.
#[derive(Clone)]
enum FileName {
    /// One file; `-` is standard output.
    Fixed(PathBuf),
    /// A file for each position: the parts of the name before and after the number of the line,
    /// and the smallest number of its digits.
    Numbered { before: String, digits: usize, after: String },
}

impl FileName {
    /// Parses a name, which may have one `%d` or, for three digits, `%03d`.
    fn parse(text: &str) -> Result<FileName, String> {
        let path = drawing::named(text.into())?;
        let parts = text.split_once('%').and_then(|(before, rest)| {
            let (digits, after) = rest.split_once('d')?;
            match digits.strip_prefix('0') {
                _ if digits.is_empty() => Some((before, 1, after)),
                Some(digits) => Some((before, digits.parse().ok().filter(|n| *n <= 20)?, after)),
                None => None,
            }
        });
        Ok(match parts {
            None => FileName::Fixed(path),
            Some((_, _, after)) if after.contains('%') => {
                return Err("more than one % (expected one %d, as in board-%03d.svg)".to_owned());
            }
            Some((before, digits, after)) => {
                FileName::Numbered { before: before.to_owned(), digits, after: after.to_owned() }
            }
        })
    }

    /// Returns the path for a position; a failure if a fixed name is not enough.
    fn path(&self, line: Option<u64>, is_first: bool) -> Result<PathBuf, Failure> {
        match (self, line) {
            (FileName::Numbered { before, digits, after }, Some(line)) => {
                Ok(format!("{before}{line:0digits$}{after}").into())
            }
            (FileName::Numbered { .. }, None) => Err(Failure::Run(
                "--output has %d, which needs a file or - with positions".to_owned(),
            )),
            (FileName::Fixed(_), Some(line)) if !is_first => Err(Failure::Run(format!(
                "line {line}: a second position, but --output names one file (expected a name with \
                 %d, as in board-%03d.svg)"
            ))),
            (FileName::Fixed(path), _) => Ok(path.clone()),
        }
    }
}

/// Draws each position.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let arrows: Vec<_> = args.arrows.iter().flat_map(|Arrows(arrows)| arrows).copied().collect();
    let marked = args.mark.iter().copied().fold(Bitboard::EMPTY, Bitboard::union);
    let mut is_first = true;
    args.position.for_each(out, |out, item| {
        let path = args.output.path(item.line, is_first)?;
        is_first = false;
        let diagram = item.position.diagram().seen_by(args.orientation).size(args.size);
        let mut diagram = diagram.mark(marked).arrows(&arrows);
        // Only the two squares of the move matter here.
        let last_move = args.last_move.map(|uci| Move::normal(uci.from, uci.to));
        if let Some(mv) = last_move.or(item.last_move) {
            diagram = diagram.last_move(mv);
        }
        if args.no_coordinates {
            diagram = diagram.without_coordinates();
        }
        drawing::write(&path, &diagram, out)?;
        Ok(Verdict::Right)
    })
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
