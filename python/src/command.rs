//! The command `setwise`.

use std::ffi::OsString;

use pyo3::prelude::*;
use setwise_cli::{Interruption, run_with};

/// Runs a command line, the name of the program first, and returns the exit code.
///
/// It installs signal handlers, so only the process of the command calls it.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| run_with(arguments, &Interruption::on_signals()))
}
