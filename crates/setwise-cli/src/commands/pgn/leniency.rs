//! The options that say which deviations from the PGN standard are accepted.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde_json::{Map, Value};
use setwise_pgn::{Deviation, DeviationCounts, Options};

use crate::options::described;

/// How games are read: the accepted deviations, and the form of comments.
#[derive(clap::Args)]
pub(crate) struct Leniency {
    /// Accept what python-chess accepts: every deviation of --accept
    #[arg(long)]
    lenient: bool,

    /// Accept a deviation from the standard, and count it; may be a list separated by commas
    #[arg(long, value_name = "DEVIATION", value_delimiter = ',')]
    #[arg(value_parser = described(&Deviation::ALL, possible_value))]
    accept: Vec<Deviation>,

    /// Where evaluations are read
    #[arg(long, value_name = "FORM", default_value = "commands")]
    comments: Comments,
}

/// The form of comments with evaluations.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Comments {
    /// [%eval 0.31,24], as of Lichess
    Commands,
    /// also +0.31/24 0.5s at the start of a comment, for the side that has moved: fishtest, OpenBench,
    /// CCRL, fastchess, cutechess
    Engine,
}

impl Leniency {
    /// Adds the accepted deviations to options.
    pub(crate) fn add_to(&self, options: Options) -> Options {
        let options = options.with_engine_comments(self.comments == Comments::Engine);
        let all = if self.lenient { &Deviation::ALL[..] } else { &[] };
        all.iter()
            .chain(&self.accept)
            .fold(options, |options, &deviation| options.accept(deviation))
    }
}

/// Returns a deviation as an argument.
fn possible_value(deviation: Deviation) -> PossibleValue {
    let help = match deviation {
        Deviation::MissingResult => "a game without a result at its end",
        Deviation::MismatchedResult => "a result that differs from the tag Result",
        Deviation::HalfResult => "1/2, 0.5-0.5 and others instead of 1/2-1/2, and 0-0",
        Deviation::NullMove => "--, Z0, 0000 or @@@@, unless in check",
        Deviation::CoordinateMove => "g1f3, g1-f3, e1g1",
        Deviation::EnPassantMark => "exf6ep",
        Deviation::TagQuote => {
            "a tag value with a quotation mark that is not escaped, or \\ at its end"
        }
        Deviation::MalformedTag => {
            "a tag that is not [Name \"value\"], or impossible rights in a FEN; they are skipped"
        }
        Deviation::Parenthesis => "an unclosed variation, a ) without (, or a ( without a move",
        Deviation::UnclosedComment => "a comment not closed before the next game",
        Deviation::UnknownText => "words and characters that cannot be moves; they are skipped",
        _ => return PossibleValue::new(deviation.name()),
    };
    PossibleValue::new(deviation.name()).help(help)
}

/// Returns `3 null-move, 1 tag-quote`; `None` if nothing was accepted.
pub(crate) fn summary(counts: &DeviationCounts) -> Option<String> {
    let counts: Vec<String> =
        counts.iter().map(|(deviation, count)| format!("{count} {deviation}")).collect();
    if counts.is_empty() { None } else { Some(counts.join(", ")) }
}

/// Returns the counts as an object with the names of the deviations as keys.
pub(crate) fn json(counts: &DeviationCounts) -> Value {
    let object: Map<String, Value> =
        counts.iter().map(|(deviation, count)| (deviation.name().into(), count.into())).collect();
    object.into()
}
