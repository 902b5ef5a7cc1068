//! Rows of a table as games.

use std::fmt::Display;
use std::io::{self, ErrorKind};

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int16Type, UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StringArray, UInt64Array};
use arrow_cast::display::ArrayFormatter;
use arrow_schema::{DataType, Schema as ArrowSchema, TimeUnit};
use setwise::notation::fen::Form;
use setwise::{Move, Position};
use setwise_pgn::{Termination, Text};

use super::Wants;
use super::foreign::{AS_IN_PGN, Foreign};
use crate::export::moves_hash::MovesHash;
use crate::read::{AnyPart, Records};
use crate::record::{GamePlace, MAX_MOVES, Record, Recorder};
use crate::tags::Tag;

/// The names of the columns that are always read, if they are there.
const ALWAYS: [&str; 4] = ["start", "moves", "end", "error"];

/// The name of the column that numbers games.
const GAME_ID: &str = "game_id";

/// What is read of a table.
pub(super) struct Columns {
    /// The places of the columns.
    pub(super) places: Vec<usize>,
    wants: Wants,
    /// The columns of a table that another program wrote.
    foreign: Option<Foreign>,
}

impl Columns {
    /// Returns the columns that are read.
    ///
    /// # Errors
    ///
    /// The table is no table of games that is taken, or a column that is wanted is missing.
    pub(super) fn of(schema: &ArrowSchema, wants: &Wants) -> io::Result<Columns> {
        let wants = wants.clone();
        if let Some((foreign, places)) = Foreign::of(schema, &wants)? {
            return Ok(Columns { places, wants, foreign: Some(foreign) });
        }
        Ok(Columns { places: own_columns(schema, &wants)?, wants, foreign: None })
    }
}

/// Returns the places of the columns that are read of a table that Setwise wrote.
fn own_columns(schema: &ArrowSchema, wants: &Wants) -> io::Result<Vec<usize>> {
    if schema.column_with_name("moves").is_none() {
        let mut names: Vec<&str> =
            schema.fields().iter().map(|field| field.name().as_str()).take(13).collect();
        if names.len() == 13 {
            names[12] = "…";
        }
        let found = format!("the table has the columns {}", names.join(", "));
        let expected = "expected a table of games with the column `moves`, which `setwise pgn \
                        export` writes, or with texts in the column `movetext` or `fen`";
        return Err(invalid(format!("{found} ({expected})")));
    }
    if !wants.own {
        return Err(invalid(
            "a table of games that `setwise pgn export` wrote, which only `find` reads (expected \
             PGN, or a table with the text of games in the column `movetext`)",
        ));
    }
    if wants.text {
        return Err(invalid("the table has no text of games (expected PGN)"));
    }
    let optional = [("clocks", wants.clocks), ("evals", wants.evals), ("depths", wants.depths)];
    for (name, is_wanted) in optional {
        if is_wanted && schema.column_with_name(name).is_none() {
            let option = format!("`setwise pgn export --with {name}` writes it");
            return Err(invalid(format!("the table has no column `{name}` ({option})")));
        }
    }
    let tags = wants.tags.iter().map(|tag| tag.name());
    let optional = optional.into_iter().filter(|column| column.1).map(|column| column.0);
    let mut found = Vec::new();
    for name in ALWAYS.into_iter().chain(optional).chain(tags) {
        let Some((index, field)) = schema.column_with_name(name) else { continue };
        let expected = expected_type(name);
        if !is_of(field.data_type(), &expected) {
            let found = field.data_type();
            return Err(invalid(format!(
                "the column `{name}` has the type {found} (expected {expected})"
            )));
        }
        found.push(index);
    }
    // Of another program the name may mean something else.
    let id = schema.column_with_name(GAME_ID).filter(|_| wants.ids);
    found.extend(id.filter(|(_, field)| *field.data_type() == DataType::UInt64).map(|id| id.0));
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn expected_type(name: &str) -> DataType {
    match name {
        "moves" => DataType::new_list(DataType::UInt16, true),
        "clocks" => DataType::new_list(DataType::UInt32, true),
        "evals" => DataType::new_list(DataType::Int16, true),
        "depths" => DataType::new_list(DataType::UInt16, true),
        "UTCDate" => DataType::Date32,
        "UTCTime" => DataType::Time32(TimeUnit::Millisecond),
        "WhiteElo" | "BlackElo" | "WhiteRatingDiff" | "BlackRatingDiff" => DataType::Int16,
        _ => DataType::Utf8,
    }
}

/// Returns whether a type is the expected one; the name of the items of a list does not matter.
fn is_of(found: &DataType, expected: &DataType) -> bool {
    match (found, expected) {
        (DataType::List(found), DataType::List(expected)) => {
            found.data_type() == expected.data_type()
        }
        _ => found == expected,
    }
}

pub(super) fn invalid(message: impl Display) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message.to_string())
}

