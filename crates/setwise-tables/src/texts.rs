//! Games as text: filtered, in export format, and their positions as JSON.

use std::fmt::Write as _;
use std::io::{self, Write};

use setwise::Position;
use setwise_pgn::files::Inputs;
use setwise_pgn::{GameTree, InMemory, LeftOut, Options, Reader};

use crate::read::{Collector, InputRead, ReadOptions, read};
use crate::record::{Record, Wanted};
use crate::select::Selection;

/// How many games were written.
#[derive(Debug, Default)]
pub struct Written {
    /// The number of games that were written.
    pub written: u64,
    /// The number of games that could not be written: those with an error in export format or among
    /// positions, and games of more than [`MAX_TEXT`](setwise_pgn::threads::MAX_TEXT) bytes.
    pub failed: u64,
    /// What was read of each input.
    pub inputs: Vec<InputRead>,
}

/// Text that is made of games.
#[derive(Default)]
struct TextPart {
    text: Vec<u8>,
    written: u64,
    failed: u64,
}

impl TextPart {
    fn append(&mut self, game: &[u8]) {
        // Games are separated by an empty line, however they were.
        self.text.extend_from_slice(game.trim_ascii_end());
        self.text.extend_from_slice(b"\n\n");
        self.written += 1;
    }
}

/// Writes the games of a selection as they are.
///
/// # Errors
///
/// Returns an error if the text cannot be written.
pub fn filter(
    inputs: &Inputs,
    options: &ReadOptions,
    selection: &Selection,
    out: &mut dyn Write,
) -> io::Result<Written> {
    write_texts(inputs, options, &Filter { selection, form: Form::AsIs }, out)
}

/// Writes the games of a selection in the export format of PGN, but for some of their parts. Games
/// with an error are left out.
///
/// # Errors
///
/// Returns an error if the text cannot be written.
pub fn normalise(
    inputs: &Inputs,
    options: &ReadOptions,
    selection: &Selection,
    left_out: LeftOut,
    out: &mut dyn Write,
) -> io::Result<Written> {
    write_texts(
        inputs,
        options,
        &Filter { selection, form: Form::Export(options.pgn, left_out) },
        out,
    )
}

struct Filter<'f> {
    selection: &'f Selection,
    form: Form,
}

enum Form {
    AsIs,
    Export(Options, LeftOut),
}

fn write_texts(
    inputs: &Inputs,
    options: &ReadOptions,
    filter: &Filter<'_>,
    out: &mut dyn Write,
) -> io::Result<Written> {
    let mut sum = Written::default();
    sum.inputs = read(inputs, options, filter, |part, _| {
        sum.written += part.written;
        sum.failed += part.failed;
        out.write_all(&part.text)
    })?;
    out.flush()?;
    Ok(sum)
}

impl Collector for Filter<'_> {
    type Part = TextPart;

    fn selection(&self) -> Option<&Selection> {
        Some(self.selection)
    }

    fn part(&self) -> TextPart {
        TextPart::default()
    }

    /// Does nothing: the text comes after the game.
    fn add(&self, _: &mut TextPart, _: &Record) {}

    fn wants_text(&self) -> bool {
        true
    }

    fn text(&self, part: &mut TextPart, text: Option<&[u8]>) {
        match (&self.form, text) {
            (_, None) => part.failed += 1,
            (Form::AsIs, Some(text)) => part.append(text),
            (Form::Export(options, left_out), Some(text)) => match game_tree(text, *options) {
                Some(tree) => part.append(tree.without(*left_out).to_string().as_bytes()),
                None => part.failed += 1,
            },
        }
    }
}

/// Returns the first game of a text with its variations and comments, or `None` if it is invalid.
pub fn game_tree(text: &[u8], options: Options) -> Option<GameTree> {
    Reader::with_options(InMemory(text), options).read_tree().ok()??.ok()
}

/// What is written of the positions of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FenOptions {
    /// The games that are taken.
    pub selection: Selection,
    /// Whether only the last position of each game is written.
    pub is_final: bool,
}

