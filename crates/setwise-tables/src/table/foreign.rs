//! Tables of games that other programs wrote: a column has the moves, and the others are tags.

use std::io;

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{DataType, Schema as ArrowSchema};

use super::Wants;
use super::row_text::{Moves, RowText, is_fen, is_read};
use super::rows::invalid;
use crate::read::{AnyPart, Records};
use crate::record::{GamePlace, Recorder};

/// The columns with the moves of a game. The first one that is there is taken.
const MOVES: [(&str, Moves); 4] =
    [("movetext", Moves::Pgn), ("moves", Moves::Uci), ("Moves", Moves::Uci), ("line", Moves::Uci)];

/// Dates and times as in the tags `UTCDate` and `UTCTime`.
pub(super) const AS_IN_PGN: FormatOptions<'static> =
    FormatOptions::new().with_date_format(Some("%Y.%m.%d")).with_time_format(Some("%H:%M:%S"));

/// The columns of a table that are read.
pub(super) struct Foreign {
    moves: Option<(&'static str, Moves)>,
    tags: Vec<String>,
}

impl Foreign {
    /// Returns the columns of a table that has a column of texts with moves or positions (`fen`),
    /// and their places; `None` for other tables.
    ///
    /// # Errors
    ///
    /// The column `movetext` has no texts.
    pub(super) fn of(
        schema: &ArrowSchema,
        wants: &Wants,
    ) -> io::Result<Option<(Foreign, Vec<usize>)>> {
        let is_text = |kind: &DataType| matches!(kind, DataType::Utf8 | DataType::LargeUtf8);
        let mut texts = MOVES
            .into_iter()
            .filter_map(|moves| Some((moves, schema.column_with_name(moves.0)?.1.data_type())));
        let moves = match texts.next() {
            Some((moves, kind)) if is_text(kind) => Some(moves),
            Some((("movetext", _), kind)) => {
                let message = format!("the column `movetext` has the type {kind} (expected Utf8)");
                return Err(invalid(message));
            }
            Some(_) => return Ok(None),
            None => None,
        };
        if moves.is_none() && !schema.fields().iter().any(|field| is_fen(field.name())) {
            return Ok(None);
        }
        let (mut tags, mut places) = (Vec::new(), Vec::new());
        for (place, field) in schema.fields().iter().enumerate() {
            let name = field.name().as_str();
            if moves.is_some_and(|moves| moves.0 == name) {
                places.push(place);
            } else if is_read(name, wants) && !field.data_type().is_nested() {
                places.push(place);
                tags.push(name.to_owned());
            }
        }
        Ok(Some((Foreign { moves, tags }, places)))
    }

    /// Passes the games of some rows of an input to a collector; the place of the first row counts
    /// rows.
    pub(super) fn read<'t>(
        &self,
        batch: &RecordBatch,
        (input, mut place): (u32, GamePlace),
        records: &Records<'t>,
        recorder: &mut Recorder<'t>,
        part: &mut AnyPart,
    ) -> io::Result<()> {
        let texts = |name: &str| -> io::Result<Option<Texts<'_>>> {
            let Some(column) = batch.column_by_name(name) else { return Ok(None) };
            let formatter = ArrayFormatter::try_new(column, &AS_IN_PGN).map_err(invalid)?;
            Ok(Some(Texts { column, formatter, text: String::new() }))
        };
        let mut tags = Vec::new();
        for name in &self.tags {
            let tag = if is_fen(name) { "FEN" } else { name.as_str() };
            tags.extend(texts(name)?.map(|texts| (tag, texts)));
        }
        let (name, notation) = self.moves.unwrap_or(("", Moves::Uci));
        let mut moves = texts(name)?;
        let mut text = RowText::default();
        for row in 0..batch.num_rows() {
            text.clear();
            for (tag, texts) in &mut tags {
                if let Some(value) = texts.value(row) {
                    text.tag(tag, value);
                }
            }
            let moves = moves.as_mut().and_then(|texts| texts.value(row)).unwrap_or_default();
            text.read((moves, notation), (input, place), records, recorder, part)?;
            place.offset += 1;
        }
        Ok(())
    }
}

/// A column as texts.
struct Texts<'b> {
    column: &'b ArrayRef,
    formatter: ArrayFormatter<'b>,
    text: String,
}

impl Texts<'_> {
    /// Returns the text of a row, if it has one.
    fn value(&mut self, row: usize) -> Option<&str> {
        self.text.clear();
        let is_written =
            self.column.is_valid(row) && self.formatter.value(row).write(&mut self.text).is_ok();
        is_written.then_some(self.text.as_str())
    }
}
