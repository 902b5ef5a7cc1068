//! The options that several subcommands share.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::num::NonZero;
use std::thread;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use serde_json::Value;
use setwise::notation::uci::CastlingForm;
use setwise::{Color, Move, Position};
use setwise_jobs::deep::Settings;
use setwise_jobs::number::{HASH_MB, THREADS, parser};
use setwise_perft::Backend;
use setwise_perft::suite::WELL_KNOWN;

use crate::history::{self, Parse};
use crate::position::{self, Given};
use crate::verdict::{Exit, Failure};
use crate::{batch, played_moves, position_lines};

/// The argument that selects one position.
#[derive(Args)]
pub(crate) struct OnePosition {
    /// The position: a FEN, a well-known name, or a file or - (standard input) with a position
    /// [default: startpos]
    #[arg(value_name = "POSITION", num_args = 0.., allow_negative_numbers = true)]
    #[arg(value_parser = position_parser(), hide_possible_values = true)]
    #[arg(long_help = position_help())]
    words: Vec<String>,
}

impl OnePosition {
    /// Returns the position.
    pub(crate) fn read(&self) -> Result<Position, Failure> {
        position::read_one(&self.words, history::checked)
    }

    /// Returns the position, which need not occur in a game; see [`history::noted`].
    pub(crate) fn read_noted(&self) -> Result<Position, Failure> {
        position::read_one(&self.words, history::noted)
    }

    /// Returns whether the position is given, and not the default.
    pub(crate) fn is_given(&self) -> bool {
        !self.words.is_empty()
    }
}

/// The option that selects the moves to play from a position.
#[derive(Args)]
pub(crate) struct MovesOption {
    /// Play these moves from the position first, as in "e2e4 e7e5"; castling is e1g1 or e1h1
    ///
    /// Write the position before --moves, because all words after it are read as moves.
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    moves: Vec<String>,
}

impl MovesOption {
    /// Returns the position after the moves, and the last move.
    pub(crate) fn play(&self, from: Position) -> Result<(Position, Option<Move>), Failure> {
        played_moves::play(from, &self.moves)
    }
}

/// The options that select one or several positions, and moves to play from each.
#[derive(Args)]
pub(crate) struct PositionOptions {
    /// The position: a FEN, a well-known name, or a file or - (standard input) with a position on
    /// each line [default: startpos]
    #[arg(value_name = "POSITION", num_args = 0.., allow_negative_numbers = true)]
    #[arg(value_parser = position_parser(), hide_possible_values = true)]
    #[arg(long_help = positions_help())]
    words: Vec<String>,

    #[command(flatten)]
    moves: MovesOption,
}

impl PositionOptions {
    /// Calls a function for each position after the moves; see [`batch::for_each`].
    pub(crate) fn for_each<W: Write>(
        &self,
        out: &mut W,
        each: impl FnMut(&mut W, Item) -> Exit,
    ) -> Exit {
        self.for_each_parsed(history::checked, out, each)
    }

    /// Calls a function for each position after the moves, as [`PositionOptions::for_each`] does.
    /// The positions are parsed by the given function.
    pub(crate) fn for_each_parsed<W: Write>(
        &self,
        parser: Parse,
        out: &mut W,
        mut each: impl FnMut(&mut W, Item) -> Exit,
    ) -> Exit {
        match position::given(&self.words, parser)? {
            Given::One(position) => {
                let (position, last_move) = self.moves.play(position)?;
                each(out, Item { position, last_move, line: None })
            }
            Given::Lines(path) => batch::for_each(path, out, |out, line, text| {
                let position = position_lines::position(text, parser)?;
                let (position, last_move) = self.moves.play(position)?;
                Ok(each(out, Item { position, last_move, line: Some(line) })?)
            }),
        }
    }
}

/// A position to work on.
pub(crate) struct Item {
    pub(crate) position: Position,
    /// The last of the moves that led to the position, if there were any.
    pub(crate) last_move: Option<Move>,
    /// The number of the line of the position; `None` if it is from the command line.
    pub(crate) line: Option<u64>,
}

impl Item {
    /// Writes a JSON object about the position; see [`batch::write_json`].
    pub(crate) fn write_json(&self, out: &mut impl Write, object: Value) -> io::Result<()> {
        batch::write_json(out, object, self.line)
    }
}

/// Returns the parser of the words of POSITION. It accepts every word; the possible values are for
/// shell completion.
pub(crate) fn position_parser() -> impl TypedValueParser<Value = String> {
    Named(WELL_KNOWN.map(|(name, _)| name))
}

