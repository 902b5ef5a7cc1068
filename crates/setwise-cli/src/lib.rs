//! The command `setwise` as a library: [`run`] runs a command line and returns the exit code.
//! [`run_with`] does the same and can be interrupted.
//!
//! # Overview
//!
//! The command counts, checks, finds and explains chess moves: perft, suites of known counts, long
//! jobs, comparison with a UCI engine, notation, PGN and EPD files, questions to games, opening
//! books, pictures, a player, and the steps of sliding-attack techniques. `setwise --help` lists
//! the subcommands. Programs should use the other crates instead of this one.
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
//! [`run`] prints errors to standard error and returns the exit code: 0 for success; 1 for a wrong
//! count, a difference or an illegal position; 2 for a wrong command line or a run that could not
//! be done; 130 after Ctrl-C. A run could not be done, too, if the environment variable
//! `SETWISE_CPU` names no level that the CPU has ([`setwise::dispatch`]).
//!
//! # Performance
//!
//! `perft` and `verify` use all cores unless `--threads` is given. The profile `dist` of the
//! repository builds the fastest command; `peers/README.md` has measurements.
//!
//! # Feature flags
//!
//! - `full`: all features that need nothing but Rust and a C compiler: now `endgames`, `lab` and
//!   `tables`.
//! - `endgames`: the commands `endgame` and `explain endgame`, endgame tables of the player, and the
//!   words `won`, `drawn`, `lost` and `mate_in` of set expressions.
//! - `lab`: the command `lab`, with the files of the browser lab in it if they have been built with
//!   Node (`lab/README.md`).
//! - `tables`: tables of games: `pgn export`, `pgn plan` and their jobs, `find --to`, and Parquet and
//!   Arrow files as inputs of `find`.
//!
//! Without a feature, what needs it says how to get it.
//!
//! # Crate layout
//!
//! Command line:
//!
//! - `args` lists the subcommands and has the text of `setwise --help`.
//! - `commands` has one module for each subcommand, with its options and its `run` function.
//! - `options` has the options that several subcommands share, and parsers of names.
//! - `technique_option` parses the names of techniques.
//! - `occupancy` reads the occupied squares of `attacks` and `explain`.
//! - `verdict` defines the results of a run and their exit codes.
//! - `version` makes the text of `setwise --version`.
//!
//! Input:
//!
//! - `position` reads a position: a FEN, a well-known name, or a file.
//! - `history` reads positions, also such as cannot occur in a game.
//! - `url` refuses URLs in the place of paths.
//! - `position_lines` reads files with a position on each line, and `batch` works on each line.
//! - `played_moves` plays the moves of `--moves`.
//! - `input_file` opens files; the crate `setwise-pgn` decompresses them.
//! - `bounded_lines` reads lines of bounded length.
//! - `suite_file` reads suites of known counts.
//! - `game_files` reads PGN files one game at a time, for `pgn check`, `pgn fens` and `book make`.
//!   Other commands, and `pgn fens --json` with one thread, read them by `setwise-tables`.
//!
//! Computation:
//!
//! - `counting` makes counters for a technique or back-end chosen at run time.
//! - `endgames` has the endgame tables of set expressions and lessons, and the option `--tables`.
//! - `workers` has the threads of a count, and ends a count after an interruption.
//! - `interruption` is the request to stop a run, which a signal handler or another thread sets.
//! - `uci_engine` speaks the UCI protocol with an engine, which `engine_process` runs.
//!
//! Output:
//!
//! - `standard_output` opens standard output, and `pager` shows long texts on a terminal.
//! - `counted` writes numbers with their nouns.
//! - `drawing` writes images.
//! - `progress` draws progress bars.

mod args;
mod batch;
mod bounded_lines;
mod commands;
mod counted;
mod counting;
mod drawing;
mod endgames;
mod engine_process;
mod game_files;
mod history;
mod input_file;
mod interruption;
mod occupancy;
mod options;
mod pager;
mod played_moves;
mod position;
mod position_lines;
mod progress;
mod standard_error;
mod standard_output;
mod suite_file;
mod technique_option;
mod uci_engine;
mod url;
mod verdict;
mod version;
mod workers;

use std::ffi::OsString;
use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser};
use setwise::dispatch::forced_level;
use setwise_lessons::Lesson;

