//! Files read with several threads, and texts that are cut anywhere.
#![cfg(feature = "threads")]

mod any_bytes;
mod sources;
mod splitting;

use std::path::Path;

use setwise_pgn::files::Inputs;

fn inputs(paths: &[impl AsRef<Path>]) -> Inputs {
    Inputs::find(paths.iter().map(|path| path.as_ref().to_owned())).expect("inputs")
}
