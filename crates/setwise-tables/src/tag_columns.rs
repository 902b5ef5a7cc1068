//! The columns of the table of games that are made of tags.

use crate::column::{Column, Numbers, Texts, Words};
use crate::dates::{days, seconds};
use crate::tags::{Places, Tag, Tags, number};

/// The number of rows that wait to be added to the columns.
const MAX_WAITING: usize = 128;

/// The size of the tags that wait, in bytes, after which no more do. It bounds the memory for tags
/// that are repeated and tags that are no columns.
const MAX_TEXT: usize = 1 << 20;

/// The tags that are columns: of texts that repeat, of other texts, and of numbers.
const WORDS: [Tag; 11] = [
    Tag::Event,
    Tag::Date,
    Tag::Round,
    Tag::Result,
    Tag::WhiteTitle,
    Tag::BlackTitle,
    Tag::Eco,
    Tag::Opening,
    Tag::Termination,
    Tag::TimeControl,
    Tag::Variant,
];
const TEXTS: [Tag; 3] = [Tag::Site, Tag::White, Tag::Black];
const NUMBERS: [Tag; 4] =
    [Tag::WhiteElo, Tag::BlackElo, Tag::WhiteRatingDiff, Tag::BlackRatingDiff];

/// Columns that are made of tags.
///
/// The tags of some games wait until the columns take them one after the other. Added to all
/// columns at once, rows take a tenth more time: what the columns need is not in the nearest cache
/// any more.
#[derive(Debug, Default)]
pub(crate) struct TagColumns {
    waiting: Waiting,
    words: [Words; WORDS.len()],
    texts: [Texts; TEXTS.len()],
    numbers: [Numbers<i16>; NUMBERS.len()],
    date: Numbers<i32>,
    time: Numbers<i32>,
}

impl TagColumns {
    /// Adds a row.
    pub(crate) fn push(&mut self, tags: &Tags) {
        self.waiting.push(tags);
        if self.waiting.rows.len() == MAX_WAITING || self.waiting.text.len() > MAX_TEXT {
            self.add_waiting();
        }
    }

    fn add_waiting(&mut self) {
        let waiting = &self.waiting;
        for (column, tag) in self.words.iter_mut().zip(WORDS) {
            waiting.values(tag).for_each(|value| column.push(value));
        }
        for (column, tag) in self.texts.iter_mut().zip(TEXTS) {
            waiting.values(tag).for_each(|value| column.push(value));
        }
        for (column, tag) in self.numbers.iter_mut().zip(NUMBERS) {
            waiting.values(tag).for_each(|value| column.push(value.and_then(number)));
        }
        waiting.values(Tag::UtcDate).for_each(|value| self.date.push(value.and_then(days)));
        waiting.values(Tag::UtcTime).for_each(|value| self.time.push(value.and_then(seconds)));
        self.waiting.clear();
    }

    /// Returns the columns, in the order of the table: the first one is `Event`.
    pub(crate) fn finish(mut self) -> [Column; 20] {
        self.add_waiting();
        let [
            event,
            date,
            round,
            result,
            white_title,
            black_title,
            eco,
            opening,
            ending,
            control,
            variant,
        ] = self.words.map(Column::Word);
        let [site, white, black] = self.texts.map(Column::Text);
        let [white_elo, black_elo, white_diff, black_diff] = self.numbers.map(Column::I16);
        [
            event,
            site,
            date,
            round,
            white,
            black,
            result,
            white_title,
            black_title,
            white_elo,
            black_elo,
            white_diff,
            black_diff,
            Column::I32(self.date),
            Column::I32(self.time),
            eco,
            opening,
            ending,
            control,
            variant,
        ]
    }
}

/// The tags of rows that are not yet added to the columns.
#[derive(Debug, Default)]
struct Waiting {
    text: String,
    /// For each row, where its text begins, and where the values are in it.
    rows: Vec<(usize, Places)>,
}

impl Waiting {
    fn push(&mut self, tags: &Tags) {
        let (text, values) = tags.values();
        self.rows.push((self.text.len(), *values));
        self.text.push_str(text);
    }

    fn values(&self, tag: Tag) -> impl Iterator<Item = Option<&str>> {
        self.rows.iter().map(move |(from, values)| {
            let (start, end) = values[tag as usize]?;
            self.text.get(from + start as usize..from + end as usize)
        })
    }

    fn clear(&mut self) {
        self.text.clear();
        self.rows.clear();
    }
}
