//! The table `positions`: one row for each position of the main line of each game.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use setwise::Move;
use setwise_sets::{Expression, Finder, FinderOptions, GameHits};

use crate::column::{Column, Numbers, Strings, Texts, Words};
use crate::computed::{self, ComputedColumns};
use crate::game_key::mix;
use crate::games::{names, split_of_key};
use crate::record::{Record, Wanted};
use crate::schema::{Batch, Field, Kind, Schema, optional, required};
use crate::select::is_sampled;
use crate::tags::Tag;

/// The columns of the table of positions that can be chosen.
///
/// It is serialized as the list of the names of its columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct PositionColumns {
    /// The column `fen` in place of `position`.
    pub fen: bool,
    /// The column `uci`: the move in the notation of UCI.
    pub uci: bool,
    /// The column `clock_before`: the clock before the move, at the same moment as `eval`.
    pub clock_before: bool,
    /// The column `WhiteElo`.
    pub white_elo: bool,
    /// The column `BlackElo`.
    pub black_elo: bool,
    /// The column `TimeControl`.
    pub time_control: bool,
    /// The column `Termination`.
    pub termination: bool,
    /// The column `Variant`.
    pub variant: bool,
}

/// Which positions of a game are rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionSelection {
    /// The number of moves before the first position that is taken.
    pub min_ply: u32,
    /// The number of moves before the last position that is taken.
    pub max_ply: u32,
    /// The share of positions that are taken, by a hash of the game and the ply: 1 takes all.
    #[serde(rename = "sample_positions")]
    pub sample: f64,
}

/// All positions.
impl Default for PositionSelection {
    fn default() -> PositionSelection {
        PositionSelection { min_ply: 0, max_ply: u32::MAX, sample: 1.0 }
    }
}

impl PositionSelection {
    /// Returns the numbers of the positions of a game that are taken.
    pub(crate) fn plies(self, game_key: u64, count: usize) -> impl Iterator<Item = usize> {
        let end = count.min((self.max_ply as usize).saturating_add(1));
        let takes = move |ply: &usize| {
            self.sample >= 1.0 || is_sampled(mix(game_key) ^ *ply as u64, self.sample)
        };
        (self.min_ply as usize..end).filter(takes)
    }
}

/// Takes the columns that a list names. A list may also name columns of the other table.
impl From<Vec<String>> for PositionColumns {
    fn from(names: Vec<String>) -> PositionColumns {
        let has = |name: &str| names.iter().any(|other| other == name);
        PositionColumns {
            fen: has("fen"),
            uci: has("uci"),
            clock_before: has("clock_before"),
            white_elo: has("WhiteElo"),
            black_elo: has("BlackElo"),
            time_control: has("TimeControl"),
            termination: has("Termination"),
            variant: has("Variant"),
        }
    }
}

impl From<PositionColumns> for Vec<String> {
    fn from(columns: PositionColumns) -> Vec<String> {
        names([
            ("fen", columns.fen),
            ("uci", columns.uci),
            ("clock_before", columns.clock_before),
            ("WhiteElo", columns.white_elo),
            ("BlackElo", columns.black_elo),
            ("TimeControl", columns.time_control),
            ("Termination", columns.termination),
            ("Variant", columns.variant),
        ])
    }
}

impl PositionColumns {
    /// All columns.
    pub const ALL: PositionColumns = PositionColumns {
        fen: true,
        uci: true,
        clock_before: true,
        white_elo: true,
        black_elo: true,
        time_control: true,
        termination: true,
        variant: true,
    };

    /// Returns the columns of the table.
    pub fn schema(self) -> Schema {
        let mut fields = vec![
            required("game_id", Kind::U64, "The place of the game, as in the table of games."),
            required("game_key", Kind::U64, "The name of the game, as in the table of games."),
            required("ply", Kind::U32, "The number of moves before the position."),
            if self.fen { FEN } else { POSITION },
            required("key", Kind::U64, "The key of the position in Polyglot opening books."),
            optional(
                "move",
                Kind::U16,
                "The move in the position; missing at the end of the game.",
            ),
        ];
        fields.extend(self.uci.then_some(UCI));
        fields.extend(self.clock_before.then_some(CLOCK_BEFORE));
        fields.extend([
            optional(
                "clock",
                Kind::U32,
                "The clock after the move, of the side that made it, in milliseconds.",
            ),
            optional(
                "eval",
                Kind::I16,
                "The evaluation of the position, from the comment of the move before.",
            ),
            optional("outcome", Kind::I8, "1 if White won, 0 for a draw, -1 if Black won."),
            required("split", Kind::U8, "A hash of the game's moves, uniform from 0 to 255."),
        ]);
        let numbers = self.numbers().map(|tag| optional(tag.name(), Kind::I16, OF_NUMBER));
        let words = self.words().map(|tag| optional(tag.name(), Kind::Word, OF_WORD));
        fields.extend(numbers.chain(words));
        Schema { table: "positions", fields }
    }

