//! Reading the games of one chunk.

use std::any::Any;
use std::ops::RangeInclusive;

use setwise_pgn::{InMemory, Options, PgnError, Reader};

use crate::record::{GamePlace, Record, Recorder, Wanted};
use crate::select::Selection;
use crate::source::Inputs;
use crate::split::{Chunk, End};
use crate::tags::Tag;

/// Collects games into something: a table, a filtered text, statistics.
pub trait Collector: Sync {
    /// What is collected from some consecutive games of an input.
    type Part: Send + 'static;

    /// Returns the parts of games that are needed.
    fn wanted(&self) -> Wanted {
        Wanted::default()
    }

    /// Returns which games are collected; `None` is all.
    fn selection(&self) -> Option<&Selection> {
        None
    }

    /// Returns a part without a game.
    fn part(&self) -> Self::Part;

    /// Adds a game.
    fn add(&self, part: &mut Self::Part, game: &Record);

    /// Receives the text of the game that was added last, from its first byte to the first byte of
    /// the next game. `None` is a text of more than [`MAX_TEXT`] bytes.
    fn text(&self, _part: &mut Self::Part, _text: Option<&[u8]>) {}

    /// Returns whether [`Collector::text`] is called.
    fn wants_text(&self) -> bool {
        false
    }

    /// Returns whether inputs may be tables of games: Parquet or Arrow files, recognized by their
    /// first bytes, or files of puzzles, recognized by their names (`.csv`, also compressed). Their
    /// records have [`Record::is_row`]; no position but the start is filled, and there is no text.
    fn takes_tables(&self) -> bool {
        false
    }

    /// Returns whether a tag is needed of the rows of a table.
    fn wants_tag(&self, _tag: Tag) -> bool {
        true
    }

    /// Returns whether the column `game_id` is needed of the rows of a table.
    fn wants_ids(&self) -> bool {
        false
    }

    /// Returns whether rows of a table need not be read, because what is known of them suffices.
    fn skips(&self, _rows: &RowStatistics<'_>) -> bool {
        false
    }

    /// Adds rows that are not read, whose games have a number of moves.
    fn skip(&self, _part: &mut Self::Part, _rows: &RowStatistics<'_>, _moves: u64) {}
}

/// What a table tells of rows that belong together.
pub struct RowStatistics<'t> {
    /// The number of their input, from 0.
    pub input: u32,
    /// The number of games.
    pub games: u64,
    /// The number of games with an error.
    pub errors: u64,
    pub(crate) tag: &'t dyn Fn(Tag) -> Option<TagStatistics>,
}

/// What a table tells of a tag in rows that belong together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TagStatistics {
    pub(crate) least: Option<i64>,
    pub(crate) greatest: Option<i64>,
    pub(crate) is_present: bool,
}

impl RowStatistics<'_> {
    /// Returns whether it is known that no game has a number in a range as the value of a tag.
    pub fn has_none(&self, tag: Tag, range: &RangeInclusive<i64>) -> bool {
        let tag = (self.tag)(tag).unwrap_or_default();
        tag.greatest.is_some_and(|greatest| greatest < *range.start())
            || tag.least.is_some_and(|least| least > *range.end())
    }

    /// Returns whether it is known that a game has a tag.
    pub fn has_tag(&self, tag: Tag) -> bool {
        (self.tag)(tag).is_some_and(|tag| tag.is_present)
    }
}

/// The maximum size of a text that [`Collector::text`] receives, in bytes, if the game does not lie in
/// one chunk.
pub const MAX_TEXT: usize = 1 << 24;

/// The maximum number of games of a chunk that are read at once, so that memory stays bounded: a
/// game without moves has two bytes, and its row has more than a hundred. The other games of the
/// chunk are read like those that go on in the next chunk, in smaller parts.
const MAX_GAMES: usize = 1 << 15;

/// A part of any collector.
pub(crate) type AnyPart = Box<dyn Any + Send>;

