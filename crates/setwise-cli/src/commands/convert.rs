//! `setwise convert`: converts moves from one notation to another.

use std::io::Write;
use std::path::Path;

use clap::ValueEnum;
use serde_json::json;
use setwise::notation::san::SanOptions;
use setwise::notation::uci::CastlingForm;
use setwise::{Move, Position};

use crate::options::{CastlingOption, position_parser, positions_help};
use crate::verdict::{Exit, Failure, Verdict, caret};
use crate::{batch, history, position, position_lines};

/// Convert moves from one notation to another
///
/// The moves are played one after the other from the position, and printed on one line. By default
/// a move in SAN must follow the PGN standard exactly: with the shortest disambiguation, and with
/// its check or mate mark. --lenient accepts every unambiguous move. Move numbers, as in `1. e4`
/// and `1...e5`, are ignored.
///
/// With a file or - as POSITION, plays the MOVES from the position of each line. Without MOVES,
/// each line has moves, with an optional position before them, as in `kiwipete O-O O-O-O`.
#[derive(clap::Args)]
#[command(override_usage = "\
setwise convert [OPTIONS] --from <NOTATION> --to <NOTATION> [POSITION] <MOVES>...
       setwise convert [OPTIONS] --from <NOTATION> --to <NOTATION> <FILE>")]
#[command(after_help = "\
Examples:
  setwise convert --from uci --to san e2e4 e7e5 g1f3
  setwise convert --from san --to lan \"1. e4 e5 2. Nf3 Nc6 3. Bb5\"
  setwise convert --from san --to uci kiwipete O-O O-O-O
  setwise convert --from san --to uci lines.txt
  setwise convert --from san --to san --lenient 4k1nr/8/8/8/8/8/8/4K2R w K - 0-0 Ng8f6!

Exit status:
  0  success
  1  the position or a move is invalid
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    /// The notation of the input
    #[arg(long, value_name = "NOTATION")]
    from: Source,

    /// The notation of the output
    #[arg(long, value_name = "NOTATION")]
    to: Target,

    /// The moves; before them, optionally, a position: a FEN, a well-known name, or a file or -
    /// (standard input) with a position on each line [default: startpos]
    #[arg(value_name = "MOVES", num_args = 1.., required = true)]
    #[arg(value_parser = position_parser(), hide_possible_values = true)]
    #[arg(allow_negative_numbers = true, long_help = words_help())]
    words: Vec<String>,

    /// Also accept common deviations from standard SAN: 0-0, Ng1f3, e8Q, missing or wrong + # x,
    /// and the suffixes e.p., ! and ?
    #[arg(long)]
    lenient: bool,

    #[command(flatten)]
    castling: CastlingOption,

    /// Print a JSON object for each position, on one line
    #[arg(long)]
    json: bool,
}

/// The notation of the input.
#[derive(Clone, Copy, ValueEnum)]
enum Source {
    /// Standard algebraic notation: Nf3, exd8=Q+, O-O
    San,
    /// UCI notation: g1f3, e7d8q, castling e1g1 or e1h1
    Uci,
}

/// The notation of the output.
#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// Standard algebraic notation: Nf3, exd8=Q+, O-O
    San,
    /// UCI notation: g1f3, e7d8q, castling e1g1 (with --chess960 e1h1)
    Uci,
    /// Long algebraic notation: Ng1-f3, e7xd8=Q+, O-O
    Lan,
}

fn words_help() -> String {
    format!(
        "The moves, separated by spaces. A position may precede them.\n\n{}\n\n\
         The name of a file has a full stop or a slash. Without MOVES, each of its lines has moves, \
         with an optional FEN or well-known name before them.",
        positions_help()
    )
}

/// Prints the moves, of one position or of each line.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    match args.words.split_first() {
        Some((first, moves)) if is_file(first) => {
            batch::for_each(Path::new(first), out, |out, line, text| {
                let (start, words) = if moves.is_empty() {
                    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
                    let (position, moves) = split_position(&words);
                    (position::parse_words(position)?, moves.to_vec())
                } else {
                    (position_lines::position(text, history::checked)?, moves.to_vec())
                };
                args.convert(start, &words, Some(line), out)?;
                Ok(Verdict::Right)
            })
        }
        Some((first, [])) if is_file_name(first) => Err(Failure::Run(format!(
            "{first}: no such file (a word that ends with a full stop and letters is a file)"
        ))),
        _ => {
            let (words, moves) = split_position(&args.words);
            args.convert(position::parse_words(words)?, moves, None, out)?;
            Ok(Verdict::Right)
        }
    }
}

