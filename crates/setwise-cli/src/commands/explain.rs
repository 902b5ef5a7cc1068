//! `setwise explain`: shows a computation step by step.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use setwise::{Role, Square};
use setwise_techniques::Technique;
use setwise_techniques::lesson::sliding::{self, Question};
use setwise_techniques::lesson::{Lesson, json::Json, svg::Svg, terminal::Terminal};

use crate::drawing;
use crate::occupancy::OccupancyOptions;
use crate::standard_output;
use crate::technique_option::{technique_parser, unavailable};
use crate::verdict::{Failure, Verdict};

/// Show step by step how a technique computes the squares that a slider attacks
///
/// Draws every intermediate set of the lookup as a board, with the operators between the boards.
/// The steps are recorded from the same code that the other commands run.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise explain classical bishop d2
  setwise explain hyperbola rook c3 --occupied 0x200000
  setwise explain kogge-stone queen d4 kiwipete --direction north
  setwise explain pext queen d4 kiwipete --svg queen.svg")]
pub(crate) struct Args {
    /// The technique; `setwise techniques` describes them
    #[arg(value_parser = technique_parser())]
    technique: Technique,

    /// The piece
    #[arg(value_enum)]
    piece: Slider,

    /// The square of the piece, as in d2; it need not be occupied
    square: Square,

    #[command(flatten)]
    occupancy: OccupancyOptions,

    /// Show only one direction, or one line in a technique that works line by line
    #[arg(long, value_name = "DIRECTION", value_parser = clap::builder::PossibleValuesParser::new(PARTS))]
    direction: Option<String>,

    #[command(flatten)]
    output: LessonOutput,
}

/// The values of `--direction`.
const PARTS: [&str; 12] = [
    "north",
    "east",
    "south",
    "west",
    "north-east",
    "south-east",
    "south-west",
    "north-west",
    "rank",
    "file",
    "diagonal",
    "anti-diagonal",
];

/// The options that select how a lesson is written.
#[derive(clap::Args)]
pub(crate) struct LessonOutput {
    /// Also write the steps to an SVG image; - writes only the image, to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print one JSON object; docs/lesson.schema.json in the repository is its schema
    #[arg(long)]
    json: bool,

    /// Write lines of at most N characters [default: the width of the terminal]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(40..))]
    width: Option<u16>,

    /// Leave out the paragraphs about the technique, and print the steps only
    #[arg(long)]
    steps: bool,
}

impl LessonOutput {
    /// Writes a lesson.
    pub(crate) fn write(&self, lesson: &Lesson, out: &mut impl Write) -> Result<Verdict, Failure> {
        // Text would make the image on standard output invalid.
        if self.svg.as_deref() != Some(Path::new("-")) {
            if self.json {
                writeln!(out, "{}", Json(lesson))?;
            } else {
                let width = self.width.map_or_else(standard_output::width, usize::from);
                let text = Terminal::new(lesson).width(width).colors(true).notes(!self.steps);
                write!(out, "{text}")?;
            }
        }
        if let Some(path) = &self.svg {
            drawing::write(path, &Svg::new(lesson), out)?;
        }
        Ok(Verdict::Right)
    }
}

/// A sliding piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Slider {
    Rook,
    Bishop,
    Queen,
}

impl Slider {
    fn role(self) -> Role {
        match self {
            Slider::Rook => Role::Rook,
            Slider::Bishop => Role::Bishop,
            Slider::Queen => Role::Queen,
        }
    }
}

/// Draws the steps.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let (occupied, position) = args.occupancy.read_with_position()?;
    let mut question = Question::new(args.piece.role(), args.square, occupied);
    if let Some(position) = &position {
        question = question.on_board(position.board(), position.turn());
    }
    let direction = args.direction.as_deref();
    if let Some(part) = PARTS.into_iter().find(|part| Some(*part) == direction) {
        question = question.only(part);
    }
    if !args.technique.is_available() {
        return Err(unavailable(args.technique));
    }
    let lesson = sliding::lesson(args.technique, question).ok_or_else(|| {
        let direction = direction.unwrap_or_default();
        Failure::Input(format!("{} has no part {direction} for this piece", args.technique))
    })?;
    args.output.write(&lesson, out)
}
