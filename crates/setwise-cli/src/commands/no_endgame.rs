//! `setwise endgame` in a build without endgame tables: says how to get them.

use std::ffi::OsString;
use std::io::Write;

use setwise::Position;
use setwise_lessons::Lesson;

use crate::verdict::{Failure, Verdict};

/// Solve endgames, in a build with endgame tables
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Any arguments.
    #[arg(allow_hyphen_values = true, trailing_var_arg = true, hide = true)]
    arguments: Vec<OsString>,
}

/// Returns the message.
pub(crate) fn run(_: &Args, _: &mut impl Write) -> Result<Verdict, Failure> {
    Err(missing())
}

/// Returns the message, in the place of a lesson.
pub(crate) fn lesson(_: &Position) -> Result<Lesson, Failure> {
    Err(missing())
}

fn missing() -> Failure {
    Failure::Run(
        "this build has no endgame tables (in a checkout: cargo run --release -p setwise-cli \
         --features endgames -- endgame KRvK; a build with all features has them too)"
            .to_owned(),
    )
}
