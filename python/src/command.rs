//! The command `setwise`.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs a command line, the name of the program first, and returns the exit code.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| setwise_cli::run(arguments))
}
