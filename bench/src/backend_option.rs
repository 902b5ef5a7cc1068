//! The option `--backend`: back-ends of the lanes, one position at a time, or all.

use std::io::{self, Write};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use setwise_cli::backend_option::BackendChoice;
use setwise_cli::machine::this_cpu;
use setwise_cli::verdict::Failure;
use setwise_perft::{Backend, BackendName, LaneCounter, ScalarCounter};

use crate::counter::Counter;

/// A value of the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backends {
    /// All back-ends.
    All,
    /// One back-end, by name.
    One(BackendChoice),
}

/// Reads the name of a back-end, or `all`.
pub(crate) fn backends_parser() -> impl TypedValueParser<Value = Backends> {
    let names = BackendChoice::all().map(BackendChoice::name);
    PossibleValuesParser::new(names.chain(["all"])).map(|name| {
        let found = BackendChoice::all().find(|choice| choice.name() == name);
        found.map_or(Backends::All, Backends::One)
    })
}

/// The back-ends that were asked for.
#[derive(Debug, Default)]
pub(crate) struct BackendSelection {
    /// The names and counters of those that this CPU can run, the widest registers first.
    pub(crate) available: Vec<(&'static str, Counter)>,
    /// Those that `all` includes and this CPU cannot run.
    skipped: Vec<BackendName>,
}

impl BackendSelection {
    /// Selects each back-end that was asked for once.
    ///
    /// # Errors
    ///
    /// A back-end was asked for by name, and this CPU cannot run it.
    pub(crate) fn of(asked: &[Backends]) -> Result<BackendSelection, Failure> {
        let mut selection = BackendSelection::default();
        for choice in BackendChoice::all() {
            let by_name = asked.contains(&Backends::One(choice));
            if !by_name && !asked.contains(&Backends::All) {
                continue;
            }
            let counter = match choice {
                BackendChoice::Scalar => Counter::Scalar(ScalarCounter::new()),
                BackendChoice::Lanes(name) => match Backend::new(name) {
                    Some(backend) => Counter::Lanes(LaneCounter::new(backend)),
                    None if by_name => return Err(unavailable(name)),
                    None => {
                        selection.skipped.push(name);
                        continue;
                    }
                },
            };
            selection.available.push((choice.name(), counter));
        }
        Ok(selection)
    }

    /// Returns the names of the skipped back-ends.
    pub(crate) fn skipped_names(&self) -> Vec<&'static str> {
        self.skipped.iter().map(|name| name.as_str()).collect()
    }

    /// Prints the names of the skipped back-ends on standard error.
    pub(crate) fn tell_skipped(&self) {
        for name in &self.skipped {
            // A closed standard error must not stop the measurement.
            let _ = writeln!(io::stderr(), "skipped: {name}, which {} cannot run", this_cpu());
        }
    }
}

/// Returns the failure of a back-end that this CPU cannot run.
fn unavailable(name: BackendName) -> Failure {
    let names: Vec<&str> = Backend::available().map(|backend| backend.name().as_str()).collect();
    Failure::Run(format!(
        "{} cannot run the back-end {name}; it can run {} and {}",
        this_cpu(),
        names.join(", "),
        BackendChoice::Scalar.name(),
    ))
}
