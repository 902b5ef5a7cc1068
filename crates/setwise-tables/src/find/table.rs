//! A file of the positions that match.

use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use super::FoundPart;
use crate::column::{Column, Numbers};
use crate::computed::{self, ComputedColumns};
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

    /// Adds the positions of a part that match, after [`FoundPart::finish`]. Their keys must be
    /// kept, and no values but of the columns asked for ([`ComputedColumns::ask`]).
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
