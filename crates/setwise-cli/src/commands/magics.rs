//! `setwise magics`: find magic factors, check one, and show what makes them possible.

mod check;
mod packing;
mod search;
mod table;

use std::io::Write;

use clap::ValueEnum;
use setwise::Square;
use setwise_techniques::index::by_piece::RookOrBishop;
use setwise_techniques::index::magic::Form;
use setwise_techniques::index::magic::finder::Target;

use crate::verdict::{Failure, Verdict};

/// Find magic factors
///
/// A factor is magic for a piece on a square if the highest bits of occupancy times factor tell
/// apart any two occupancies in which different squares are attacked. Without --square it finds one
/// for each square, of rook and bishop or of one of them; each is printed as soon as it is found,
/// as an element of an array in Rust or C. The same seed finds the same factors.
///
/// Exit status: 0 if all are found, or the number of --check is magic; 1 if --seconds were not
/// enough, or the number is not magic; 2 for a wrong command line; 130 when Ctrl-C has stopped the
/// search. What has been found is printed in each case.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise magics                                        a factor for each square, both pieces
  setwise magics --piece rook --seed 7
  setwise magics --piece bishop --square d4 --bits 10   with more bits than it takes
  setwise magics --piece rook --square h8 --bits 11 --seconds 60
  setwise magics --piece bishop --square b1 --check 0x2020202020000
  setwise magics --table                                occupancies and attack sets by square
  setwise magics --overlapped black --candidates 100000")]
pub(crate) struct Args {
    /// Which piece [default: both]
    #[arg(long, value_enum)]
    piece: Option<Piece>,

    /// Where it stands [default: every square]
    #[arg(long, requires = "piece")]
    square: Option<Square>,

    /// How many bits the index has [default: one for each square whose occupancy matters]
    #[arg(long, value_name = "N", requires = "piece")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(Target::MAX_BITS)))]
    bits: Option<u32>,

    /// The order in which numbers are tried
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Give up after so long
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..))]
    seconds: Option<u32>,

    /// Say whether a number is magic, and if not, which occupancies it confuses
    #[arg(long, value_name = "HEX", value_parser = factor, requires = "square")]
    #[arg(conflicts_with_all = ["seed", "seconds"])]
    check: Option<u64>,

    /// Print how many occupancies and different sets of attacked squares each square has
    #[arg(long, conflicts_with_all = ["piece", "square", "bits", "seed", "seconds", "check"])]
    table: bool,

    /// Find factors with a fixed shift and lay all squares into one table of overlapping ranges
    #[arg(long, value_enum, value_name = "FORM")]
    #[arg(conflicts_with_all = ["piece", "square", "bits", "seconds", "check", "table"])]
    overlapped: Option<OverlappedForm>,

    /// How many numbers --overlapped tries for each square
    #[arg(long, value_name = "N", default_value_t = 4_000_000, requires = "overlapped")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    candidates: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A piece with magic factors.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Piece {
    Rook,
    Bishop,
}

impl Piece {
    fn of_library(self) -> RookOrBishop {
        match self {
            Piece::Rook => RookOrBishop::Rook,
            Piece::Bishop => RookOrBishop::Bishop,
        }
    }
}

/// What is multiplied.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum OverlappedForm {
    /// The occupied squares among those that matter
    Plain,
    /// These and all squares that do not matter
    Black,
}

/// A number as `0x…` or as bare hexadecimal digits, with `_` between them as one likes.
fn factor(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text).replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err("a factor is up to 16 hexadecimal digits, as in 0x81".to_owned());
    }
    u64::from_str_radix(&digits, 16)
        .map_err(|_| "a factor has no more than 16 hexadecimal digits".to_owned())
}

/// Does one of the four.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    if args.table {
        return table::print(args.json, out);
    }
    if let Some(form) = args.overlapped {
        let form = match form {
            OverlappedForm::Plain => Form::Plain,
            OverlappedForm::Black => Form::Black,
        };
        return packing::run(form, args.seed, args.candidates, args.json, out);
    }
    let targets = targets(args);
    if let Some(factor) = args.check {
        return check::run(targets[0], factor, args.json, out);
    }
    if let Some(target) = targets.iter().find(|target| !target.is_possible()) {
        let (piece, from, bits) = (target.piece(), target.from(), target.bits());
        return Err(Failure::Run(format!(
            "{bits} bits tell {} sets apart, and a {} on {from} attacks {}",
            1u64 << bits,
            piece.name(),
            piece.attack_sets(from),
        )));
    }
    search::run(&targets, args.seed, args.seconds, args.json, out)
}

/// What is asked for: each square of each piece.
fn targets(args: &Args) -> Vec<Target> {
    let pieces = args.piece.map_or(RookOrBishop::ALL.to_vec(), |piece| vec![piece.of_library()]);
    let squares = args.square.map_or(Square::ALL.to_vec(), |square| vec![square]);
    let target = |piece, from| match args.bits {
        // Out of range never comes here: the option has the same range.
        Some(bits) => Target::new(piece, from, Form::Plain, bits),
        None => Some(Target::ordinary(piece, from)),
    };
    let targets = pieces.iter().flat_map(|&p| squares.iter().map(move |&from| (p, from)));
    targets.filter_map(|(piece, from)| target(piece, from)).collect()
}
