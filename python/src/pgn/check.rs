//! Checking every move of games.

use std::io;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use setwise_jobs::number::ANY;
use setwise_pgn::{Described, Reader, Replay};

use super::Accepted;
use super::place::{PgnError, game_fault};
use super::source::Source;
use crate::arguments::Whole;

/// The fields of `Checked` of Python.
type Checked<'py> = (u64, u64, u64, Vec<PyErr>, Bound<'py, PyDict>);

/// Checks the games of a source. Returns the numbers of games, of moves and of wrong games, the
/// exceptions of the first wrong ones, and how often each deviation was accepted.
#[pyfunction]
pub(crate) fn check_games<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    accept: Accepted,
    most_errors: Whole,
) -> PyResult<Checked<'py>> {
    let most_errors = most_errors.within("max_errors", &ANY)?;
    let source = Source::open(py, source)?;
    let name = source.errors.name.clone();
    let mut described = Described::new(Replay::with_options(accept.0), name);
    let mut reader = Reader::with_options(source.text, accept.0);
    let (mut wrong, mut errors) = (0, Vec::new());
    let mut check = || -> io::Result<()> {
        while let Some(game) = described.read_game(|visitor| reader.read_game(visitor))? {
            if let Err(error) = game {
                wrong += 1;
                if wrong <= most_errors {
                    errors.push(error);
                }
            }
        }
        Ok(())
    };
    py.detach(&mut check).map_err(|error| source.errors.convert(error))?;
    let accepted = PyDict::new(py);
    let replay = described.visitor;
    let mut counts = reader.deviations();
    counts += replay.deviations();
    for (deviation, count) in counts.iter() {
        accepted.set_item(deviation.name(), count)?;
    }
    Ok((
        described.games,
        replay.played(),
        wrong,
        errors.iter().map(|error| PgnError::new_err(game_fault(error))).collect(),
        accepted,
    ))
}
