//! Columns in memory: plain vectors in the layout of Arrow, built row by row.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// The values of one column of a [`Batch`](crate::Batch).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Column {
    /// Numbers from −128 to 127.
    I8(Numbers<i8>),
    /// Numbers up to 255.
    U8(Numbers<u8>),
    /// Numbers from −32,768 to 32,767.
    I16(Numbers<i16>),
    /// Numbers up to 65,535.
    U16(Numbers<u16>),
    /// Numbers of 32 bits with a sign.
    I32(Numbers<i32>),
    /// Numbers of 32 bits.
    U32(Numbers<u32>),
    /// Numbers of 64 bits.
    U64(Numbers<u64>),
    /// Texts.
    Text(Texts),
    /// Texts that repeat, each stored once in a batch.
    Word(Words),
    /// Byte strings of one length.
    Bytes(Strings),
    /// Lists of numbers up to 65,535.
    ListU16(Lists<u16>),
    /// Lists of numbers of 32 bits.
    ListU32(Lists<u32>),
    /// Lists of numbers from −32,768 to 32,767.
    ListI16(Lists<i16>),
}

/// Which rows of a column have a value. A set without a missing value needs no memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// One bit for each row, least significant first; empty if no value is missing.
    bits: Vec<u8>,
    len: usize,
    missing: usize,
}

impl Presence {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of rows without a value.
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// Returns whether a row has a value.
    pub fn has(&self, row: usize) -> bool {
        self.missing == 0 || self.bits.get(row / 8).is_some_and(|byte| byte >> (row % 8) & 1 != 0)
    }

    /// Returns one bit for each row, least significant first, or `None` if no value is missing.
    pub fn bits(&self) -> Option<&[u8]> {
        (self.missing > 0).then_some(&self.bits)
    }

    #[inline]
    fn push(&mut self, is_present: bool) {
        if self.missing == 0 && is_present {
            self.len += 1;
            return;
        }
        self.push_with_missing(is_present);
    }

    fn push_with_missing(&mut self, is_present: bool) {
        if self.missing == 0 {
            self.bits.clear();
            self.bits.resize(self.len / 8, 0xff);
            if !self.len.is_multiple_of(8) {
                self.bits.push((1 << (self.len % 8)) - 1);
            }
        }
        if self.len.is_multiple_of(8) {
            self.bits.push(0);
        }
        if let Some(last) = self.bits.last_mut() {
            *last |= u8::from(is_present) << (self.len % 8);
        }
        self.len += 1;
        self.missing += usize::from(!is_present);
    }
}

/// A column of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers<T> {
    /// The numbers; those of rows without a value are 0.
    pub values: Vec<T>,
    /// The rows that have a value.
    pub presence: Presence,
}

impl<T: Copy + Default> Numbers<T> {
    /// Adds a row.
    #[inline]
    pub fn push(&mut self, value: Option<T>) {
        self.values.push(value.unwrap_or_default());
        self.presence.push(value.is_some());
    }

    /// Returns the value of a row.
    pub fn get(&self, row: usize) -> Option<T> {
        if self.presence.has(row) { self.values.get(row).copied() } else { None }
    }

    /// Keeps the rows whose flag is true.
    pub(crate) fn retain(&mut self, kept: &[bool]) {
        let mut all = Numbers { values: Vec::new(), presence: Presence::default() };
        std::mem::swap(self, &mut all);
        let rows = (0..all.values.len()).filter(|&row| kept.get(row) == Some(&true));
        rows.for_each(|row| self.push(all.get(row)));
    }

    /// Adds rows that all have a value.
    pub fn extend(&mut self, values: impl IntoIterator<Item = T>) {
        let before = self.values.len();
        self.values.extend(values);
        if self.presence.missing == 0 {
            self.presence.len = self.values.len();
        } else {
            (before..self.values.len()).for_each(|_| self.presence.push(true));
        }
    }
}

/// A column of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    /// The end of each text in `text`, after a 0.
    pub offsets: Vec<i32>,
    /// The texts, one after the other.
    pub text: String,
    /// The rows that have a value.
    pub presence: Presence,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { offsets: vec![0], text: String::new(), presence: Presence::default() }
    }
}

impl Texts {
    /// Adds a row.
    #[inline]
    pub fn push(&mut self, text: Option<&str>) {
        self.text.push_str(text.unwrap_or_default());
        self.end_row(text.is_some());
    }

    /// Adds a row with the text that a function appends to the string.
    pub fn push_with(&mut self, append: impl FnOnce(&mut String)) {
        append(&mut self.text);
        self.end_row(true);
    }

    fn end_row(&mut self, is_present: bool) {
        self.offsets.push(self.text.len() as i32);
        self.presence.push(is_present);
    }

