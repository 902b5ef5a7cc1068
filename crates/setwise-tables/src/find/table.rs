//! Tables of what matches: a file of the positions, and counts.

use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use setwise::Square;
use setwise_sets::Expression;

use super::{Aggregate, FoundPart, Group, GroupBy};
use crate::column::{Column, Numbers, Texts};
use crate::computed::{self, ComputedColumnError, ComputedColumns};
use crate::export::{ExportedFile, TableFile};
use crate::read::Workers;
use crate::schema::{Batch, Field, Kind, Schema, optional, required};
use crate::write::{Format, WriteOptions};

/// A file of the positions that match: a row for each, with the number of the `game` from 1, the
/// `game_id` and the `ply` of the tables of games and positions, the Polyglot `key`, and computed
/// columns. Games that are rows of a table have the `game_id` of their row, if there is one.
pub struct FoundTable {
    file: TableFile,
    schema: Arc<Schema>,
    computed: ComputedColumns,
    /// The number of games before the next part.
    games: u64,
}

const FIELDS: [Field; 4] = [
    required("game", Kind::U64, "The number of the game among all that were read, from 1."),
    optional("game_id", Kind::U64, "The place of the game in its text, as in the table of games."),
    required("ply", Kind::U32, "The number of moves before the position."),
    required("key", Kind::U64, "The key of the position in Polyglot opening books."),
];

impl FoundTable {
    /// Begins a file, whose format is the end of its name, in capitals or small letters. It has its
    /// name only when it is whole; before, the name ends with `.partial`.
    ///
    /// # Errors
    ///
    /// Returns an error if the name has no format, the file exists and may not be replaced, it
    /// cannot be written, or this build does not have the format.
    pub fn create(
        path: &Path,
        computed: ComputedColumns,
        replaces: bool,
        threads: NonZero<usize>,
    ) -> io::Result<FoundTable> {
        let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
        let format = end.and_then(|end| end.parse::<Format>().ok()).ok_or_else(|| {
            let names = Format::ALL.map(|format| format!(".{}", format.name())).join(", ");
            let message = format!("{}: the name has no format ({names})", path.display());
            io::Error::new(io::ErrorKind::InvalidInput, message)
        })?;
        format.check()?;
        let schema = Schema { table: "found", fields: FIELDS.to_vec() }.with(&computed);
        let (options, threads) = (WriteOptions::default(), threads.get());
        let file = TableFile::create(path.to_owned(), &schema, format, options, replaces, threads)?;
        Ok(FoundTable { file, schema: Arc::new(schema), computed, games: 0 })
    }

    /// Returns a question with the values of the columns.
    ///
    /// # Errors
    ///
    /// Returns an error if all expressions together are too large.
    pub fn ask(&self, question: Expression) -> Result<Expression, ComputedColumnError> {
        self.computed.ask(question)
    }

    /// Adds the positions of a part that match, after [`FoundPart::finish`]. Their keys must be
    /// kept, and no values but of the columns asked for ([`FoundTable::ask`]).
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn push(&mut self, part: &FoundPart, workers: &Workers<'_>) -> io::Result<()> {
        let mut games = Numbers::default();
        let (mut ids, mut plies) = (Numbers::default(), Numbers::default());
        let mut keys = Numbers::default();
        let mut values = self.computed.empty(0);
        for game in &part.found {
            for (row, &ply) in game.plies.iter().enumerate() {
                games.push(Some(self.games + game.number + 1));
                ids.push(game.id);
                plies.push(Some(ply));
                keys.push(game.keys.get(row).copied());
            }
            computed::extend(&mut values, &game.values, None);
        }
        let rows = ids.values.len();
        self.games += part.games;
        let mut columns =
            vec![Column::U64(games), Column::U64(ids), Column::U32(plies), Column::U64(keys)];
        columns.extend(values);
        self.file.push(Batch { schema: Arc::clone(&self.schema), columns, rows }, workers)
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn finish(self) -> io::Result<ExportedFile> {
        self.file.finish()
    }
}

impl Aggregate {
    /// Returns the columns of the table.
    pub fn schema(&self) -> Schema {
        let Aggregate::Groups(groups) = self else {
            return Schema { table: "squares", fields: Vec::from(SQUARES) };
        };
        let group = match groups.by() {
            GroupBy::Tag(_) => Kind::Text,
            GroupBy::Number(_) => Kind::I32,
        };
        let mut fields = vec![optional("group", group, "The number, or the value of the tag.")];
        fields.extend(COUNTS);
        Schema { table: "groups", fields }
    }

    /// Returns the counts as a table: a row for each group, the missing value last, or for each
    /// square.
    pub fn batch(&self) -> Batch {
        let schema = Arc::new(self.schema());
        let (mut numbers, mut texts) = (Numbers::default(), Texts::default());
        let (mut positions, mut games) = (Numbers::default(), Numbers::default());
        let mut scores = Numbers::default();
        let groups = match self {
            Aggregate::Groups(groups) => groups,
            Aggregate::Heat(_, heat) => {
                for square in Square::ALL {
                    texts.push(Some(&square.to_string()));
                    positions.push(Some(heat.of(square)));
                }
                let columns = vec![Column::Text(texts), Column::U64(positions)];
                return Batch { schema, columns, rows: Square::ALL.len() };
            }
        };
        let rows = groups.iter().len();
        for (group, counts) in groups.iter() {
            numbers.push(if let Group::Number(number) = group { Some(*number) } else { None });
            texts.push(if let Group::Text(text) = group { Some(text) } else { None });
            positions.push(Some(counts.positions));
            games.push(Some(counts.games));
            scores.push(counts.white_score());
        }
        let group = match groups.by() {
            GroupBy::Tag(_) => Column::Text(texts),
            GroupBy::Number(_) => Column::I32(numbers),
        };
        let counts = [Column::U64(positions), Column::U64(games), Column::F64(scores)];
        let columns = [group].into_iter().chain(counts).collect();
        Batch { schema, columns, rows }
    }
}

const SQUARES: [Field; 2] = [
    required("square", Kind::Text, "The name of the square."),
    required("positions", Kind::U64, "On how many positions that match it is in the set."),
];

const COUNTS: [Field; 3] = [
    required("positions", Kind::U64, "The number of positions that match."),
    required("games", Kind::U64, "The number of different games of them."),
    optional("white_score", Kind::F64, "The points of White for each game with a result."),
];
