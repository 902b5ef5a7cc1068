//! Columns in memory: plain vectors in the layout of Arrow, built row by row.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use crate::word_hash::WordHash;

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
    /// Numbers with a fraction.
    F64(Numbers<f64>),
    /// True or false.
    Bool(Numbers<bool>),
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

impl Column {
    /// Returns the column with some of its rows.
    pub(crate) fn of_rows(&self, rows: &[usize]) -> Column {
        match self {
            Column::I8(numbers) => Column::I8(numbers.of_rows(rows)),
            Column::U8(numbers) => Column::U8(numbers.of_rows(rows)),
            Column::I16(numbers) => Column::I16(numbers.of_rows(rows)),
            Column::U16(numbers) => Column::U16(numbers.of_rows(rows)),
            Column::I32(numbers) => Column::I32(numbers.of_rows(rows)),
            Column::U32(numbers) => Column::U32(numbers.of_rows(rows)),
            Column::U64(numbers) => Column::U64(numbers.of_rows(rows)),
            Column::F64(numbers) => Column::F64(numbers.of_rows(rows)),
            Column::Bool(truths) => Column::Bool(truths.of_rows(rows)),
            Column::Text(texts) => Column::Text(texts.of_rows(rows)),
            Column::Word(words) => Column::Word(words.of_rows(rows)),
            Column::Bytes(strings) => Column::Bytes(strings.of_rows(rows)),
            Column::ListU16(lists) => Column::ListU16(lists.of_rows(rows)),
            Column::ListU32(lists) => Column::ListU32(lists.of_rows(rows)),
            Column::ListI16(lists) => Column::ListI16(lists.of_rows(rows)),
        }
    }
}

/// Which rows of a column have a value. A set of which all rows have one, or none, needs no memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// One bit for each row, least significant first; empty if all rows are alike.
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
    pub fn bits(&self) -> Option<Vec<u8>> {
        let all_missing = || vec![0; self.len.div_ceil(8)];
        let bits = || if self.bits.is_empty() { all_missing() } else { self.bits.clone() };
        (self.missing > 0).then(bits)
    }

    #[inline]
    fn push(&mut self, is_present: bool) {
        let other = if is_present { self.missing } else { self.len - self.missing };
        if other > 0 {
            self.push_to_bits(is_present);
        }
        self.len += 1;
        self.missing += usize::from(!is_present);
    }

    /// Adds a row to the bits, which are filled if all rows before it are alike.
    fn push_to_bits(&mut self, is_present: bool) {
        if self.bits.is_empty() {
            let all = if self.missing == 0 { 0xff } else { 0 };
            self.bits.resize(self.len.div_ceil(8), all);
            if let Some(last) = self.bits.last_mut()
                && !self.len.is_multiple_of(8)
            {
                *last &= (1 << (self.len % 8)) - 1;
            }
        }
        if self.len.is_multiple_of(8) {
            self.bits.push(0);
        }
        if let Some(last) = self.bits.last_mut() {
            *last |= u8::from(is_present) << (self.len % 8);
        }
    }
}

/// A column of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers<T> {
    /// The numbers; 0 in rows without a value.
    pub values: Vec<T>,
    /// The rows that have a value.
    pub presence: Presence,
}

impl<T: Copy + Default> Numbers<T> {
    /// Returns a column without rows, and with room for some.
    pub(crate) fn with_capacity(rows: usize) -> Numbers<T> {
        Numbers { values: Vec::with_capacity(rows), presence: Presence::default() }
    }

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

    fn of_rows(&self, rows: &[usize]) -> Numbers<T> {
        let mut some = Numbers::with_capacity(rows.len());
        rows.iter().for_each(|&row| some.push(self.get(row)));
        some
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
        // If the texts are too long, the batch is refused when it becomes one of Arrow.
        self.offsets.push(i32::try_from(self.text.len()).unwrap_or(i32::MAX));
        self.presence.push(is_present);
    }

