//! `setwise attacks`: the squares that a piece attacks.

use std::io::Write;

use clap::ValueEnum;
use setwise::sliders::{Occupied, Sliders};
use setwise::techniques::{Task, Technique};
use setwise::{Bitboard, Color, Square, leapers};

use crate::counting::{technique_names, unavailable};
use crate::occupancy::OccupancyOptions;
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

    /// How to find what sliders attack: a name, or all, which compares them
    /// [default: the fastest that this CPU has]
    #[arg(long, value_name = "NAME|all", value_parser = techniques)]
    technique: Option<Chosen>,

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

/// One technique, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    One(Technique),
    All,
}

fn techniques(name: &str) -> Result<Chosen, String> {
    if name == "all" {
        return Ok(Chosen::All);
    }
    let names = || technique_names().collect::<Vec<_>>().join(", ");
    name.parse().map(Chosen::One).map_err(|_| format!("not all or one of {}", names()))
}

/// Prints the attacked squares.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let occupied = args.occupancy.read()?;
    let lookup = Lookup { piece: args.piece, from: args.square, occupied };
    if args.technique != Some(Chosen::All) {
        let technique = match args.technique {
            Some(Chosen::One(technique)) => technique,
            _ => Technique::fastest(),
        };
        let attacked = technique.run(lookup).ok_or_else(|| unavailable(technique))?;
        write_set(out, args.format, attacked)?;
        return Ok(Verdict::Right);
    }
    let mut answers = Vec::new();
    for &technique in Technique::ALL {
        match technique.run(lookup) {
            Some(attacked) => {
                if args.format != Format::Hex {
                    writeln!(out, "{technique}")?;
                }
                write_set(out, args.format, attacked)?;
                answers.push(attacked);
            }
            None => {
                // Without standard error the answers of the others still count.
                let _ = writeln!(anstream::stderr(), "{technique}: skipped, this CPU lacks it");
            }
        }
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

/// One lookup.
#[derive(Clone, Copy)]
struct Lookup {
    piece: Piece,
    from: Square,
    occupied: Bitboard,
}

impl Task for Lookup {
    type Output = Bitboard;

    fn run<S: Sliders>(self, sliders: S) -> Bitboard {
        let Lookup { piece, from, occupied } = self;
        let occupied = S::Occupied::of(occupied);
        match piece {
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
