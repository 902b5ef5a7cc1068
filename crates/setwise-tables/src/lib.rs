//! Chess games as tables.

#[cfg(feature = "arrow")]
mod arrow;
pub mod column;
mod export;
mod games;
#[cfg(feature = "arrow")]
mod ipc;
mod join;
#[cfg(feature = "parquet")]
mod parquet;
mod positions;
mod read;
mod read_chunk;
mod record;
mod schema;
mod select;
mod source;
mod split;
mod statistics;
mod tags;
mod texts;
pub mod training;
mod write;

pub use column::Column;
pub use export::*;
pub use games::{GameColumns, GamesBuilder, split};
pub use positions::*;
pub use read::*;
pub use read_chunk::{MAX_TEXT, Task};
pub use record::*;
pub use schema::{Batch, Field, Kind, SCHEMA_VERSION, Schema};
pub use select::{Material, MaterialError, Selection, Where, WhereError};
pub use source::{From, Inputs, InputsError, Range};
pub use statistics::{Statistics, statistics};
pub use tags::{Tag, Tags};
pub use texts::{FenOptions, Written, fens, filter, normalise};
pub use write::*;
