//! The tags of a game, and the values that the tables take from them.

use std::ops::Range;

use setwise_pgn::Text;

use crate::game_key::LINKS;

/// Defines the tags, each with its name as written in PGN.
macro_rules! tags {
    ($($(#[$meaning:meta])* $tag:ident = $name:literal,)*) => {
        /// A tag that is a column of the table of games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Tag {
            $($(#[$meaning])* $tag,)*
        }

        /// The names of the tags, in the order of [`Tag`].
        pub(crate) const NAMES: [&str; Tag::COUNT] = [$(text($name)),*];

        impl Tag {
            /// All tags.
            pub const ALL: [Tag; Tag::COUNT] = [$(Tag::$tag),*];

            /// Returns the tag of a name as written in PGN.
            pub fn from_name(name: &str) -> Option<Tag> {
                match name.as_bytes() {
                    $($name => Some(Tag::$tag),)*
                    _ => None,
                }
            }
        }
    };
}

const fn text(name: &'static [u8]) -> &'static str {
    match str::from_utf8(name) {
        Ok(name) => name,
        Err(_) => panic!("the names are ASCII"),
    }
}

tags! {
    /// The event.
    Event = b"Event",
    /// The place, or the address of the game on a server.
    Site = b"Site",
    /// The date as written, as in `1992.11.??`.
    Date = b"Date",
    /// The round.
    Round = b"Round",
    /// The player with the white pieces.
    White = b"White",
    /// The player with the black pieces.
    Black = b"Black",
    /// The result.
    Result = b"Result",
    /// The title of the white player.
    WhiteTitle = b"WhiteTitle",
    /// The title of the black player.
    BlackTitle = b"BlackTitle",
    /// The rating of the white player.
    WhiteElo = b"WhiteElo",
    /// The rating of the black player.
    BlackElo = b"BlackElo",
    /// The change of the white player's rating.
    WhiteRatingDiff = b"WhiteRatingDiff",
    /// The change of the black player's rating.
    BlackRatingDiff = b"BlackRatingDiff",
    /// The date in UTC.
    UtcDate = b"UTCDate",
    /// The time in UTC.
    UtcTime = b"UTCTime",
    /// The code of the opening.
    Eco = b"ECO",
    /// The name of the opening.
    Opening = b"Opening",
    /// The reason why the game ended.
    Termination = b"Termination",
    /// The time control.
    TimeControl = b"TimeControl",
    /// The variant.
    Variant = b"Variant",
}

impl Tag {
    /// The number of tags.
    pub const COUNT: usize = 20;

    /// Returns the name as written in PGN.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

/// For each tag, where its value begins and ends in a text.
pub(crate) type Places = [Option<(u32, u32)>; Tag::COUNT];

/// The tags of one game.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    /// The names and values that have been set, each followed by a line feed, until
    /// [`Tags::finish`].
    bytes: Vec<u8>,
    text: String,
    known: Places,
    /// The names and values of other tags, if they are kept.
    others: Vec<(Range<usize>, Range<usize>)>,
    keeps_others: bool,
}

impl Tags {
    /// Creates an empty set of tags, which keeps tags that are no [`Tag`] if asked to.
    pub(crate) fn new(keeps_others: bool) -> Tags {
        Tags { keeps_others, ..Tags::default() }
    }

    pub(crate) fn clear(&mut self) {
        self.bytes = std::mem::take(&mut self.text).into_bytes();
        self.bytes.clear();
        self.known = [None; Tag::COUNT];
        self.others.clear();
    }

    /// Sets a tag, whose value can be read after [`Tags::finish`]. If several have the same name,
    /// the last one counts.
    #[inline]
    pub(crate) fn set(&mut self, name: &str, value: Text<'_>) {
        let tag = Tag::from_name(name);
        if tag.is_none() && !self.keeps_others && !LINKS.contains(&name) {
            return;
        }
        let value = push(&mut self.bytes, value.0);
        match tag {
            Some(tag) => self.known[tag as usize] = Some((value.start as u32, value.end as u32)),
            None => self.others.push((push(&mut self.bytes, name.as_bytes()), value)),
        }
    }

    /// Makes texts of the tags that have been set. All are checked at once: the line feeds keep
    /// bytes of different tags from being one character.
    pub(crate) fn finish(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        match String::from_utf8(std::mem::take(&mut self.bytes)) {
            Ok(text) => self.text = text,
            Err(error) => self.decode(&error.into_bytes()),
        }
    }

    /// Makes texts of bytes of which some are not UTF-8.
    #[cold]
    fn decode(&mut self, bytes: &[u8]) {
        let mut decoded = |range: Range<usize>| {
            let start = self.text.len();
            self.text.push_str(&Text(bytes.get(range).unwrap_or_default()).decode());
            start..self.text.len()
        };
        for (start, end) in self.known.iter_mut().flatten() {
            let text = decoded(*start as usize..*end as usize);
            (*start, *end) = (text.start as u32, text.end as u32);
        }
        for (name, value) in &mut self.others {
            (*name, *value) = (decoded(name.clone()), decoded(value.clone()));
        }
    }

    /// Returns the value of a tag, without white space around it.
    #[inline]
    pub fn get(&self, tag: Tag) -> Option<&str> {
        let (start, end) = self.known[tag as usize]?;
        self.text.get(start as usize..end as usize)
    }

    /// Returns the value of any tag. Tags that are no [`Tag`] are kept only for readers that
    /// need them, but `Link` and `GameURL` always.
    pub fn by_name(&self, name: &str) -> Option<&str> {
        if let Some(tag) = Tag::from_name(name) {
            return self.get(tag);
        }
        let is_it = |(other, _): &&(Range<usize>, _)| self.text.get(other.clone()) == Some(name);
        let (_, value) = self.others.iter().rfind(is_it)?;
        self.text.get(value.clone())
    }

    /// Returns the names and values of the tags that are kept: first every [`Tag`], in their order.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let known = NAMES.iter().zip(self.known).filter_map(|(&name, range)| {
            let (start, end) = range?;
            Some((name, self.text.get(start as usize..end as usize)?))
        });
        let others = self.others.iter().filter_map(|(name, value)| {
            Some((self.text.get(name.clone())?, self.text.get(value.clone())?))
        });
        known.chain(others)
    }

    /// Returns the value of a tag unless it is empty or unknown: `?`, `-`.
    pub fn known(&self, tag: Tag) -> Option<&str> {
        self.get(tag).filter(|value| !matches!(*value, "" | "?" | "-"))
    }

    /// Returns the text of all tags that were set, and where each value is in it.
    #[cfg(feature = "tables")]
    pub(crate) fn values(&self) -> (&str, &Places) {
        (&self.text, &self.known)
    }

    /// Returns the value of a tag as a number, as in `2510`, `+7` or `-12`.
    pub fn number(&self, tag: Tag) -> Option<i16> {
        number(self.get(tag)?)
    }
}

/// Appends bytes and a line feed; returns where the bytes are.
fn push(all: &mut Vec<u8>, bytes: &[u8]) -> Range<usize> {
    let start = all.len();
    all.extend_from_slice(bytes);
    all.push(b'\n');
    start..start + bytes.len()
}

/// Returns the number that a text is, as in `2510`, `+7` or `-12`.
pub(crate) fn number(text: &str) -> Option<i16> {
    text.trim_ascii().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_of_a_column_has_a_place() {
        for (index, name) in NAMES.into_iter().enumerate() {
            assert_eq!(Tag::from_name(name).map(|tag| tag as usize), Some(index), "{name}");
        }
        let mut tags = Tags::new(true);
        let names = ["Event", "WhiteElo", "UTCDate", "Annotator", "Annotator", "BlackRatingDiff"];
        for (index, name) in names.into_iter().enumerate() {
            tags.set(name, Text(format!("+{index}").as_bytes()));
        }
        tags.set("White", Text(b"Gr\xfcnfeld"));
        tags.set("Black", Text("Müller".as_bytes()));
        tags.finish();
        assert_eq!(tags.get(Tag::White), Some("Grünfeld"));
        assert_eq!(
            (tags.number(Tag::BlackRatingDiff), tags.by_name("Annotator")),
            (Some(5), Some("+4"))
        );
        assert_eq!((tags.by_name("Event"), tags.get(Tag::Black)), (Some("+0"), Some("Müller")));
        tags.clear();
        // Bytes of two tags that would be a character together.
        tags.set("White", Text(b"a\xc3"));
        tags.set("Black", Text(b"\xa9"));
        tags.finish();
        assert_eq!((tags.get(Tag::White), tags.get(Tag::Black)), (Some("aÃ"), Some("©")));
        tags.clear();
        tags.set("Event", Text(b""));
        tags.finish();
        assert_eq!((tags.get(Tag::Event), tags.get(Tag::Site)), (Some(""), None));
        tags.clear();
        assert_eq!((tags.by_name("Annotator"), tags.get(Tag::White)), (None, None));
    }
}
