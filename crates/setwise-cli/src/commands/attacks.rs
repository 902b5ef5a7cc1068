//! `setwise attacks`: shows the squares that a piece attacks.

use std::io::Write;

use clap::ValueEnum;
use setwise::attacks;
use setwise::attacks::Erased;
use setwise::attacks::Sliders;
use setwise::{Bitboard, Color, Square};

use crate::occupancy::OccupancyOptions;
use crate::standard_error::print_wrong;
use crate::technique_option::{Selection, Techniques, techniques_parser, unavailable};
use crate::verdict::{Exit, Failure, Verdict};

/// Show the squares that a piece attacks
///
/// A rook, bishop or queen attacks along each direction up to the first occupied square, and that
/// square too, whether the piece on it is white or black. The other pieces do not depend on the
/// occupied squares.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise attacks bishop d2 --occupied 0
  setwise attacks queen f3 kiwipete
  setwise attacks rook c3 --occupied 0x200000 --technique all --format hex
  setwise attacks white-pawn e4 --format squares

Exit status:
  0  success
  1  two techniques differ, or the position is invalid
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    /// The piece
    #[arg(value_enum)]
    piece: Piece,

    /// The square of the piece, as in d2; it need not be occupied
    square: Square,

    #[command(flatten)]
    occupancy: OccupancyOptions,

    /// The sliding-attack technique to use, or all to compare all techniques [default: the fastest
    /// on this CPU]
    #[arg(long, value_name = "NAME", value_parser = techniques_parser())]
    technique: Option<Techniques>,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Board)]
    format: Format,
}

/// A piece; for pawns with its color.
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
            Piece::Rook => sliders.rook(from, occupied),
            Piece::Bishop => sliders.bishop(from, occupied),
            Piece::Queen => sliders.queen(from, occupied),
            Piece::Knight => attacks::knight(from),
            Piece::King => attacks::king(from),
            Piece::WhitePawn => attacks::pawn(Color::White, from),
            Piece::BlackPawn => attacks::pawn(Color::Black, from),
        }
    }
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Eight ranks from 8 to 1; X is an attacked square
    Board,
    /// A hexadecimal number; a1 is the lowest bit
    Hex,
    /// The names of the squares on one line
    Squares,
}

/// Prints the attacked squares.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let occupied = args.occupancy.read()?;
    let selection = Selection::of(args.technique)?;
    // The format hex is for programs, which know the order of the techniques.
    let names_technique = selection.is_all && args.format != Format::Hex;
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
    print_wrong("the techniques differ");
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
