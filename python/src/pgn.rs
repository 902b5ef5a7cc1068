//! Games in PGN: reading, checking, and tables for Arrow.

mod batches;
mod check;
mod export;
mod find;
mod game;
mod node;
mod place;
mod reader;
mod record;
mod recorder;
mod saved;
mod source;
mod stream;
mod training;
mod tree;

pub(crate) use batches::{RecordBatches, input_files, table_batches};
pub(crate) use check::check_games;
pub(crate) use export::{export_outcome, export_plan};
pub(crate) use find::find_games;
pub(crate) use game::Game;
pub(crate) use node::GameNode;
pub(crate) use reader::{GameReader, read_games};
pub(crate) use source::exception;
pub(crate) use stream::{BatchReader, RecordBatch};
pub(crate) use training::export_training_data;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyString;
use setwise_pgn::{Deviation, Options};

use crate::arguments::{argument, choice};

/// The deviations from the standard that are accepted: the name of a set, or names of deviations.
#[derive(Clone, Copy)]
pub(crate) struct Accepted(pub(crate) Options);

argument!(Accepted, |object| {
    if object.is_instance_of::<PyString>() {
        return match &*object.extract::<PyBackedStr>()? {
            "strict" => Ok(Accepted(Options::STRICT)),
            "common" => Ok(Accepted(Options::COMMON)),
            "default" => Ok(Accepted(Options::default())),
            "lenient" => Ok(Accepted(Options::LENIENT)),
            other => Err(PyValueError::new_err(format!(
                "accept {other:?} (expected 'strict', 'common', 'default', 'lenient', or a list of deviations)"
            ))),
        };
    }
    let mut options = Options::COMMON;
    for name in object.try_iter()? {
        let name = name?.extract::<PyBackedStr>()?;
        let found = Deviation::ALL.into_iter().find(|deviation| deviation.name() == &*name);
        let Some(deviation) = found else {
            let all = Deviation::ALL.map(Deviation::name).join(", ");
            let message = format!("deviation {:?} (expected one of {all})", &*name);
            return Err(PyValueError::new_err(message));
        };
        options = options.accept(deviation);
    }
    Ok(Accepted(options))
});

/// Whether the comments of engines are taken for evaluations.
#[derive(Clone, Copy)]
pub(crate) struct Comments(bool);

argument!(Comments, |object| {
    let all = [("commands", Comments(false)), ("engine", Comments(true))];
    choice("comments", &object.extract::<PyBackedStr>()?, &all)
});

impl Accepted {
    /// Returns the options of a reader with the form of comments.
    pub(crate) fn with(self, comments: Comments) -> Options {
        self.0.with_engine_comments(comments.0)
    }
}

/// What is done with games that have an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WrongGames {
    /// An exception about each of them.
    Raise,
    /// They are given like the others, with the error and the moves before it.
    Keep,
}

argument!(WrongGames, |object| {
    let all = [("raise", WrongGames::Raise), ("keep", WrongGames::Keep)];
    choice("errors", &object.extract::<PyBackedStr>()?, &all)
});
