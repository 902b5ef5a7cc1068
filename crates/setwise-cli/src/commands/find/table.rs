//! The table that --to writes, and tables as inputs.

use std::io::Write;
use std::num::NonZero;

use setwise_sets::{Definitions, Expression};
use setwise_tables::{FoundPart, FoundTable, Inputs, Workers, older_tables};

use super::Args;
use crate::commands::pgn::export::{computed, not_written, print_file};
use crate::standard_error::print_wrong;
use crate::verdict::Failure;

/// A table of the positions that match.
pub(super) struct Table(FoundTable);

impl Table {
    /// Begins the table that the options ask for.
    pub(super) fn begin(
        args: &Args,
        known: &Definitions,
        threads: NonZero<usize>,
    ) -> Result<Option<Table>, Failure> {
        let Some(path) = &args.to else { return Ok(None) };
        let columns = computed(&args.column, known)?;
        let table = FoundTable::create(path, columns, args.force, threads);
        Ok(Some(Table(table.map_err(|error| not_written(&error))?)))
    }

    /// Returns the question with the values of the columns.
    pub(super) fn ask(&self, question: Expression) -> Result<Expression, Failure> {
        self.0.ask(question).map_err(|error| Failure::Run(error.to_string()))
    }

    /// Adds the positions of a part.
    pub(super) fn push(&mut self, part: &FoundPart, workers: &Workers<'_>) -> Result<(), Failure> {
        self.0.push(part, workers).map_err(|error| Failure::Run(error.to_string()))
    }

    /// Ends the table, and prints its size.
    pub(super) fn finish(self, out: &mut impl Write) -> Result<(), Failure> {
        let file = self.0.finish().map_err(|error| Failure::Run(error.to_string()))?;
        Ok(print_file(&file, out)?)
    }
}

/// Prints which inputs are tables of an older version.
pub(super) fn note_older(inputs: &Inputs) {
    older_tables(inputs).iter().for_each(print_wrong);
}
