//! In place of endgame tables in a build without them.

use setwise::Position;

#[derive(Clone, Debug)]
pub(crate) enum Endgames {}

impl Endgames {
    pub(crate) fn want(&self, _: &Position) {
        match *self {}
    }

    pub(crate) fn score(&self, _: &Position, _: usize) -> Option<i32> {
        match *self {}
    }
}
