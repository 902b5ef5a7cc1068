//! `setwise explain`: shows a computation step by step.

mod topics;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use setwise::{Role, Square};
use setwise_techniques::Technique;
use setwise_techniques::lesson::sliding::{self, Question};
use setwise_techniques::lesson::{Lesson, json::Json, svg::Svg, terminal::Terminal};

use crate::drawing;
use crate::occupancy::OccupancyOptions;
use crate::standard_output;
use crate::technique_option::{technique_parser, unavailable};
use crate::verdict::{Failure, Verdict};

/// Show step by step how a technique computes attacked squares, or another topic
///
/// Draws every intermediate set of the lookup as a board, with the operators between the boards.
/// The steps are recorded from the same code that the other commands run.
///
/// A topic such as `legal` or `bits` has its own help: `setwise explain legal --help`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(subcommand_value_name = "TOPIC", subcommand_help_heading = "Topics")]
#[command(after_help = "\
Examples:
  setwise explain classical bishop d2
  setwise explain hyperbola rook c3 --occupied 0x200000
  setwise explain kogge-stone queen d4 kiwipete --direction north
  setwise explain pext queen d4 kiwipete --svg queen.svg
  setwise explain classical rook a1 kiwipete --beside magic-fancy
  setwise explain legal kiwipete --square e1
  setwise explain sliders kogge-stone --rooks 'a1 h1' --direction north")]
pub(crate) struct Args {
    #[command(subcommand)]
    topic: Option<topics::Topic>,

    #[command(flatten)]
    technique: TechniqueArgs,
}

/// The arguments of a lesson on a technique for one slider.
#[derive(clap::Args)]
pub(crate) struct TechniqueArgs {
    /// The technique; `setwise techniques` describes them
    #[arg(required = true, value_parser = technique_parser())]
    technique: Option<Technique>,

    /// The piece
    #[arg(required = true, value_enum)]
    piece: Option<Slider>,

    /// The square of the piece, as in d2; it need not be occupied
    #[arg(required = true)]
    square: Option<Square>,

    #[command(flatten)]
    occupancy: OccupancyOptions,

    /// Show only one direction, or one line in a technique that works line by line
    #[arg(long, value_name = "DIRECTION", value_parser = PossibleValuesParser::new(PARTS))]
    direction: Option<String>,

    /// Show the steps of a second technique in turn with those of the first, and the costs of both
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique_parser())]
    beside: Option<Technique>,

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

    /// Write lines of at most N characters [default: the width of the terminal, and 116 in an image]
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
            let image = Svg::new(lesson);
            let image = self.width.map_or(image, |width| image.columns(width.into()));
            drawing::write(path, &image, out)?;
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
    match &args.topic {
        Some(topic) => topics::run(topic, out),
        None => one_slider(&args.technique, out),
    }
}

fn one_slider(args: &TechniqueArgs, out: &mut impl Write) -> Result<Verdict, Failure> {
    // They are required if there is no topic.
    let (Some(technique), Some(piece), Some(square)) = (args.technique, args.piece, args.square)
    else {
        return Err(Failure::Run("expected a technique, a piece and a square".to_owned()));
    };
    let (occupied, position) = args.occupancy.read_with_position()?;
    let mut question = Question::new(piece.role(), square, occupied);
    if let Some(position) = &position {
        question = question.on_board(position.board(), position.turn());
    }
    let direction = args.direction.as_deref();
    if let Some(part) = PARTS.into_iter().find(|part| Some(*part) == direction) {
        question = question.only(part);
    }
    let mut lesson = lesson_of(technique, question, direction)?;
    if let Some(second) = args.beside {
        lesson = lesson.beside(&lesson_of(second, question, direction)?);
    }
    args.output.write(&lesson, out)
}

fn lesson_of(
    technique: Technique,
    question: Question,
    direction: Option<&str>,
) -> Result<Lesson, Failure> {
    if !technique.is_available() {
        return Err(unavailable(technique));
    }
    sliding::lesson(technique, question).ok_or_else(|| {
        let direction = direction.unwrap_or_default();
        Failure::Input(format!("{technique} has no part {direction} for this piece"))
    })
}
