//! A build without tables writes and reads none.

use std::io::Write;
use std::num::NonZero;

use setwise_sets::{Definitions, Expression};
use setwise_tables::{FoundPart, Inputs, Workers};

use super::Args;
use crate::commands::no_tables::missing;
use crate::verdict::Failure;

/// There is none.
pub(super) enum Table {}

impl Table {
    /// Refuses a table.
    pub(super) fn begin(
        args: &Args,
        _: &Definitions,
        _: NonZero<usize>,
    ) -> Result<Option<Table>, Failure> {
        match args.to {
            None => Ok(None),
            Some(_) => Err(missing("writes no tables of games")),
        }
    }

    pub(super) fn ask(&self, _: Expression) -> Result<Expression, Failure> {
        match *self {}
    }

    pub(super) fn push(&mut self, _: &FoundPart, _: &Workers<'_>) -> Result<(), Failure> {
        match *self {}
    }

    pub(super) fn finish(self, _: &mut impl Write) -> Result<(), Failure> {
        match self {}
    }
}

/// Prints nothing: no input is a table.
pub(super) fn note_older(_: &Inputs) {}