/// Writes the positions of games as JSON Lines: for each position an object with the names `file`
/// (the path of the input), `game` (from 1, among the games of the file that are taken), `ply`,
/// `fen`, `move` (in the notation of UCI; missing after the last move), `result`, and `tags` (an
/// object with the tags that are columns of the table of games).
///
/// Positions before an error are written; then `error` has its message. A game with an error and
/// without a position, for example because its tag `FEN` is wrong, is one object without `ply` and
/// `fen`.
///
/// # Errors
///
/// Returns an error if the text cannot be written.
pub fn fens(
    inputs: &Inputs,
    options: &ReadOptions,
    fens: &FenOptions,
    out: &mut dyn Write,
) -> io::Result<Written> {
    let mut sum = Written::default();
    let collector = Fens { options: fens };
    let (mut current, mut file, mut number) = (None, String::new(), 0_u64);
    sum.inputs = read(inputs, options, &collector, |part, _| {
        sum.failed += part.failed;
        for GameLines { input, lines, rest } in part.games {
            if current.replace(input) != Some(input) {
                number = 0;
                file.clear();
                json_text(&inputs.paths()[input as usize].to_string_lossy(), &mut file);
            }
            number += 1;
            sum.written += 1;
            for line in lines.lines() {
                writeln!(out, "{{\"file\":{file},\"game\":{number},{line}{rest}")?;
            }
        }
        Ok::<(), io::Error>(())
    })?;
    out.flush()?;
    Ok(sum)
}

struct Fens<'f> {
    options: &'f FenOptions,
}

#[derive(Default)]
struct FensPart {
    games: Vec<GameLines>,
    failed: u64,
}

/// The positions of a game as JSON, without its file and number.
struct GameLines {
    input: u32,
    /// The part of each line that differs from position to position.
    lines: String,
    /// The end of all lines: the tags of a game may be long.
    rest: String,
}

impl Collector for Fens<'_> {
    type Part = FensPart;

    fn wanted(&self) -> Wanted {
        Wanted { positions: true, other_tags: true, ..Wanted::default() }
    }

    fn selection(&self) -> Option<&Selection> {
        Some(&self.options.selection)
    }

    fn part(&self) -> FensPart {
        FensPart::default()
    }

    fn add(&self, part: &mut FensPart, game: &Record) {
        let mut rest = format!("\"result\":\"{}\",\"tags\":{{", game.result());
        for (index, (name, value)) in game.tags.all().enumerate() {
            rest.push_str(if index > 0 { "," } else { "" });
            json_text(name, &mut rest);
            rest.push(':');
            json_text(value, &mut rest);
        }
        rest.push('}');
        if let Some(error) = &game.error {
            rest.push_str(",\"error\":");
            json_text(&error.error.message().to_string(), &mut rest);
        }
        rest.push('}');
        let mut lines = String::new();
        let first = if self.options.is_final { game.moves.len() } else { 0 };
        for (ply, position) in game.positions.iter().enumerate().skip(first) {
            let mv = game.moves.get(ply).map(|mv| uci(position, *mv)).unwrap_or_default();
            // A string can always be written.
            let _ = writeln!(lines, "\"ply\":{ply},\"fen\":\"{}\",{mv}", position.fen());
        }
        if game.error.is_some() && lines.is_empty() {
            // The object of the game has no part of a position.
            lines.push('\n');
        }
        part.failed += u64::from(game.error.is_some());
        part.games.push(GameLines { input: game.input, lines, rest });
    }
}

/// Writes a text as a JSON string (RFC 8259).
pub(crate) fn json_text(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\0'..='\x1f' => {
                let _ = write!(out, "\\u{:04x}", letter as u32);
            }
            _ => out.push(letter),
        }
    }
    out.push('"');
}

fn uci(position: &Position, mv: Option<setwise::Move>) -> String {
    match mv {
        Some(mv) => format!("\"move\":\"{}\",", position.uci(mv)),
        None => "\"move\":\"0000\",".to_owned(),
    }
}