/// A parser of any text, some of which has a name.
#[derive(Clone)]
struct Named<const N: usize>([&'static str; N]);

impl<const N: usize> TypedValueParser for Named<N> {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        option: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// Returns a parser of the names of some values.
pub(crate) fn named<T: Copy + Send + Sync + 'static>(
    values: &[T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> + use<T> {
    described(values, move |value| PossibleValue::new(name(value)))
}

/// Returns a parser of the names of some values, which may have help texts and aliases.
pub(crate) fn described<T: Copy + Send + Sync + 'static, F>(
    values: &[T],
    describe: F,
) -> impl TypedValueParser<Value = T> + use<T, F>
where
    F: Fn(T) -> PossibleValue + Clone + Send + Sync + 'static,
{
    let values = values.to_vec();
    let described: Vec<PossibleValue> = values.iter().map(|&value| describe(value)).collect();
    PossibleValuesParser::new(described).try_map(move |text| {
        let found = values.iter().copied().find(|&value| describe(value).matches(&text, false));
        found.ok_or("unknown name")
    })
}

/// Returns the English name of a side.
pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Returns the help text of POSITION for a command that accepts one position.
pub(crate) fn position_help() -> String {
    help_of(
        "The position: a FEN, quoted or not; a well-known name; or the name of a file, or - for \
         standard input, that has a FEN or EPD on one line [default: startpos]",
    )
}

/// Returns the help text of POSITION for a command that accepts several positions.
pub(crate) fn positions_help() -> String {
    help_of(
        "The position: a FEN, quoted or not; a well-known name; or the name of a file, or - for \
         standard input, that has a FEN, an EPD or a well-known name on each line [default: \
         startpos]\n\n\
         The file may be compressed with gzip, bzip2 or Zstandard. Its empty lines and lines that begin \
         with # are ignored. A wrong line is reported to standard error as \
         `FILE:LINE:COLUMN: message`, the other lines are used, and the exit status is 1. JSON has \
         one object on each line, with the number of the input line.",
    )
}

fn help_of(source: &str) -> String {
    let names = WELL_KNOWN.map(|(name, _)| name).join(", ");
    format!(
        "{source}\n\n\
         The halfmove clock and the fullmove number of a FEN may be missing, and its fields may be separated by several \
         spaces. Castling rights can be written as KQkq, as X-FEN or as Shredder-FEN. The \
         well-known names: {names} (`setwise show NAME` shows the FEN)."
    )
}

/// The option that selects how castling is written.
#[derive(Args)]
pub(crate) struct CastlingOption {
    /// Write castling as king takes rook (e1h1), as in Chess960 [default: e1g1, but e1h1 if a king
    /// or rook with castling rights is not on its standard square]
    #[arg(long)]
    chess960: bool,
}

impl CastlingOption {
    /// Returns the notation of castling for the moves of a position.
    pub(crate) fn form(&self, position: &Position) -> CastlingForm {
        if self.chess960 { CastlingForm::KingTakesRook } else { position.castling_form() }
    }
}

/// The option that selects the number of threads.
#[derive(Args)]
pub(crate) struct ThreadsOption {
    /// Use N threads; the result is the same for any N [default: one per CPU core]
    #[arg(long, value_name = "N", value_parser = parser(THREADS))]
    threads: Option<usize>,
}

impl ThreadsOption {
    /// Returns the number of threads: the value of the option, or the number of cores.
    pub(crate) fn number(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.unwrap_or_else(all)
    }
}

/// The option that selects the size of the hash table of counts.
#[derive(Args)]
pub(crate) struct HashOption {
    /// Use a hash table of at most this size in MiB, shared by all threads; 0 for none [default:
    /// 256 for a job, otherwise 0]
    ///
    /// The table stores counts, so that a position reached by several move orders is counted only
    /// once. This is much faster at large depths. The probability that a lookup returns the count
    /// of a different position is below 1e-18.
    #[arg(long, value_name = "MIB", value_parser = parser(HASH_MB))]
    hash: Option<u64>,
}

impl HashOption {
    /// Returns the size in bytes, or 0 for no table; `default` is in MiB.
    pub(crate) fn bytes(&self, default: u64) -> usize {
        usize::try_from(self.hash.unwrap_or(default) << 20).unwrap_or(usize::MAX)
    }

    /// Returns the settings of a job that counts.
    pub(crate) fn settings_of_job(&self) -> Settings {
        Settings { hash: self.bytes(256), backend: Backend::fastest() }
    }
}