    /// Keeps the rows whose flag is true.
    pub(crate) fn retain(&mut self, kept: &[bool]) {
        let all = std::mem::take(self);
        let rows = (0..all.presence.len()).filter(|&row| kept.get(row) == Some(&true));
        rows.for_each(|row| self.push(all.get(row)));
    }

    /// Returns the text of a row.
    pub fn get(&self, row: usize) -> Option<&str> {
        let range = *self.offsets.get(row)? as usize..*self.offsets.get(row + 1)? as usize;
        if self.presence.has(row) { self.text.get(range) } else { None }
    }
}

/// A column of texts that repeat: each row is the number of a text in a dictionary.
#[derive(Clone, Debug)]
pub struct Words {
    /// The number of the text of each row.
    pub keys: Numbers<i32>,
    /// The different texts, in the order of their first row.
    pub dictionary: Texts,
    /// The numbers of the texts, each plus one, by their hashes: a text is at the place of its hash or, if that
    /// is taken, at the next free one. At least half of the places are free, which have 0.
    index: Vec<u32>,
    /// Random, so that no one can make texts with equal hashes.
    seed: u64,
}

impl Default for Words {
    fn default() -> Words {
        Words {
            keys: Numbers::default(),
            dictionary: Texts::default(),
            index: Vec::new(),
            seed: RandomState::new().hash_one(0),
        }
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Words) -> bool {
        self.keys == other.keys && self.dictionary == other.dictionary
    }
}

impl Words {
    /// Adds a row.
    #[inline]
    pub fn push(&mut self, word: Option<&str>) {
        let key = word.map(|word| self.key(word));
        self.keys.push(key);
    }

    fn key(&mut self, word: &str) -> i32 {
        let last = self.keys.values.last().copied().unwrap_or(-1);
        if usize::try_from(last).is_ok_and(|last| self.dictionary.get(last) == Some(word)) {
            return last;
        }
        let new = self.dictionary.presence.len();
        if 2 * new >= self.index.len() {
            self.index = vec![0; (4 * new).next_power_of_two().max(64)];
            for number in 0..new {
                let place = self.place(self.dictionary.get(number).unwrap_or_default());
                self.index[place] = number as u32 + 1;
            }
        }
        let place = self.place(word);
        match self.index[place] {
            0 => {
                self.index[place] = new as u32 + 1;
                self.dictionary.push(Some(word));
                new as i32
            }
            number => number as i32 - 1,
        }
    }

    /// Returns the place of a text in the index, or a free one for it.
    fn place(&self, word: &str) -> usize {
        let last = self.index.len() - 1;
        let mut place = hash(self.seed, word.as_bytes()) as usize & last;
        while let Some(number) = self.index[place].checked_sub(1)
            && self.dictionary.get(number as usize) != Some(word)
        {
            place = (place + 1) & last;
        }
        place
    }

    /// Returns the text of a row.
    pub fn get(&self, row: usize) -> Option<&str> {
        self.dictionary.get(usize::try_from(self.keys.get(row)?).ok()?)
    }
}

/// Returns a hash of short texts: the two halves of a product are added without carry, as in wyhash
/// (Wang Yi, 2019, public domain).
fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let mixed = |word: u64| {
        let product = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * 0xe703_7ed1_a0b4_28db;
        product as u64 ^ (product >> 64) as u64
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let of_words = words.iter().fold(seed, |hash, &word| mixed(hash ^ u64::from_le_bytes(word)));
    let last = rest.iter().fold(bytes.len() as u64, |last, &byte| last << 8 | u64::from(byte));
    mixed(mixed(of_words ^ last))
}

#[cfg(feature = "arrow")]
impl Words {
    /// Returns the rows as texts that are all stored.
    pub(crate) fn into_texts(self) -> Texts {
        let mut texts = Texts::default();
        (0..self.keys.values.len()).for_each(|row| texts.push(self.get(row)));
        texts
    }
}

/// A column of byte strings of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strings {
    /// The length of each byte string.
    pub width: usize,
    /// The byte strings, one after the other; those of rows without a value are zeros.
    pub bytes: Vec<u8>,
    /// The rows that have a value.
    pub presence: Presence,
}

impl Strings {
    /// Creates an empty column of byte strings of this length.
    pub fn new(width: usize) -> Strings {
        Strings { width, bytes: Vec::new(), presence: Presence::default() }
    }

    /// Adds a row. A byte string of another length is cut, or filled up with zeros.
    #[inline]
    pub fn push(&mut self, bytes: Option<&[u8]>) {
        let end = self.bytes.len() + self.width;
        let value = bytes.unwrap_or_default();
        self.bytes.extend_from_slice(&value[..value.len().min(self.width)]);
        self.bytes.resize(end, 0);
        self.presence.push(bytes.is_some());
    }

