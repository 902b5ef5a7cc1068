//! The command `setwise`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(setwise_cli::run(std::env::args_os()))
}
