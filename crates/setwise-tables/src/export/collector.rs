//! Collecting games into the rows of tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema, SchemaRef};
use serde::{Deserialize, Serialize};
use setwise_pgn::files::Inputs;
use setwise_sets::Expression;

use crate::export::batch::retain;
use crate::export::computed::ComputedColumns;
use crate::export::games::{GameColumns, GamesBuilder};
use crate::export::positions::{PositionColumns, PositionSelection, PositionsBuilder};
use crate::export::repeated::Repeats;
use crate::export::write::TrainingCounts;
use crate::read::Collector;
use crate::record::{Record, Wanted};
use crate::select::Selection;
use crate::tags::Tag;

/// The tables that are made of games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tables {
    /// The table of games.
    pub games: Option<GameColumns>,
    /// The table of positions.
    pub positions: Option<PositionColumns>,
    /// The positions that are rows of the table of positions.
    #[serde(flatten)]
    pub rows: PositionSelection,
    /// The columns of the table of positions besides its own.
    #[serde(default, skip_serializing_if = "ComputedColumns::is_empty")]
    pub computed: ComputedColumns,
}

/// One of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    Games,
    Positions,
}

impl Table {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Table::Games => "games",
            Table::Positions => "positions",
        }
    }
}

impl Tables {
    /// Returns the columns of the table of positions, if it is made.
    pub fn positions_schema(&self) -> Option<Schema> {
        self.positions.map(|columns| columns.schema_with(&self.computed))
    }

    /// Returns the tables that are made.
    pub(crate) fn made(&self) -> impl Iterator<Item = Table> + use<> {
        let games = self.games.map(|_| Table::Games);
        games.into_iter().chain(self.positions.map(|_| Table::Positions))
    }

    /// Returns the columns of a table.
    pub(crate) fn schema(&self, table: Table) -> Schema {
        match table {
            Table::Games => self.games.unwrap_or_default().schema(),
            Table::Positions => self.positions.unwrap_or_default().schema_with(&self.computed),
        }
    }
}

/// What games were read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of games that were read and not left out.
    pub games: u64,
    /// The number of games with an error, by the kind of the error.
    pub errors: BTreeMap<String, u64>,
    /// The number of moves of the main lines.
    pub plies: u64,
    /// The number of rows of the table of positions.
    pub positions: u64,
    /// What became of the positions, if training data is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub training: Option<TrainingCounts>,
}

impl Summary {
    fn add(&mut self, game: &Record) {
        self.games += 1;
        self.plies += game.moves.len() as u64;
        if let Some(error) = &game.error {
            *self.errors.entry(error.error.name().to_owned()).or_default() += 1;
        }
    }

    /// Adds the numbers of other games. Records of jobs may have any numbers.
    pub(crate) fn add_all(&mut self, other: Summary) {
        let add = |sum: &mut u64, number: u64| *sum = sum.saturating_add(number);
        add(&mut self.games, other.games);
        add(&mut self.plies, other.plies);
        add(&mut self.positions, other.positions);
        if let Some(counts) = other.training {
            self.training.get_or_insert_default().add_all(counts);
        }
        for (name, count) in other.errors {
            add(self.errors.entry(name).or_default(), count);
        }
    }
}

/// Collects games into tables.
pub struct TablesCollector {
    files: Arc<[String]>,
    tables: Tables,
    /// The schemas of the two tables, which all parts share.
    games_schema: Option<SchemaRef>,
    positions_schema: Option<SchemaRef>,
    selection: Selection,
    /// The question to every position, if there are computed columns.
    computed: Option<Expression>,
}

/// The last game of some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LastGame {
    /// Its place: the offsets of the frame and in it.
    pub(crate) place: [u64; 2],
    pub(crate) key: u64,
    /// Whether it has a result at the end of its moves, and no error.
    pub(crate) is_complete: bool,
}

/// Rows of tables.
pub struct TablesPart {
    games: Option<GamesBuilder>,
    positions: Option<PositionsBuilder>,
    /// The number and the key of each game.
    names: Vec<(u64, u64)>,
    last: Option<LastGame>,
    /// The numbers of the games that are left out, in order.
    left_out: Vec<u64>,
    summary: Summary,
}

impl TablesCollector {
    /// Creates the collector, for the games of a selection.
    pub fn new(inputs: &Inputs, tables: Tables, selection: Selection) -> TablesCollector {
        let files = inputs.paths().iter().map(|path| path.to_string_lossy().into_owned());
        // The columns were tested when they were parsed.
        let computed = Some(&tables.computed).filter(|columns| !columns.is_empty());
        let computed = computed.and_then(|columns| columns.every_position().ok());
        TablesCollector {
            files: files.collect(),
            games_schema: tables.games.map(|columns| Arc::new(columns.schema())),
            positions_schema: tables.positions_schema().map(Arc::new),
            tables,
            selection,
            computed,
        }
    }
}

impl TablesPart {
    /// Returns the rows of the table of games, bounded by their number and their size.
    ///
    /// # Errors
    ///
    /// Returns an error if the columns do not fit the schema.
    pub fn games(&mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        let rows = self.games.as_mut().map(GamesBuilder::finish);
        self.without_left_out(rows)
    }

