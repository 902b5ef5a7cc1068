//! `setwise explain`: shows the steps of a sliding-attack technique.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use setwise::Square;
use setwise::attacks::trace::described;
use setwise::attacks::{Sliders, Trace};
use setwise_techniques::Technique;

use crate::drawing::{self, Recording, Svg, Text};
use crate::occupancy::OccupancyOptions;
use crate::technique_option::{technique_parser, unavailable};
use crate::verdict::{Failure, Verdict};

/// Show step by step how a technique computes the squares that a slider attacks
///
/// Draws every intermediate set of the lookup as a board, with the operators between the boards.
/// The steps are recorded from the same code that the other commands run.
#[derive(clap::Args)]
#[command(after_help = "\
On the boards, X is a member of the set and . is not. The slider's square is O if it is a member
and o if it is not.

Examples:
  setwise explain classical bishop d2
  setwise explain hyperbola rook c3 --occupied 0x200000
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

    /// Also write the steps to an SVG image; - writes only the image, to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// A sliding piece.
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
    // Some techniques end with one set for each direction or line. Their union is added here.
    if recording.last_set() != Some(attacked) {
        recording.part("union of all parts");
        recording.set("attacked", described("OR of all parts", attacked.0));
    }
    let Recording(steps) = recording;
    // The text would make the image on standard output invalid.
    if args.svg.as_deref() != Some(Path::new("-")) {
        write!(out, "{}", Text { steps: &steps, from: args.square })?;
    }
    if let Some(path) = &args.svg {
        let piece = args.piece.to_possible_value();
        let piece = piece.as_ref().map_or("", |value| value.get_name());
        let title = format!("{}: a {piece} on {}", args.technique.card().title, args.square);
        drawing::write(path, &Svg { title: &title, steps: &steps, from: args.square }, out)?;
    }
    Ok(Verdict::Right)
}
