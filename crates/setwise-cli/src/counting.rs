//! Counting in a way that is chosen at run time.

use setwise::Position;
use setwise_perft::{Backend, BackendName, LaneCounter, ScalarCounter, Table};
use setwise_techniques::Technique;
use setwise_techniques::cpu_features::this_cpu;

use crate::technique_option::unavailable;
use crate::verdict::Failure;

/// The deepest count that the command accepts; no count so deep has ever been done.
pub(crate) const MAX_DEPTH: u8 = 100;

/// How leaves are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Method {
    /// One position at a time.
    Scalar {
        technique: Technique,
        /// Whether the last moves are played too, instead of counting them in bulk.
        plays_last_move: bool,
        /// Whether the replies to several moves are counted together where possible.
        families: bool,
        counter: ScalarCounter,
    },
    /// Many positions at once, in the lanes of SIMD registers.
    Lanes {
        backend: Backend,
        /// Whether siblings are counted together where possible.
        families: bool,
    },
}

/// A counter, for one thread.
pub(crate) enum Counter {
    Scalar(ScalarCounter),
    Lanes(LaneCounter),
}

impl Method {
    /// Returns the method with a technique; a failure if this CPU cannot run it.
    ///
    /// Only the fastest technique is instantiated in the generator; the others are called through
    /// function pointers.
    pub(crate) fn scalar(technique: Technique, plays_last_move: bool) -> Result<Method, Failure> {
        let counter = if technique == Technique::fastest() {
            ScalarCounter::new()
        } else {
            let erased = technique.erased().ok_or_else(|| unavailable(technique))?;
            ScalarCounter::with_technique(erased)
        };
        let counter = if plays_last_move { counter.playing_last_move() } else { counter };
        Ok(Method::Scalar { technique, plays_last_move, families: !plays_last_move, counter })
    }

    /// Returns the method of a back-end, with the fastest technique.
    pub(crate) fn of(backend: Backend) -> Result<Method, Failure> {
        match backend.name() {
            BackendName::Scalar => Method::scalar(Technique::fastest(), false),
            _ => Ok(Method::Lanes { backend, families: true }),
        }
    }

    /// Returns the method that counts the moves of every position of the last level separately.
    pub(crate) fn each_alone(self) -> Method {
        match self {
            Method::Scalar { technique, plays_last_move, counter, .. } => {
                let counter = counter.each_alone();
                Method::Scalar { technique, plays_last_move, families: false, counter }
            }
            Method::Lanes { backend, .. } => Method::Lanes { backend, families: false },
        }
    }

    /// Creates a counter.
    pub(crate) fn counter(self) -> Counter {
        match self {
            Method::Scalar { counter, .. } => Counter::Scalar(counter),
            Method::Lanes { backend, families } => {
                let counter = LaneCounter::new(backend);
                Counter::Lanes(if families { counter } else { counter.each_alone() })
            }
        }
    }
}

impl Counter {
    /// Returns the number of leaves, with a table if there is one.
    pub(crate) fn leaves(&mut self, table: Option<&Table>, position: &Position, depth: u8) -> u128 {
        match (self, table) {
            (Counter::Scalar(counter), None) => counter.count(position, depth),
            (Counter::Scalar(counter), Some(table)) => {
                counter.count_with_table(table, position, depth)
            }
            (Counter::Lanes(counter), None) => counter.count(position, depth),
            (Counter::Lanes(counter), Some(table)) => {
                counter.count_with_table(table, position, depth)
            }
        }
    }
}

/// Returns a back-end by name; a failure if this CPU cannot run it.
pub(crate) fn backend(name: BackendName) -> Result<Backend, Failure> {
    Backend::new(name).ok_or_else(|| {
        let names: Vec<&str> =
            Backend::available().map(|backend| backend.name().as_str()).collect();
        Failure::Run(format!(
            "{} cannot run the back-end {name}; it can run {}",
            this_cpu(),
            names.join(" and "),
        ))
    })
}