    /// Returns the rows of the table of positions, bounded by their number and their size.
    ///
    /// # Errors
    ///
    /// Returns an error if the columns do not fit the schema.
    pub fn positions(&mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        let rows = self.positions.as_mut().map(PositionsBuilder::finish);
        self.without_left_out(rows)
    }

    /// Adds the games to those before, and removes the rows of those that are left out.
    pub(crate) fn leave_out(&mut self, repeats: &mut Repeats) {
        let keys: Vec<u64> = self.keys().collect();
        let Some(kept) = repeats.add(&keys) else { return };
        let mut kept = kept.into_iter();
        self.names.retain(|&(id, _)| {
            let is_kept = kept.next().unwrap_or(true);
            self.left_out.extend((!is_kept).then_some(id));
            is_kept
        });
    }

    /// Returns the keys of the games that are not left out.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u64> {
        self.names.iter().map(|name| name.1)
    }

    /// Returns the last game, which may be left out.
    pub(crate) fn last(&self) -> Option<LastGame> {
        self.last
    }

    /// Returns rows of a table without the games that are left out.
    fn without_left_out(
        &self,
        rows: Option<Result<Vec<RecordBatch>, ArrowError>>,
    ) -> Result<Vec<RecordBatch>, ArrowError> {
        let rows = rows.transpose()?.unwrap_or_default();
        if self.left_out.is_empty() {
            return Ok(rows);
        }
        let is_kept = |id| self.left_out.binary_search(&id).is_err();
        retain(rows, "game_id", is_kept)
    }

    /// Returns the numbers of games, positions and errors that were read.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }
}

impl Collector for TablesCollector {
    type Part = TablesPart;

    fn wanted(&self) -> Wanted {
        let games = self.tables.games.map_or(Wanted::default(), GameColumns::wanted);
        let positions = self.tables.positions.map(PositionColumns::wanted);
        let tags = self.computed.iter().flat_map(Expression::tags);
        let other_tags = tags.into_iter().any(|name| Tag::from_name(name).is_none());
        let computed = Wanted { other_tags, ..Wanted::default() };
        games.or(positions.unwrap_or_default()).or(computed)
    }

    fn selection(&self) -> Option<&Selection> {
        Some(&self.selection)
    }

    fn part(&self) -> TablesPart {
        let Tables { games, positions, rows, computed } = &self.tables;
        let computed = self.computed.as_ref().map(|question| (computed, question));
        let games = games
            .zip(self.games_schema.clone())
            .map(|(columns, schema)| GamesBuilder::new(columns, schema, Arc::clone(&self.files)));
        let positions = positions.zip(self.positions_schema.clone());
        TablesPart {
            games,
            positions: positions
                .map(|(columns, schema)| PositionsBuilder::new(columns, schema, *rows, computed)),
            names: Vec::new(),
            last: None,
            left_out: Vec::new(),
            summary: Summary::default(),
        }
    }

    fn add(&self, part: &mut TablesPart, game: &Record) {
        let key = game.game_key();
        part.summary.add(game);
        part.names.push((game.id, key));
        let place = [game.place.frame, game.place.offset];
        let is_complete = game.termination.is_some() && game.error.is_none();
        part.last = Some(LastGame { place, key, is_complete });
        if let Some(games) = &mut part.games {
            games.push(game, key);
        }
        if let Some(positions) = &mut part.positions {
            positions.push(game, key);
            part.summary.positions = positions.count();
        }
    }
}

#[cfg(test)]
mod tests {
    use arrow_select::concat::concat_batches;
    use setwise_pgn::Options;
    use setwise_pgn::threads::testing::read_in_pieces;

    use super::*;
    use crate::read::{Records, part_of};

    /// Returns the rows of tables, and the numbers of their batches, of a text in pieces of a size.
    fn tables(text: &str, piece: usize) -> [(RecordBatch, usize); 2] {
        let computed = vec![("mobility".to_owned(), "moves".to_owned())];
        let computed = ComputedColumns::try_from(computed).expect("a column");
        let (games, positions) = (Some(GameColumns::ALL), Some(PositionColumns::ALL));
        let tables = Tables { games, positions, computed, ..Tables::default() };
        let inputs = Inputs::default();
        let collector = TablesCollector::new(&inputs, tables, Selection::default());
        let records = Records::new(&inputs, &collector);
        let mut batches = [Vec::new(), Vec::new()];
        read_in_pieces(text.as_bytes(), piece, Options::default(), &records, |part| {
            let mut part = part_of::<TablesCollector>(part);
            batches[0].extend(part.games().expect("games"));
            batches[1].extend(part.positions().expect("positions"));
        });
        batches.map(|batches| {
            let rows = concat_batches(batches[0].schema_ref(), &batches).expect("rows");
            (rows, batches.len())
        })
    }

    /// Finds rows of computed columns, or of a game, that are in another batch than the others.
    #[test]
    fn batches_that_are_full_have_the_rows_of_small_ones() {
        let game =
            format!("[Event \"?\"]\n[Termination \"a\"]\n\n{}*\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(5));
        let text = game.repeat(250);
        let (whole, pieces) = (tables(&text, text.len()), tables(&text, 200));
        for ((whole, few), (rows, many)) in whole.into_iter().zip(pieces) {
            assert_eq!(whole, rows);
            assert!((2..many).contains(&few), "{few} {many}");
        }
    }
}
