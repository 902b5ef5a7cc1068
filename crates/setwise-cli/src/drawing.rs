//! Writes images: to files or to standard output, and the parts that the SVG documents of bar charts share.

pub mod markup;

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use crate::verdict::Failure;

/// Writes an image to a file, or to `out` if the name is `-`.
pub(crate) fn write(
    path: &Path,
    picture: &impl Display,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if path == Path::new("-") {
        write!(out, "{picture}")?;
        return Ok(());
    }
    write_file(path, picture)
}

/// Writes an image to a file.
pub fn write_file(path: &Path, picture: &impl Display) -> Result<(), Failure> {
    std::fs::write(path, picture.to_string())
        .map_err(|error| Failure::Run(format!("cannot write {}: {error}", path.display())))
}
