//! Games that occur again, found by their keys.

use std::collections::{HashMap, HashSet};

use crate::games::mix;

/// The maximum number of keys whose games are counted one by one: with room, they take 18 MB.
const MAX_KEYS: usize = 7 << 17;

/// The games whose key an earlier game of the same data has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeated {
    /// The number of games.
    pub games: u64,
    /// Whether the number is an estimate, because there are more than 917,504 different games.
    pub is_estimate: bool,
}

/// Counts games that occur again in memory that does not grow: of more than [`MAX_KEYS`] keys,
/// it counts a share. The share is halved whenever they are too many (distinct sampling,
/// Phillip Gibbons, 2001).
#[derive(Debug, Default)]
pub(crate) struct Counter {
    /// How often each key has occurred again.
    keys: HashMap<u64, u64>,
    /// The share is 1 to 2 to the power of this.
    halvings: u32,
}

impl Counter {
    /// Adds the key of a game.
    pub(crate) fn add(&mut self, key: u64) {
        if !is_counted(key, self.halvings) {
            return;
        }
        self.keys.entry(key).and_modify(|repeats| *repeats += 1).or_default();
        while self.keys.len() > MAX_KEYS && self.halvings < u64::BITS {
            self.halvings += 1;
            self.keys.retain(|&key, _| is_counted(key, self.halvings));
        }
    }

    pub(crate) fn repeated(&self) -> Repeated {
        let games: u64 = self.keys.values().sum();
        Repeated { games: games << self.halvings, is_estimate: self.halvings > 0 }
    }
}

/// Returns whether a key is one of a share of all keys.
fn is_counted(key: u64, halvings: u32) -> bool {
    mix(key).trailing_zeros() >= halvings
}

/// What is done with the games that occur again.
pub(crate) enum Repeats {
    Count(Counter),
    /// All keys, and the number of games that were left out.
    LeaveOut(HashSet<u64>, u64),
}

impl Repeats {
    pub(crate) fn new(leaves_out: bool) -> Repeats {
        if leaves_out {
            Repeats::LeaveOut(HashSet::new(), 0)
        } else {
            Repeats::Count(Counter::default())
        }
    }

    /// Adds the keys of games; returns which games are kept, or `None` if all are.
    pub(crate) fn add(&mut self, keys: &[u64]) -> Option<Vec<bool>> {
        match self {
            Repeats::Count(counter) => {
                keys.iter().for_each(|&key| counter.add(key));
                None
            }
            Repeats::LeaveOut(seen, count) => {
                let kept: Vec<bool> = keys.iter().map(|&key| seen.insert(key)).collect();
                let left_out = kept.iter().filter(|&&kept| !kept).count();
                *count += left_out as u64;
                (left_out > 0).then_some(kept)
            }
        }
    }

    pub(crate) fn repeated(&self) -> Repeated {
        match self {
            Repeats::Count(counter) => counter.repeated(),
            Repeats::LeaveOut(_, games) => Repeated { games: *games, is_estimate: false },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact_and_then_estimates() {
        let mut counter = Counter::default();
        for key in (0..1000).chain(0..10).chain(5..6) {
            counter.add(key);
        }
        assert_eq!(counter.repeated(), Repeated { games: 11, is_estimate: false });
        // Of 2,000,000 more games, every hundredth occurs twice more.
        for key in (1000..2_001_000)
            .flat_map(|key| std::iter::repeat_n(key, if key % 100 == 0 { 3 } else { 1 }))
        {
            counter.add(key);
        }
        let Repeated { games, is_estimate } = counter.repeated();
        // The standard deviation is 2 times the root of 20,000 times the share of 4 less 1: 490.
        assert!(is_estimate && (37_500..42_500).contains(&games), "{games}");
        assert!(counter.keys.len() <= MAX_KEYS);
    }
}
