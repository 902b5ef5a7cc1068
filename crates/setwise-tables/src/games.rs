//! The table `games`: one row for each game.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use setwise::{Move, Position};
use setwise_pgn::Termination;

use crate::column::{Column, Lists, Numbers, Strings, Texts, Words};
use crate::record::{Record, Wanted};
use crate::schema::{Batch, Field, Kind, Schema, optional, required};
use crate::tag_columns::TagColumns;

/// The optional columns of the table of games. None is part of it by default.
///
/// It is serialized as the list of the names of its columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct GameColumns {
    /// The column `san`: the moves in standard algebraic notation, separated by spaces.
    pub san: bool,
    /// The column `clocks`.
    pub clocks: bool,
    /// The column `evals`.
    pub evals: bool,
}

/// Takes the columns that a list names. A list may also name columns of the other table.
impl From<Vec<String>> for GameColumns {
    fn from(names: Vec<String>) -> GameColumns {
        let has = |name: &str| names.iter().any(|other| other == name);
        GameColumns { san: has("san"), clocks: has("clocks"), evals: has("evals") }
    }
}

impl From<GameColumns> for Vec<String> {
    fn from(columns: GameColumns) -> Vec<String> {
        let GameColumns { san, clocks, evals } = columns;
        names([("san", san), ("clocks", clocks), ("evals", evals)])
    }
}

/// Returns the names whose flag is true.
pub(crate) fn names<const N: usize>(flags: [(&str, bool); N]) -> Vec<String> {
    flags.into_iter().filter(|flag| flag.1).map(|flag| flag.0.to_owned()).collect()
}

impl GameColumns {
    /// All columns.
    pub const ALL: GameColumns = GameColumns { san: true, clocks: true, evals: true };

    /// Returns the columns of the table.
    pub fn schema(self) -> Schema {
        let mut fields = FIELDS.to_vec();
        fields.extend(self.clocks.then_some(CLOCKS));
        fields.extend(self.evals.then_some(EVALS));
        fields.extend(self.san.then_some(SAN));
        Schema { table: "games", fields }
    }

    pub(crate) fn wanted(self) -> Wanted {
        Wanted { clocks: self.clocks, evals: self.evals, ..Wanted::default() }
    }
}

const FIELDS: [Field; 37] = [
    required("game_id", Kind::U64, "The place of the game among all inputs; unique and in order."),
    required("game_key", Kind::U64, "The name of the game, the same in every file and place."),
    required("file", Kind::Word, "The path of the input."),
    required("frame", Kind::U64, "The offset of the game's Zstandard frame in the file, or 0."),
    required(
        "offset",
        Kind::U64,
        "The byte offset of the game in its frame or file, decompressed.",
    ),
    optional("Event", Kind::Word, "The tag Event."),
    optional("Site", Kind::Text, "The tag Site."),
    optional("Date", Kind::Word, "The tag Date as written."),
    optional("Round", Kind::Word, "The tag Round."),
    optional("White", Kind::Text, "The tag White."),
    optional("Black", Kind::Text, "The tag Black."),
    optional("Result", Kind::Word, "The tag Result."),
    optional("WhiteTitle", Kind::Word, "The tag WhiteTitle."),
    optional("BlackTitle", Kind::Word, "The tag BlackTitle."),
    optional("WhiteElo", Kind::I16, "The tag WhiteElo, if it is a number."),
    optional("BlackElo", Kind::I16, "The tag BlackElo, if it is a number."),
    optional("WhiteRatingDiff", Kind::I16, "The tag WhiteRatingDiff, if it is a number."),
    optional("BlackRatingDiff", Kind::I16, "The tag BlackRatingDiff, if it is a number."),
    optional("UTCDate", Kind::Date, "The tag UTCDate, if it is a whole date."),
    optional("UTCTime", Kind::Time, "The tag UTCTime, if it is a time."),
    optional("ECO", Kind::Word, "The tag ECO."),
    optional("Opening", Kind::Word, "The tag Opening."),
    optional("Termination", Kind::Word, "The tag Termination."),
    optional("TimeControl", Kind::Word, "The tag TimeControl."),
    optional("Variant", Kind::Word, "The tag Variant."),
    optional("outcome", Kind::I8, "1 if White won, 0 for a draw, -1 if Black won."),
    optional("end", Kind::Word, "The result at the end of the moves: 1-0, 0-1, 1/2-1/2 or *."),
    optional("start", Kind::Text, "The FEN of the first position, if it is not the initial one."),
    required(
        "is_chess960",
        Kind::Bool,
        "Whether castling in the first position needs Chess960 rules.",
    ),
    required("moves", Kind::ListU16, "The moves of the main line up to the first error."),
    required("plies", Kind::U32, "The number of moves."),
    required("last_position", Kind::Bytes(24), "The position after the last move."),
    required("split", Kind::U8, "A hash of the moves, uniform from 0 to 255."),
    optional("error", Kind::Word, "The kind of the error that ended the reading of the game."),
    optional("error_text", Kind::Text, "The message of the error."),
    optional("error_ply", Kind::U32, "The number of moves before the error."),
    optional(
        "error_offset",
        Kind::U64,
        "The number of bytes from the start of the game to the error.",
    ),
];

const CLOCKS: Field =
    optional("clocks", Kind::ListU32, "The clock times after each move in milliseconds.");
const EVALS: Field = optional("evals", Kind::ListI16, "The evaluations after each move.");
const SAN: Field = required("san", Kind::Text, "The moves in standard algebraic notation.");

