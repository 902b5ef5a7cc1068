//! The `setwise` command: count, check and explain chess moves.
//!
//! [`args`] says which subcommands there are, and each is a file under [`commands`]. Below them:
//! [`options`], [`technique_option`], [`backend_option`], [`position`], [`occupancy`] and
//! [`played_moves`] read what the subcommands share; [`counting`] runs a technique chosen at run
//! time; [`division`] counts on several threads until an [`interruption`]; [`suite_file`] reads
//! files of known counts and [`game_files`] files of games, perhaps by [`decompression`], each an
//! [`input_file`];
//! [`uci_engine`] talks to another program over an [`engine_process`]; [`drawing`] makes pictures;
//! [`machine`] and [`random`] are for measurements. [`verdict`] holds the exit codes.

mod args;
mod backend_option;
mod bounded_lines;
mod caret;
mod commands;
mod counting;
mod decompression;
mod division;
mod drawing;
mod engine_process;
mod game_files;
mod input_file;
mod interruption;
mod machine;
mod occupancy;
mod options;
mod played_moves;
mod position;
mod progress;
mod random;
mod suite_file;
mod technique_option;
mod uci_engine;
mod verdict;
mod version;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;

fn main() -> ExitCode {
    let command = Cli::parse().command;
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

/// Standard output: line by line to a terminal, and else in blocks. A FEN alone is some forty
/// writes, each of them searched for colours: 300,000 took three times as long to a file.
fn output() -> Box<dyn Write> {
    let out = anstream::stdout().lock();
    if io::stdout().is_terminal() { Box::new(out) } else { Box::new(BufWriter::new(out)) }
}
