//! `setwise convert`: moves from one notation into another.

use std::io::Write;

use clap::ValueEnum;
use serde_json::json;
use setwise::notation::san::SanOptions;
use setwise::notation::uci::{Castling, Uci};
use setwise::{Move, Position};

use crate::caret::Caret;
use crate::options::{CastlingOption, position_help};
use crate::position;
use crate::verdict::{Failure, Verdict};

/// Convert moves from one notation into another
///
/// The moves are played one after the other from the position, and printed on one line. A move in
/// SAN must be written as the PGN standard has it: with the shortest disambiguation, and with its
/// mark of check or mate; --lenient takes what says clearly which move is meant. Move numbers, as
/// in `1. e4` and `1...e5`, are passed over.
#[derive(clap::Args)]
#[command(override_usage = "\
setwise convert [OPTIONS] --from <NOTATION> --to <NOTATION> [POSITION] <MOVES>...")]
#[command(after_help = "\
Examples:
  setwise convert --from uci --to san e2e4 e7e5 g1f3
  setwise convert --from san --to lan \"1. e4 e5 2. Nf3 Nc6 3. Bb5\"
  setwise convert --from san --to uci kiwipete O-O O-O-O
  setwise convert --from san --to san --lenient 4k1nr/8/8/8/8/8/8/4K2R w K - 0-0 Ng8f6!")]
pub(crate) struct Args {
    /// The notation of the moves
    #[arg(long, value_name = "NOTATION")]
    from: Source,

    /// The notation to print them in
    #[arg(long, value_name = "NOTATION")]
    to: Target,

    /// Moves, after a position if they do not begin with the initial one: a FEN (quoted or not), a
    /// well-known name, or - for standard input
    #[arg(value_name = "MOVES", num_args = 1.., required = true)]
    #[arg(allow_negative_numbers = true, long_help = words_help())]
    words: Vec<String>,

    /// Read what people write besides the standard's SAN: 0-0, Ng1f3, e8Q, missing or wrong + # x,
    /// e.p., ! and ?
    #[arg(long)]
    lenient: bool,

    #[command(flatten)]
    castling: CastlingOption,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What moves are read from.
#[derive(Clone, Copy, ValueEnum)]
enum Source {
    /// Standard algebraic notation: Nf3, exd8=Q+, O-O
    San,
    /// The UCI protocol's words: g1f3, e7d8q, e1g1 or e1h1
    Uci,
}

/// What moves are printed in.
#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// Standard algebraic notation: Nf3, exd8=Q+, O-O
    San,
    /// The UCI protocol's words: g1f3, e7d8q, e1g1
    Uci,
    /// Long algebraic notation: Ng1-f3, e7xd8=Q+, O-O
    Lan,
}

fn words_help() -> String {
    format!(
        "The moves, after a position if they do not begin with the initial one.\n\n{}",
        position_help()
    )
}

/// Prints the moves.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let (words, moves) = split_position(&args.words);
    let start = position::read(words)?;
    // The form of castling is that of the position which the line begins with.
    let castling = args.castling.form(&start);
    let (mut position, mut converted) = (start, Vec::new());
    for (number, word) in (1..).zip(moves.iter().flat_map(|part| move_words(part))) {
        let mv = args.read(&position, word).map_err(|(message, at)| {
            let caret = Caret { text: word, at };
            Failure::Input(format!("move {number}: {message}\n{caret}\nin {position}"))
        })?;
        converted.push(args.to.write(&position, mv, castling));
        position = position.play_unchecked(mv);
    }
    if args.json {
        let fens =
            json!({ "fen": start.to_string(), "moves": converted, "final": position.to_string() });
        writeln!(out, "{fens}")?;
    } else {
        writeln!(out, "{}", converted.join(" "))?;
    }
    Ok(Verdict::Right)
}

impl Args {
    /// The move that a word means; else why it means none, and at which of its bytes.
    fn read(&self, position: &Position, word: &str) -> Result<Move, (String, usize)> {
        match self.from {
            Source::San => {
                let options = if self.lenient { SanOptions::LENIENT } else { SanOptions::STRICT };
                let read = position.parse_san_with(word, options);
                read.map_err(|error| (error.kind.to_string(), error.at))
            }
            Source::Uci => {
                let uci: Uci = word.parse().map_err(|error| (format!("{error}"), 0))?;
                uci.find(position).ok_or_else(|| ("no such move is legal here".to_owned(), 0))
            }
        }
    }
}

impl Target {
    fn write(self, position: &Position, mv: Move, castling: Castling) -> String {
        match self {
            Target::San => position.san(mv).to_string(),
            Target::Uci => mv.uci(castling).to_string(),
            Target::Lan => position.lan(mv).to_string(),
        }
    }
}

/// The words of a position, if the first is one, and the rest.
///
/// A position begins with a name, a `-`, or the field of a FEN that has the ranks with `/`, which
/// no move has. Unquoted, a FEN has three fields more, and its two counters if they are numbers.
fn split_position(words: &[String]) -> (&[String], &[String]) {
    let count = match words {
        [first, ..] if first.contains('/') && first.trim().contains(' ') => 1,
        [first, ..] if first.contains('/') => {
            let is_counter = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
            4 + words.iter().skip(4).take(2).take_while(is_counter).count()
        }
        [first, ..] if first == "-" || position::is_well_known(first) => 1,
        _ => 0,
    };
    words.split_at(count.min(words.len()))
}

/// The moves of a text, without their numbers.
fn move_words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(without_number).filter(|word| !word.is_empty())
}

/// `1.e4` and `1...e4` are `e4`; without a full stop digits are no number of a move.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = digits.trim_start_matches('.');
    if digits.len() < word.len() && rest.len() < digits.len() { rest } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_told_from_moves() {
        for (line, count) in [
            ("e4 e5", 0),
            ("", 0),
            ("- e4", 1),
            ("KIWIPETE O-O", 1),
            ("8/8/8/8/8/8/8/8 w - - e4", 4),
            ("8/8/8/8/8/8/8/8 w - - 0 1 e4", 6),
            ("8/8/8/8/8/8/8/8 w - - 3 e4", 5),
            ("8/8/8/8/8/8/8/8 w", 2),
        ] {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            assert_eq!(split_position(&words).0.len(), count, "{line}");
        }
        let words = ["8/8/8/8/8/8/8/8 w - - 0 1".to_owned(), "e4".to_owned()];
        assert_eq!(split_position(&words).0.len(), 1);
    }

    #[test]
    fn numbers_of_moves_are_passed_over() {
        let moves: Vec<&str> = move_words("1. e4 e5 2.Nf3 2... Nc6 3...a6 10 0-0 .e4").collect();
        assert_eq!(moves, ["e4", "e5", "Nf3", "Nc6", "a6", "10", "0-0", ".e4"]);
    }
}
