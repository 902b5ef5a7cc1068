//! The command `setwise` as a library: [`run`] runs a command line and returns the exit code.
//!
//! `args` says which subcommands there are, and each is a file under `commands`. Below them:
//! `options`, `technique_option`, `backend_option`, `position`, `occupancy` and
//! `played_moves` read what the subcommands share; `counting` runs a technique chosen at run
//! time; `division` counts on several threads until an `interruption`; `suite_file` reads
//! files of known counts and `game_files` files of games, perhaps by `decompression`, each an
//! `input_file`;
//! `uci_engine` talks to another program over an `engine_process`; `drawing` makes pictures;
//! `machine` describes the CPU. `verdict` holds the exit codes.

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
            // With standard output or standard error closed there is nowhere to report to.
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

/// Returns standard output: by line for a terminal, and else in blocks. A FEN alone is some forty
/// writes, each of which would be searched for colours.
fn output() -> Box<dyn Write> {
    let out = anstream::stdout().lock();
    if io::stdout().is_terminal() { Box::new(out) } else { Box::new(BufWriter::new(out)) }
}
