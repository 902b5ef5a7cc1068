//! Checking every move of games.

use std::io;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use setwise::notation::pgn::{Fault, Next, PgnError, Reader, Replay, Termination, Text, Visitor};

use super::Accepted;
use super::place::{Failed, Players};
use super::source::Source;
use crate::arguments::Whole;

/// A visitor that plays the moves, and counts them.
struct Checker {
    replay: Replay,
    players: Players,
    moves: u64,
}

impl Visitor for Checker {
    fn begin_game(&mut self) -> Next {
        self.players = Players::default();
        self.replay.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.players.tag(name, value);
        self.replay.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.players.in_moves = true;
        self.replay.end_tags()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.replay.san(san)?;
        self.moves += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Next {
        self.replay.begin_variation()
    }

    fn end_variation(&mut self) {
        self.replay.end_variation();
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.replay.end_game(termination)
    }
}

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
    let source = Source::open(py, source)?;
    let source_errors = source.errors();
    let name = source.name.clone();
    let mut reader = Reader::with_options(source.text, accept.0);
    let mut checker =
        Checker { replay: Replay::with_options(accept.0), players: Players::default(), moves: 0 };
    let mut games = 0;
    let mut wrong = 0;
    let mut failed = Vec::new();
    let mut check = || -> io::Result<()> {
        while let Some(game) = reader.read_game(&mut checker)? {
            games += 1;
            if let Err(error) = game {
                wrong += 1;
                if (failed.len() as u64) < most_errors.0 {
                    failed.push((games, describe(error, &checker)));
                }
            }
        }
        Ok(())
    };
    py.detach(&mut check).map_err(|error| source_errors.convert(error))?;
    let errors = failed.iter().map(|(game, failed)| failed.exception(name.as_deref(), *game));
    let accepted = PyDict::new(py);
    let mut counts = reader.deviations();
    counts += checker.replay.deviations();
    for (deviation, count) in counts.iter() {
        accepted.set_item(deviation.name(), count)?;
    }
    Ok((games, checker.moves, wrong, errors.collect(), accepted))
}

fn describe(error: PgnError, checker: &Checker) -> Failed {
    Failed::new(error, &checker.players, &checker.replay)
}
