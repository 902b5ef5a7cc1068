//! Writes images to files or to standard output.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::verdict::Failure;

/// The endings of files with images of other formats.
const OTHER_FORMATS: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "bmp", "pdf"];

/// Returns the name of a file for an image, unless it ends like an image of another format.
pub(crate) fn named(path: PathBuf) -> Result<PathBuf, String> {
    let is_other =
        |ending: &&OsStr| OTHER_FORMATS.iter().any(|other| ending.eq_ignore_ascii_case(other));
    match path.extension().filter(is_other) {
        None => Ok(path),
        Some(ending) => Err(format!(
            "the name ends with .{}, but the image is SVG (expected .svg, or no ending)",
            ending.display()
        )),
    }
}

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
    std::fs::write(path, picture.to_string())
        .map_err(|error| Failure::Run(format!("cannot write {}: {error}", path.display())))
}
