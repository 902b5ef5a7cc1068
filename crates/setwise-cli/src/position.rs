//! Reads the argument POSITION: a well-known name, a FEN, or a file with a position on each line.

use std::path::Path;

use setwise::Position;
use setwise::notation::fen::{FenError, Form};
use setwise_perft::suite::WELL_KNOWN;

use crate::history::{self, Parse};
use crate::position_lines::{self, Fault, TextLines};
use crate::standard_error::print_line;
use crate::verdict::{Failure, caret};

/// The positions that POSITION names.
pub(crate) enum Given<'w> {
    /// One position, from the command line.
    One(Position),
    /// The positions of the lines of a file; `-` is standard input.
    Lines(&'w Path),
}

/// Returns the positions that the words describe; the initial position if there are none.
pub(crate) fn given(words: &[String], parser: Parse) -> Result<Given<'_>, Failure> {
    match words {
        [word] if is_lines(word) => Ok(Given::Lines(Path::new(word))),
        [word] if is_like_a_path(word) => Err(Failure::Run(format!(
            "{word}: no such file (a word with a full stop or a slash that is not a FEN is a file)"
        ))),
        words => parse_words_with(words, parser).map(Given::One),
    }
}

/// Returns the position of a FEN or a well-known name; the initial position if there are no words.
pub(crate) fn parse_words(words: &[String]) -> Result<Position, Failure> {
    parse_words_with(words, history::checked)
}

fn parse_words_with(words: &[String], parser: Parse) -> Result<Position, Failure> {
    if words.is_empty() { Ok(Position::INITIAL) } else { parse(&words.join(" "), parser) }
}

/// Returns whether a word is `-` or the name of a file, and not of a well-known position.
pub(crate) fn is_lines(word: &str) -> bool {
    word == "-" || !is_well_known(word) && Path::new(word).exists()
}

/// Returns whether a word has a full stop or a slash, and cannot be meant as a FEN.
fn is_like_a_path(word: &str) -> bool {
    let is_of_board = |letter: char| letter.is_ascii_digit() || "/pnbrqkPNBRQK".contains(letter);
    let is_board = word.matches('/').count() == 7 && !word.starts_with(['.', '/']);
    let is_one_word = !word.contains(char::is_whitespace);
    let is_path = word.contains('.') || word.contains('/') && !word.chars().all(is_of_board);
    is_one_word && is_path && !is_board
}

/// Returns the only position that the words describe; the initial position if there are none.
pub(crate) fn read_one(words: &[String], parser: Parse) -> Result<Position, Failure> {
    let mut lines = match given(words, parser)? {
        Given::One(position) => return Ok(position),
        Given::Lines(path) => TextLines::open(path, None)?,
    };
    let Some(line) = lines.next()? else { return Err(lines.no_position()) };
    let place = |fault: Fault| {
        let Fault { column, message } = fault;
        Failure::Input(format!("{}:{}:{column}: {message}", lines.name, line.number))
    };
    let position =
        line.text.and_then(|text| position_lines::position(&text, parser)).map_err(place)?;
    match lines.next()? {
        None => Ok(position),
        Some(second) => Err(Failure::Input(format!(
            "{}:{}: a second position (expected one; this command does not read several)",
            lines.name, second.number
        ))),
    }
}

/// Returns whether a word is the name of a well-known position.
pub(crate) fn is_well_known(word: &str) -> bool {
    well_known(word).is_some()
}

/// Returns the FEN of a well-known position.
pub(crate) fn well_known(word: &str) -> Option<&'static str> {
    let found = WELL_KNOWN.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|(_, fen)| *fen)
}

/// Parses a well-known name or a lenient FEN.
fn parse(text: &str, parser: Parse) -> Result<Position, Failure> {
    let fen = well_known(text.trim()).unwrap_or(text);
    let read = parser(fen).or_else(|error| {
        // What other programs write into a FEN is more than the pieces allow.
        let position = Position::parse_fen_form(fen, Form::Repaired).map_err(|_| error)?;
        print_line(format_args!("note: {error}; read as {position}"));
        Ok(position)
    });
    read.map_err(|error: FenError| {
        let mut message = format!("{error}\n{}", caret(fen, error.at));
        if !fen.contains('/') {
            let names = WELL_KNOWN.map(|(name, _)| name).join(", ");
            message += &format!(
                "\nexpected a FEN, one of {names}, the name of a file, or - for standard input"
            );
        }
        Failure::Input(message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_well_known_positions_are_valid() {
        for (name, fen) in WELL_KNOWN {
            let position = Position::parse_fen(fen).expect("a valid FEN");
            assert_eq!(
                read_one(&[name.to_owned()], history::checked).expect("a known name"),
                position
            );
        }
        let initial = read_one(&[], history::checked).expect("the initial position");
        assert_eq!(initial, Position::INITIAL);
    }
}
