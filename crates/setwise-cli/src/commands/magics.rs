//! `setwise magics`: finds and checks magic factors.

mod check;
mod search;
mod table;

use std::io::Write;

use setwise::Square;
use setwise_jobs::number::{ANY, SECONDS, parser};
use setwise_techniques::index::magic_family::Form;
use setwise_techniques::index::magic_family::finder::Target;
use setwise_techniques::parts::RookOrBishop;

use crate::occupancy::hexadecimal;
use crate::options::named;
use crate::verdict::{Exit, Failure};

/// Find magic factors
///
/// Magic bitboards look up the attacks of a rook or bishop in a table. The index is the highest
/// bits of the product of the relevant occupancy and a factor. The factor is magic for a piece on a
/// square if any two occupancies with different attack sets have different indices.
///
/// By default, finds a factor for both pieces on every square; --piece and --square select some of
/// them. Prints each factor as soon as it is found, as an element of an array in Rust or C. The
/// same seed always finds the same factors.
///
/// Other modes: --check tests a given factor, and --table prints the number of occupancies and
/// attack sets of each square.
///
/// Exit status: 0 if all factors were found, or if the factor of --check is magic; 1 if the time of
/// --seconds was too short, or if the factor is not magic; 2 for a wrong command line; 130 if
/// Ctrl-C stopped the search, 143 if SIGTERM did. The factors found until then are printed in each
/// case.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise magics                                        find factors for both pieces, all squares
  setwise magics --piece rook --seed 7                  find factors for rooks
  setwise magics --piece bishop --square d4 --bits 10   with an index of 10 bits instead of 9
  setwise magics --piece rook --square h8 --bits 11 --seconds 60
  setwise magics --piece bishop --square b1 --check 0x2020202020000
  setwise magics --table                                count occupancies and attack sets")]
pub(crate) struct Args {
    /// The piece [default: both]
    #[arg(long, value_parser = named(&RookOrBishop::ALL, RookOrBishop::name))]
    piece: Option<RookOrBishop>,

    /// The square of the piece [default: every square]
    #[arg(long, requires = "piece")]
    square: Option<Square>,

    /// The number of bits of the index [default: the number of relevant squares]
    #[arg(long, value_name = "N", requires = "piece")]
    #[arg(value_parser = parser(1..=Target::MAX_BITS))]
    bits: Option<u32>,

    /// The seed of the random candidates
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = parser(ANY))]
    seed: u64,

    /// Stop the search after this time, in seconds
    #[arg(long, value_name = "T", value_parser = parser(SECONDS))]
    seconds: Option<u64>,

    /// Check whether a factor is magic; if not, show two occupancies that collide
    #[arg(long, value_name = "HEX", value_parser = hexadecimal, requires = "square")]
    #[arg(conflicts_with_all = ["seed", "seconds"])]
    check: Option<setwise::Bitboard>,

    /// Print the number of relevant occupancies and of distinct attack sets of each square
    #[arg(long, conflicts_with_all = ["piece", "square", "bits", "seed", "seconds", "check"])]
    table: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the selected mode: table, check or search.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    if args.table {
        return table::print(args.json, out);
    }
    let targets = targets(args);
    if let Some(factor) = args.check {
        return check::run(targets[0], factor.0, args.json, out);
    }
    if let Some(target) = targets.iter().find(|target| !target.is_possible()) {
        let (piece, from, bits) = (target.piece(), target.from(), target.bits());
        return Err(Failure::Run(format!(
            "--bits {bits} is too small: it distinguishes {} attack sets, but a {} on {from} has {}",
            1u64 << bits,
            piece.name(),
            piece.attack_sets(from),
        )));
    }
    search::run(&targets, args.seed, args.seconds, args.json, out)
}

/// Returns the selected pieces and squares.
fn targets(args: &Args) -> Vec<Target> {
    let pieces = args.piece.map_or(RookOrBishop::ALL.to_vec(), |piece| vec![piece]);
    let squares = args.square.map_or(Square::ALL.to_vec(), |square| vec![square]);
    let target = |piece, from| match args.bits {
        // `new` returns `None` for bits out of range; the option has the same range.
        Some(bits) => Target::new(piece, from, Form::Plain, bits),
        None => Some(Target::ordinary(piece, from)),
    };
    let targets = pieces.iter().flat_map(|&p| squares.iter().map(move |&from| (p, from)));
    targets.filter_map(|(piece, from)| target(piece, from)).collect()
}