    /// Keeps the rows whose flag is true.
    pub(crate) fn retain(&mut self, kept: &[bool]) {
        let all = std::mem::replace(self, Strings::new(self.width));
        let rows = (0..all.presence.len()).filter(|&row| kept.get(row) == Some(&true));
        rows.for_each(|row| self.push(all.get(row)));
    }

    /// Returns the byte string of a row.
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        let start = row * self.width;
        if self.presence.has(row) { self.bytes.get(start..start + self.width) } else { None }
    }
}

/// A column of lists of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists<T> {
    /// The end of each list in `items`, after a 0.
    pub offsets: Vec<i32>,
    /// The lists, one after the other.
    pub items: Numbers<T>,
    /// The rows that have a list.
    pub presence: Presence,
}

impl<T> Default for Lists<T> {
    fn default() -> Lists<T> {
        let items = Numbers { values: Vec::new(), presence: Presence::default() };
        Lists { offsets: vec![0], items, presence: Presence::default() }
    }
}

impl<T: Copy + Default> Lists<T> {
    /// Adds a row whose items all have a value.
    #[inline]
    pub fn push_complete(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.end_row(true);
    }

    /// Adds a row.
    pub fn push(&mut self, items: Option<impl IntoIterator<Item = Option<T>>>) {
        let is_present = items.is_some();
        items.into_iter().flatten().for_each(|item| self.items.push(item));
        self.end_row(is_present);
    }

    fn end_row(&mut self, is_present: bool) {
        self.offsets.push(self.items.values.len() as i32);
        self.presence.push(is_present);
    }

    /// Returns the list of a row.
    pub fn get(&self, row: usize) -> Option<impl Iterator<Item = Option<T>> + '_> {
        let (start, end) = (*self.offsets.get(row)? as usize, *self.offsets.get(row + 1)? as usize);
        let is_present = self.presence.has(row);
        is_present.then(|| (start..end).map(|item| self.items.get(item)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_values_are_found_at_every_row() {
        for length in 0..40 {
            for missing in 0..=length {
                let mut numbers = Numbers::default();
                (0..length).for_each(|row| numbers.push((row != missing).then_some(row as u16)));
                assert_eq!(numbers.presence.missing(), usize::from(missing < length));
                for row in 0..length {
                    let expected = (row != missing).then_some(row as u16);
                    assert_eq!(numbers.get(row), expected, "{row} of {length}, {missing}");
                }
                if let Some(bits) = numbers.presence.bits() {
                    assert_eq!(bits.len(), length.div_ceil(8));
                }
            }
        }
    }

    #[test]
    fn words_are_stored_once() {
        let mut words = Words::default();
        for word in [Some("a"), None, Some("b"), Some("a"), Some(""), Some("b")] {
            words.push(word);
        }
        assert_eq!(words.dictionary.presence.len(), 3);
        let read: Vec<_> = (0..6).map(|row| words.get(row)).collect();
        assert_eq!(read, [Some("a"), None, Some("b"), Some("a"), Some(""), Some("b")]);
        assert_eq!(words.get(6), None);
        let mut words = Words::default();
        let text = |number: usize| (number * number % 1009).to_string();
        (0..5000).for_each(|number| words.push(Some(&text(number))));
        assert_eq!(words.dictionary.presence.len(), 505);
        assert!((0..5000).all(|number| words.get(number) == Some(&text(number))));
    }

    /// Texts that differ in one byte or in their length have different hashes.
    #[test]
    fn similar_texts_have_different_hashes() {
        let mut hashes = std::collections::HashSet::new();
        let mut count = 0;
        for length in 0..=40 {
            let text = vec![0; length];
            count += 1;
            hashes.insert(hash(7, &text));
            for at in 0..length {
                for byte in 1..=u8::MAX {
                    let mut text = text.clone();
                    text[at] = byte;
                    count += 1;
                    hashes.insert(hash(7, &text));
                }
            }
        }
        assert_eq!(hashes.len(), count);
        assert_ne!(hash(7, b"a"), hash(8, b"a"));
    }

    #[test]
    fn lists_have_items_without_values() {
        let mut lists = Lists::default();
        lists.push_complete([1u16, 2]);
        lists.push(None::<[Option<u16>; 0]>);
        lists.push(Some([None, Some(3)]));
        lists.push_complete([]);
        let read: Vec<_> = (0..4).map(|row| lists.get(row).map(Iterator::collect)).collect();
        let list = |items: &[Option<u16>]| Some(items.to_vec());
        assert_eq!(read, [list(&[Some(1), Some(2)]), None, list(&[None, Some(3)]), list(&[])]);
    }
}
