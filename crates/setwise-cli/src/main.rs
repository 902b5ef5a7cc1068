//! The command `setwise`.

use std::process::ExitCode;

use setwise_cli::{Interruption, run_with};

fn main() -> ExitCode {
    let interruption = Interruption::on_signals();
    #[cfg(feature = "tables")]
    setwise_tables::silence_decoder_panics();
    ExitCode::from(run_with(std::env::args_os(), &interruption))
}
