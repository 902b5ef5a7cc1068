//! What a build without tables of games says in place of a command that needs them.

use std::ffi::OsString;
use std::io::Write;

use crate::verdict::{Exit, Failure};

/// Is in builds with all features
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Any arguments.
    #[arg(allow_hyphen_values = true, trailing_var_arg = true, hide = true)]
    arguments: Vec<OsString>,
}

/// Returns the message.
pub(crate) fn run(_: &Args, _: &mut impl Write) -> Exit {
    Err(missing("writes no tables of games"))
}

/// Returns a failure that says how to get a build with tables.
pub(crate) fn missing(lack: &str) -> Failure {
    Failure::Run(format!(
        "this build {lack}. The command of the Python package does (pip install ./python in a \
         checkout), and so does a build with all features (cargo install --path crates/setwise-cli \
         --profile dist --features full)"
    ))
}
