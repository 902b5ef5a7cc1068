//! `setwise mapping`: mappings of squares to bits.

use std::io::Write;

use setwise::{Bitboard, Square};
use setwise_lessons::{Lesson, mappings};
use setwise_techniques::mapping::Mapping;

use super::explain::LessonOutput;
use crate::occupancy::hexadecimal;
use crate::verdict::Exit;

/// Print mappings of squares to bits, and convert sets between them
///
/// A mapping says which bit of a 64-bit word stands for which square. Without a name, prints all:
/// the little-endian mapping of this program, Robert Hyatt's, and the three rotated ones.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise mapping
  setwise mapping rotated-45 --squares 'd2 e3'
  setwise mapping hyatt --word 0x8000000000000000
  setwise mapping --squares a1")]
pub(crate) struct Args {
    /// The mapping: little-endian, hyatt, rotated-90, rotated-45 or rotated-minus-45 [default: all]
    #[arg(value_name = "NAME", value_parser = mapping)]
    name: Option<Mapping>,

    /// Convert the set of these squares
    #[arg(long, value_name = "SQUARES", value_parser = squares, default_value = "a1")]
    squares: Bitboard,

    /// Convert a word of the named mapping, in hexadecimal
    #[arg(long, value_name = "HEX", value_parser = hexadecimal, conflicts_with = "squares")]
    word: Option<Bitboard>,

    #[command(flatten)]
    output: LessonOutput,
}

fn mapping(name: &str) -> Result<Mapping, String> {
    mappings::by_name(name).ok_or_else(|| {
        let names: Vec<String> = Mapping::ALL.iter().map(mappings::name).collect();
        format!("unknown mapping (expected one of {})", names.join(", "))
    })
}

/// Parses squares with spaces or commas between them.
pub(crate) fn squares(text: &str) -> Result<Bitboard, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(|word| word.parse::<Square>().map_err(|error| format!("{word:?}: {error}"))).collect()
}

/// Prints the mappings.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    args.output.write(&lesson(args), out)
}

/// Returns the lesson that is printed.
pub(crate) fn lesson(args: &Args) -> Lesson {
    let all = Mapping::ALL;
    let wanted = args.name.as_ref().map_or(&all[..], std::slice::from_ref);
    let set = match args.word {
        Some(word) => wanted[0].set(word.0),
        None => args.squares,
    };
    mappings::lesson(wanted, set)
}
