//! The table `positions`: one row for each position of the main line of each game.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use setwise::Move;
use setwise_sets::{Expression, Finder, FinderOptions, GameHits};

use crate::column::{Column, Numbers, Strings, Texts};
use crate::computed::{self, ComputedColumns};
use crate::games::{mix, names, split};
use crate::record::{Record, Wanted};
use crate::schema::{Batch, Field, Kind, Schema, optional, required};

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
    pub(crate) fn plies(self, game_id: u64, count: usize) -> impl Iterator<Item = usize> {
        let end = count.min((self.max_ply as usize).saturating_add(1));
        let takes = move |ply: &usize| {
            self.sample >= 1.0 || is_sampled(mix(game_id) ^ *ply as u64, self.sample)
        };
        (self.min_ply as usize..end).filter(takes)
    }
}

/// Returns whether a number is part of a sample of this share of all numbers.
pub(crate) fn is_sampled(number: u64, share: f64) -> bool {
    ((mix(number) >> 11) as f64) < share * (1u64 << 53) as f64
}

/// Returns the columns that a list names. A list may also name columns of the other table.
impl From<Vec<String>> for PositionColumns {
    fn from(names: Vec<String>) -> PositionColumns {
        let has = |name: &str| names.iter().any(|other| other == name);
        PositionColumns { fen: has("fen"), uci: has("uci") }
    }
}

impl From<PositionColumns> for Vec<String> {
    fn from(columns: PositionColumns) -> Vec<String> {
        names([("fen", columns.fen), ("uci", columns.uci)])
    }
}

impl PositionColumns {
    /// All columns.
    pub const ALL: PositionColumns = PositionColumns { fen: true, uci: true };

    /// Returns the columns of the table.
    pub fn schema(self) -> Schema {
        let mut fields = vec![
            required("game_id", Kind::U64, "The place of the game, as in the table of games."),
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
        Schema { table: "positions", fields }
    }

    pub(crate) fn wanted(self) -> Wanted {
        Wanted { clocks: true, evals: true, positions: true, ..Wanted::default() }
    }
}

const POSITION: Field = required("position", Kind::Bytes(24), "The position, packed.");
const FEN: Field = required("fen", Kind::Text, "The position as a FEN.");
const UCI: Field = optional("uci", Kind::Text, "The move in the notation of UCI.");

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
    fn push(&mut self, game: &Record) {
        let Computed { finder, selection, columns, asked } = self;
        asked.see(&game.tags);
        let tag = |name: &str| game.tags.by_name(name);
        let (id, asked) = (game.id, game.asked(&tag));
        let mut found = |hits: GameHits<'_>| add(*selection, columns, hits);
        finder.push(id, &asked, &mut found);
    }

    /// Adds the values of the games that are waiting.
    fn flush(&mut self) {
        let Computed { finder, selection, columns, .. } = self;
        finder.flush(&mut |hits| add(*selection, columns, hits));
    }

    fn finish(&mut self) -> Vec<Column> {
        self.flush();
        std::mem::replace(&mut self.columns, self.asked.empty())
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
    ply: Numbers<u32>,
    position: Strings,
    fen: Texts,
    key: Numbers<u64>,
    mv: Numbers<u16>,
    uci: Texts,
    clock: Numbers<u32>,
    eval: Numbers<i16>,
    outcome: Numbers<i8>,
    split: Numbers<u8>,
}

impl PositionsBuilder {
    /// Creates a builder.
    pub fn new(columns: PositionColumns, selection: PositionSelection) -> PositionsBuilder {
        let schema = Arc::new(columns.schema());
        PositionsBuilder { columns, selection, schema, rows: Rows::default(), computed: None }
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
            columns: columns.empty(),
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
        if game.error.is_some() {
            return;
        }
        let (outcome, split) = (game.outcome(), split(game));
        let rows = &mut self.rows;
        for ply in self.selection.plies(game.id, game.positions.len()) {
            let position = &game.positions[ply];
            rows.game_id.push(Some(game.id));
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
            rows.clock.push(game.clock(ply));
            rows.eval.push(ply.checked_sub(1).and_then(|ply| game.eval(ply)));
            rows.outcome.push(outcome);
            rows.split.push(Some(split));
        }
        if let Some(computed) = &mut self.computed {
            computed.push(game);
        }
    }

    /// Removes rows since the last batch whose position was seen before, in them or in earlier
    /// ones.
    pub(crate) fn keep_new(&mut self, seen: &mut HashSet<u64>) {
        let kept: Vec<bool> = self.rows.key.values.iter().map(|&key| seen.insert(key)).collect();
        let rows = &mut self.rows;
        rows.game_id.retain(&kept);
        rows.ply.retain(&kept);
        rows.position.retain(&kept);
        rows.fen.retain(&kept);
        rows.key.retain(&kept);
        rows.mv.retain(&kept);
        rows.uci.retain(&kept);
        rows.clock.retain(&kept);
        rows.eval.retain(&kept);
        rows.outcome.retain(&kept);
        rows.split.retain(&kept);
        for column in self.computed.iter_mut().flat_map(|computed| {
            computed.flush();
            &mut computed.columns
        }) {
            match column {
                Column::U64(sets) => sets.retain(&kept),
                Column::I32(numbers) => numbers.retain(&kept),
                Column::Bool(truths) => truths.retain(&kept),
                _ => {}
            }
        }
    }

    /// Returns the rows since the last batch.
    pub fn finish(&mut self) -> Batch {
        let rows = std::mem::take(&mut self.rows);
        let count = rows.game_id.values.len();
        let mut columns = vec![
            Column::U64(rows.game_id),
            Column::U32(rows.ply),
            if self.columns.fen { Column::Text(rows.fen) } else { Column::Bytes(rows.position) },
            Column::U64(rows.key),
            Column::U16(rows.mv),
        ];
        columns.extend(self.columns.uci.then_some(Column::Text(rows.uci)));
        columns.extend([
            Column::U32(rows.clock),
            Column::I16(rows.eval),
            Column::I8(rows.outcome),
            Column::U8(rows.split),
        ]);
        columns.extend(self.computed.iter_mut().flat_map(Computed::finish));
        Batch { schema: Arc::clone(&self.schema), columns, rows: count }
    }
}
