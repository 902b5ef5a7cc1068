//! Writing what matches.

use std::io::{self, Write};

use serde_json::json;
use setwise::notation::pgn::{Deviation, NodeId, Options};
use setwise::{Move, Position};
use setwise_tables::{Inputs, game_tree};

use super::Output;

/// A game that matches, or may.
pub(super) struct Game {
    pub(super) input: u32,
    /// Where it begins; `None` if it is a row of a table.
    pub(super) byte: Option<u64>,
    /// The number in its part, from 0.
    pub(super) number: u64,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) result: &'static str,
    /// The values of the tags that are columns.
    pub(super) tags: Vec<String>,
    /// The moves, if positions are written.
    pub(super) moves: Option<(Position, Vec<Option<Move>>)>,
    /// The text, if games are written.
    pub(super) text: Vec<u8>,
    /// The plies that match.
    pub(super) plies: Vec<u32>,
}

/// How many games and positions there are, and how many match.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) matching_games: u64,
    pub(super) matching_positions: u64,
}

impl Counts {
    /// Writes the counts. With `first_only` only the first position of a game was looked for.
    pub(super) fn write(
        &self,
        is_json: bool,
        first_only: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let matching = (!first_only).then_some(self.matching_positions);
        if is_json {
            let counts = json!({
                "games": self.games,
                "positions": self.positions,
                "matching_games": self.matching_games,
                "matching_positions": matching,
            });
            return writeln!(out, "{counts}");
        }
        writeln!(out, "games:     {} of {} match", self.matching_games, self.games)?;
        match matching {
            Some(matching) => writeln!(out, "positions: {matching} of {} match", self.positions),
            None => Ok(()),
        }
    }

    /// Writes the counts of lines of positions.
    pub(super) fn write_positions(&self, is_json: bool, out: &mut impl Write) -> io::Result<()> {
        let (positions, matching) = (self.positions, self.matching_positions);
        match is_json {
            true => {
                writeln!(
                    out,
                    "{}",
                    json!({ "positions": positions, "matching_positions": matching })
                )
            }
            false => writeln!(out, "positions: {matching} of {positions} match"),
        }
    }
}

impl Game {
    /// Writes the game. Its number counts from 1 in its file, its place from 1 among all games.
    pub(super) fn write(
        &self,
        output: Output,
        inputs: &Inputs,
        (number, place): (u64, u64),
        out: &mut impl Write,
    ) -> io::Result<()> {
        let file = inputs.paths()[self.input as usize].display();
        let Game { byte, white, black, result, plies, .. } = self;
        match output {
            Output::Count => Ok(()),
            Output::Lines => {
                let plies = Ranges(plies);
                write!(out, "{file}: game {number}")?;
                if let Some(byte) = byte {
                    write!(out, " at byte {byte}")?;
                }
                writeln!(out, ", {white} - {black}, {result}: {plies}")
            }
            Output::Pgn { marked } => {
                match marked.then(|| self.marked()).flatten() {
                    Some(text) => out.write_all(text.trim_end().as_bytes())?,
                    None => out.write_all(self.text.trim_ascii_end())?,
                }
                out.write_all(b"\n\n")
            }
            Output::Fens => self.write_fens(out),
            Output::Csv => plies.iter().try_for_each(|ply| {
                write!(out, "{place},{ply}")?;
                self.tags.iter().try_for_each(|tag| write!(out, ",{}", quoted(tag)))?;
                writeln!(out)
            }),
            Output::Json => {
                let game = json!({
                    "file": file.to_string(),
                    "game": number,
                    "byte": byte,
                    "white": white,
                    "black": black,
                    "result": result,
                    "plies": plies,
                });
                writeln!(out, "{game}")
            }
        }
    }

    /// Returns the text with a comment at each position that matches; `None` if the game cannot be
    /// read to its end.
    fn marked(&self) -> Option<String> {
        let options = Deviation::ALL.into_iter().fold(Options::default(), Options::accept);
        let mut tree = game_tree(&self.text, options)?;
        let nodes: Vec<NodeId> = [tree.root()].into_iter().chain(tree.main_line()).collect();
        for ply in &self.plies {
            tree.add_comment(*nodes.get(*ply as usize)?, "match");
        }
        Some(tree.to_string())
    }

    fn write_fens(&self, out: &mut impl Write) -> io::Result<()> {
        let Some((start, moves)) = &self.moves else { return Ok(()) };
        let mut position = *start;
        let mut plies = self.plies.iter();
        let mut next = plies.next();
        for ply in 0..=moves.len() {
            if next == Some(&(ply as u32)) {
                writeln!(out, "{}", position.fen())?;
                next = plies.next();
            }
            position = match moves.get(ply) {
                Some(Some(mv)) => position.play_unchecked(*mv),
                Some(None) => position.null_move().unwrap_or(position),
                None => position,
            };
        }
        Ok(())
    }
}

/// Returns a value of a CSV file.
fn quoted(value: &str) -> String {
    if value.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", value.replace('"', "\"\""))
    } else {
        value.to_owned()
    }
}

/// Numbers in ascending order, as in `ply 3` or `plies 3-5, 9`.
struct Ranges<'p>(&'p [u32]);

impl std::fmt::Display for Ranges<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.len() == 1 { "ply" } else { "plies" })?;
        let runs = self.0.chunk_by(|ply, next| ply + 1 == *next);
        for (index, run) in runs.enumerate() {
            f.write_str(if index == 0 { " " } else { ", " })?;
            match run {
                [ply] => write!(f, "{ply}")?,
                [first, .., last] => write!(f, "{first}-{last}")?,
                [] => {}
            }
        }
        Ok(())
    }
}
