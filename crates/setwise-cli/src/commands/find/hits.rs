//! Writing what matches.

use std::io::{self, Write};

use serde_json::json;
use setwise_pgn::{Deviation, NodeId, Options};
use setwise_tables::{FoundGame, Inputs, game_tree};

use super::Output;

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

/// Writes a game. Its number counts from 1 in its file, its place from 1 among all games.
pub(super) fn write_game(
    game: &FoundGame,
    output: Output,
    inputs: &Inputs,
    (number, place): (u64, u64),
    out: &mut impl Write,
) -> io::Result<()> {
    let file = inputs.paths()[game.input as usize].display();
    let FoundGame { byte, result, plies, .. } = game;
    // A terminal must not obey a name.
    let [white, black] = [&game.white, &game.black].map(|name| name.replace(char::is_control, "·"));
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
            match marked.then(|| marked_text(game)).flatten() {
                Some(text) => out.write_all(text.trim_end().as_bytes())?,
                None => out.write_all(game.text.trim_ascii_end())?,
            }
            out.write_all(b"\n\n")
        }
        Output::Fens => {
            game.positions().try_for_each(|position| writeln!(out, "{}", position.fen()))
        }
        Output::Csv => {
            let mut rows = csv::Writer::from_writer(out);
            for ply in plies {
                let numbers = [place.to_string(), ply.to_string()];
                let tags = game.tags.iter().map(|tag| tag.as_deref().unwrap_or_default());
                let fields = numbers.iter().map(String::as_str).chain(tags);
                rows.write_record(fields).map_err(output_error)?;
            }
            rows.flush()
        }
        Output::Json => {
            let object = json!({
                "file": file.to_string(),
                "game": number,
                "byte": byte,
                "white": white,
                "black": black,
                "result": result,
                "plies": plies,
            });
            writeln!(out, "{object}")
        }
    }
}

/// Returns the text with a comment at each position that matches; `None` if the game cannot be
/// read to its end.
fn marked_text(game: &FoundGame) -> Option<String> {
    let options = Deviation::ALL.into_iter().fold(Options::default(), Options::accept);
    let mut tree = game_tree(&game.text, options)?;
    let nodes: Vec<NodeId> = [tree.root()].into_iter().chain(tree.main_line()).collect();
    for ply in &game.plies {
        tree.add_comment(*nodes.get(*ply as usize)?, "match");
    }
    Some(tree.to_string())
}

/// Returns the error of the output: its kind tells a pipe that is closed.
pub(super) fn output_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
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
