//! Reading the games of one chunk.

use super::split::{Chunk, End};
use super::{Fold, ReadGame};
use crate::files::GamePlace;
use crate::{InMemory, Options, PgnError, Reader};

/// The maximum number of games of a chunk that are read at once, so that memory stays bounded: a
/// game without moves has two bytes, and its row has more than a hundred. The other games of the
/// chunk are read like those that go on in the next chunk, in smaller parts.
const MAX_GAMES: usize = 1 << 15;

/// How the games of a text are read.
pub(super) struct Reading<'t, F> {
    pub(super) fold: &'t F,
    pub(super) options: Options,
    /// The first place at which a game is not read any more.
    pub(super) to: Option<GamePlace>,
}

impl<F: Fold> Reading<'_, F> {
    pub(super) fn visitor(&self) -> F::Visitor {
        self.fold.visitor(self.options)
    }
}

/// A chunk, and what was made of its games if it begins with a game.
pub(super) struct ReadChunk<F: Fold> {
    pub(super) chunk: Chunk,
    pub(super) part: F::Part,
    pub(super) next: Next,
}

impl<F: Fold> ReadChunk<F> {
    /// Returns a part whose games have no text.
    pub(super) fn without_text(part: F::Part) -> ReadChunk<F> {
        ReadChunk { chunk: Chunk::default(), part, next: Next::Chunk }
    }

    /// Returns whether the chunk begins with a tag. If it begins with anything else, reading it may
    /// depend on what is before it.
    pub(super) fn begins_with_tag(&self) -> bool {
        self.chunk.bytes.starts_with(b"[")
    }
}

/// What comes after the games that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The next chunk begins with a game, or the input ends.
    Chunk,
    /// It is not certain whether the game at this index, and those after it, are what they seem to
    /// be: reading must be repeated from there.
    Again(usize),
    /// The game at this place is not read any more.
    Over(GamePlace),
}

/// Reads the games of a chunk, as if it began with a game.
pub(super) fn read_chunk<F: Fold>(
    chunk: Chunk,
    reading: &Reading<'_, F>,
    visitor: &mut F::Visitor,
) -> ReadChunk<F> {
    let (mut part, next) = read_up_to(&chunk, usize::MAX, reading, visitor);
    if let Next::Again(start) = next {
        (part, _) = read_up_to(&chunk, start, reading, visitor);
    }
    ReadChunk { chunk, part, next }
}

/// Reads the games of a chunk that begin before a limit. Returns their part and what comes after
/// them.
fn read_up_to<F: Fold>(
    chunk: &Chunk,
    limit: usize,
    reading: &Reading<'_, F>,
    visitor: &mut F::Visitor,
) -> (F::Part, Next) {
    let length = chunk.bytes.len();
    let mut reader = Reader::with_options(InMemory(chunk.with_guess()), reading.options);
    let mut games = Games::new(reading.fold, chunk.input);
    // The starts of the last game and of the one before it.
    let (mut last, mut previous) = (0, 0);
    let mut count = 0;
    let (next, end) = loop {
        let game = match reader.read_game(visitor) {
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
        games.finish(chunk.bytes.get(games.start..text_start));
        games.add(visitor, game, place, start as u64);
        games.start = text_start;
        (last, previous) = (start, last);
        count += 1;
    };
    games.finish(chunk.bytes.get(games.start..end));
    (games.part, next)
}

/// Returns where the text of a game begins whose first token is at an index: before its move
/// number, if it begins with one.
pub(super) fn text_start(text: &[u8], start: usize) -> usize {
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

/// Passes games to a fold, and their texts after them.
pub(super) struct Games<'t, F: Fold> {
    fold: &'t F,
    input: u32,
    pub(super) part: F::Part,
    /// Whether the text of the last game is still to be passed.
    owes_text: bool,
    /// The start of the text of the last game.
    pub(super) start: usize,
}

impl<'t, F: Fold> Games<'t, F> {
    pub(super) fn new(fold: &'t F, input: u32) -> Games<'t, F> {
        Games { fold, input, part: fold.part(), owes_text: false, start: 0 }
    }

    /// Passes the text of the last game.
    pub(super) fn finish(&mut self, text: Option<&[u8]>) {
        if std::mem::take(&mut self.owes_text) {
            self.fold.text(&mut self.part, text);
        }
    }

    /// Passes a game that a reader has just read.
    pub(super) fn add(
        &mut self,
        visitor: &mut F::Visitor,
        result: Result<(), PgnError>,
        place: GamePlace,
        start: u64,
    ) {
        let game = ReadGame { input: self.input, place, start, result };
        self.owes_text = self.fold.add(&mut self.part, visitor, game);
    }
}