    fn of_rows(&self, rows: &[usize]) -> Texts {
        let mut some = Texts::default();
        rows.iter().for_each(|&row| some.push(self.get(row)));
        some
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
    /// The prints of the texts in the dictionary.
    prints: Vec<Print>,
    /// The numbers of the texts, each plus one, by their hashes: a text is at the place of its hash or, if that
    /// is taken, at the next free one. At least half of the places are free, which have 0.
    index: Vec<u32>,
    /// Random, so that texts with equal hashes cannot be prepared.
    seed: u64,
}

impl Default for Words {
    fn default() -> Words {
        Words {
            keys: Numbers::default(),
            dictionary: Texts::default(),
            prints: Vec::new(),
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

    /// Adds rows with the same text.
    pub(crate) fn push_repeated(&mut self, word: Option<&str>, count: usize) {
        if count > 0 {
            let key = word.map(|word| self.key(word));
            (0..count).for_each(|_| self.keys.push(key));
        }
    }

    fn key(&mut self, word: &str) -> i32 {
        let print = Print::of(word.as_bytes());
        let last = self.keys.values.last().copied().unwrap_or(-1);
        if usize::try_from(last).is_ok_and(|last| self.is_at(last, word, print)) {
            return last;
        }
        let new = self.prints.len();
        if 2 * new >= self.index.len() {
            self.grow();
        }
        let place = self.place(word, print);
        match self.index[place] {
            0 => {
                self.index[place] = new as u32 + 1;
                self.dictionary.push(Some(word));
                self.prints.push(print);
                new as i32
            }
            number => number as i32 - 1,
        }
    }

    /// Makes the index four times as large as the dictionary.
    #[cold]
    fn grow(&mut self) {
        let count = self.prints.len();
        self.index = vec![0; (4 * count).next_power_of_two().max(64)];
        for number in 0..count {
            let text = self.dictionary.get(number).unwrap_or_default();
            let place = self.place(text, self.prints[number]);
            self.index[place] = number as u32 + 1;
        }
    }

    /// Returns the place of a text in the index, or a free one for it.
    #[inline]
    fn place(&self, word: &str, print: Print) -> usize {
        let last = self.index.len() - 1;
        let mut place = print.hash(self.seed, word.as_bytes()) as usize & last;
        while let Some(number) = self.index[place].checked_sub(1)
            && !self.is_at(number as usize, word, print)
        {
            place = (place + 1) & last;
        }
        place
    }

    /// Returns whether the text of a number is this one.
    #[inline]
    fn is_at(&self, number: usize, word: &str, print: Print) -> bool {
        self.prints.get(number) == Some(&print)
            && (print.is_whole() || self.dictionary.get(number) == Some(word))
    }

    fn of_rows(&self, rows: &[usize]) -> Words {
        let keys = self.keys.of_rows(rows);
        let (prints, index) = (self.prints.clone(), self.index.clone());
        Words { keys, dictionary: self.dictionary.clone(), prints, index, seed: self.seed }
    }

    /// Returns the length of the longest text, in bytes.
    pub(crate) fn longest(&self) -> usize {
        self.prints.iter().map(|print| print.len).max().unwrap_or(0)
    }

    /// Returns the text of a row.
    pub fn get(&self, row: usize) -> Option<&str> {
        self.dictionary.get(usize::try_from(self.keys.get(row)?).ok()?)
    }
}

/// The length of a text, its first bytes and its last ones, which overlap in a text of less than 16
/// bytes. Up to 16 bytes are all of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Print {
    len: usize,
    first: u64,
    last: u64,
}

impl Print {
    #[inline]
    fn of(text: &[u8]) -> Print {
        let four = |bytes: Option<&[u8; 4]>| bytes.map(|bytes| u32::from_le_bytes(*bytes).into());
        let (first, last) =
            if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
                (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
            } else if let (Some(first), Some(last)) =
                (four(text.first_chunk()), four(text.last_chunk()))
            {
                (first, last)
            } else {
                (text.iter().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte)), 0)
            };
        Print { len: text.len(), first, last }
    }

    /// Returns whether texts with this print are equal.
    fn is_whole(self) -> bool {
        self.len <= 16
    }

    /// Returns a hash of the text.
    #[inline]
    fn hash(self, seed: u64, text: &[u8]) -> u64 {
        let mut hash = WordHash(seed);
        [self.len as u64, self.first, self.last].into_iter().for_each(|word| hash.word(word));
        let (words, _) = text.get(8..).unwrap_or_default().as_chunks::<8>();
        let between = if self.is_whole() { &[] } else { words };
        between.iter().for_each(|&word| hash.word(u64::from_le_bytes(word)));
        hash.0
    }
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
    /// The byte strings, one after the other; zeros in rows without a value.
    pub bytes: Vec<u8>,
    /// The rows that have a value.
    pub presence: Presence,
}

/// An empty column of packed positions, which have 24 bytes.
impl Default for Strings {
    fn default() -> Strings {
        Strings::new(24)
    }
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

    fn of_rows(&self, rows: &[usize]) -> Strings {
        let mut some = Strings::new(self.width);
        rows.iter().for_each(|&row| some.push(self.get(row)));
        some
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

impl<T: Default> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists { offsets: vec![0], items: Numbers::default(), presence: Presence::default() }
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

    fn of_rows(&self, rows: &[usize]) -> Lists<T> {
        let mut some = Lists::default();
        rows.iter().for_each(|&row| some.push(self.get(row)));
        some
    }

    fn end_row(&mut self, is_present: bool) {
        self.offsets.push(i32::try_from(self.items.values.len()).unwrap_or(i32::MAX));
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
mod tests;
