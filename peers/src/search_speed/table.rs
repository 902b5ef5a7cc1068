//! A transposition table in which no entry replaces the entry of another position, so that it does the
//! same for any keys.

/// More than the nodes of a search.
const ENTRIES: usize = 1 << 17;

#[derive(Clone, Copy)]
pub(crate) struct Entry {
    key: u64,
    pub(crate) score: i32,
    /// The best move, in the bits of `Side::code`; 0 for an empty entry.
    pub(crate) best: u16,
    /// One more than the depth; 0 for an empty entry.
    depth: u8,
    pub(crate) bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

pub(crate) struct Table(Vec<Entry>);

impl Table {
    pub(crate) fn new() -> Table {
        let empty = Entry { key: 0, score: 0, best: 0, depth: 0, bound: Bound::Exact };
        Table(vec![empty; ENTRIES])
    }

    /// Returns the entry of a key, or the empty one where it would be.
    pub(crate) fn entry(&mut self, key: u64) -> &mut Entry {
        let mut index = key as usize % ENTRIES;
        while self.0[index].depth > 0 && self.0[index].key != key {
            index = (index + 1) % ENTRIES;
        }
        &mut self.0[index]
    }

    pub(crate) fn store(&mut self, key: u64, depth: u8, score: i32, bound: Bound, best: u16) {
        *self.entry(key) = Entry { key, score, best, depth: depth + 1, bound };
    }
}

impl Entry {
    /// Returns whether the entry is from a search of at least this depth.
    pub(crate) fn is_deep_enough(&self, depth: u8) -> bool {
        self.depth > depth
    }
}