    /// Returns the tags whose values are columns of numbers.
    fn numbers(self) -> impl Iterator<Item = Tag> {
        let tags = [(self.white_elo, Tag::WhiteElo), (self.black_elo, Tag::BlackElo)];
        tags.into_iter().filter_map(|(is_wanted, tag)| is_wanted.then_some(tag))
    }

    /// Returns the tags whose values are columns of texts.
    fn words(self) -> impl Iterator<Item = Tag> {
        let tags = [
            (self.time_control, Tag::TimeControl),
            (self.termination, Tag::Termination),
            (self.variant, Tag::Variant),
        ];
        tags.into_iter().filter_map(|(is_wanted, tag)| is_wanted.then_some(tag))
    }

    pub(crate) fn wanted(self) -> Wanted {
        Wanted { clocks: true, evals: true, positions: true, ..Wanted::default() }
    }
}

const POSITION: Field = required("position", Kind::Bytes(24), "The position, packed.");
const FEN: Field = required("fen", Kind::Text, "The position as a FEN.");
const UCI: Field = optional("uci", Kind::Text, "The move in the notation of UCI.");
const CLOCK_BEFORE: Field = optional(
    "clock_before",
    Kind::U32,
    "The clock before the move, of the side that makes it, in milliseconds: after its last move.",
);
const OF_NUMBER: &str = "The tag of the game, if it is a number.";
const OF_WORD: &str = "The tag of the game.";

/// Builds batches of the table of positions.
#[derive(Debug)]
pub struct PositionsBuilder {
    columns: PositionColumns,
    selection: PositionSelection,
    schema: Arc<Schema>,
    rows: Rows,
    computed: Option<Computed>,
}

/// The computed columns.
#[derive(Debug)]
struct Computed {
    finder: Finder,
    selection: PositionSelection,
    columns: Vec<Column>,
    /// What the columns are.
    asked: ComputedColumns,
}

impl Computed {
    /// Adds the values of a game.
    fn push(&mut self, game: &Record, key: u64) {
        let Computed { finder, selection, columns, asked } = self;
        asked.see(&game.tags);
        let tag = |name: &str| game.tags.by_name(name);
        let asked = game.asked(&tag);
        let mut found = |hits: GameHits<'_>| add(*selection, columns, hits);
        finder.push(key, &asked, &mut found);
    }

    /// Adds the values of the games that are waiting.
    fn flush(&mut self) {
        let Computed { finder, selection, columns, .. } = self;
        finder.flush(&mut |hits| add(*selection, columns, hits));
    }

    /// Returns the columns, which have a number of rows. The next ones will be about as long.
    fn finish(&mut self, rows: usize) -> Vec<Column> {
        self.flush();
        std::mem::replace(&mut self.columns, self.asked.empty(rows))
    }
}

/// Adds the values at the positions of a game that are rows.
fn add(selection: PositionSelection, columns: &mut [Column], hits: GameHits<'_>) {
    let is_all = selection == PositionSelection::default();
    let some = || selection.plies(hits.token, hits.positions as usize).collect::<Vec<_>>();
    computed::extend(columns, hits.values, (!is_all).then(some).as_deref());
}

/// The columns of the rows that are not yet in a batch.
#[derive(Debug, Default)]
struct Rows {
    game_id: Numbers<u64>,
    game_key: Numbers<u64>,
    ply: Numbers<u32>,
    position: Strings,
    fen: Texts,
    key: Numbers<u64>,
    mv: Numbers<u16>,
    uci: Texts,
    clock_before: Numbers<u32>,
    clock: Numbers<u32>,
    eval: Numbers<i16>,
    outcome: Numbers<i8>,
    split: Numbers<u8>,
    numbers: Vec<Numbers<i16>>,
    words: Vec<Words>,
}

impl Rows {
    fn new(columns: PositionColumns) -> Rows {
        let numbers = columns.numbers().map(|_| Numbers::default()).collect();
        let words = columns.words().map(|_| Words::default()).collect();
        Rows { numbers, words, ..Rows::default() }
    }
}