/// A collector whose parts have one type, so that the code that reads is instantiated only once.
pub(crate) trait AnyCollector: Sync {
    fn wanted(&self) -> Wanted;
    fn selection(&self) -> Option<&Selection>;
    fn part(&self) -> AnyPart;
    fn add(&self, part: &mut AnyPart, game: &Record);
    fn text(&self, part: &mut AnyPart, text: Option<&[u8]>);
    fn wants_text(&self) -> bool;
    fn takes_tables(&self) -> bool;
    fn wants_tag(&self, tag: Tag) -> bool;
    fn wants_ids(&self) -> bool;
    #[cfg(feature = "parquet")]
    fn skips(&self, rows: &RowStatistics<'_>) -> bool;
    #[cfg(feature = "parquet")]
    fn skip(&self, part: &mut AnyPart, rows: &RowStatistics<'_>, moves: u64);
}

impl<T: Collector> AnyCollector for T {
    fn wanted(&self) -> Wanted {
        let selection = Collector::selection(self).map(Selection::wanted);
        Collector::wanted(self).or(selection.unwrap_or_default())
    }

    fn selection(&self) -> Option<&Selection> {
        Collector::selection(self)
    }

    fn part(&self) -> AnyPart {
        Box::new(Collector::part(self))
    }

    fn add(&self, part: &mut AnyPart, game: &Record) {
        Collector::add(self, part.downcast_mut().expect(OTHER_COLLECTOR), game);
    }

    fn text(&self, part: &mut AnyPart, text: Option<&[u8]>) {
        Collector::text(self, part.downcast_mut().expect(OTHER_COLLECTOR), text);
    }

    fn wants_text(&self) -> bool {
        Collector::wants_text(self)
    }

    fn takes_tables(&self) -> bool {
        Collector::takes_tables(self)
    }

    fn wants_tag(&self, tag: Tag) -> bool {
        Collector::wants_tag(self, tag)
    }

    fn wants_ids(&self) -> bool {
        Collector::wants_ids(self)
    }

    #[cfg(feature = "parquet")]
    fn skips(&self, rows: &RowStatistics<'_>) -> bool {
        Collector::skips(self, rows)
    }

    #[cfg(feature = "parquet")]
    fn skip(&self, part: &mut AnyPart, rows: &RowStatistics<'_>, moves: u64) {
        Collector::skip(self, part.downcast_mut().expect(OTHER_COLLECTOR), rows, moves);
    }
}

/// Returns a part with its type.
pub(crate) fn part_of<T: Collector>(part: AnyPart) -> T::Part {
    *part.downcast().expect(OTHER_COLLECTOR)
}

/// The message of a panic that cannot happen.
const OTHER_COLLECTOR: &str = "a part of this collector";

/// How the games of a text are read.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'t> {
    pub(crate) collector: &'t dyn AnyCollector,
    pub(crate) inputs: &'t Inputs,
    pub(crate) options: Options,
    /// The first place at which a game is not read any more.
    pub(crate) to: Option<GamePlace>,
}

/// A chunk, and what was made of its games if it begins with a game.
pub(crate) struct ReadChunk {
    pub(crate) chunk: Chunk,
    pub(crate) part: AnyPart,
    pub(crate) next: Next,
}

impl ReadChunk {
    /// Returns whether the chunk begins with a tag. If it begins with anything else, reading it may
    /// depend on what is before it.
    pub(crate) fn begins_with_tag(&self) -> bool {
        self.chunk.bytes.starts_with(b"[")
    }
}

/// What comes after the games that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The next chunk begins with a game, or the input ends.
    Chunk,
    /// It is not certain whether the game at this index, and those after it, are what they seem to
    /// be: reading must be repeated from there.
    Again(usize),
    /// The game at this place is not read any more.
    Over(GamePlace),
}

/// Reads the games of a chunk, as if it began with a game.
pub(crate) fn read_chunk(
    chunk: Chunk,
    reading: Reading<'_>,
    recorder: &mut Recorder<'_>,
) -> ReadChunk {
    let pass = read_up_to(&chunk, usize::MAX, reading, recorder);
    match pass.next {
        Next::Again(start) => {
            let Pass { part, .. } = read_up_to(&chunk, start, reading, recorder);
            ReadChunk { chunk, part, next: pass.next }
        }
        next => ReadChunk { chunk, part: pass.part, next },
    }
}

