//! What the tests share.

use std::path::Path;

use setwise_tables::Inputs;

pub(crate) fn inputs(paths: &[impl AsRef<Path>]) -> Inputs {
    Inputs::find(paths.iter().map(|path| path.as_ref().to_owned())).expect("inputs")
}
