//! `setwise attacks`: the squares that a piece attacks.

use std::io::Write;

use clap::ValueEnum;
use setwise::attacks::Erased;
use setwise::attacks::Sliders;
use setwise::attacks::leapers;
use setwise::{Bitboard, Color, Square};
use setwise_techniques::Technique;

use crate::occupancy::OccupancyOptions;
use crate::technique_option::{Selection, Techniques, techniques_parser, unavailable};
use crate::verdict::{Failure, Verdict, WRONG};

/// Show the squares that a piece attacks
///
/// A slider attacks up to and with the first occupied square in each direction, whichever side the
/// man there belongs to.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise attacks bishop d2 --occupied 0
  setwise attacks queen f3 kiwipete
  setwise attacks rook c3 --occupied 0x200000 --technique all --format hex
  setwise attacks white-pawn e4 --format squares")]
pub(crate) struct Args {
    /// Which piece
    #[arg(value_enum)]
    piece: Piece,

    /// Where it stands
    square: Square,

    #[command(flatten)]
    occupancy: OccupancyOptions,

    /// How to find what sliders attack, or all to compare each way [default: the fastest that this
    /// CPU has]
    #[arg(long, value_name = "NAME", value_parser = techniques_parser())]
    technique: Option<Techniques>,

    /// How the squares are written
    #[arg(long, value_enum, default_value_t = Format::Board)]
    format: Format,
}

/// A piece that attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Piece {
    Rook,
    Bishop,
    Queen,
    Knight,
    King,
    WhitePawn,
    BlackPawn,
}

impl Piece {
    fn attacks(self, from: Square, occupied: Bitboard, sliders: Erased) -> Bitboard {
        match self {
            Piece::Rook => sliders.rook(from, &occupied),
            Piece::Bishop => sliders.bishop(from, &occupied),
            Piece::Queen => sliders.queen(from, &occupied),
            Piece::Knight => leapers::knight(from),
            Piece::King => leapers::king(from),
            Piece::WhitePawn => leapers::pawn(Color::White, from),
            Piece::BlackPawn => leapers::pawn(Color::Black, from),
        }
    }
}

/// How the squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Eight rows, X an attacked square
    Board,
    /// One number a line, a1 the lowest bit
    Hex,
    /// The names of the squares
    Squares,
}

/// Prints the attacked squares.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let occupied = args.occupancy.read()?;
    let asked = args.technique.unwrap_or_else(|| Techniques::One(Technique::fastest()));
    let selection = Selection::of(&[asked])?;
    selection.tell_skipped();
    // A line of hexadecimal is for programs, which know the order of the list.
    let names_technique = asked == Techniques::All && args.format != Format::Hex;
    let mut answers = Vec::new();
    for technique in selection.available {
        let sliders = technique.erased().ok_or_else(|| unavailable(technique))?;
        let attacked = args.piece.attacks(args.square, occupied, sliders);
        if names_technique {
            writeln!(out, "{technique}")?;
        }
        write_set(out, args.format, attacked)?;
        answers.push(attacked);
    }
    if answers.windows(2).all(|pair| pair[0] == pair[1]) {
        return Ok(Verdict::Right);
    }
    let _ = writeln!(anstream::stderr(), "{WRONG}the techniques differ{WRONG:#}");
    Ok(Verdict::Wrong)
}

fn write_set(out: &mut impl Write, format: Format, set: Bitboard) -> Result<(), Failure> {
    match format {
        Format::Board => write!(out, "{set}")?,
        Format::Hex => writeln!(out, "{:#018x}", set.0)?,
        Format::Squares => {
            let names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
            writeln!(out, "{}", names.join(" "))?;
        }
    }
    Ok(())
}
