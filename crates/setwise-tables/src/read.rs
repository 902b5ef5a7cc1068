//! Reading inputs with several threads: collectors of records, with results in order.

use std::any::Any;
use std::fmt::Display;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use setwise_pgn::Options;
use setwise_pgn::files::Inputs;
use setwise_pgn::threads::{self, Fills, Fold, Meter, ReadGame, Tap};
pub use setwise_pgn::threads::{InputRead, ReadOptions, Workers};

use crate::record::{Record, Recorder, Wanted};
use crate::select::Selection;
use crate::table::{self, Wants};
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
    /// the next game. `None` is a text of more than
    /// [`MAX_TEXT`](setwise_pgn::threads::MAX_TEXT) bytes.
    fn text(&self, _part: &mut Self::Part, _text: Option<&[u8]>) {}

    /// Returns whether [`Collector::text`] is called.
    fn wants_text(&self) -> bool {
        false
    }

    /// Returns whether inputs may be tables of games that Setwise wrote: Parquet or Arrow files,
    /// recognized by their first bytes. No position but the start is filled, and there is no text.
    /// Tables of other programs, whose games are texts, are taken by every collector.
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

/// A part of any collector.
pub(crate) type AnyPart = Box<dyn Any + Send>;

/// A collector whose parts have one type, so that the code that reads is instantiated only once.
pub(crate) trait AnyCollector: Sync {
    fn part(&self) -> AnyPart;
    fn add(&self, part: &mut AnyPart, game: &Record);
    fn text(&self, part: &mut AnyPart, text: Option<&[u8]>);
    #[cfg(feature = "parquet")]
    fn skips(&self, rows: &RowStatistics<'_>) -> bool;
    #[cfg(feature = "parquet")]
    fn skip(&self, part: &mut AnyPart, rows: &RowStatistics<'_>, moves: u64);
}

impl<T: Collector> AnyCollector for T {
    fn part(&self) -> AnyPart {
        Box::new(Collector::part(self))
    }

    fn add(&self, part: &mut AnyPart, game: &Record) {
        Collector::add(self, part.downcast_mut().expect(OTHER_COLLECTOR), game);
    }

    fn text(&self, part: &mut AnyPart, text: Option<&[u8]>) {
        Collector::text(self, part.downcast_mut().expect(OTHER_COLLECTOR), text);
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

/// Passes games to a collector, as records.
pub(crate) struct Records<'t> {
    inputs: &'t Inputs,
    pub(crate) collector: &'t dyn AnyCollector,
    wanted: Wanted,
    selection: Option<&'t Selection>,
    wants_text: bool,
    /// What is needed of tables.
    pub(crate) wants: Wants,
    tap: Option<Tap>,
}

impl<'t> Records<'t> {
    pub(crate) fn new<T: Collector>(inputs: &'t Inputs, collector: &'t T) -> Records<'t> {
        let selection = collector.selection();
        let wanted = collector.wanted().or(selection.map(Selection::wanted).unwrap_or_default());
        Records {
            inputs,
            collector,
            wanted,
            selection,
            wants_text: collector.wants_text(),
            wants: Wants::of(collector, wanted),
            tap: None,
        }
    }
}

impl<'t> Fold for Records<'t> {
    type Visitor = Recorder<'t>;
    type Part = AnyPart;

    fn visitor(&self, options: Options) -> Recorder<'t> {
        Recorder::new(self.wanted, options, self.selection)
    }

    fn part(&self) -> AnyPart {
        self.collector.part()
    }

    fn add(&self, part: &mut AnyPart, recorder: &mut Recorder<'t>, game: ReadGame) -> bool {
        let ReadGame { input, place, start, result } = game;
        if let Err(error) = result {
            recorder.fail(error, start);
        }
        let record = &mut recorder.record;
        (record.input, record.place, record.id) = (input, place, self.inputs.game_id(input, place));
        let is_taken = recorder.takes();
        if is_taken {
            self.collector.add(part, &recorder.record);
        }
        is_taken && self.wants_text
    }

    fn text(&self, part: &mut AnyPart, text: Option<&[u8]>) {
        self.collector.text(part, text);
    }

    fn keeps_text(&self) -> bool {
        self.wants_text
    }

    fn tap(&self) -> Option<Tap> {
        self.tap.clone()
    }

    fn open(&self, input: u32, path: &Path, meter: &Meter) -> io::Result<Option<Fills<Self>>> {
        table::open(input, path, &self.wants, meter)
    }
}

/// Reads the games of inputs, and passes what a collector has collected to a function, in order.
/// The parts do not depend on the number of threads. Returns the summary of each input.
///
/// # Errors
///
/// Returns the first error of the function. Errors of inputs are part of the result.
pub fn read<T: Collector, E>(
    inputs: &Inputs,
    options: &ReadOptions,
    collector: &T,
    consume: impl FnMut(T::Part, &Workers<'_>) -> Result<(), E>,
) -> Result<Vec<InputRead>, E> {
    read_with_tap(inputs, options, collector, None, consume)
}

/// Returns the errors of inputs that could not be read to their end.
pub fn unread(inputs: &Inputs, read: &[InputRead]) -> Vec<String> {
    read.iter()
        .filter_map(|read| {
            let path = inputs.paths().get(read.input as usize)?;
            Some(damage_of(path, read.error.as_ref()?, read.began.is_some()))
        })
        .collect()
}

/// Says how an input is damaged; its last game has begun or not.
pub(crate) fn damage_of(path: &Path, damage: impl Display, has_begun: bool) -> String {
    let cut = if has_begun { " (its last game may be cut)" } else { "" };
    format!("{}: {damage}{cut}", path.display())
}

/// Reads games as [`read`] does, and shows a tap the bytes that are read from files. Of a part that
/// ends inside of a file, the bytes up to the end of the part are read in order, and some more.
pub(crate) fn read_with_tap<T: Collector, E>(
    inputs: &Inputs,
    options: &ReadOptions,
    collector: &T,
    tap: Option<Tap>,
    mut consume: impl FnMut(T::Part, &Workers<'_>) -> Result<(), E>,
) -> Result<Vec<InputRead>, E> {
    let records = Records { tap, ..Records::new(inputs, collector) };
    let mut failed = None;
    let read = read_records(options, &records, &mut |part, workers| {
        consume(part_of::<T>(part), workers).map_err(|error| failed = Some(error))
    });
    read.map_err(|()| failed.expect("the error of the function"))
}

/// Reads games for any collector. This is where the code that reads is instantiated.
fn read_records(
    options: &ReadOptions,
    records: &Records<'_>,
    consume: &mut dyn FnMut(AnyPart, &Workers<'_>) -> Result<(), ()>,
) -> Result<Vec<InputRead>, ()> {
    threads::read(records.inputs, options, records, consume)
}
