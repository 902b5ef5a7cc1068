//! The columns of the table of games that are made of tags.

use arrow_array::builder::{
    Date32Builder, Int16Builder, StringBuilder, StringDictionaryBuilder, Time32MillisecondBuilder,
};
use arrow_array::types::Int32Type;

use crate::export::dates::{days, seconds};
use crate::export::schema::{Column, described, optional};
use crate::tags::{Places, Tag, Tags, number};

/// The number of rows that wait to be added to the columns.
const MAX_WAITING: usize = 128;

/// The size of the tags that wait, in bytes, after which no more do. It bounds the memory for tags
/// that are repeated and tags that are no columns.
const MAX_TEXT: usize = 1 << 20;

/// A column that is made of a tag.
enum TagColumn {
    Words(StringDictionaryBuilder<Int32Type>),
    Texts(StringBuilder),
    Numbers(Int16Builder),
    Dates(Date32Builder),
    Times(Time32MillisecondBuilder),
}

impl TagColumn {
    fn of(tag: Tag) -> TagColumn {
        match tag {
            Tag::Site | Tag::White | Tag::Black => TagColumn::Texts(Default::default()),
            Tag::WhiteElo | Tag::BlackElo | Tag::WhiteRatingDiff | Tag::BlackRatingDiff => {
                TagColumn::Numbers(Default::default())
            }
            Tag::UtcDate => TagColumn::Dates(Default::default()),
            Tag::UtcTime => TagColumn::Times(Default::default()),
            _ => TagColumn::Words(Default::default()),
        }
    }

    fn extend<'t>(&mut self, values: impl Iterator<Item = Option<&'t str>>) {
        match self {
            TagColumn::Words(words) => words.extend(values),
            TagColumn::Texts(texts) => texts.extend(values),
            TagColumn::Numbers(numbers) => {
                numbers.extend(values.map(|value| value.and_then(number)));
            }
            TagColumn::Dates(dates) => dates.extend(values.map(|value| value.and_then(days))),
            TagColumn::Times(times) => {
                times.extend(values.map(|value| Some(1000 * seconds(value?)?)));
            }
        }
    }

    fn finish(self, tag: Tag) -> Column {
        let name = tag.name();
        let (column, condition) = match self {
            TagColumn::Words(mut words) => {
                let form = if tag == Tag::Date { " as written" } else { "" };
                (optional(name, words.finish()), form)
            }
            TagColumn::Texts(mut texts) => (optional(name, texts.finish()), ""),
            TagColumn::Numbers(mut all) => (optional(name, all.finish()), ", if it is a number"),
            TagColumn::Dates(mut dates) => {
                (optional(name, dates.finish()), ", if it is a whole date")
            }
            TagColumn::Times(mut times) => (optional(name, times.finish()), ", if it is a time"),
        };
        described(column, &format!("The tag {name}{condition}."))
    }
}

/// Columns that are made of tags.
///
/// The tags of some games wait until the columns take them one after the other. Added to all
/// columns at once, rows take a tenth more time: what the columns need is not in the nearest cache
/// any more.
pub(crate) struct TagColumns {
    waiting: Waiting,
    columns: [TagColumn; Tag::COUNT],
}

impl Default for TagColumns {
    fn default() -> TagColumns {
        TagColumns { waiting: Waiting::default(), columns: Tag::ALL.map(TagColumn::of) }
    }
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
        for (column, tag) in self.columns.iter_mut().zip(Tag::ALL) {
            column.extend(self.waiting.values(tag));
        }
        self.waiting.clear();
    }

    /// Returns the columns in the order of the table, which is the order of [`Tag::ALL`].
    pub(crate) fn finish(mut self) -> impl Iterator<Item = Column> {
        self.add_waiting();
        self.columns.into_iter().zip(Tag::ALL).map(|(column, tag)| column.finish(tag))
    }
}

/// The tags of rows that are not yet added to the columns.
#[derive(Default)]
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