impl Args {
    /// Converts moves that begin in a position, and prints them.
    fn convert(
        &self,
        start: Position,
        moves: &[String],
        line: Option<u64>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        // The first position decides how castling is written.
        let castling = self.castling.form(&start);
        let (mut position, mut converted) = (start, Vec::new());
        for (number, word) in (1..).zip(moves.iter().flat_map(|part| move_words(part))) {
            let mv = self.read(&position, word).map_err(|(message, at)| {
                let shown = caret(word, at);
                Failure::Input(format!("move {number}: {message}\n{shown}\nin {position}"))
            })?;
            converted.push(self.to.write(&position, mv, castling));
            position = position.play_unchecked(mv);
        }
        if self.json {
            let (fen, last) = (start.to_string(), position.to_string());
            let object = json!({ "fen": fen, "moves": converted, "final": last });
            batch::write_json(out, object, line)?;
        } else {
            writeln!(out, "{}", converted.join(" "))?;
        }
        Ok(())
    }

    /// Parses a word as a move. An error is a message and the offset in bytes of the fault.
    fn read(&self, position: &Position, word: &str) -> Result<Move, (String, usize)> {
        match self.from {
            Source::San => {
                let options = if self.lenient { SanOptions::LENIENT } else { SanOptions::STRICT };
                let read = position.parse_san_with(word, options);
                read.map_err(|error| (error.message().to_string(), error.at))
            }
            Source::Uci => position.parse_uci(word).map_err(|error| (error.to_string(), 0)),
        }
    }
}

impl Target {
    fn write(self, position: &Position, mv: Move, castling: CastlingForm) -> String {
        match self {
            Target::San => position.san(mv).to_string(),
            Target::Uci => mv.uci(castling).to_string(),
            Target::Lan => position.lan(mv).to_string(),
        }
    }
}

/// Splits the words into the position, if there is one, and the moves.
///
/// A position is a well-known name or a FEN. A FEN is recognized by a `/`, which no move has.
/// An unquoted FEN has four words, and its two counters if the next words are numbers.
fn split_position(words: &[String]) -> (&[String], &[String]) {
    let count = match words {
        [first, ..] if first.contains('/') && first.trim().contains(' ') => 1,
        [first, ..] if first.contains('/') => {
            let is_counter = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
            4 + words.iter().skip(4).take(2).take_while(is_counter).count()
        }
        [first, ..] if position::is_well_known(first) => 1,
        _ => 0,
    };
    words.split_at(count.min(words.len()))
}

/// Returns whether a word is `-` or the name of a file. A name without a full stop or a slash,
/// which may be a move too, is not.
fn is_file(word: &str) -> bool {
    word == "-" || word.contains(['.', '/']) && position::is_lines(word)
}

/// Returns whether a word can only be the name of a file: it ends with a full stop and letters.
fn is_file_name(word: &str) -> bool {
    let ending = Path::new(word).extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ending.len() > 1 && ending.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// Returns the moves of a text, without move numbers.
fn move_words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(without_number).filter(|word| !word.is_empty())
}

/// Removes a move number: `1.e4` and `1...e4` become `e4`. Digits without a full stop are kept.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = digits.trim_start_matches('.');
    if digits.len() < word.len() && rest.len() < digits.len() { rest } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_before_the_moves_is_recognized() {
        for (line, count) in [
            ("e4 e5", 0),
            ("", 0),
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
    fn move_numbers_are_ignored() {
        let moves: Vec<&str> = move_words("1. e4 e5 2.Nf3 2... Nc6 3...a6 10 0-0 .e4").collect();
        assert_eq!(moves, ["e4", "e5", "Nf3", "Nc6", "a6", "10", "0-0", ".e4"]);
    }
}
