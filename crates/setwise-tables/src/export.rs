//! Games as rows, and rows as files: tables of games and positions, and training data.
//!
//! `collector` makes the rows of games, with `games` and `positions`; `sink` writes them with
//! `write`, which knows the formats; `whole_files` and `job` are the two kinds of files.

mod batch;
mod collector;
pub(crate) mod computed;
mod dates;
mod games;
pub mod job;
pub(crate) mod made;
pub(crate) mod moves_hash;
pub(crate) mod options;
mod positions;
mod repeated;
pub(crate) mod schema;
pub(crate) mod sink;
mod tag_columns;
mod whole_files;
pub(crate) mod write;

pub use collector::{Summary, Tables, TablesCollector, TablesPart};
pub use computed::{ComputedColumnError, ComputedColumns};
pub use games::GameColumns;
pub use options::{ExportOptions, ExportedFile};
pub use positions::*;
pub use repeated::Repeated;
pub use schema::SCHEMA_VERSION;
pub use whole_files::{export_file, export_files, export_to};
pub use write::*;
