//! The stages of a job, and the tables that they make.

use setwise_jobs::job::Stage;

use super::options::JobOptions;
use crate::collector::{Summary, Tables};
use crate::export::Layout;

/// A table that is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    Games,
    Positions,
}

/// The name of the stage whose shards read the parts of the inputs.
pub(super) const PARTS: &str = "parts";

/// The name of the file of a part that has the keys of its games, of eight bytes, little-endian.
pub(super) const KEYS: &str = "keys";

/// The name of the stage that makes a data set of the parts.
pub(super) const DATASET: &str = "dataset";

impl Table {
    /// Returns the tables that are made.
    pub(super) fn of(tables: &Tables) -> impl Iterator<Item = Table> {
        let games = tables.games.map(|_| Table::Games);
        games.into_iter().chain(tables.positions.map(|_| Table::Positions))
    }

    /// Returns the number of its rows.
    pub(super) fn rows(self, summary: &Summary) -> u64 {
        match self {
            Table::Games => summary.games,
            Table::Positions => summary.positions,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Table::Games => "games",
            Table::Positions => "positions",
        }
    }
}

/// What a stage does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Parts,
    Join(Table),
    Dataset,
}

impl Step {
    pub(super) fn of(stage: &Stage) -> Option<Step> {
        // What follows a hyphen is the number of a round.
        let name = stage.name.split('-').next();
        Some(match name.unwrap_or_default() {
            PARTS => Step::Parts,
            DATASET => Step::Dataset,
            "games" => Step::Join(Table::Games),
            "positions" => Step::Join(Table::Positions),
            _ => return None,
        })
    }

    /// Returns the name of a stage in a round that makes or extends a data set.
    pub(super) fn name(stage: &str, round: u32) -> String {
        if round == 0 { stage.to_owned() } else { format!("{stage}-{round}") }
    }
}

/// Returns the stages of a job.
pub(super) fn stages(options: &JobOptions) -> Vec<Stage> {
    let (layout, format) = (options.export.layout, options.export.format.name());
    let tables: Vec<Table> = Table::of(&options.export.tables).collect();
    let files = tables.iter().map(|table| format!("{}.{format}", table.name()));
    let parts = Stage {
        name: Step::name(PARTS, options.round()),
        shards: options.parts.len() as u32,
        files: files.chain([KEYS.to_owned()]).collect(),
        needed_until: match layout {
            Layout::One => tables.last().map(|table| table.name().to_owned()),
            Layout::Parts => None,
        },
    };
    let last = |name: String, file: &str| Stage {
        name,
        shards: 1,
        files: vec![file.to_owned()],
        needed_until: None,
    };
    let join = |table: &Table| last(table.name().to_owned(), format);
    let mut stages = vec![parts];
    match layout {
        Layout::One => stages.extend(tables.iter().map(join)),
        Layout::Parts => stages.push(last(Step::name(DATASET, options.round()), "list")),
    }
    stages
}
