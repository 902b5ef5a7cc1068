//! `setwise lab` in a build without the files of the lab: says how to get them.

use std::ffi::OsString;
use std::io::Write;

use crate::verdict::{Exit, Failure};

/// Serve the browser lab, in a build with its files
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Any arguments.
    #[arg(allow_hyphen_values = true, trailing_var_arg = true, hide = true)]
    arguments: Vec<OsString>,
}

/// Returns the message.
pub(crate) fn run(_: &Args, _: &mut impl Write) -> Exit {
    Err(Failure::Run(
        "this build has no browser lab (in a checkout, with Node: cd lab && npm ci && \
         npm run build && cd .. && cargo run --release -p setwise-cli --features full -- lab)"
            .to_owned(),
    ))
}
