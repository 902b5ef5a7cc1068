//! Back-ends as options name them.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use setwise_perft::BackendName;

use crate::counting::SCALAR;

/// One position at a time, or a back-end of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BackendChoice {
    /// One position at a time.
    Scalar,
    /// Many positions at once.
    Lanes(BackendName),
}

impl BackendChoice {
    /// Returns all choices, the widest registers first.
    pub(crate) fn all() -> impl Iterator<Item = BackendChoice> {
        let lanes = BackendName::ALL.into_iter().map(BackendChoice::Lanes);
        lanes.chain([BackendChoice::Scalar])
    }

    /// Returns the name in the command.
    pub(crate) fn name(self) -> &'static str {
        match self {
            BackendChoice::Scalar => SCALAR,
            BackendChoice::Lanes(backend) => backend.as_str(),
        }
    }
}

/// Reads the name of a back-end.
pub(crate) fn backend_parser() -> impl TypedValueParser<Value = BackendChoice> {
    PossibleValuesParser::new(BackendChoice::all().map(BackendChoice::name)).map(|name| {
        let mut all = BackendChoice::all();
        all.find(|choice| choice.name() == name).unwrap_or(BackendChoice::Scalar)
    })
}