/// The rows of a group.
pub(super) struct Rows<'t> {
    pub(super) columns: &'t Columns,
    /// The byte offset of the group in the file.
    pub(super) offset: u64,
    /// The hash of the moves, if the file has one.
    pub(super) hash: Option<MovesHash>,
}

impl Rows<'_> {
    /// Passes the games of a group to a collector. The legality of moves is not tested if their
    /// hash is right.
    pub(super) fn read<'t>(
        &self,
        batches: impl Iterator<Item = io::Result<RecordBatch>>,
        records: &Records<'t>,
        recorder: &mut Recorder<'t>,
        part: &mut AnyPart,
    ) -> io::Result<()> {
        if let Some(foreign) = &self.columns.foreign {
            let input = recorder.record.input;
            let mut place = GamePlace { frame: self.offset, offset: 0 };
            for batch in batches {
                let batch = batch?;
                foreign.read(&batch, (input, place), records, recorder, part)?;
                place.offset += batch.num_rows() as u64;
            }
            return Ok(());
        }
        let Some(expected) = self.hash else {
            return self.pass(batches, false, records, recorder, part);
        };
        let batches = batches.collect::<io::Result<Vec<_>>>()?;
        let hash = batches.iter().try_fold(MovesHash::default(), |hash, batch| hash.with(batch));
        let is_trusted = hash == Some(expected);
        self.pass(batches.into_iter().map(Ok), is_trusted, records, recorder, part)
    }

    fn pass(
        &self,
        batches: impl Iterator<Item = io::Result<RecordBatch>>,
        is_trusted: bool,
        records: &Records<'_>,
        recorder: &mut Recorder<'_>,
        part: &mut AnyPart,
    ) -> io::Result<()> {
        let mut scratch = String::new();
        for batch in batches {
            let batch = batch?;
            let columns = OwnColumns::of(&batch, &self.columns.wants)?;
            for row in 0..batch.num_rows() {
                recorder.clear();
                columns.fill(row, is_trusted, &mut recorder.record, &mut scratch);
                records.collector.add(part, &recorder.record);
            }
        }
        Ok(())
    }
}

/// The columns of a batch of rows.
struct OwnColumns<'b> {
    moves: &'b ListArray,
    words: &'b [u16],
    start: Option<&'b StringArray>,
    end: Option<&'b StringArray>,
    error: Option<&'b StringArray>,
    clocks: Option<&'b ListArray>,
    evals: Option<&'b ListArray>,
    depths: Option<&'b ListArray>,
    ids: Option<&'b UInt64Array>,
    /// The columns of tags, and how their values are written in PGN.
    tags: Vec<(Tag, &'b ArrayRef, ArrayFormatter<'b>)>,
}

/// Returns the text of a row.
fn text(column: Option<&StringArray>, row: usize) -> Option<&str> {
    let column = column?;
    column.is_valid(row).then(|| column.value(row))
}

/// Adds at most `count` items of the list of a row.
fn extend<T: ArrowPrimitiveType>(
    items: &mut Vec<T::Native>,
    column: Option<&ListArray>,
    row: usize,
    count: usize,
    missing: T::Native,
) {
    let Some(column) = column.filter(|column| column.is_valid(row)) else { return };
    let list = column.value(row);
    let list = list.as_primitive_opt::<T>().into_iter().flatten();
    items.extend(list.take(count).map(|item| item.unwrap_or(missing)));
}

