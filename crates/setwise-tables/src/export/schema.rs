//! Schemas: the names, types and meanings of the columns of a table. A column is defined where its
//! values are made; the schema of a table is made of its columns without rows.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::{Field, Schema};

/// The version of the schemas, stored in every file that can store it.
///
/// It grows when a column changes its name, type or meaning. A new column does not change it.
///
/// Version 2 has `game_key` in both tables, and `is_chess960` is a boolean.
pub const SCHEMA_VERSION: u32 = 2;

/// The encoding of a move in a column.
const MOVE_ENCODING: &str = "from | to << 6 | kind << 12; squares a1 = 0 to h8 = 63; \
     kind 1 normal, 2 castling (to is the rook), 3 en passant, 4 to 7 promotion to knight, bishop, \
     rook, queen; 0 is a null move";

/// The encoding of an evaluation in a column.
const EVAL_ENCODING: &str = "hundredths of a pawn for White, at most 30000; \
     32000 - n is mate by White in n moves, n - 32000 mate by Black in n moves";

/// Defines the optional columns of a table, each with its name. They are serialized as the list of
/// the names.
macro_rules! optional_columns {
    ($(#[$about:meta])* $columns:ident { $($(#[$meaning:meta])* $field:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(from = "Vec<String>", into = "Vec<String>")]
        pub struct $columns {
            $($(#[$meaning])* pub $field: bool,)*
        }

        impl $columns {
            /// All columns.
            pub const ALL: $columns = $columns { $($field: true),* };
        }

        /// Takes the columns that a list names. A list may also name columns of the other table.
        impl From<Vec<String>> for $columns {
            fn from(names: Vec<String>) -> $columns {
                let has = |name: &str| names.iter().any(|other| other == name);
                $columns { $($field: has($name)),* }
            }
        }

        impl From<$columns> for Vec<String> {
            fn from(columns: $columns) -> Vec<String> {
                let flags = [$(($name, columns.$field)),*];
                flags.into_iter().filter(|flag| flag.1).map(|flag| flag.0.to_owned()).collect()
            }
        }
    };
}
pub(crate) use optional_columns;

/// A column: its name, type and meaning, and its values.
pub(crate) type Column = (Field, ArrayRef);

/// Returns a column that always has values.
pub(crate) fn required(name: &str, values: impl Array + 'static) -> Column {
    (Field::new(name, values.data_type().clone(), false), Arc::new(values))
}

/// Returns a column whose values may be missing.
pub(crate) fn optional(name: &str, values: impl Array + 'static) -> Column {
    (Field::new(name, values.data_type().clone(), true), Arc::new(values))
}

/// Returns a column with its meaning in the metadata, by the name `description`.
pub(crate) fn described((field, values): Column, meaning: &str) -> Column {
    let metadata = [("description".to_owned(), meaning.to_owned())];
    (field.with_metadata(metadata.into()), values)
}

/// Returns the values of columns.
pub(crate) fn values(columns: impl IntoIterator<Item = Column>) -> Vec<ArrayRef> {
    columns.into_iter().map(|(_, values)| values).collect()
}

/// Returns the schema of a table, with the metadata that its files have, given the meanings of
/// columns by their names.
pub(crate) fn schema(
    table: &str,
    meanings: &[(&str, &str)],
    columns: impl IntoIterator<Item = Column>,
) -> Schema {
    let metadata = [
        ("setwise.table", table),
        ("setwise.schema_version", &SCHEMA_VERSION.to_string()),
        ("setwise.version", env!("CARGO_PKG_VERSION")),
        (
            "setwise.position",
            "24 bytes: occupied squares as u64, a1 in bit 0; 32 codes of 4 bits (setwise packed)",
        ),
        ("setwise.move", MOVE_ENCODING),
        ("setwise.eval", EVAL_ENCODING),
        ("setwise.key", "Polyglot book key"),
    ];
    let metadata = metadata.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let columns = columns.into_iter().map(|column| {
        match meanings.iter().find(|(name, _)| name == column.0.name()) {
            Some((_, meaning)) => described(column, meaning).0,
            None => column.0,
        }
    });
    let fields: Vec<Field> = columns.collect();
    Schema::new_with_metadata(fields, HashMap::from(metadata))
}

/// Returns the name of a table.
pub(crate) fn table(schema: &Schema) -> &str {
    schema.metadata.get("setwise.table").map_or("", String::as_str)
}