use crate::args::{Cli, Command};
use crate::commands::{explain, mapping};
#[doc(hidden)]
pub use crate::endgames::use_endgames;
pub use crate::interruption::{Cause, Interruption};
use crate::verdict::{Exit, Failure, Verdict};

/// Runs a command line, the name of the program first, and returns the exit code.
///
/// It never exits the process and installs no signal handler; see [`run_with`].
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    run_with(arguments, &Interruption::new())
}

/// Runs a command line until it ends or another thread requests an interruption, and returns the
/// exit code.
///
/// An interrupted run prints the results that are finished and returns the exit code of the
/// [`Cause`]. If it was reading standard input, a thread remains that waits for the next input and
/// discards it.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>, interruption: &Interruption) -> u8 {
    let _scope = interruption.make_current();
    use_endgames();
    let matches = Cli::command().try_get_matches_from(arguments);
    let parsed = matches.and_then(|matches| match url::check(&matches) {
        Ok(()) => Cli::from_arg_matches(&matches),
        Err(message) => Err(Cli::command().error(ErrorKind::ValueValidation, message)),
    });
    let is_styled = parsed.as_ref().map_or(true, |cli| cli.command.is_styled());
    let mut out = standard_output::open(is_styled);
    let result = match parsed {
        Ok(Cli { command }) => check_cpu_level().and_then(|()| command.run(&mut out)),
        Err(error) => print_parse_error(error, &mut out),
    };
    // What was finished before a failure is printed too.
    let flushed = out.flush().map_err(Failure::Output);
    match result.and_then(|verdict| flushed.map(|()| verdict)) {
        Ok(Verdict::Stopped) => interruption.exit_code(),
        // An interrupted read looks like a failure.
        Err(_) if interruption.has_come() => interruption.exit_code(),
        Ok(verdict) => verdict.exit_code(),
        Err(failure) => failure.report(),
    }
}

/// Returns the lesson that a command line prints, the name of the program first; `None` if it prints
/// something else, or fails. For the pages of the site.
#[doc(hidden)]
pub fn lesson(arguments: impl IntoIterator<Item = OsString>) -> Option<Lesson> {
    match Cli::try_parse_from(arguments).ok()?.command {
        Command::Explain(args) => {
            let (lesson, second) = explain::lesson(&args).ok()?;
            Some(second.map_or(lesson.clone(), |second| lesson.beside(&second)))
        }
        Command::Mapping(args) => Some(mapping::lesson(&args)),
        _ => None,
    }
}

/// Checks that the environment variable `SETWISE_CPU` names a level that this CPU has, if it is set:
/// results would not belong to the CPU that was asked for.
fn check_cpu_level() -> Result<(), Failure> {
    forced_level().map(drop).map_err(|error| Failure::Run(error.to_string()))
}

/// Removes the suggested subcommands that differ from the given one by more than a slip of the
/// keyboard: for `expo`, Clap suggests `explain`. The most similar name, which Clap puts last,
/// comes first.
fn drop_far_suggestions(error: &mut clap::Error) {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand).cloned()
    else {
        return;
    };
    let Some(ContextValue::Strings(mut names)) = error.remove(ContextKind::SuggestedSubcommand)
    else {
        return;
    };
    let is_near =
        |name: &String| 2 * strsim::damerau_levenshtein(&given, name) < given.chars().count();
    names.retain(|name| is_near(name) || name.starts_with(&given));
    names.reverse();
    if !names.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(names));
    }
}

/// The number of characters of a wrong value that are printed.
const LONGEST_VALUE: usize = 200;

/// Prints an error of the command line to standard error, or the requested help or version to
/// standard output.
fn print_parse_error(mut error: clap::Error, out: &mut impl Write) -> Exit {
    if !error.use_stderr() {
        write!(out, "{}", error.render().ansi())?;
        return Ok(Verdict::Right);
    }
    if error.kind() == ErrorKind::UnknownArgument {
        // Clap suggests `-- --json` for an unknown option --json, which would be read as a
        // position.
        error.remove(ContextKind::Suggested);
    }
    if error.kind() == ErrorKind::InvalidSubcommand {
        drop_far_suggestions(&mut error);
    }
    if let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue)
        && value.chars().count() > LONGEST_VALUE
    {
        let begin: String = value.chars().take(LONGEST_VALUE).collect();
        error.insert(ContextKind::InvalidValue, ContextValue::String(begin + "…"));
    }
    // If standard error is closed, the message is lost.
    let _ = error.print();
    Ok(Verdict::Unusable)
}