/// Builds batches of the table of games.
#[derive(Debug)]
pub struct GamesBuilder {
    columns: GameColumns,
    schema: Arc<Schema>,
    files: Arc<[String]>,
    rows: Rows,
}

/// The columns of the rows that are not yet in a batch.
#[derive(Debug, Default)]
struct Rows {
    game_id: Numbers<u64>,
    game_key: Numbers<u64>,
    file: Words,
    frame: Numbers<u64>,
    offset: Numbers<u64>,
    tags: TagColumns,
    outcome: Numbers<i8>,
    end: Words,
    start: Texts,
    is_chess960: Numbers<bool>,
    moves: Lists<u16>,
    plies: Numbers<u32>,
    last: Strings,
    split: Numbers<u8>,
    error: Words,
    error_text: Texts,
    error_ply: Numbers<u32>,
    error_offset: Numbers<u64>,
    clocks: Lists<u32>,
    evals: Lists<i16>,
    san: Texts,
}

impl GamesBuilder {
    /// Creates a builder; `files` are the paths of the inputs.
    pub fn new(columns: GameColumns, files: Arc<[String]>) -> GamesBuilder {
        GamesBuilder { columns, schema: Arc::new(columns.schema()), files, rows: Rows::default() }
    }

    /// Returns the number of rows that are not yet in a batch.
    pub fn rows(&self) -> usize {
        self.rows.game_id.values.len()
    }

    /// Adds the row of a game.
    pub fn push(&mut self, game: &Record) {
        self.push_with_key(game, game.game_key());
    }

    /// Adds the row of a game, whose key is known.
    pub(crate) fn push_with_key(&mut self, game: &Record, key: u64) {
        let rows = &mut self.rows;
        rows.game_id.push(Some(game.id));
        rows.game_key.push(Some(key));
        rows.file.push(Some(self.files.get(game.input as usize).map_or("", String::as_str)));
        rows.frame.push(Some(game.place.frame));
        rows.offset.push(Some(game.place.offset));
        rows.tags.push(&game.tags);
        rows.outcome.push(game.outcome());
        rows.end.push(game.termination.map(Termination::as_str));
        if game.start == Position::INITIAL {
            rows.start.push(None);
        } else {
            rows.start.push(Some(&game.start.fen().to_string()));
        }
        rows.is_chess960.push(Some(game.start.is_chess960()));
        let moves = game.moves.iter().map(|mv| mv.map_or(0, Move::to_bits));
        rows.moves.push_complete(moves);
        rows.plies.push(Some(game.moves.len() as u32));
        rows.last.push(Some(&game.last.pack()));
        rows.split.push(Some(split_of_key(key)));
        let error = game.error.as_ref();
        rows.error.push(error.map(|error| error.error.name()));
        match error {
            Some(error) => rows.error_text.push(Some(&error.error.message().to_string())),
            None => rows.error_text.push(None),
        }
        rows.error_ply.push(error.map(|_| game.moves.len() as u32));
        rows.error_offset.push(error.map(|error| error.distance));
        if self.columns.clocks {
            let plies = 0..game.moves.len();
            let has_clocks = !game.clocks.is_empty();
            rows.clocks.push(has_clocks.then(|| plies.map(|ply| game.clock(ply))));
        }
        if self.columns.evals {
            let plies = 0..game.moves.len();
            let has_evals = !game.evals.is_empty();
            rows.evals.push(has_evals.then(|| plies.map(|ply| game.eval(ply))));
        }
        if self.columns.san {
            rows.san.push_with(|text| write_san(game, text));
        }
    }

    /// Returns the rows since the last batch.
    pub fn finish(&mut self) -> Batch {
        let rows = std::mem::take(&mut self.rows);
        let count = rows.game_id.values.len();
        let mut columns = vec![
            Column::U64(rows.game_id),
            Column::U64(rows.game_key),
            Column::Word(rows.file),
            Column::U64(rows.frame),
            Column::U64(rows.offset),
        ];
        columns.extend(rows.tags.finish());
        columns.extend([
            Column::I8(rows.outcome),
            Column::Word(rows.end),
            Column::Text(rows.start),
            Column::Bool(rows.is_chess960),
            Column::ListU16(rows.moves),
            Column::U32(rows.plies),
            Column::Bytes(rows.last),
            Column::U8(rows.split),
            Column::Word(rows.error),
            Column::Text(rows.error_text),
            Column::U32(rows.error_ply),
            Column::U64(rows.error_offset),
        ]);
        columns.extend(self.columns.clocks.then_some(Column::ListU32(rows.clocks)));
        columns.extend(self.columns.evals.then_some(Column::ListI16(rows.evals)));
        columns.extend(self.columns.san.then_some(Column::Text(rows.san)));
        Batch { schema: Arc::clone(&self.schema), columns, rows: count }
    }
}

/// Appends the moves of a game in SAN, separated by spaces. A null move is `--`.
fn write_san(game: &Record, text: &mut String) {
    let mut position = game.start;
    for (ply, &mv) in game.moves.iter().enumerate() {
        if ply > 0 {
            text.push(' ');
        }
        match mv {
            Some(mv) => {
                text.push_str(&position.san(mv));
                position = position.play_unchecked(mv);
            }
            None => {
                text.push_str("--");
                // The reader of games refuses a null move in check.
                position = position.null_move().unwrap_or(position);
            }
        }
    }
}

/// Returns the [`split`](crate::split) of a game by its [`Record::game_key`].
pub(crate) fn split_of_key(key: u64) -> u8 {
    (key >> 56) as u8
}
