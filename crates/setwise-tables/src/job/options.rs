//! The options of a job, as `job.json` has them.

use std::path::Path;

use serde::{Deserialize, Serialize};
use setwise::Position;
use setwise::notation::pgn::{self, Deviation};
use setwise_jobs::Error;

use crate::export::{ExportOptions, Tables};
use crate::games::GameColumns;
use crate::positions::{PositionColumns, PositionSelection};
use crate::record::GamePlace;
use crate::select::Selection;
use crate::source::{From, Range};
use crate::write::{Format, WriteOptions};

/// The number of bytes of an input's file that are a part by default.
pub const DEFAULT_PART_BYTES: u64 = 64 << 20;

/// A part of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    /// The number of the input.
    pub(super) input: u32,
    /// Where it begins: the offsets of a frame and in it; `None` is the start of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<[u64; 2]>,
    /// Where the next part begins; `None` is the end of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<[u64; 2]>,
}

/// Returns a place as it is stored.
pub(super) fn stored(place: GamePlace) -> [u64; 2] {
    [place.frame, place.offset]
}

/// Returns a place that was stored.
pub(super) fn place([frame, offset]: [u64; 2]) -> GamePlace {
    GamePlace { frame, offset }
}

impl Part {
    /// Returns the parts of an input between the places at which it is cut.
    pub(super) fn between(input: u32, cuts: &[GamePlace]) -> impl Iterator<Item = Part> {
        let cuts = cuts.iter().map(|&place| Some(stored(place)));
        let (starts, ends) = ([None].into_iter().chain(cuts.clone()), cuts.chain([None]));
        starts.zip(ends).map(move |(from, to)| Part { input, from, to })
    }

    /// Returns what is wrong if the part belongs to no input.
    pub(super) fn check(&self, inputs: usize) -> Result<(), String> {
        if self.input as usize >= inputs {
            return Err(format!("is of input {} (there are {inputs}, from 0)", self.input));
        }
        for [frame, offset] in [self.from, self.to].into_iter().flatten() {
            if frame.checked_add(offset).is_none() {
                return Err(format!("has the place {frame} + {offset} (expected 64 bits)"));
            }
        }
        match (self.from, self.to) {
            (Some(from), Some(to)) if from >= to => {
                Err(format!("is from {from:?} to {to:?} (expected a later place)"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the range that is read first: from what looks like the start of a game.
    pub(super) fn range(&self) -> Range {
        let from = self.from.map_or(From::Start, |from| From::Guess(place(from)));
        Range { from, to: self.to.map(place) }
    }
}

/// The options of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stored {
    /// The optional columns of the table of games, if it is made.
    games: Option<Vec<String>>,
    /// The optional columns of the table of positions, if it is made.
    positions: Option<Vec<String>>,
    min_ply: u32,
    max_ply: u32,
    sample_positions: f64,
    condition: Option<String>,
    position: Option<String>,
    material: Option<String>,
    sample: f64,
    format: String,
    excel_safe: bool,
    /// The deviations from the PGN standard that are accepted.
    accepted: Vec<String>,
    pub(super) parts: Vec<Part>,
}

/// Returns the names whose flag is true.
fn names<const N: usize>(flags: [(&str, bool); N]) -> Vec<String> {
    flags.into_iter().filter(|flag| flag.1).map(|flag| flag.0.to_owned()).collect()
}

impl Stored {
    pub(super) fn new(
        options: &ExportOptions,
        pgn: pgn::Options,
        parts: Vec<Part>,
    ) -> Result<Stored, Error> {
        if options.unique_positions {
            let reason = "a job cannot select unique positions: its shards are independent";
            return Err(Error::Wrong(reason.to_owned()));
        }
        let accepted = Deviation::ALL.into_iter().filter(|&deviation| pgn.accepts(deviation));
        let accepted: Vec<String> = accepted.map(|deviation| deviation.name().to_owned()).collect();
        if pgn_options(&accepted) != Ok(pgn) && pgn != pgn::Options::LENIENT {
            let reason = "a job reads moves as by default (other deviations from SAN were given)";
            return Err(Error::Wrong(reason.to_owned()));
        }
        let (games, positions) = (options.tables.games, options.tables.positions);
        if games.is_none() && positions.is_none() {
            return Err(Error::Wrong("there is no table to make".to_owned()));
        }
        let selection = positions.map_or_else(PositionSelection::default, |(_, rows)| rows);
        let games = games.map(|columns| {
            names([("san", columns.san), ("clocks", columns.clocks), ("evals", columns.evals)])
        });
        let positions =
            positions.map(|(columns, _)| names([("fen", columns.fen), ("uci", columns.uci)]));
        let games_taken = &options.selection;
        Ok(Stored {
            games,
            positions,
            min_ply: selection.min_ply,
            max_ply: selection.max_ply,
            sample_positions: selection.sample,
            condition: games_taken.condition.as_ref().map(ToString::to_string),
            position: games_taken.position.map(|position| position.to_string()),
            material: games_taken.material.map(|material| material.to_string()),
            sample: games_taken.sample,
            format: options.format.name().to_owned(),
            excel_safe: options.write.excel_safe,
            accepted,
            parts,
        })
    }

    /// Returns the options, for a directory.
    pub(super) fn options(
        &self,
        directory: &Path,
    ) -> Result<(ExportOptions, pgn::Options), String> {
        let has = |names: &[String], name: &str| names.iter().any(|other| other == name);
        let games = self.games.as_ref().map(|names| GameColumns {
            san: has(names, "san"),
            clocks: has(names, "clocks"),
            evals: has(names, "evals"),
        });
        let rows = PositionSelection {
            min_ply: self.min_ply,
            max_ply: self.max_ply,
            sample: self.sample_positions,
        };
        let positions = self.positions.as_ref().map(|names| {
            (PositionColumns { fen: has(names, "fen"), uci: has(names, "uci") }, rows)
        });
        let selection = Selection {
            condition: parsed(self.condition.as_ref())?,
            position: parsed::<Position>(self.position.as_ref())?,
            material: parsed(self.material.as_ref())?,
            sample: self.sample,
        };
        let format = Format::ALL.into_iter().find(|format| format.name() == self.format);
        let options = ExportOptions {
            directory: directory.to_owned(),
            tables: Tables { games, positions },
            selection,
            unique_positions: false,
            format: format.ok_or_else(|| format!("there is no format {:?}", self.format))?,
            write: WriteOptions { excel_safe: self.excel_safe },
            replaces: false,
        };
        Ok((options, pgn_options(&self.accepted)?))
    }
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
    text: Option<&String>,
) -> Result<Option<T>, String> {
    let parse = |text: &String| text.parse().map_err(|error: T::Err| format!("{text:?}: {error}"));
    text.map(parse).transpose()
}

fn pgn_options(accepted: &[String]) -> Result<pgn::Options, String> {
    accepted.iter().try_fold(pgn::Options::COMMON, |options, name| {
        let deviation = Deviation::ALL.into_iter().find(|deviation| deviation.name() == name);
        let deviation = deviation.ok_or_else(|| format!("there is no deviation {name:?}"))?;
        Ok(options.accept(deviation))
    })
}
