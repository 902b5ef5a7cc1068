//! `setwise pgn stats`: statistics of games.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;

use serde_json::json;
use setwise_tables::{Statistics, statistics, unread};

use super::selection::{SelectedGames, verdict};
use crate::counted::counted;
use crate::verdict::{Exit, Failure};

/// The number of openings that are printed.
const OPENINGS: usize = 20;

/// The length of the longest bar of a chart, in characters.
const BAR: u64 = 50;

/// Count games by result, rating, opening, length, year and error
///
/// Prints a chart of each count; --json prints all numbers as one object.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise pgn stats games.pgn
  setwise pgn stats games.pgn.zst --where \"date >= 2013-01\" --json

Exit status:
  0  success
  1  a game has an error, or no game has a tag of --where
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    #[command(flatten)]
    games: SelectedGames,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Counts the games.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let inputs = args.games.inputs()?;
    let selection = args.games.selection()?;
    let (counts, read) =
        args.games.read(&inputs, |options, _| statistics(&inputs, options, &selection));
    if args.json {
        let counts = json!({
            "games": counts.games,
            "plies": counts.plies,
            "results": counts.results,
            "ratings": counts.ratings,
            "openings": counts.openings,
            "lengths": counts.lengths,
            "years": counts.years,
            "errors": counts.errors,
        });
        writeln!(out, "{counts}")?;
    } else {
        charts(&counts, out)?;
    }
    verdict(&selection, &unread(&inputs, &read), counts.errors.values().sum())
}

fn charts(counts: &Statistics, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}, {}", counted(counts.games, "game"), counted(counts.plies, "ply"))?;
    chart("Results", counts.results.iter(), out)?;
    chart("Ratings, by 100", counts.ratings.iter(), out)?;
    let most = most(&counts.openings);
    chart("Openings, the most frequent", most.into_iter(), out)?;
    chart("Plies, by 20", counts.lengths.iter(), out)?;
    chart("Years", counts.years.iter(), out)?;
    chart("Errors", counts.errors.iter(), out)
}

/// Returns the largest counts.
fn most(counts: &BTreeMap<String, u64>) -> Vec<(&String, &u64)> {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|&(name, &count)| (std::cmp::Reverse(count), name));
    counts.truncate(OPENINGS);
    counts
}

fn chart<'c, N: Display>(
    title: &str,
    counts: impl Iterator<Item = (N, &'c u64)>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let counts: Vec<(String, u64)> =
        counts.map(|(name, &count)| (name.to_string(), count)).collect();
    let Some(most) = counts.iter().map(|&(_, count)| count).max() else { return Ok(()) };
    writeln!(out, "\n{title}")?;
    let width = counts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, count) in counts {
        let bar =
            "#".repeat((u128::from(count) * u128::from(BAR)).div_ceil(u128::from(most)) as usize);
        writeln!(out, "  {name:width$} {count:>10} {bar}")?;
    }
    Ok(())
}
