//! Reading games one by one.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise_pgn::{Described, Reader};

use super::game::Game;
use super::record::Record;
use super::recorder::Recorder;
use super::source::{Source, SourceErrors};
use super::{Accepted, WrongGames};

/// The most games, and the longest time, that are read ahead.
const MOST_GAMES: usize = 64;
const LONGEST_TIME: Duration = Duration::from_millis(1);

/// The iterator of `read`.
///
/// After an exception about a game, it goes on with the next game.
#[pyclass(frozen, module = "setwise.pgn")]
pub(crate) struct GameReader {
    state: Mutex<State>,
    errors: WrongGames,
    source_errors: SourceErrors,
}

struct State {
    /// `None` after the end of the source.
    reader: Option<Reader<Box<dyn Read + Send>>>,
    recorder: Described<Recorder>,
    ready: VecDeque<Record>,
    /// The error that ended the source; it comes after the games that are ready.
    failed: Option<io::Error>,
}

/// Returns an iterator over the games of a source.
#[pyfunction]
pub(crate) fn read_games(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    variations: bool,
    accept: Accepted,
    errors: WrongGames,
) -> PyResult<GameReader> {
    let source = Source::open(py, source)?;
    let state = State {
        reader: Some(Reader::with_options(source.text, accept.0)),
        recorder: Described::new(Recorder::new(accept.0, variations), source.errors.name.clone()),
        ready: VecDeque::new(),
        failed: None,
    };
    Ok(GameReader { state: Mutex::new(state), errors, source_errors: source.errors })
}

impl State {
    /// Reads some games ahead.
    fn fill(&mut self) {
        let Some(reader) = &mut self.reader else { return };
        let began = Instant::now();
        while self.ready.len() < MOST_GAMES {
            let error = match self.recorder.read_game(|visitor| reader.read_game(visitor)) {
                Ok(Some(game)) => game.err(),
                Ok(None) => {
                    self.reader = None;
                    return;
                }
                Err(error) => {
                    self.reader = None;
                    self.failed = Some(error);
                    return;
                }
            };
            let mut record = self.recorder.visitor.take(error);
            (record.number, record.offset) = (self.recorder.games, reader.game_start());
            self.ready.push_back(record);
            if began.elapsed() >= LONGEST_TIME {
                return;
            }
        }
    }
}

#[pymethods]
impl GameReader {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let mut state = match self.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                let message = "another thread reads a game from this iterator";
                return Err(PyValueError::new_err(message));
            }
        };
        if state.ready.is_empty() && state.failed.is_none() {
            let state = &mut *state;
            py.detach(|| state.fill());
        }
        let Some(record) = state.ready.pop_front() else {
            let failed = state.failed.take();
            return failed.map_or(Ok(None), |error| Err(self.source_errors.convert(error)));
        };
        let game = Game::new(record);
        match game.exception() {
            Some(exception) if self.errors == WrongGames::Raise => Err(exception),
            _ => Ok(Some(game)),
        }
    }
}
