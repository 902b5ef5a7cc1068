//! Chess games as tables: PGN to Parquet, Arrow, CSV and JSON Lines, and to training formats.
//!
//! # Overview
//!
//! | to | use |
//! |---|---|
//! | write tables as Parquet and Arrow files, on one machine or a cluster | the module `job` (feature `tables`) |
//! | write tables as text, and training data | `export_files` (feature `tables`) |
//! | write games as PGN or JSON | [`filter`], [`normalise`], [`fens`] |
//! | count games | [`statistics`](statistics()) |
//! | find games and positions by a set expression | [`Find`] |
//! | count what is found by a number, a tag or a square | [`Aggregate`] |
//! | collect anything else from games, with several threads | [`Collector`], [`read`](read()) |
//! | take some games only | [`Selection`] |
//! | read files of games without records | [`setwise_pgn::threads`], [`setwise_pgn::files`] |
//!
//! The commands `setwise pgn`, `setwise find` and `setwise job` use it, and `docs/data.md` in the
//! repository goes from a downloaded file to a query and a training batch.
//!
//! # Quick start
//!
//! ```
//! use setwise_tables::{Inputs, ReadOptions, Selection, statistics};
//!
//! let pgn = std::env::temp_dir().join(format!("setwise-tables-{}.pgn", std::process::id()));
//! std::fs::write(&pgn, "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. e4 Ke7 *\n")?;
//! let inputs = Inputs::find([&pgn])?;
//! let (counts, _) = statistics(&inputs, &ReadOptions::default(), &Selection::default());
//! assert_eq!((counts.games, counts.plies, counts.errors["illegal-move"]), (2, 3, 1));
//! # std::fs::remove_file(&pgn)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Tables
//!
//! `GameColumns::schema` and `PositionColumns::schema` list the columns and what they mean. Every
//! game is a row of the table `games`. A game that cannot be read to its end has the kind, the
//! message and the place of its error, and its moves up to there; it has no rows in the table
//! `positions`. Variations are not read.
//!
//! Rows are Arrow record batches. The metadata of their schemas, which Parquet and Arrow files keep,
//! has `setwise.table`, `setwise.schema_version` (`SCHEMA_VERSION`), `setwise.version` (of this crate),
//! and how values are encoded: `setwise.position`, `setwise.move`, `setwise.eval` and `setwise.key`.
//! Files of games also have `setwise.moves_hash`, which `docs/tables.md` defines.
//!
//! The name of the column `outcome` is not `result`, because some readers do not distinguish
//! capital from small letters, and `Result` is the tag.
//!
//! # Inputs
//!
//! Files are read by [`setwise_pgn::threads`]: plain text or compressed with gzip, bzip2 or
//! Zstandard, in UTF-8, Latin-1, or UTF-16 with a byte order mark. The frames of a Zstandard file are
//! decompressed at the same time; such files are written by pzstd.
//!
//! A [`Collector`] may also take tables of games, Parquet or Arrow ([`Collector::takes_tables`]),
//! whose rows become records. Their moves are tested for legality unless a hash in the metadata
//! shows that they are as written. Every collector takes tables of other programs, whose rows are
//! read as PGN: a column `movetext` has moves in PGN, or `fen`, `moves` or `line` a position and moves
//! in UCI notation, and the other columns are tags. So are CSV files of puzzles.
//!
//! # Errors
//!
//! An error in a game is part of the result: a row of the table, and a count in the summary. So is
//! an input that cannot be read to its end ([`InputRead::error`]); the games before it have been
//! read, and the other inputs are. `export_files` fails if a file exists or cannot be written; then no
//! file has the name of a table. A Zstandard window of more than 128 MiB is an error, and a game of
//! more than [`MAX_MOVES`] moves.
//!
//! # Performance
//!
//! The games and their order are as from one reader, and the files are the same, for any number of
//! threads. Memory hardly depends on the size of the input. It grows with the number of threads, and
//! Zstandard frames are decompressed in portions: with frames of 32 MiB an export of 500 MB of text
//! takes 93 MB with one thread, 159 MB with two and 342 MB with eight; one of 5 GB takes 177 MB with
//! two. Reading costs `O(n)`. A Zstandard file of several frames and a plain file use all threads; a
//! file of another kind is decompressed by one.
//!
//! # Feature flags
//!
//! Without a feature it reads, selects, finds and counts games.
//!
//! - `tables`: games and positions as Arrow record batches, exports to CSV, JSON Lines and Arrow IPC
//!   files, which can be stopped, continued and divided among machines (module `job`), Arrow files as
//!   inputs, and training formats. The other feature enables it.
//! - `parquet`: Parquet files; Zstandard is read by the C library then, which Parquet links anyway.

#[cfg(feature = "tables")]
mod export;
mod find;
mod find_reader;
mod game_key;
mod read;
mod record;
mod select;
mod statistics;
mod table;
mod tags;
#[doc(hidden)]
pub mod testing;
mod texts;
mod word_hash;

#[cfg(feature = "tables")]
pub use export::*;
pub use find::*;
pub use find_reader::FindReader;
pub use game_key::split;
pub use read::{Collector, InputRead, ReadOptions, RowStatistics, Workers, read, unread};
pub use record::*;
pub use select::{MissingTag, Selection};
pub use setwise_pgn::files::{Inputs, InputsError};
pub use setwise_pgn::threads::{Beginning, PlaceRange};
pub use statistics::{Statistics, statistics};
#[cfg(feature = "tables")]
pub use table::older_tables;
#[cfg(feature = "parquet")]
pub use table::silence_decoder_panics;
pub use tags::{Tag, Tags};
pub use texts::{FenOptions, Written, fens, filter, game_tree, normalise};
