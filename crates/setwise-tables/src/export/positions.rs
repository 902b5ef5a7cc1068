//! The table `positions`: one row for each position of the main line of each game.

use arrow_array::builder::{
    Int8Builder, Int16Builder, StringBuilder, StringDictionaryBuilder, UInt16Builder, UInt32Builder,
};
use arrow_array::types::Int32Type;
use arrow_array::{RecordBatch, UInt8Array, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use serde::{Deserialize, Serialize};
use setwise::Move;
use setwise_sets::{Expression, Finder, FinderOptions, GameHits, Values};

use crate::export::batch::{Batches, packed};
use crate::export::computed::{self, ComputedColumns};
use crate::export::games::{append_text, split_of_key};
use crate::export::schema::{
    Column, described, optional, optional_columns, required, schema, values,
};
use crate::game_key::mix;
use crate::record::{Record, Wanted};
use crate::select::is_sampled;
use crate::tags::Tag;

/// The names and the meanings of the columns that are not made of tags.
const MEANINGS: [(&str, &str); 13] = [
    ("game_id", "The place of the game, as in the table of games."),
    ("game_key", "The name of the game, as in the table of games."),
    ("ply", "The number of moves before the position."),
    ("fen", "The position as a FEN."),
    ("position", "The position, packed."),
    ("key", "The key of the position in Polyglot opening books."),
    ("move", "The move in the position; missing at the end of the game."),
    ("uci", "The move in the notation of UCI."),
    (
        "clock_before",
        "The clock before the move, of the side that makes it, in milliseconds: after its last move.",
    ),
    ("clock", "The clock after the move, of the side that made it, in milliseconds."),
    ("eval", "The evaluation of the position, from the comment of the move before."),
    ("outcome", "1 if White won, 0 for a draw, -1 if Black won."),
    ("split", "A hash of the game's moves, uniform from 0 to 255."),
];

optional_columns! {
    /// The columns of the table of positions that can be chosen.
    ///
    /// It is serialized as the list of the names of its columns.
    PositionColumns {
        /// The column `fen` in place of `position`.
        fen = "fen",
        /// The column `uci`: the move in the notation of UCI.
        uci = "uci",
        /// The column `clock_before`: the clock before the move, at the same moment as `eval`.
        clock_before = "clock_before",
        /// The column `WhiteElo`.
        white_elo = "WhiteElo",
        /// The column `BlackElo`.
        black_elo = "BlackElo",
        /// The column `TimeControl`.
        time_control = "TimeControl",
        /// The column `Termination`.
        termination = "Termination",
        /// The column `Variant`.
        variant = "Variant",
    }
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

impl PositionColumns {
    /// Returns the columns of the table. The metadata of each has its meaning by the name
    /// `description`.
    pub fn schema(self) -> Schema {
        self.schema_with(&ComputedColumns::default())
    }

    /// Returns the columns of the table with computed ones behind them.
    pub(crate) fn schema_with(self, computed: &ComputedColumns) -> Schema {
        let columns = Rows::new(self).columns(self).into_iter();
        schema("positions", &MEANINGS, columns.chain(computed.columns(computed.empty())))
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
        Wanted { clocks: true, evals: true, depths: true, positions: true, ..Wanted::default() }
    }
}

/// Builds batches of the table of positions.
pub(crate) struct PositionsBuilder {
    columns: PositionColumns,
    selection: PositionSelection,
    rows: Rows,
    /// The number of rows in all batches.
    count: u64,
    batches: Batches,
    computed: Option<Computed>,
}

/// The computed columns.
struct Computed {
    finder: Finder,
    selection: PositionSelection,
    columns: Vec<Values>,
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

    /// Returns the columns, with the values of the games that are waiting.
    fn finish(&mut self) -> impl Iterator<Item = Column> {
        let Computed { finder, selection, columns, asked } = self;
        finder.flush(&mut |hits| add(*selection, columns, hits));
        asked.columns(std::mem::replace(columns, asked.empty()))
    }
}

/// Adds the values at the positions of a game that are rows.
fn add(selection: PositionSelection, columns: &mut [Values], hits: GameHits<'_>) {
    let is_all = selection == PositionSelection::default();
    let some = || selection.plies(hits.token, hits.positions as usize).collect::<Vec<_>>();
    computed::extend(columns, hits.values, (!is_all).then(some).as_deref());
}

/// The columns of the rows that are not yet in a batch.
#[derive(Default)]
struct Rows {
    game_id: Vec<u64>,
    game_key: Vec<u64>,
    ply: Vec<u32>,
    position: Vec<u8>,
    fen: StringBuilder,
    key: Vec<u64>,
    mv: UInt16Builder,
    uci: StringBuilder,
    clock_before: UInt32Builder,
    clock: UInt32Builder,
    eval: Int16Builder,
    outcome: Int8Builder,
    split: Vec<u8>,
    numbers: Vec<Int16Builder>,
    words: Vec<StringDictionaryBuilder<Int32Type>>,
}

impl Rows {
    fn new(columns: PositionColumns) -> Rows {
        let numbers = columns.numbers().map(|_| Int16Builder::new()).collect();
        let words = columns.words().map(|_| StringDictionaryBuilder::new()).collect();
        Rows { numbers, words, ..Rows::default() }
    }

    fn columns(mut self, columns: PositionColumns) -> Vec<Column> {
        let mut all = vec![
            required("game_id", UInt64Array::from(self.game_id)),
            required("game_key", UInt64Array::from(self.game_key)),
            required("ply", UInt32Array::from(self.ply)),
            match columns.fen {
                true => required("fen", self.fen.finish()),
                false => required("position", packed(self.position)),
            },
            required("key", UInt64Array::from(self.key)),
            optional("move", self.mv.finish()),
        ];
        all.extend(columns.uci.then(|| optional("uci", self.uci.finish())));
        let clock_before = || optional("clock_before", self.clock_before.finish());
        all.extend(columns.clock_before.then(clock_before));
        all.extend([
            optional("clock", self.clock.finish()),
            optional("eval", self.eval.finish()),
            optional("outcome", self.outcome.finish()),
            required("split", UInt8Array::from(self.split)),
        ]);
        let numbers = columns.numbers().zip(&mut self.numbers).map(|(tag, numbers)| {
            let column = optional(tag.name(), numbers.finish());
            described(column, "The tag of the game, if it is a number.")
        });
        let words = columns.words().zip(&mut self.words).map(|(tag, words)| {
            described(optional(tag.name(), words.finish()), "The tag of the game.")
        });
        all.extend(numbers.chain(words));
        all
    }
}

impl PositionsBuilder {
    /// Creates a builder, given the schema of all columns, the computed columns and the question to
    /// every position with their values.
    pub(crate) fn new(
        columns: PositionColumns,
        schema: SchemaRef,
        selection: PositionSelection,
        computed: Option<(&ComputedColumns, &Expression)>,
    ) -> PositionsBuilder {
        let computed = computed.map(|(columns, question)| Computed {
            finder: Finder::new(question, FinderOptions::default()),
            selection,
            columns: columns.empty(),
            asked: columns.clone(),
        });
        let (rows, batches) = (Rows::new(columns), Batches::new(schema));
        PositionsBuilder { columns, selection, rows, count: 0, batches, computed }
    }

    /// Returns the number of rows.
    pub(crate) fn count(&self) -> u64 {
        self.count + self.rows.game_id.len() as u64
    }

    /// Adds the rows of a game, whose key is known. A game with an error has none.
    pub(crate) fn push(&mut self, game: &Record, key: u64) {
        if game.error.is_some() {
            return;
        }
        let (outcome, split) = (game.outcome(), split_of_key(key));
        let rows = &mut self.rows;
        let before = rows.game_id.len();
        for ply in self.selection.plies(key, game.positions.len()) {
            let position = &game.positions[ply];
            rows.game_id.push(game.id);
            rows.game_key.push(key);
            rows.ply.push(ply as u32);
            if self.columns.fen {
                append_text(&mut rows.fen, Some(position.fen()));
            } else {
                rows.position.extend_from_slice(&position.pack());
            }
            rows.key.push(position.polyglot_key());
            let mv = game.moves.get(ply).copied();
            rows.mv.append_option(mv.map(|mv| mv.map_or(0, Move::to_bits)));
            if self.columns.uci {
                match mv {
                    Some(None) => rows.uci.append_value("0000"),
                    mv => append_text(&mut rows.uci, mv.flatten().map(|mv| position.uci(mv))),
                }
            }
            if self.columns.clock_before {
                let clock = ply.checked_sub(2).and_then(|ply| game.clock(ply));
                rows.clock_before.append_option(clock);
            }
            rows.clock.append_option(game.clock(ply));
            rows.eval.append_option(ply.checked_sub(1).and_then(|ply| game.eval(ply)));
            rows.outcome.append_option(outcome);
            rows.split.push(split);
        }
        let count = rows.game_id.len() - before;
        for (column, tag) in rows.numbers.iter_mut().zip(self.columns.numbers()) {
            let number = game.tags.number(tag);
            match number {
                Some(number) => column.append_value_n(number, count),
                None => column.append_nulls(count),
            }
        }
        for (column, tag) in rows.words.iter_mut().zip(self.columns.words()) {
            column.append_options(game.tags.get(tag), count);
        }
        if let Some(computed) = &mut self.computed {
            computed.push(game, key);
        }
        if self.batches.grow(before + count, 256 * count) {
            self.end_batch();
        }
    }

    fn end_batch(&mut self) {
        if !self.rows.game_id.is_empty() {
            let rows = std::mem::replace(&mut self.rows, Rows::new(self.columns));
            self.count += rows.game_id.len() as u64;
            let computed = self.computed.iter_mut().flat_map(Computed::finish);
            self.batches.push(values(rows.columns(self.columns).into_iter().chain(computed)));
        }
    }

    /// Returns the rows since the last call.
    pub(crate) fn finish(&mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        self.end_batch();
        self.batches.take()
    }
}
