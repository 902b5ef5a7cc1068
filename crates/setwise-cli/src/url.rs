//! URLs in the place of paths, which are refused.

use clap::ArgMatches;
use setwise_pgn::files::refuse_url;

/// Returns an error message if a word of the command line is a URL: no argument is one.
pub(crate) fn refuse_in(arguments: &ArgMatches) -> Result<(), String> {
    for id in arguments.ids() {
        let mut words = arguments.try_get_raw(id.as_str()).ok().flatten().into_iter().flatten();
        words.try_for_each(|word| refuse_url(&word.to_string_lossy()))?;
    }
    arguments.subcommand().map_or(Ok(()), |(_, arguments)| refuse_in(arguments))
}
