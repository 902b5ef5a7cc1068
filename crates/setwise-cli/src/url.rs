//! URLs in the place of paths.

use std::path::Path;

use clap::ArgMatches;
use setwise_files::{check_url, refuse_url};

/// The subcommands that read and write the objects of stores.
const OF_STORES: [&str; 3] = ["pgn", "find", "job"];

/// Returns an error message if a word of the command line is a URL that its subcommand, or this
/// build, cannot open.
pub(crate) fn check(arguments: &ArgMatches) -> Result<(), String> {
    let is_of_stores = arguments.subcommand_name().is_some_and(|name| OF_STORES.contains(&name));
    check_words(arguments, if is_of_stores { check_url } else { refuse_url })
}

fn check_words(
    arguments: &ArgMatches,
    check: fn(&Path) -> Result<(), String>,
) -> Result<(), String> {
    for id in arguments.ids() {
        let mut words = arguments.try_get_raw(id.as_str()).ok().flatten().into_iter().flatten();
        words.try_for_each(|word| check(Path::new(word)))?;
    }
    arguments.subcommand().map_or(Ok(()), |(_, arguments)| check_words(arguments, check))
}
