//! Tables of what matches: a file of the positions, and counts.

use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::UInt64Builder;
use arrow_array::{Float64Array, Int32Array, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use setwise::Square;
use setwise_files::WholeFile;
use setwise_sets::Expression;

use super::{Aggregate, FoundGame, FoundPart, Group, GroupBy, GroupCounts};
use crate::export::computed::{self, ComputedColumnError, ComputedColumns};
use crate::export::made::{at, create};
use crate::export::options::ExportedFile;
use crate::export::schema::{Column, optional, required, schema, values};
use crate::export::sink::SinkError;
use crate::export::write::{Format, TableRows, WriteOptions, invalid};
use crate::read::Workers;

/// The columns of the table of positions and what they mean.
const FOUND: [(&str, &str); 4] = [
    ("game", "The number of the game among all that were read, from 1."),
    ("game_id", "The place of the game in its text, as in the table of games."),
    ("ply", "The number of moves before the position."),
    ("key", "The key of the position in Polyglot opening books."),
];

/// The columns of the table of groups and what they mean.
const GROUPS: [(&str, &str); 4] = [
    ("group", "The number, or the value of the tag."),
    ("positions", "The number of positions that match."),
    ("games", "The number of different games of them."),
    ("white_score", "The points of White for each game with a result."),
];

/// The columns of the table of squares and what they mean.
const SQUARES: [(&str, &str); 2] = [
    ("square", "The name of the square."),
    ("positions", "On how many positions that match it is in the set."),
];

/// A file of the positions that match: a row for each, with the number of the `game` from 1, the
/// `game_id` and the `ply` of the tables of games and positions, the Polyglot `key`, and computed
/// columns. Games that are rows of a table have the `game_id` of their row, if there is one.
pub struct FoundTable {
    file: WholeFile,
    rows: TableRows<'static>,
    schema: SchemaRef,
    computed: ComputedColumns,
    /// The number of games before the next part.
    games: u64,
}

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
        let is_taken = |format: &Format| !format.is_training();
        let format = end.and_then(|end| end.parse().ok()).filter(is_taken).ok_or_else(|| {
            let taken = Format::ALL.into_iter().filter(is_taken);
            let names = taken.map(|format| format!(".{}", format.name()));
            let names = names.collect::<Vec<_>>().join(", ");
            let message = format!("{}: the name has no format ({names})", path.display());
            io::Error::new(io::ErrorKind::InvalidInput, message)
        })?;
        format.check()?;
        let schema = schema("found", &FOUND, columns(&computed, 0, &[]));
        let mut file = create(path, replaces)?;
        let sink = Box::new(file.file().try_clone()?);
        let rows = TableRows::new(&schema, format, WriteOptions::default(), sink, threads.get());
        let rows = rows.map_err(SinkError::at(path))?;
        Ok(FoundTable { file, rows, schema: Arc::new(schema), computed, games: 0 })
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
        let columns = values(columns(&self.computed, self.games, &part.found));
        self.games += part.games;
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(invalid)?;
        Ok(self.rows.push(&batch, workers).map_err(SinkError::at(self.file.path()))?)
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn finish(self) -> io::Result<ExportedFile> {
        let rows = self.rows.finish().map_err(SinkError::at(self.file.path()))?;
        let path = self.file.path().to_owned();
        let size = self.file.publish(&|_| ()).map_err(|error| at(&path, error))?;
        Ok(ExportedFile { path, rows, size })
    }
}

/// Returns the columns of the positions that match, given the number of games before the part.
fn columns(
    computed: &ComputedColumns,
    before: u64,
    found: &[FoundGame],
) -> impl Iterator<Item = Column> {
    let (mut games, mut ids) = (Vec::new(), UInt64Builder::new());
    let (mut plies, mut keys, mut values) = (Vec::new(), Vec::new(), computed.empty());
    for game in found {
        let rows = game.plies.len();
        games.resize(games.len() + rows, before + game.number + 1);
        (0..rows).for_each(|_| ids.append_option(game.id));
        plies.extend_from_slice(&game.plies);
        keys.extend_from_slice(&game.keys);
        computed::extend(&mut values, &game.values, None);
    }
    let all = [
        required("game", UInt64Array::from(games)),
        optional("game_id", ids.finish()),
        required("ply", UInt32Array::from(plies)),
        required("key", UInt64Array::from(keys)),
    ];
    all.into_iter().chain(computed.columns(values))
}

impl Aggregate {
    /// Returns the columns of the table.
    pub fn schema(&self) -> Schema {
        match self {
            Aggregate::Groups(_) => schema("groups", &GROUPS, self.columns()),
            Aggregate::Heat(..) => schema("squares", &SQUARES, self.columns()),
        }
    }

    /// Returns the counts as a table: a row for each group, the missing value last, or for each
    /// square.
    ///
    /// # Errors
    ///
    /// Returns an error if the columns do not fit the schema.
    pub fn batch(&self) -> Result<RecordBatch, ArrowError> {
        RecordBatch::try_new(Arc::new(self.schema()), values(self.columns()))
    }

    fn columns(&self) -> Vec<Column> {
        let groups = match self {
            Aggregate::Groups(groups) => groups,
            Aggregate::Heat(_, heat) => {
                let names = Square::ALL.map(|square| square.to_string());
                let counts = Square::ALL.map(|square| heat.of(square)).to_vec();
                return vec![
                    required("square", StringArray::from_iter_values(names)),
                    required("positions", UInt64Array::from(counts)),
                ];
            }
        };
        let group = match groups.by() {
            GroupBy::Tag(_) => {
                let texts = groups.iter().map(|(group, _)| match group {
                    Group::Text(text) => Some(text),
                    _ => None,
                });
                optional("group", StringArray::from_iter(texts))
            }
            GroupBy::Number(_) => {
                let numbers = groups.iter().map(|(group, _)| match group {
                    Group::Number(number) => Some(*number),
                    _ => None,
                });
                optional("group", Int32Array::from_iter(numbers))
            }
        };
        let counts = || groups.iter().map(|(_, counts)| counts);
        let (positions, games): (Vec<u64>, Vec<u64>) =
            counts().map(|counts| (counts.positions, counts.games)).unzip();
        vec![
            group,
            required("positions", UInt64Array::from(positions)),
            required("games", UInt64Array::from(games)),
            optional(
                "white_score",
                Float64Array::from_iter(counts().map(GroupCounts::white_score)),
            ),
        ]
    }
}
