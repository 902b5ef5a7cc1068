//! The command `setwise` as a library: [`run`] runs a command line and returns the exit code.
//!
//! # Overview
//!
//! The command counts, checks and explains chess moves: perft, suites of known counts, comparison with a
//! UCI engine, notation, PGN and EPD files, opening books, pictures, and the steps of sliding-attack
//! techniques. `setwise --help` lists the subcommands. Programs should use the crates `setwise`,
//! `setwise-perft` and `setwise-techniques` instead of this one.
//!
//! # Quick start
//!
//! ```
//! let code = setwise_cli::run(["setwise", "moves", "--from", "e2"].map(Into::into));
//! assert_eq!(code, 0); // and e2e3, e2e4 are printed
//! ```
//!
//! # Errors
//!
//! [`run`] prints errors to standard error and returns the exit code: 0 for
//! success; 1 for a wrong count, a difference or an illegal position; 2 for a wrong command line or a run
//! that could not be done; 130 after Ctrl-C.
//!
//! # Performance
//!
//! `perft` and `verify` use all cores unless `--threads` is given. The profile `dist` of the repository
//! builds the fastest command; `peers/README.md` has measurements.
//!
//! # Feature flags
//!
//! None.
//!
//! # Crate layout
//!
//! Command line:
//!
//! - `args` lists the subcommands and has the text of `setwise --help`.
//! - `commands` has one module for each subcommand, with its options and its `run` function.
//! - `options` has the options that several subcommands share.
//! - `technique_option` and `backend_option` parse the names of techniques and back-ends.
//! - `occupancy` reads the occupied squares of `attacks` and `explain`.
//! - `verdict` defines the results of a run and their exit codes.
//! - `version` makes the text of `setwise --version`.
//!
//! Input:
//!
//! - `position` reads a position: a FEN, a well-known name, or standard input.
//! - `played_moves` plays the moves of `--moves`.
//! - `input_file` opens files, and `decompression` decompresses them.
//! - `bounded_lines` reads lines of bounded length.
//! - `suite_file` reads suites of known counts, and `game_files` reads PGN files.
//!
//! Computation:
//!
//! - `counting` counts leaves with a technique or back-end chosen at run time.
//! - `division` distributes a count over several threads.
//! - `interruption` is the flag that Ctrl-C sets.
//! - `uci_engine` speaks the UCI protocol with an engine, which `engine_process` runs.
//! - `machine` detects the CPU and its features.
//!
//! Output:
//!
//! - `caret` points at the position of an error in a text.
//! - `drawing` draws the steps of a lookup as text and as SVG.
//! - `progress` draws progress bars.

mod args;
#[doc(hidden)]
pub mod backend_option;
mod bounded_lines;
mod caret;
mod commands;
mod counting;
mod decompression;
mod division;
#[doc(hidden)]
pub mod drawing;
mod engine_process;
mod game_files;
mod input_file;
mod interruption;
#[doc(hidden)]
pub mod machine;
mod occupancy;
mod options;
mod played_moves;
#[doc(hidden)]
pub mod position;
#[doc(hidden)]
pub mod progress;
mod suite_file;
#[doc(hidden)]
pub mod technique_option;
mod uci_engine;
#[doc(hidden)]
pub mod verdict;
mod version;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};

use clap::Parser;

use crate::args::Cli;

/// Runs a command line, the name of the program first, and returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let command = match Cli::try_parse_from(arguments) {
        Ok(Cli { command }) => command,
        Err(error) => {
            // If the output is closed, the message is lost.
            let _ = error.print();
            return error.exit_code() as u8;
        }
    };
    let mut out = output();
    let verdict = command.run(&mut out).and_then(|verdict| {
        out.flush()?;
        Ok(verdict)
    });
    match verdict {
        Ok(verdict) => verdict.exit_code(),
        Err(failure) => failure.report(),
    }
}

/// Returns standard output: line-buffered on a terminal, block-buffered otherwise. Without blocks,
/// each of the many small writes would be searched for color codes.
fn output() -> Box<dyn Write> {
    let out = anstream::stdout().lock();
    if io::stdout().is_terminal() { Box::new(out) } else { Box::new(BufWriter::new(out)) }
}