impl<'b> OwnColumns<'b> {
    fn of(batch: &'b RecordBatch, wants: &Wants) -> io::Result<OwnColumns<'b>> {
        let column = |name: &str| batch.column_by_name(name);
        let strings = |name: &str| column(name)?.as_string_opt::<i32>();
        let lists = |name: &str| column(name)?.as_list_opt::<i32>();
        let moves = lists("moves").ok_or_else(|| invalid("the column `moves` has no lists"))?;
        let words = moves.values().as_primitive_opt::<UInt16Type>();
        let words = words.ok_or_else(|| invalid("the column `moves` has no numbers of 16 bits"))?;
        let tags = wants.tags.iter().filter_map(|&tag| Some((tag, column(tag.name())?)));
        let tags = tags.map(|(tag, column)| {
            Ok((tag, column, ArrayFormatter::try_new(column, &AS_IN_PGN).map_err(invalid)?))
        });
        Ok(OwnColumns {
            moves,
            words: words.values(),
            start: strings("start"),
            end: strings("end"),
            error: strings("error"),
            clocks: lists("clocks").filter(|_| wants.clocks),
            evals: lists("evals").filter(|_| wants.evals),
            depths: lists("depths").filter(|_| wants.depths),
            ids: column(GAME_ID).and_then(|ids| ids.as_primitive_opt()).filter(|_| wants.ids),
            tags: tags.collect::<io::Result<_>>()?,
        })
    }

    /// Returns the moves of a row; none if they are missing.
    fn moves(&self, row: usize) -> &'b [u16] {
        let offsets = self.moves.value_offsets();
        let moves = self.words.get(offsets[row] as usize..offsets[row + 1] as usize);
        moves.filter(|_| self.moves.is_valid(row)).unwrap_or_default()
    }

    /// Makes a game of a row.
    fn fill(&self, row: usize, is_trusted: bool, record: &mut Record, scratch: &mut String) {
        record.is_row = true;
        let ids = self.ids.filter(|ids| ids.is_valid(row));
        record.row_id = ids.map(|ids| ids.value(row));
        for (tag, column, formatter) in &self.tags {
            scratch.clear();
            if column.is_valid(row) && formatter.value(row).write(scratch).is_ok() {
                record.tags.set(tag.name(), Text(scratch.as_bytes()));
            }
        }
        record.tags.finish();
        let end = text(self.end, row);
        record.termination = end.and_then(|end| Termination::from_bytes(end.as_bytes()));
        record.row_error = text(self.error, row).map(str::to_owned);
        if let Err(kind) = self.play(row, is_trusted, record) {
            record.row_error = Some(kind.to_owned());
            record.termination = None;
        }
        let count = record.moves.len();
        extend::<UInt32Type>(&mut record.clocks, self.clocks, row, count, Record::NO_CLOCK);
        extend::<Int16Type>(&mut record.evals, self.evals, row, count, Record::NO_EVAL);
        extend::<UInt16Type>(&mut record.depths, self.depths, row, count, 0);
    }

    /// Stores the start and the moves of a row, up to the first one that is wrong.
    ///
    /// # Errors
    ///
    /// Returns the name of what is wrong, as of an error in PGN.
    fn play(&self, row: usize, is_trusted: bool, record: &mut Record) -> Result<(), &'static str> {
        if let Some(fen) = text(self.start, row) {
            let start = Position::parse_fen_form(fen, Form::Lenient);
            record.start = start.map_err(|_| "invalid-fen")?;
        }
        let words = self.moves(row);
        let is_long = words.len() > MAX_MOVES;
        let words = &words[..words.len().min(MAX_MOVES)];
        let is_wrong = |word: u16| word != 0 && Move::from_bits(word).is_none();
        if is_trusted && !words.iter().fold(false, |wrong, &word| wrong | is_wrong(word)) {
            record.moves.extend(words.iter().map(|&word| Move::from_bits(word)));
        } else {
            let mut position = record.start;
            for &word in words {
                if is_wrong(word) {
                    return Err("illegal-move");
                }
                let mv = Move::from_bits(word);
                position = match mv {
                    Some(mv) => position.play(mv).map_err(|_| "illegal-move")?,
                    None => position.null_move().ok_or("null-move-in-check")?,
                };
                record.moves.push(mv);
            }
        }
        if is_long { Err("refused") } else { Ok(()) }
    }
}
