//! What the tests share.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use setwise_jobs::kind::Interruption;
use setwise_tables::{ExportOptions, Inputs, ReadOptions, job};

pub(crate) fn inputs(paths: &[impl AsRef<Path>]) -> Inputs {
    Inputs::find(paths.iter().map(|path| path.as_ref().to_owned())).expect("inputs")
}

/// Returns the default options with a number of threads.
pub(crate) fn threads(number: usize) -> ReadOptions {
    let threads = NonZero::new(number).expect("a number of threads");
    ReadOptions { threads, ..ReadOptions::default() }
}

/// Makes a new data set, in place of one that is there; returns what was made.
pub(crate) fn export(
    inputs: &Inputs,
    read: &ReadOptions,
    options: &ExportOptions,
    part_bytes: u64,
) -> job::Outcome {
    let _ = fs::remove_dir_all(&options.directory);
    let made = job::export(inputs, read, options, part_bytes, Interruption::NEVER);
    made.expect("a directory that can be written").expect("no failure")
}

/// Returns the files of a table of a data set, in order.
pub(crate) fn parts(data_set: &Path, table: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(data_set.join(table)).expect("a directory");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}
