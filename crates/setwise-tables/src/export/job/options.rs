//! The options of a job, as `job.json` has them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use setwise_jobs::Error;
use setwise_jobs::record::ResultFile;
use setwise_pgn::Deviation;
use setwise_pgn::threads::{Beginning, PlaceRange};

use crate::export::collector::Tables;
use crate::export::options::ExportOptions;
use crate::export::positions::PositionSelection;
use crate::record::GamePlace;

/// The number of bytes of an input's file that are a part by default: of a file of Lichess, they
/// make a table of positions of about 512 MB.
pub const DEFAULT_PART_BYTES: u64 = 128 << 20;

/// A part of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InputPart {
    /// The number of the input.
    pub(super) input: u32,
    /// Where it begins: the offsets of a frame and in it; `None` is the start of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<[u64; 2]>,
    /// Where the next part begins; `None` is the end of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<[u64; 2]>,
    /// Where its first game begins, if that is known before it is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) first: Option<[u64; 2]>,
}

/// Returns a place as it is stored.
pub(super) fn stored(place: GamePlace) -> [u64; 2] {
    [place.frame, place.offset]
}

/// Returns a place that was stored.
pub(super) fn place([frame, offset]: [u64; 2]) -> GamePlace {
    GamePlace { frame, offset }
}

impl InputPart {
    /// Returns a part, from its start to the end of the input, divided at places.
    pub(super) fn cut(self, cuts: &[GamePlace]) -> impl Iterator<Item = InputPart> {
        let cuts = cuts.iter().map(|&place| Some(stored(place)));
        let starts = cuts.clone().map(move |from| InputPart { from, first: None, ..self });
        let ends = cuts.chain([None]);
        [self].into_iter().chain(starts).zip(ends).map(|(part, to)| InputPart { to, ..part })
    }

    /// Returns all of an input.
    pub(super) fn whole(input: u32) -> InputPart {
        InputPart { input, from: None, to: None, first: None }
    }

    /// Checks that the part belongs to an input; the error is a message.
    pub(super) fn check(&self, inputs: usize) -> Result<(), String> {
        if self.input as usize >= inputs {
            return Err(format!("is of input {} (there are {inputs}, from 0)", self.input));
        }
        for [frame, offset] in [self.from, self.to, self.first].into_iter().flatten() {
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

    /// Returns the range that is read first: from what looks like the start of a game, if it is not
    /// known where one begins.
    pub(super) fn range(&self) -> PlaceRange {
        let guess = self.from.map_or(Beginning::Start, |from| Beginning::Guess(place(from)));
        let from = self.first.map_or(guess, |first| Beginning::Game(place(first)));
        PlaceRange { from, to: self.to.map(place) }
    }
}

/// The options of a job, as `job.json` has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct JobOptions {
    #[serde(flatten)]
    pub(super) export: ExportOptions,
    /// The deviations from the PGN standard that are accepted.
    accepted: Vec<String>,
    /// Whether the comments of engines are evaluations.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    engine_comments: bool,
    pub(super) parts: Vec<InputPart>,
    /// The data set that grows; `None` if a new one is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) append: Option<Append>,
}

/// The data set to which parts are added, as an earlier round has made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Append {
    /// The number of this round, from 1.
    pub(super) round: u32,
    /// The round that made the data set.
    pub(super) of: u32,
    /// Its list.
    pub(super) list: ResultFile,
    /// The numbers of its parts that are not kept.
    pub(super) dropped: Vec<u32>,
    /// The number of the first part that is added.
    pub(super) first: u32,
    /// What is added to the place of each input's games in their `game_id`.
    pub(super) bases: Vec<u64>,
}

impl JobOptions {
    pub(super) fn new(
        options: &ExportOptions,
        pgn: setwise_pgn::Options,
        parts: Vec<InputPart>,
    ) -> Result<JobOptions, Error> {
        let accepted = Deviation::ALL.into_iter().filter(|&deviation| pgn.accepts(deviation));
        let accepted: Vec<String> = accepted.map(|deviation| deviation.name().to_owned()).collect();
        let engine_comments = pgn.has_engine_comments();
        let plain = pgn.with_engine_comments(false);
        if pgn_options(&accepted) != Ok(plain) && plain != setwise_pgn::Options::LENIENT {
            let reason = "a job reads moves as by default (other deviations from SAN were given)";
            return Err(Error::Wrong(reason.to_owned()));
        }
        let Tables { games, positions, rows, computed } = options.tables.clone();
        if games.is_none() && positions.is_none() {
            return Err(Error::Wrong("there is no table to make".to_owned()));
        }
        let rows = if positions.is_some() { rows } else { PositionSelection::default() };
        options.check().map_err(|error| Error::Wrong(error.to_string()))?;
        let tables = Tables { games, positions, rows, computed };
        let (directory, replaces) = (PathBuf::new(), false);
        let export = ExportOptions { directory, tables, replaces, ..options.clone() };
        Ok(JobOptions { export, accepted, engine_comments, parts, append: None })
    }

    /// Returns the options without the parts of inputs.
    pub(super) fn without_parts(&self) -> JobOptions {
        JobOptions { parts: Vec::new(), append: None, ..self.clone() }
    }

    /// Returns the number of the round that makes or extends a data set.
    pub(super) fn round(&self) -> u32 {
        self.append.as_ref().map_or(0, |append| append.round)
    }

    /// Reads the options of a job; an option that is missing, or that no job has, is an error.
    pub(super) fn read(stored: &Value) -> Result<(JobOptions, setwise_pgn::Options), String> {
        let text = |error: serde_json::Error| error.to_string();
        let options = JobOptions::deserialize(stored).map_err(text)?;
        let expected = serde_json::to_value(&options).map_err(text)?;
        if let Some((name, value)) = stored
            .as_object()
            .into_iter()
            .flatten()
            .find(|(name, value)| expected.get(name) != Some(value))
        {
            return Err(format!("the option {name} is {value}"));
        }
        let pgn = pgn_options(&options.accepted)?;
        let pgn = pgn.with_engine_comments(options.engine_comments);
        Ok((options, pgn))
    }
}

fn pgn_options(accepted: &[String]) -> Result<setwise_pgn::Options, String> {
    accepted.iter().try_fold(setwise_pgn::Options::COMMON, |options, name| {
        let deviation = Deviation::ALL.into_iter().find(|deviation| deviation.name() == name);
        let deviation = deviation.ok_or_else(|| format!("there is no deviation {name:?}"))?;
        Ok(options.accept(deviation))
    })
}