impl PositionsBuilder {
    /// Creates a builder.
    pub fn new(columns: PositionColumns, selection: PositionSelection) -> PositionsBuilder {
        let schema = Arc::new(columns.schema());
        PositionsBuilder { columns, selection, schema, rows: Rows::new(columns), computed: None }
    }

    /// Adds columns, given the question to every position with their values.
    pub(crate) fn with_computed(
        self,
        columns: &ComputedColumns,
        question: &Expression,
    ) -> PositionsBuilder {
        let computed = Computed {
            finder: Finder::new(question, FinderOptions::default()),
            selection: self.selection,
            columns: columns.empty(0),
            asked: columns.clone(),
        };
        let schema = Arc::new(self.columns.schema().with(columns));
        PositionsBuilder { schema, computed: Some(computed), ..self }
    }

    /// Returns the number of rows that are not yet in a batch.
    pub fn rows(&self) -> usize {
        self.rows.game_id.values.len()
    }

    /// Adds the rows of a game. A game with an error has none.
    pub fn push(&mut self, game: &Record) {
        self.push_with_key(game, game.game_key());
    }

    /// Adds the rows of a game, whose key is known.
    pub(crate) fn push_with_key(&mut self, game: &Record, key: u64) {
        if game.error.is_some() {
            return;
        }
        let (outcome, split) = (game.outcome(), split_of_key(key));
        let rows = &mut self.rows;
        let before = rows.game_id.values.len();
        for ply in self.selection.plies(key, game.positions.len()) {
            let position = &game.positions[ply];
            rows.game_id.push(Some(game.id));
            rows.game_key.push(Some(key));
            rows.ply.push(Some(ply as u32));
            if self.columns.fen {
                rows.fen.push(Some(&position.fen().to_string()));
            } else {
                rows.position.push(Some(&position.pack()));
            }
            rows.key.push(Some(position.polyglot_key()));
            let mv = game.moves.get(ply).copied();
            rows.mv.push(mv.map(|mv| mv.map_or(0, Move::to_bits)));
            if self.columns.uci {
                match mv {
                    Some(Some(mv)) => rows.uci.push(Some(&position.uci(mv).to_string())),
                    Some(None) => rows.uci.push(Some("0000")),
                    None => rows.uci.push(None),
                }
            }
            if self.columns.clock_before {
                rows.clock_before.push(ply.checked_sub(2).and_then(|ply| game.clock(ply)));
            }
            rows.clock.push(game.clock(ply));
            rows.eval.push(ply.checked_sub(1).and_then(|ply| game.eval(ply)));
            rows.outcome.push(outcome);
            rows.split.push(Some(split));
        }
        let count = rows.game_id.values.len() - before;
        for (column, tag) in rows.numbers.iter_mut().zip(self.columns.numbers()) {
            let number = game.tags.number(tag);
            (0..count).for_each(|_| column.push(number));
        }
        for (column, tag) in rows.words.iter_mut().zip(self.columns.words()) {
            column.push_repeated(game.tags.get(tag), count);
        }
        if let Some(computed) = &mut self.computed {
            computed.push(game, key);
        }
    }

    /// Returns the rows since the last batch.
    pub fn finish(&mut self) -> Batch {
        let rows = std::mem::replace(&mut self.rows, Rows::new(self.columns));
        let count = rows.game_id.values.len();
        let mut columns = vec![
            Column::U64(rows.game_id),
            Column::U64(rows.game_key),
            Column::U32(rows.ply),
            if self.columns.fen { Column::Text(rows.fen) } else { Column::Bytes(rows.position) },
            Column::U64(rows.key),
            Column::U16(rows.mv),
        ];
        columns.extend(self.columns.uci.then_some(Column::Text(rows.uci)));
        columns.extend(self.columns.clock_before.then_some(Column::U32(rows.clock_before)));
        columns.extend([
            Column::U32(rows.clock),
            Column::I16(rows.eval),
            Column::I8(rows.outcome),
            Column::U8(rows.split),
        ]);
        columns.extend(rows.numbers.into_iter().map(Column::I16));
        columns.extend(rows.words.into_iter().map(Column::Word));
        columns.extend(self.computed.iter_mut().flat_map(|computed| computed.finish(count)));
        Batch { schema: Arc::clone(&self.schema), columns, rows: count }
    }
}
