//! A hash of the moves of games, by which a reader of a file knows that they are as written.

use std::fmt;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt16Type;
use arrow_array::{Array, RecordBatch};

use crate::word_hash::WordHash;

/// The key of the hashes in the metadata of a file.
pub(crate) const MOVES_HASH: &str = "setwise.moves_hash";

/// The hash of the starts and moves of some games, such as the games of a row group: for each game
/// the text `start`, then the moves, as [`WordHash`] adds them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MovesHash(WordHash);

impl MovesHash {
    /// Adds the games of a batch; `None` if the table has no games.
    pub(crate) fn with(mut self, batch: &RecordBatch) -> Option<MovesHash> {
        let starts = batch.column_by_name("start")?.as_string_opt::<i32>()?;
        let lists = batch.column_by_name("moves")?.as_list_opt::<i32>()?;
        let moves = lists.values().as_primitive_opt::<UInt16Type>()?.values();
        for (row, ends) in lists.offsets().windows(2).enumerate() {
            self.0.text(starts.is_valid(row).then(|| starts.value(row)));
            self.0.moves(moves.get(ends[0] as usize..ends[1] as usize)?, |mv| mv);
        }
        Some(self)
    }
}

/// Writes 16 hexadecimal digits.
impl fmt::Display for MovesHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0.0)
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
        let hash = |text| u64::from_str_radix(text, 16).ok().map(|hash| MovesHash(WordHash(hash)));
        MovesHashes(text.split(' ').map(hash).collect())
    }
}
