//! In place of endgame tables in a build without them.

use setwise::Position;

#[derive(Clone, Debug)]
pub(crate) enum Endgames {}

impl Endgames {
    pub(crate) fn want(&self, _: &Position) {
        match *self {}
    }

    pub(crate) fn wait(&self) {
        match *self {}
    }

    pub(crate) fn take_faults(&self) -> Vec<String> {
        match *self {}
    }

    pub(crate) fn score(&self, _: &Position, _: usize) -> Option<i32> {
        match *self {}
    }
}

#[derive(Debug, Default)]
pub(crate) struct Choice {}

impl Choice {
    pub(crate) const OPTIONS: &str = "";

    pub(crate) fn set(&mut self, _: &str, _: &str) -> Option<Result<(), String>> {
        None
    }

    pub(crate) fn get(&self) -> Option<Endgames> {
        None
    }
}
