//! Schemas: the names, types and meanings of the columns of a table.

use std::borrow::Cow;
use std::sync::Arc;

use crate::Column;
use crate::column::Numbers;
use crate::computed::ComputedColumns;
#[cfg(feature = "arrow")]
use crate::moves_hash::MovesHash;

/// The version of the schemas, stored in every file that can store it.
///
/// It grows when a column changes its name, type or meaning. A new column does not change it.
///
/// Version 2 has `game_key` in both tables, and `is_chess960` is a boolean.
pub const SCHEMA_VERSION: u32 = 2;

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A number of 8 bits with a sign.
    I8,
    /// A number of 8 bits.
    U8,
    /// A number of 16 bits with a sign.
    I16,
    /// A number of 16 bits.
    U16,
    /// A number of 32 bits with a sign.
    I32,
    /// A number of 32 bits.
    U32,
    /// A number of 64 bits.
    U64,
    /// A number with a fraction.
    F64,
    /// True or false.
    Bool,
    /// A date: days since 1970-01-01.
    Date,
    /// A time of day: seconds in a [`Column`], milliseconds in Arrow and Parquet.
    Time,
    /// A text.
    Text,
    /// A text that repeats in many rows.
    Word,
    /// A byte string of this length.
    Bytes(usize),
    /// A list of numbers of 16 bits.
    ListU16,
    /// A list of numbers of 32 bits, each of which may be missing.
    ListU32,
    /// A list of numbers of 16 bits with a sign, each of which may be missing.
    ListI16,
}

/// The name, type and meaning of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name of the column.
    pub name: Cow<'static, str>,
    /// The type of its values.
    pub kind: Kind,
    /// Whether values may be missing.
    pub is_nullable: bool,
    /// What the values mean, in one sentence.
    pub meaning: Cow<'static, str>,
}

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The name of the table.
    pub table: &'static str,
    /// The columns in order.
    pub fields: Vec<Field>,
}

/// Rows of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The columns' names and types.
    pub schema: Arc<Schema>,
    /// The columns, in the order of the schema; all have the same number of rows.
    pub columns: Vec<Column>,
    /// The number of rows.
    pub rows: usize,
}

impl Schema {
    /// Returns the position of a column.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// Returns the schema with computed columns after the others.
    pub fn with(mut self, computed: &ComputedColumns) -> Schema {
        self.fields.extend(computed.fields());
        self
    }

    /// Returns the schema with the column `number` before the others: the number of the game, from
    /// 0, among those in the file.
    pub(crate) fn numbered(&self) -> Schema {
        let mut fields = vec![required("number", Kind::U64, "The number of the row, from 0.")];
        fields.extend_from_slice(&self.fields);
        Schema { table: self.table, fields }
    }

    /// Returns the metadata that a file of this table has: the names `setwise.table`,
    /// `setwise.schema_version`, `setwise.version` (of this crate), `setwise.position`,
    /// `setwise.move` and `setwise.eval`, which tell how these values are encoded.
    ///
    /// Parquet and Arrow files of games also have `setwise.moves_hash`: a hash of the columns `start`
    /// and `moves` for each row group or record batch, in order, in 16 hexadecimal digits, separated
    /// by spaces; `-` is one that is unknown. `docs/data.md` defines it.
    pub fn metadata(&self) -> Vec<(String, String)> {
        [
            ("setwise.table", self.table),
            ("setwise.schema_version", &SCHEMA_VERSION.to_string()),
            ("setwise.version", env!("CARGO_PKG_VERSION")),
            (
                "setwise.position",
                "24 bytes: occupied squares as u64, a1 in bit 0; 32 codes of 4 bits (setwise packed)",
            ),
            ("setwise.move", MOVE_ENCODING),
            ("setwise.eval", EVAL_ENCODING),
            ("setwise.key", "Polyglot book key"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
    }
}

/// The encoding of a move in a column.
pub(crate) const MOVE_ENCODING: &str = "from | to << 6 | kind << 12; squares a1 = 0 to h8 = 63; \
     kind 1 normal, 2 castling (to is the rook), 3 en passant, 4 to 7 promotion to knight, bishop, \
     rook, queen; 0 is a null move";

/// The encoding of an evaluation in a column.
pub(crate) const EVAL_ENCODING: &str = "hundredths of a pawn for White, at most 30000; \
     32000 - n is mate by White in n moves, n - 32000 mate by Black in n moves";

impl Batch {
    /// Adds the column `number`, which counts the rows from a number on.
    pub(crate) fn numbered(mut self, schema: Arc<Schema>, first: u64) -> Batch {
        let mut numbers = Numbers::default();
        numbers.extend(first..first + self.rows as u64);
        self.columns.insert(0, Column::U64(numbers));
        Batch { schema, ..self }
    }

    /// Adds the games to the hash of those before them; `None` if the table has no games.
    #[cfg(feature = "arrow")]
    pub(crate) fn moves_hash(&self, before: Option<MovesHash>) -> Option<MovesHash> {
        let (Some(Column::Text(starts)), Some(Column::ListU16(moves))) =
            (self.column("start"), self.column("moves"))
        else {
            return None;
        };
        let mut hash = before?;
        for (row, ends) in moves.offsets.windows(2).enumerate() {
            let moves = moves.items.values.get(ends[0] as usize..ends[1] as usize)?;
            hash.add(starts.get(row), moves);
        }
        Some(hash)
    }

    /// Keeps the rows whose flag is true.
    pub(crate) fn retain(&mut self, kept: &[bool]) {
        let rows: Vec<usize> = (0..self.rows).filter(|&row| kept.get(row) == Some(&true)).collect();
        *self = self.of_rows(&rows);
    }

    /// Returns some of the rows.
    pub(crate) fn of_rows(&self, rows: &[usize]) -> Batch {
        let columns = self.columns.iter().map(|column| column.of_rows(rows)).collect();
        Batch { schema: Arc::clone(&self.schema), columns, rows: rows.len() }
    }

    /// Returns the greatest length that the texts of a row that repeat can have, in bytes.
    pub(crate) fn longest_words(&self) -> usize {
        let words = self.columns.iter().filter_map(|column| match column {
            Column::Word(words) => Some(words.longest()),
            _ => None,
        });
        words.sum()
    }

    /// Returns a column of numbers of 64 bits by its name; no numbers if there is none.
    pub(crate) fn numbers(&self, name: &str) -> &[u64] {
        match self.column(name) {
            Some(Column::U64(numbers)) => &numbers.values,
            _ => &[],
        }
    }

    /// Returns a column by its name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.get(self.schema.position(name)?)
    }
}

/// Returns a column that always has values.
pub(crate) const fn required(name: &'static str, kind: Kind, meaning: &'static str) -> Field {
    let (name, meaning) = (Cow::Borrowed(name), Cow::Borrowed(meaning));
    Field { name, kind, is_nullable: false, meaning }
}

/// Returns a column whose values may be missing.
pub(crate) const fn optional(name: &'static str, kind: Kind, meaning: &'static str) -> Field {
    let (name, meaning) = (Cow::Borrowed(name), Cow::Borrowed(meaning));
    Field { name, kind, is_nullable: true, meaning }
}
