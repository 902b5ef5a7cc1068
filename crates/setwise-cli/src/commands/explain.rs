//! `setwise explain`: shows a computation step by step.

mod topics;

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use setwise::{Bitboard, Direction, Role, Square};
use setwise_jobs::number::parser;
use setwise_lessons::sliding::{self, Question};
use setwise_lessons::{Lesson, fills, json::Json, svg::Svg, terminal::Terminal};
use setwise_techniques::Technique;
use setwise_techniques::fill::Fill;

use super::mapping::squares;
use crate::drawing;
use crate::occupancy::OccupancyOptions;
use crate::options::named;
use crate::pager;
use crate::standard_output;
use crate::technique_option::{technique_parser, unavailable};
use crate::verdict::{Exit, Failure, Verdict};

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
  setwise explain kogge-stone --rooks 'a1 h1' --direction north
  setwise explain sliders kogge-stone kiwipete --color white
  setwise explain legal kiwipete --square e1
  setwise explain legal kiwipete --step 4..6")]
pub(crate) struct Args {
    #[command(subcommand)]
    topic: Option<topics::Topic>,

    #[command(flatten)]
    technique: TechniqueArgs,
}

/// The arguments of a lesson on a technique for one slider.
#[derive(clap::Args)]
pub(crate) struct TechniqueArgs {
    /// The technique; `setwise techniques` describes them, and `magic` is short for magic-fancy
    #[arg(required = true, value_parser = technique_parser())]
    technique: Option<Technique>,

    /// The piece
    #[arg(required_unless_present_any = SliderSets::NAMES, conflicts_with_all = SliderSets::NAMES)]
    #[arg(value_parser = named(&SLIDERS, slider_name))]
    piece: Option<Role>,

    /// The square of the piece, as in d2; it need not be occupied
    #[arg(required_unless_present_any = SliderSets::NAMES)]
    square: Option<Square>,

    #[command(flatten)]
    occupancy: OccupancyOptions,

    #[command(flatten)]
    sets: SliderSets,

    /// Show only one direction, or one line in a technique that works line by line
    #[arg(long, value_name = "DIRECTION", value_parser = PossibleValuesParser::new(PARTS))]
    direction: Option<String>,

    /// Show the steps of a second technique beside the first one's, and the costs of both; in
    /// two columns if lines have 120 characters
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique_parser())]
    #[arg(conflicts_with_all = SliderSets::NAMES, conflicts_with = "step")]
    beside: Option<Technique>,

    #[command(flatten)]
    output: LessonOutput,
}

/// The options that give several sliders instead of one, for techniques that are set-wise fills.
#[derive(clap::Args)]
pub(crate) struct SliderSets {
    /// Explain a set-wise fill of rooks on these squares, as in 'a1 h1', instead of one piece
    #[arg(long, alias = "white-rooks", value_name = "SQUARES", value_parser = squares)]
    rooks: Option<Bitboard>,

    /// The same for bishops
    #[arg(long, alias = "white-bishops", value_name = "SQUARES", value_parser = squares)]
    bishops: Option<Bitboard>,

    /// The same for queens
    #[arg(long, alias = "white-queens", value_name = "SQUARES", value_parser = squares)]
    queens: Option<Bitboard>,
}

impl SliderSets {
    /// The names of the options.
    const NAMES: [&str; 3] = ["rooks", "bishops", "queens"];

    /// Returns the pieces that move along ranks and files, and those that move along diagonals;
    /// `None` if there is no piece.
    fn sets(&self) -> Option<(Bitboard, Bitboard)> {
        let [rooks, bishops, queens] =
            [self.rooks, self.bishops, self.queens].map(Option::unwrap_or_default);
        Some((rooks | queens, bishops | queens))
            .filter(|(rooks, bishops)| (*rooks | *bishops).any())
    }
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
    #[arg(long, global = true, value_name = "FILE")]
    #[arg(value_parser = PathBufValueParser::new().try_map(drawing::named))]
    svg: Option<PathBuf>,

    /// Print one JSON object; docs/lesson.schema.json in the repository is its schema
    #[arg(long, global = true)]
    json: bool,

    /// Write lines of at most N characters [default: the width of the terminal, and 116 in an
    /// image]
    #[arg(long, global = true, value_name = "N", value_parser = parser(40..=u16::MAX))]
    width: Option<u16>,

    /// Leave out the paragraphs about the technique, and print the steps only
    #[arg(long, global = true)]
    steps: bool,

    /// Print only step N, or steps N to M with N..M; the paragraph "Steps" has their numbers
    #[arg(long, global = true, value_name = "N", value_parser = step_numbers)]
    step: Option<RangeInclusive<usize>>,

    /// Do not use a pager. Without this, a text that is longer than the terminal is shown with
    /// $PAGER, or with less
    #[arg(long, global = true)]
    no_pager: bool,
}

