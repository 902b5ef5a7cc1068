//! The table `games`: one row for each game.

use std::fmt::{self, Write};
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Int8Builder, Int16Builder, ListBuilder, StringBuilder, StringDictionaryBuilder,
    UInt16Builder, UInt32Builder, UInt64Builder,
};
use arrow_array::types::Int32Type;
use arrow_array::{RecordBatch, UInt8Array, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use setwise::{Move, Position};
use setwise_pgn::Termination;

use crate::export::batch::{Batches, packed};
use crate::export::schema::{Column, optional, optional_columns, required, schema, values};
use crate::export::tag_columns::TagColumns;
use crate::record::{Record, Wanted};

/// The names and the meanings of the columns that are not made of tags.
const MEANINGS: [(&str, &str); 21] = [
    ("game_id", "The place of the game among all inputs; unique and in order."),
    ("game_key", "The name of the game, the same in every file and place."),
    ("file", "The path of the input."),
    ("frame", "The offset of the game's Zstandard frame in the file, or 0."),
    ("offset", "The byte offset of the game in its frame or file, decompressed."),
    ("outcome", "1 if White won, 0 for a draw, -1 if Black won."),
    ("end", "The result at the end of the moves: 1-0, 0-1, 1/2-1/2 or *."),
    ("start", "The FEN of the first position, if it is not the initial one."),
    ("is_chess960", "Whether castling in the first position needs Chess960 rules."),
    ("moves", "The moves of the main line up to the first error."),
    ("plies", "The number of moves."),
    ("last_position", "The position after the last move."),
    ("split", "A hash of the moves, uniform from 0 to 255."),
    ("error", "The kind of the error that ended the reading of the game."),
    ("error_text", "The message of the error."),
    ("error_ply", "The number of moves before the error."),
    ("error_offset", "The number of bytes from the start of the game to the error."),
    ("clocks", "The clock times after each move in milliseconds."),
    ("evals", "The evaluations after each move."),
    ("depths", "The depths in plies of the searches that gave the evaluations."),
    ("san", "The moves in standard algebraic notation."),
];

optional_columns! {
    /// The optional columns of the table of games. None is part of it by default.
    ///
    /// It is serialized as the list of the names of its columns.
    GameColumns {
        /// The column `san`: the moves in standard algebraic notation, separated by spaces.
        san = "san",
        /// The column `clocks`.
        clocks = "clocks",
        /// The column `evals`.
        evals = "evals",
        /// The column `depths`: the depths of the searches that gave the evaluations.
        depths = "depths",
    }
}

impl GameColumns {
    /// Returns the columns of the table. The metadata of each has its meaning by the name
    /// `description`.
    pub fn schema(self) -> Schema {
        schema("games", &MEANINGS, Rows::new().columns(self))
    }

    pub(crate) fn wanted(self) -> Wanted {
        Wanted { clocks: self.clocks, evals: self.evals, depths: self.depths, ..Wanted::default() }
    }
}

/// Builds batches of the table of games.
pub(crate) struct GamesBuilder {
    columns: GameColumns,
    files: Arc<[String]>,
    rows: Rows,
    batches: Batches,
}

/// The columns of the rows that are not yet in a batch.
#[derive(Default)]
struct Rows {
    game_id: Vec<u64>,
    game_key: Vec<u64>,
    file: StringDictionaryBuilder<Int32Type>,
    frame: Vec<u64>,
    offset: Vec<u64>,
    tags: TagColumns,
    outcome: Int8Builder,
    end: StringDictionaryBuilder<Int32Type>,
    start: StringBuilder,
    is_chess960: BooleanBuilder,
    moves: ListBuilder<UInt16Builder>,
    plies: Vec<u32>,
    last: Vec<u8>,
    split: Vec<u8>,
    error: StringDictionaryBuilder<Int32Type>,
    error_text: StringBuilder,
    error_ply: UInt32Builder,
    error_offset: UInt64Builder,
    clocks: ListBuilder<UInt32Builder>,
    evals: ListBuilder<Int16Builder>,
    depths: ListBuilder<UInt16Builder>,
    san: StringBuilder,
}

impl Rows {
    fn new() -> Rows {
        let item = Field::new_list_field(DataType::UInt16, false);
        Rows { moves: ListBuilder::default().with_field(item), ..Rows::default() }
    }

    fn columns(mut self, columns: GameColumns) -> Vec<Column> {
        let mut all = vec![
            required("game_id", UInt64Array::from(self.game_id)),
            required("game_key", UInt64Array::from(self.game_key)),
            required("file", self.file.finish()),
            required("frame", UInt64Array::from(self.frame)),
            required("offset", UInt64Array::from(self.offset)),
        ];
        all.extend(self.tags.finish());
        all.extend([
            optional("outcome", self.outcome.finish()),
            optional("end", self.end.finish()),
            optional("start", self.start.finish()),
            required("is_chess960", self.is_chess960.finish()),
            required("moves", self.moves.finish()),
            required("plies", UInt32Array::from(self.plies)),
            required("last_position", packed(self.last)),
            required("split", UInt8Array::from(self.split)),
            optional("error", self.error.finish()),
            optional("error_text", self.error_text.finish()),
            optional("error_ply", self.error_ply.finish()),
            optional("error_offset", self.error_offset.finish()),
        ]);
        all.extend(columns.clocks.then(|| optional("clocks", self.clocks.finish())));
        all.extend(columns.evals.then(|| optional("evals", self.evals.finish())));
        all.extend(columns.depths.then(|| optional("depths", self.depths.finish())));
        all.extend(columns.san.then(|| required("san", self.san.finish())));
        all
    }
}

impl GamesBuilder {
    /// Creates a builder, given the schema of the columns and the paths of the inputs.
    pub(crate) fn new(
        columns: GameColumns,
        schema: SchemaRef,
        files: Arc<[String]>,
    ) -> GamesBuilder {
        GamesBuilder { columns, files, rows: Rows::new(), batches: Batches::new(schema) }
    }

    /// Adds the row of a game, whose key is known.
    pub(crate) fn push(&mut self, game: &Record, key: u64) {
        let rows = &mut self.rows;
        rows.game_id.push(game.id);
        rows.game_key.push(key);
        rows.file.append_value(self.files.get(game.input as usize).map_or("", String::as_str));
        rows.frame.push(game.place.frame);
        rows.offset.push(game.place.offset);
        rows.tags.push(&game.tags);
        rows.outcome.append_option(game.outcome());
        rows.end.append_option(game.termination.map(Termination::as_str));
        let has_start = game.start != Position::INITIAL;
        append_text(&mut rows.start, has_start.then(|| game.start.fen()));
        rows.is_chess960.append_value(game.start.is_chess960());
        rows.moves.values().extend(game.moves.iter().map(|mv| Some(mv.map_or(0, Move::to_bits))));
        rows.moves.append(true);
        rows.plies.push(game.moves.len() as u32);
        rows.last.extend_from_slice(&game.last.pack());
        rows.split.push(split_of_key(key));
        let error = game.error.as_ref();
        rows.error.append_option(error.map(|error| error.error.name()));
        append_text(&mut rows.error_text, error.map(|error| error.error.message()));
        rows.error_ply.append_option(error.map(|_| game.moves.len() as u32));
        rows.error_offset.append_option(error.map(|error| error.distance));
        let plies = 0..game.moves.len();
        if self.columns.clocks {
            let clocks = plies.clone().map(|ply| game.clock(ply));
            rows.clocks.append_option((!game.clocks.is_empty()).then_some(clocks));
        }
        if self.columns.evals {
            let evals = plies.clone().map(|ply| game.eval(ply));
            rows.evals.append_option((!game.evals.is_empty()).then_some(evals));
        }
        if self.columns.depths {
            let depths = plies.map(|ply| game.depth(ply));
            rows.depths.append_option((!game.depths.is_empty()).then_some(depths));
        }
        if self.columns.san {
            // Writing to memory cannot fail.
            let _ = write_san(game, &mut rows.san);
            rows.san.append_value("");
        }
        let bytes = 512 + game.tags.values().0.len() + 16 * game.moves.len();
        if self.batches.grow(self.rows.game_id.len(), bytes) {
            self.end_batch();
        }
    }

    fn end_batch(&mut self) {
        if !self.rows.game_id.is_empty() {
            let rows = std::mem::replace(&mut self.rows, Rows::new());
            self.batches.push(values(rows.columns(self.columns)));
        }
    }

    /// Returns the rows since the last call.
    pub(crate) fn finish(&mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        self.end_batch();
        self.batches.take()
    }
}

/// Adds a row with a text, which may be missing.
pub(crate) fn append_text(column: &mut StringBuilder, text: Option<impl fmt::Display>) {
    match text {
        Some(text) => {
            // Writing to memory cannot fail.
            let _ = write!(column, "{text}");
            column.append_value("");
        }
        None => column.append_null(),
    }
}

/// Writes the moves of a game in SAN, separated by spaces. A null move is `--`.
fn write_san(game: &Record, text: &mut impl Write) -> fmt::Result {
    let mut position = game.start;
    for (ply, &mv) in game.moves.iter().enumerate() {
        if ply > 0 {
            text.write_char(' ')?;
        }
        match mv {
            Some(mv) => {
                text.write_str(&position.san(mv))?;
                position = position.play_unchecked(mv);
            }
            None => {
                text.write_str("--")?;
                // The reader of games refuses a null move in check.
                position = position.null_move().unwrap_or(position);
            }
        }
    }
    Ok(())
}

/// Returns the [`split`](crate::split) of a game by its [`Record::game_key`].
pub(crate) fn split_of_key(key: u64) -> u8 {
    (key >> 56) as u8
}
