//! The stages of a job.

use setwise_jobs::job::Stage;

use super::options::JobOptions;

/// The name of the stage whose shards read the parts of the inputs.
pub(super) const PARTS: &str = "parts";

/// The name of the file of a part that has the keys of its games, of eight bytes, little-endian.
pub(super) const KEYS: &str = "keys";

/// The name of the stage that makes a data set of the parts.
pub(super) const DATASET: &str = "dataset";

/// What a stage does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Parts,
    Dataset,
}

impl Step {
    pub(super) fn of(stage: &Stage) -> Option<Step> {
        // What follows a hyphen is the number of a round.
        match stage.name.split('-').next() {
            Some(PARTS) => Some(Step::Parts),
            Some(DATASET) => Some(Step::Dataset),
            _ => None,
        }
    }

    /// Returns the name of a stage in a round that makes or extends a data set.
    pub(super) fn name(stage: &str, round: u32) -> String {
        if round == 0 { stage.to_owned() } else { format!("{stage}-{round}") }
    }
}

/// Returns the stages of a job.
pub(super) fn stages(options: &JobOptions) -> Vec<Stage> {
    let format = options.export.format;
    let files = options.export.tables.made().map(|table| format.file_name(table));
    let stage = |name, shards, files| Stage {
        name: Step::name(name, options.round()),
        shards,
        files,
        needed_until: None,
    };
    vec![
        stage(PARTS, options.parts.len() as u32, files.chain([KEYS.to_owned()]).collect()),
        stage(DATASET, 1, vec!["list".to_owned()]),
    ]
}