/// Parses `N` or `N..M`, the numbers of steps from 1 on.
fn step_numbers(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0);
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err("expected the number of a step, as in 3, or of several, as in 3..5".to_owned()),
    }
}

impl LessonOutput {
    /// Writes a lesson.
    pub(crate) fn write(&self, lesson: &Lesson, out: &mut impl Write) -> Exit {
        self.write_beside(lesson, None, out)
    }

    /// Writes a lesson, and a second one on the same question beside it.
    fn write_beside(&self, lesson: &Lesson, second: Option<&Lesson>, out: &mut impl Write) -> Exit {
        let chosen = match &self.step {
            None => None,
            Some(numbers) => Some(lesson.only_steps(numbers.clone()).ok_or_else(|| {
                let count = lesson.steps.len();
                let last = numbers.end();
                Failure::Input(format!("no step {last} (expected a number from 1 to {count})"))
            })?),
        };
        let lesson = chosen.as_ref().unwrap_or(lesson);
        let both = second.map(|second| lesson.beside(second));
        let together = both.as_ref().unwrap_or(lesson);
        // Text would make the image on standard output invalid.
        if self.svg.as_deref() != Some(Path::new("-")) {
            if self.json {
                writeln!(out, "{}", Json(together))?;
            } else {
                let width = self.width.map_or_else(standard_output::width, usize::from);
                let text = Terminal::new(lesson).beside(second).width(width);
                let text = text.colors(true).notes(!self.steps);
                if self.no_pager {
                    write!(out, "{text}")?;
                } else {
                    pager::write(&text.to_string(), out)?;
                }
            }
        }
        if let Some(path) = &self.svg {
            let image = Svg::new(together);
            let image = self.width.map_or(image, |width| image.columns(width.into()));
            drawing::write(path, &image, out)?;
        }
        Ok(Verdict::Right)
    }
}

/// The sliding pieces.
const SLIDERS: [Role; 3] = [Role::Rook, Role::Bishop, Role::Queen];

fn slider_name(role: Role) -> &'static str {
    match role {
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        _ => "queen",
    }
}

/// Draws the steps.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let (lesson, second) = lesson(args)?;
    args.technique.output.write_beside(&lesson, second.as_ref(), out)
}

/// Returns the lesson, and a second one beside it.
pub(crate) fn lesson(args: &Args) -> Result<(Lesson, Option<Lesson>), Failure> {
    let Args { topic, technique } = args;
    match (topic, technique.sets.sets()) {
        (Some(topic), _) => Ok((topics::lesson(topic)?, None)),
        (None, Some(sets)) => Ok((several_sliders(technique, sets)?, None)),
        (None, None) => one_slider(technique),
    }
}

fn several_sliders(
    args: &TechniqueArgs,
    (rooks, bishops): (Bitboard, Bitboard),
) -> Result<Lesson, Failure> {
    let Some(technique) = args.technique else {
        return Err(Failure::Run("expected a technique".to_owned()));
    };
    let wanted = args.direction.as_deref();
    let direction = Direction::ALL.into_iter().find(|direction| Some(direction.name()) == wanted);
    if let Some(line) = wanted.filter(|_| direction.is_none()) {
        return Err(Failure::Input(format!("a fill has no line {line} (expected a direction)")));
    }
    let occupied = args.occupancy.read_or_empty()? | rooks | bishops;
    lesson_of_fill(technique, fills::Sliders { rooks, bishops, occupied, direction })
}

/// Returns the lesson on a fill.
fn lesson_of_fill(technique: Technique, sliders: fills::Sliders) -> Result<Lesson, Failure> {
    if !technique.is_available() {
        return Err(unavailable(technique));
    }
    fills::lesson(technique, sliders).ok_or_else(|| {
        let names = Fill::ALL.map(|fill| fill.technique().name());
        Failure::Input(format!(
            "{technique} takes one slider at a time (expected a set-wise fill: {})",
            names.join(", ")
        ))
    })
}

fn one_slider(args: &TechniqueArgs) -> Result<(Lesson, Option<Lesson>), Failure> {
    // They are required if there is no topic.
    let (Some(technique), Some(piece), Some(square)) = (args.technique, args.piece, args.square)
    else {
        return Err(Failure::Run("expected a technique, a piece and a square".to_owned()));
    };
    let (occupied, position) = args.occupancy.read_with_position()?;
    let mut question = Question::new(piece, square, occupied);
    if let Some(position) = &position {
        question = question.on_board(position.board(), position.turn());
    }
    let direction = args.direction.as_deref();
    if let Some(part) = PARTS.into_iter().find(|part| Some(*part) == direction) {
        question = question.only(part);
    }
    let lesson = lesson_of(technique, question, direction)?;
    let second = args.beside.map(|second| lesson_of(second, question, direction)).transpose()?;
    Ok((lesson, second))
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
