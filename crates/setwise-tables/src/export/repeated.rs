//! Games that occur again, found by their keys.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Read, Seek};

use serde::{Deserialize, Serialize};

use crate::game_key::mix;

/// The maximum number of keys whose games are counted one by one: with room, they take 18 MB.
const MAX_KEYS: usize = 7 << 17;

/// The games whose key an earlier game of the same data has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
        if let Some(repeats) = self.keys.get_mut(&key) {
            *repeats += 1;
            return;
        }
        // One key more than the maximum would double the memory of the map. So would keys that are
        // removed one by one, because each leaves a mark in its place; so the map is filled again.
        while self.keys.len() >= MAX_KEYS && self.halvings < u64::BITS {
            self.halvings += 1;
            let kept = self.keys.drain().filter(|&(key, _)| is_counted(key, self.halvings));
            let kept: Vec<(u64, u64)> = kept.collect();
            self.keys.extend(kept);
        }
        if is_counted(key, self.halvings) {
            self.keys.insert(key, 0);
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

    /// Adds the keys of a file if all of its games are kept; returns whether they are. With a game
    /// that is left out, no key is added.
    pub(crate) fn add_file(&mut self, mut keys: impl Read + Seek) -> io::Result<bool> {
        match self {
            Repeats::Count(counter) => each_key(&mut keys, |key| {
                counter.add(key);
                true
            }),
            Repeats::LeaveOut(seen, _) => {
                let mut added = 0_u64;
                let is_kept = each_key(&mut keys, |key| {
                    let is_new = seen.insert(key);
                    added += u64::from(is_new);
                    is_new
                })?;
                if !is_kept {
                    keys.rewind()?;
                    each_key(&mut keys, |key| {
                        let is_added = added > 0;
                        added = added.saturating_sub(1);
                        is_added && seen.remove(&key)
                    })?;
                }
                Ok(is_kept)
            }
        }
    }

    /// Adds games that were left out before.
    pub(crate) fn has_left_out(&mut self, games: u64) {
        if let Repeats::LeaveOut(_, count) = self {
            *count = count.saturating_add(games);
        }
    }

    pub(crate) fn repeated(&self) -> Repeated {
        match self {
            Repeats::Count(counter) => counter.repeated(),
            Repeats::LeaveOut(_, games) => Repeated { games: *games, is_estimate: false },
        }
    }
}

/// Calls a function with each key of a file, of eight bytes, until it returns false; returns whether
/// it never did.
fn each_key(keys: &mut impl Read, mut each: impl FnMut(u64) -> bool) -> io::Result<bool> {
    let mut keys = BufReader::with_capacity(1 << 16, keys);
    let mut key = [0; 8];
    while !keys.fill_buf()?.is_empty() {
        keys.read_exact(&mut key)?;
        if !each(u64::from_le_bytes(key)) {
            return Ok(false);
        }
    }
    Ok(true)
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
        // Finds a map that has grown for one key more: its memory has doubled then.
        assert!(counter.keys.len() <= MAX_KEYS && counter.keys.capacity() <= MAX_KEYS);
    }

    /// Finds a refused file of which some keys stay, or keys before it that are forgotten.
    #[test]
    fn a_file_with_a_game_that_is_left_out_adds_no_key() {
        let file = |keys: &[u64]| {
            io::Cursor::new(keys.iter().flat_map(|key| key.to_le_bytes()).collect::<Vec<_>>())
        };
        let mut repeats = Repeats::new(true);
        for (keys, is_kept) in [
            (&[1, 2][..], true),
            (&[3, 4, 2, 5], false),
            (&[3, 3], false),
            (&[], true),
            (&[3, 4, 5], true),
            (&[1], false),
        ] {
            assert_eq!(repeats.add_file(file(keys)).expect("memory"), is_kept, "{keys:?}");
        }
        assert_eq!(
            repeats.add(&[1, 2, 3, 4, 5, 6]),
            Some(vec![false, false, false, false, false, true])
        );
        assert!(Repeats::new(false).add_file(io::Cursor::new([1; 9])).is_err(), "half a key");
    }
}
