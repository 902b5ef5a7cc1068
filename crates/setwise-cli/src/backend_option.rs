//! Back-ends as the options name them: one of the lanes, one position at a time, or all.

use std::io::Write;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use setwise::perft::lanes::Backend;
use setwise::techniques::Technique;

use crate::counting::{Counter, SCALAR, unavailable_backend};
use crate::verdict::Failure;

/// A back-end, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BackendChoice {
    /// One position after the other.
    Scalar,
    /// Many at once.
    Lanes(Backend),
}

/// Which back-ends an option asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backends {
    /// All of them.
    All,
    /// One, by name.
    One(BackendChoice),
}

impl BackendChoice {
    /// The widest first.
    fn all() -> impl Iterator<Item = BackendChoice> {
        let lanes = Backend::ALL.iter().copied().map(BackendChoice::Lanes);
        lanes.chain([BackendChoice::Scalar])
    }

    /// The name in the command.
    pub(crate) fn name(self) -> &'static str {
        match self {
            BackendChoice::Scalar => SCALAR,
            BackendChoice::Lanes(backend) => backend.name(),
        }
    }

    /// Counts so: with a technique where one position is counted after the other, and in lanes with
    /// siblings together or not.
    pub(crate) fn counter(self, technique: Technique, families: bool) -> Counter {
        match self {
            BackendChoice::Scalar => Counter::Bulk(technique),
            BackendChoice::Lanes(backend) => Counter::Lanes { backend, families },
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

/// Reads the name of a back-end, or `all`.
pub(crate) fn backends_parser() -> impl TypedValueParser<Value = Backends> {
    let names = BackendChoice::all().map(BackendChoice::name);
    PossibleValuesParser::new(names.chain(["all"])).map(|name| {
        let found = BackendChoice::all().find(|choice| choice.name() == name);
        found.map_or(Backends::All, Backends::One)
    })
}

/// What this CPU makes of the back-ends that were asked for.
pub(crate) struct BackendSelection {
    /// Those that it can run, the widest first.
    pub(crate) available: Vec<BackendChoice>,
    /// Those of `all` that it cannot.
    pub(crate) skipped: Vec<Backend>,
}

impl BackendSelection {
    /// Those asked for, each once. One that was asked for by name and cannot run is an error.
    pub(crate) fn of(asked: &[Backends]) -> Result<BackendSelection, Failure> {
        let mut selection = BackendSelection { available: vec![], skipped: vec![] };
        for choice in BackendChoice::all() {
            let by_name = asked.contains(&Backends::One(choice));
            match choice {
                _ if !by_name && !asked.contains(&Backends::All) => {}
                BackendChoice::Lanes(backend) if !backend.is_available() => {
                    if by_name {
                        return Err(unavailable_backend(backend));
                    }
                    selection.skipped.push(backend);
                }
                _ => selection.available.push(choice),
            }
        }
        Ok(selection)
    }

    /// The names of those that are skipped.
    pub(crate) fn skipped_names(&self) -> Vec<&'static str> {
        self.skipped.iter().map(|backend| backend.name()).collect()
    }

    /// Names on standard error those that are skipped.
    pub(crate) fn tell_skipped(&self) {
        for name in self.skipped_names() {
            // Without standard error there are still the others.
            let _ = writeln!(anstream::stderr(), "skipped: {name}, which this CPU cannot run");
        }
    }
}
