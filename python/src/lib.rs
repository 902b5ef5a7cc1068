//! The native part of the Python package `setwise`.
//!
//! Documentation comments of classes and functions are Python's docstrings, in numpydoc's form.
#![allow(unreachable_pub, reason = "macros of PyO3 make items that are public")]
#![expect(clippy::too_many_arguments, reason = "functions of Python have as many")]

mod allocate;
mod arguments;
mod arrow;
mod board;
mod book;
mod chess960;
mod command;
mod copies;
mod deep;
mod endgames;
mod epd;
mod errors;
mod expression;
mod history;
mod html;
mod jobs;
mod legal_moves;
mod lessons;
mod mixing;
mod moves;
mod perft;
mod pgn;
mod piece;
mod player;
mod positions;
mod square_set;
mod storage;
mod svg;
mod techniques;
mod work;

use pyo3::prelude::pymodule;

/// The native part of the package `setwise`.
// No Python without a GIL is tested.
#[pymodule(gil_used = true)]
mod _native {
    use numpy::PyArray1;
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;
    use setwise::dispatch::forced_level;

    /// Refuses an environment variable `SETWISE_CPU` that names no level of this CPU.
    ///
    /// A panic in the decoder of Parquet files is an error, so its message is not printed.
    ///
    /// Loads numpy's interface now, so that Ctrl-C cannot interrupt that in the middle of a call.
    #[pymodule_init]
    fn prepare(module: &Bound<'_, PyModule>) -> PyResult<()> {
        forced_level().map_err(|error| PyImportError::new_err(error.to_string()))?;
        setwise_tables::silence_decoder_panics();
        setwise_cli::use_endgames();
        module.py().import("numpy")?;
        PyArray1::<u8>::zeros(module.py(), 0, false);
        Ok(())
    }

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::{
        arguments::{check_number, local_path},
        board::{Board, restore_board},
        book::{Book, BookEntry},
        command::run_command,
        deep::{deep_plan, deep_result},
        endgames::EndgameTables,
        expression::Expression,
        jobs::{JobHandle, JobTally},
        legal_moves::{LegalMoves, PseudoLegalMoves},
        lessons::{Lesson, Step, explain, explain_bits, explain_position},
        mixing::{rows_of_keys, take_rows},
        moves::Move,
        perft::perft,
        pgn::{
            BatchReader, Game, GameNode, GameReader, RecordBatch, RecordBatches, check_games,
            export_outcome, export_plan, export_training_data, find_games, input_files, read_games,
            table_batches,
        },
        piece::Piece,
        player::Player,
        positions::Positions,
        square_set::SquareSet,
        storage::{StoredFile, location, set_storage_options},
        svg::{svg_board, svg_piece},
        techniques::{technique_attacks, technique_cards},
    };
}
