//! URLs in the place of paths, which are refused: a file would otherwise be written to a directory
//! of this machine with the name `s3:`.

use clap::ArgMatches;

/// Returns an error message if a path is a URL such as `s3://bucket/games.pgn`, or what a library
/// for paths makes of it: `s3:/bucket/games.pgn`. A drive of Windows has only one letter.
pub fn refuse(path: &str) -> Result<(), String> {
    let is_in_scheme = |letter: char| letter.is_ascii_alphanumeric() || "+-.".contains(letter);
    match path.split_once(":/") {
        Some((scheme, _))
            if scheme.len() > 1
                && scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && scheme.chars().all(is_in_scheme) =>
        {
            Err(format!("{path} is a URL (expected a path on this machine)"))
        }
        _ => Ok(()),
    }
}

/// Returns an error message if a word of the command line is a URL: no argument is one.
pub(crate) fn refuse_in(arguments: &ArgMatches) -> Result<(), String> {
    for id in arguments.ids() {
        let mut words = arguments.try_get_raw(id.as_str()).ok().flatten().into_iter().flatten();
        words.try_for_each(|word| refuse(&word.to_string_lossy()))?;
    }
    arguments.subcommand().map_or(Ok(()), |(_, arguments)| refuse_in(arguments))
}
