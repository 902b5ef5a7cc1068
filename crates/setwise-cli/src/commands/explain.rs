//! `setwise explain`: show how a technique finds its answer, step by step.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use setwise::Square;
use setwise::attacks::{Sliders, Term, Trace};
use setwise_techniques::Technique;

use crate::drawing::{self, Recording, Svg, Text};
use crate::occupancy::OccupancyOptions;
use crate::technique_option::{technique_parser, unavailable};
use crate::verdict::{Failure, Verdict};

/// Show how a technique finds the squares that a slider attacks, step by step
///
/// Draws every set that the lookup makes on its way as a board, with the operators between. The
/// steps are those of the code that the other commands run.
#[derive(clap::Args)]
#[command(after_help = "\
In the boards X is a member of the set and . is none. The slider's square is O if it is a member
and o if it is none.

Examples:
  setwise explain classical bishop d2
  setwise explain hyperbola rook c3 --occupied 0x200000
  setwise explain pext queen d4 kiwipete --svg queen.svg")]
pub(crate) struct Args {
    /// Which technique; `setwise techniques` lists them
    #[arg(value_parser = technique_parser())]
    technique: Technique,

    /// Which piece
    #[arg(value_enum)]
    piece: Slider,

    /// Where it stands
    square: Square,

    #[command(flatten)]
    occupancy: OccupancyOptions,

    /// Also draw the steps as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// A piece that slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Slider {
    Rook,
    Bishop,
    Queen,
}

/// Draws the steps.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let occupied = args.occupancy.read()?;
    let sliders = args.technique.erased().ok_or_else(|| unavailable(args.technique))?;
    let mut recording = Recording::default();
    let attacked = match args.piece {
        Slider::Rook => sliders.trace_rook(args.square, &occupied, &mut recording),
        Slider::Bishop => sliders.trace_bishop(args.square, &occupied, &mut recording),
        Slider::Queen => sliders.trace_queen(args.square, &occupied, &mut recording),
    };
    // Most techniques end with the answer, some with a set for each direction or line.
    if recording.last_set() != Some(attacked) {
        recording.part("together");
        recording.set("attacked", &[Term::Sign("all of these")], attacked);
    }
    let Recording(steps) = recording;
    write!(out, "{}", Text { steps: &steps, from: args.square })?;
    if let Some(path) = &args.svg {
        let piece = args.piece.to_possible_value();
        let piece = piece.as_ref().map_or("", |value| value.get_name());
        let title = format!("{}: a {piece} on {}", args.technique.card().title, args.square);
        drawing::write_file(path, &Svg { title: &title, steps: &steps, from: args.square })?;
    }
    Ok(Verdict::Right)
}