struct Pass {
    part: AnyPart,
    next: Next,
}

/// Reads the games of a chunk that begin before a limit.
fn read_up_to(
    chunk: &Chunk,
    limit: usize,
    reading: Reading<'_>,
    recorder: &mut Recorder<'_>,
) -> Pass {
    let length = chunk.bytes.len();
    let mut reader = Reader::with_options(InMemory(chunk.with_guess()), reading.options);
    let mut part = reading.collector.part();
    let mut games = Games::new(reading);
    // The starts of the last game and of the one before it.
    let (mut last, mut previous) = (0, 0);
    let mut count = 0;
    recorder.record.input = chunk.input;
    let (next, end) = loop {
        recorder.clear();
        let game = match reader.read_game(recorder) {
            Ok(Some(game)) => game,
            // Memory can always be read.
            Ok(None) | Err(_) => {
                break match chunk.end {
                    End::Input => (Next::Chunk, length),
                    // The end of a game is certain if two more begin after it: the next one may
                    // begin with a tag that goes on in the next chunk.
                    End::Guess | End::Anywhere => (Next::Again(previous), length),
                };
            }
        };
        let start = reader.game_start() as usize;
        if count == MAX_GAMES {
            break (Next::Again(previous), text_start(&chunk.bytes, start.min(length)));
        }
        if start >= length || start >= limit {
            let is_certain = start == length && chunk.end == End::Guess;
            let next = if is_certain { Next::Chunk } else { Next::Again(previous) };
            break (next, text_start(&chunk.bytes, start.min(length)));
        }
        let place = chunk.place(start);
        if reading.to.is_some_and(|to| place >= to) {
            break (Next::Over(place), text_start(&chunk.bytes, start));
        }
        let text_start = text_start(&chunk.bytes, start);
        games.finish(&mut part, chunk.bytes.get(games.start..text_start));
        games.add(&mut part, recorder, game, place, start);
        games.start = text_start;
        (last, previous) = (start, last);
        count += 1;
    };
    games.finish(&mut part, chunk.bytes.get(games.start..end));
    Pass { part, next }
}

/// Returns where the text of a game begins whose first token is at an index: before its move
/// number, if it begins with one.
pub(crate) fn text_start(text: &[u8], start: usize) -> usize {
    if text.get(start).is_none_or(|&byte| byte == b'[') {
        return start;
    }
    let before = &text[..start];
    let number = before.trim_ascii_end();
    let dots = number.iter().rev().take_while(|&&byte| byte == b'.').count();
    let digits = &number[..number.len() - dots];
    let first = digits.iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |last| last + 1);
    let is_number = digits.len() < number.len() && first < digits.len();
    if is_number { first } else { start }
}

/// Passes the games of the selection to a collector, and their texts after them.
pub(crate) struct Games<'t> {
    reading: Reading<'t>,
    /// Whether the text of the last game is still to be passed.
    owes_text: bool,
    /// The start of the last game.
    pub(crate) start: usize,
}

impl<'t> Games<'t> {
    pub(crate) fn new(reading: Reading<'t>) -> Games<'t> {
        Games { reading, owes_text: false, start: 0 }
    }

    /// Passes the text of the last game.
    pub(crate) fn finish(&mut self, part: &mut AnyPart, text: Option<&[u8]>) {
        if std::mem::take(&mut self.owes_text) {
            self.reading.collector.text(part, text);
        }
    }

    /// Passes a game that a reader has just read.
    pub(crate) fn add(
        &mut self,
        part: &mut AnyPart,
        recorder: &mut Recorder<'_>,
        game: Result<(), PgnError>,
        place: GamePlace,
        start: usize,
    ) {
        let Reading { collector, inputs, .. } = self.reading;
        self.start = start;
        if let Err(error) = game {
            recorder.fail(error, start as u64);
        }
        let record = &mut recorder.record;
        (record.place, record.id) = (place, inputs.game_id(record.input, place));
        if recorder.takes() {
            collector.add(part, &recorder.record);
            self.owes_text = collector.wants_text();
        }
    }
}
