//! Statistics of games.

use std::collections::BTreeMap;

use setwise_pgn::files::Inputs;

use crate::read::{Collector, InputRead, ReadOptions, read};
use crate::record::Record;
use crate::select::Selection;
use crate::tags::Tag;

/// The number of different openings that are counted; the others are counted together.
const MAX_OPENINGS: usize = 100_000;

/// Statistics of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The number of games.
    pub games: u64,
    /// The number of moves of their main lines.
    pub plies: u64,
    /// The number of games by result: `1-0`, `0-1`, `1/2-1/2` and `*`.
    pub results: BTreeMap<String, u64>,
    /// The number of players by rating, by the lower bound of 100 points.
    pub ratings: BTreeMap<i16, u64>,
    /// The number of games by the tag `ECO`; after 100,000 different values, `other`.
    pub openings: BTreeMap<String, u64>,
    /// The number of games by length, by the lower bound of 20 moves of one side.
    pub lengths: BTreeMap<u32, u64>,
    /// The number of games by year of the date; `?` if it is not known.
    pub years: BTreeMap<String, u64>,
    /// The number of games with an error, by its kind.
    pub errors: BTreeMap<String, u64>,
}

impl Statistics {
    fn add(&mut self, game: &Record) {
        self.games += 1;
        self.plies += game.moves.len() as u64;
        count(&mut self.results, game.result().as_str(), 1);
        for tag in [Tag::WhiteElo, Tag::BlackElo] {
            if let Some(rating) = game.tags.number(tag) {
                *self.ratings.entry(rating.div_euclid(100) * 100).or_default() += 1;
            }
        }
        if let Some(opening) = game.tags.known(Tag::Eco) {
            count(&mut self.openings, opening, 1);
        }
        *self.lengths.entry(game.moves.len() as u32 / 20 * 20).or_default() += 1;
        let date = game.tags.known(Tag::UtcDate).or_else(|| game.tags.known(Tag::Date));
        let year = date.and_then(|date| date.get(..4));
        let year = year.filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
        count(&mut self.years, year.unwrap_or("?"), 1);
        if let Some(error) = &game.error {
            count(&mut self.errors, error.error.name(), 1);
        }
    }

    fn add_all(&mut self, other: Statistics) {
        self.games += other.games;
        self.plies += other.plies;
        for (sums, counts) in [
            (&mut self.results, other.results),
            (&mut self.openings, other.openings),
            (&mut self.years, other.years),
            (&mut self.errors, other.errors),
        ] {
            counts.iter().for_each(|(name, &number)| count(sums, name, number));
        }
        for (rating, number) in other.ratings {
            *self.ratings.entry(rating).or_default() += number;
        }
        for (length, number) in other.lengths {
            *self.lengths.entry(length).or_default() += number;
        }
    }
}

/// Adds to the count of a name.
fn count(counts: &mut BTreeMap<String, u64>, name: &str, number: u64) {
    let is_full = counts.len() >= MAX_OPENINGS && !counts.contains_key(name);
    let name = if is_full { "other" } else { name };
    match counts.get_mut(name) {
        Some(count) => *count += number,
        None => drop(counts.insert(name.to_owned(), number)),
    }
}

struct StatisticsCollector<'s>(&'s Selection);

impl Collector for StatisticsCollector<'_> {
    type Part = Statistics;

    fn selection(&self) -> Option<&Selection> {
        Some(self.0)
    }

    fn part(&self) -> Statistics {
        Statistics::default()
    }

    fn add(&self, part: &mut Statistics, game: &Record) {
        part.add(game);
    }
}

/// Reads games and counts them. Memory is bounded.
pub fn statistics(
    inputs: &Inputs,
    options: &ReadOptions,
    selection: &Selection,
) -> (Statistics, Vec<InputRead>) {
    let mut sum = Statistics::default();
    let read = read(inputs, options, &StatisticsCollector(selection), |part, _| {
        sum.add_all(part);
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(read) = read;
    (sum, read)
}
