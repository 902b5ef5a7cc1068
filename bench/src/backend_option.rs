//! The option `--backend`: back-ends of the lanes, one position at a time, or all.

use clap::builder::PossibleValuesParser;
use setwise_perft::{self as perft, Backend, BackendName};
use setwise_techniques::cpu_features::this_cpu;

use crate::counter::Counter;
use crate::failure::Failure;
use crate::options::{ALL, Selection};

/// The name of counting one position at a time.
pub(crate) const SCALAR: &str = BackendName::Scalar.as_str();

/// Reads the name of a back-end, or `all`.
pub(crate) fn backends_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(BackendName::ALL.map(BackendName::as_str).into_iter().chain([ALL]))
}

/// Selects each back-end that was asked for once, the fastest first, and then counting one
/// position at a time, which is the reference. Prints the names of those that this CPU cannot run
/// to standard error.
///
/// # Errors
///
/// A back-end was asked for by name, and this CPU cannot run it.
pub(crate) fn select(asked: &[String]) -> Result<Selection<(&'static str, Counter)>, Failure> {
    let mut selection = Selection { available: Vec::new(), skipped: Vec::new() };
    for name in BackendName::ALL.into_iter().filter(|&name| name != BackendName::Scalar) {
        let by_name = asked.iter().any(|asked| asked == name.as_str());
        if !by_name && !asked.iter().any(|asked| asked == ALL) {
            continue;
        }
        match Backend::new(name) {
            Some(backend) => {
                let counter = Counter::Backend(perft::Counter::new(backend));
                selection.available.push((name.as_str(), counter));
            }
            None if by_name => return Err(unavailable(name)),
            None => selection.skip(name.as_str(), &format!("{} cannot run", this_cpu())),
        }
    }
    selection.available.push((SCALAR, Counter::Backend(perft::Counter::new(Backend::SCALAR))));
    Ok(selection)
}

/// Returns the failure of a back-end that this CPU cannot run.
fn unavailable(name: BackendName) -> Failure {
    let names: Vec<&str> = Backend::available().map(|backend| backend.name().as_str()).collect();
    Failure::Run(format!(
        "{} cannot run the back-end {name}; it can run {}",
        this_cpu(),
        names.join(" and "),
    ))
}
