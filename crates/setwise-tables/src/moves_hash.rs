//! A hash of the moves of games, by which a reader of a file knows that they are as written.

use std::fmt;

/// The key of the hashes in the metadata of a file.
pub(crate) const MOVES_HASH: &str = "setwise.moves_hash";

/// The hash of the starts and moves of some games, such as the games of a row group.
///
/// For each game these words of 64 bits are hashed, one after the other: the length in bytes of the
/// text `start` plus one, or 0 if it is missing; its bytes, eight in each word; the number of moves;
/// the moves, four in each word. All are little-endian, and a last word is filled up with zeros. The
/// hash is 0 at first, and each word makes it `low ^ high`, the two halves of the product of 128 bits
/// of `hash ^ word ^ 0x9e3779b97f4a7c15` and `0xe7037ed1a0b428db` (as in wyhash, by Wang Yi, 2019,
/// public domain).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MovesHash(u64);

impl MovesHash {
    /// Adds a game.
    pub(crate) fn add(&mut self, start: Option<&str>, moves: &[u16]) {
        match start {
            Some(start) => {
                self.word(start.len() as u64 + 1);
                let (words, rest) = start.as_bytes().as_chunks::<8>();
                words.iter().for_each(|&word| self.word(u64::from_le_bytes(word)));
                self.last(rest.iter().map(|&byte| byte.into()), 8);
            }
            None => self.word(0),
        }
        self.word(moves.len() as u64);
        let (fours, rest) = moves.as_chunks::<4>();
        for &[a, b, c, d] in fours {
            let (low, high) =
                (u64::from(a) | u64::from(b) << 16, u64::from(c) | u64::from(d) << 16);
            self.word(low | high << 32);
        }
        self.last(rest.iter().map(|&mv| mv.into()), 16);
    }

    /// Adds the last values, which do not fill a word.
    fn last(
        &mut self,
        values: impl DoubleEndedIterator<Item = u64> + ExactSizeIterator,
        bits: u32,
    ) {
        if values.len() > 0 {
            self.word(values.rev().fold(0, |word, value| word << bits | value));
        }
    }

    #[inline]
    fn word(&mut self, word: u64) {
        let mixed = self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(mixed) * 0xe703_7ed1_a0b4_28db;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

/// Writes 16 hexadecimal digits.
impl fmt::Display for MovesHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The hashes of the row groups or record batches of a file, in order; `None` is unknown.
///
/// As a text they are separated by spaces, and one that is unknown is `-`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MovesHashes(pub(crate) Vec<Option<MovesHash>>);

impl MovesHashes {
    /// Returns a hash.
    pub(crate) fn get(&self, index: usize) -> Option<MovesHash> {
        self.0.get(index).copied().flatten()
    }

    /// Returns the text for the metadata; `None` if no hash is known.
    pub(crate) fn text(&self) -> Option<String> {
        let text = |hash: &Option<MovesHash>| hash.map_or("-".to_owned(), |hash| hash.to_string());
        let is_known = self.0.iter().any(Option::is_some);
        is_known.then(|| self.0.iter().map(text).collect::<Vec<_>>().join(" "))
    }
}

/// Reads hashes; what is none is unknown.
impl From<&str> for MovesHashes {
    fn from(text: &str) -> MovesHashes {
        let hash = |text| u64::from_str_radix(text, 16).ok().map(MovesHash);
        MovesHashes(text.split(' ').map(hash).collect())
    }
}
