//! Joining chunks that were read independently: games that do not end where a chunk does are read
//! again, from one chunk into the next.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::ControlFlow;

use super::read_chunk::{Games, Next, ReadChunk, Reading, text_start};
use super::split::place;
use super::{Fold, MAX_TEXT};
use crate::files::{GamePlace, GameReader};

/// The number of games read again that make a part.
const GAMES_OF_PART: usize = 4096;

/// The number of chunks that were taken while a game was read again, and whose results are kept in
/// case a game begins where one of them does.
const MAX_AHEAD: usize = 4;

/// Takes the chunks of one input in order, and passes on what was made of its games, in order.
/// Returns the place of the first game that is not read any more; `None` if all games have been
/// read. Breaks off when `emit` does.
pub(super) fn join<F: Fold>(
    chunks: &mut dyn FnMut() -> Option<ReadChunk<F>>,
    reading: &Reading<'_, F>,
    visitor: &mut F::Visitor,
    emit: &mut dyn FnMut(F::Part) -> ControlFlow<()>,
) -> ControlFlow<(), Option<GamePlace>> {
    // Chunks that were taken already; the first one begins with a game.
    let mut ahead: VecDeque<ReadChunk<F>> = VecDeque::new();
    while let Some(ReadChunk { chunk, part, next }) = ahead.pop_front().or_else(&mut *chunks) {
        emit(part)?;
        match next {
            Next::Chunk => {}
            Next::Over(place) => return ControlFlow::Continue(Some(place)),
            Next::Again(start) => {
                let mut next = || ahead.pop_front().or_else(&mut *chunks);
                let mut feed = Feed::new(&mut next, chunk.input, reading.fold.keeps_text());
                // The text of the game may begin with a move number before it.
                let text_start = text_start(&chunk.bytes, start);
                if text_start > 0 {
                    // At the start of a source, but not here, a byte order mark is skipped, and a
                    // line that begins with % too.
                    feed.text.push(b' ');
                }
                feed.add(&chunk.bytes[text_start..], &chunk.places, text_start);
                drop(chunk.bytes);
                let feed = RefCell::new(feed);
                let over = read_again(&feed, reading, visitor, emit)?;
                if over.is_some() {
                    return ControlFlow::Continue(over);
                }
                let taken = feed.into_inner().taken.into_iter().map(|(_, chunk)| chunk);
                // What the feed has not taken comes after what it has.
                ahead = taken.chain(std::mem::take(&mut ahead)).collect();
            }
        }
    }
    ControlFlow::Continue(None)
}

/// Reads games from a feed of chunks until a game begins where a chunk does, which is then the
/// first one in `taken`, or until the input ends. Returns the place of the first game that is not
/// read any more.
fn read_again<F: Fold>(
    feed: &RefCell<Feed<'_, F>>,
    reading: &Reading<'_, F>,
    visitor: &mut F::Visitor,
    emit: &mut dyn FnMut(F::Part) -> ControlFlow<()>,
) -> ControlFlow<(), Option<GamePlace>> {
    let mut reader = GameReader::new(Box::new(FeedReader(feed)), reading.options);
    let mut games = Games::new(reading.fold, feed.borrow().input);
    let mut count = 0;
    let over = loop {
        // The feed never fails.
        let Ok(Some(game)) = reader.read_game(visitor) else {
            let feed = &mut *feed.borrow_mut();
            feed.taken.clear();
            games.finish(feed.text_up_to(games.start, feed.end()));
            break None;
        };
        let start = reader.game_start() as usize;
        let feed = &mut *feed.borrow_mut();
        let text_start = feed.text_start(start);
        games.finish(feed.text_up_to(games.start, text_start));
        if count == GAMES_OF_PART {
            count = 0;
            emit(std::mem::replace(&mut games.part, reading.fold.part()))?;
        }
        feed.forget_before(start, text_start);
        let is_chunk = |(at, next): &(usize, ReadChunk<F>)| *at == start && next.begins_with_tag();
        if feed.taken.front().is_some_and(is_chunk) {
            break None;
        }
        let place = place(&feed.places, start);
        if reading.to.is_some_and(|to| place >= to) {
            break Some(place);
        }
        games.add(visitor, game, place, start as u64);
        games.start = text_start;
        count += 1;
    };
    emit(games.part)?;
    ControlFlow::Continue(over)
}

/// The text of chunks, one after the other, as one source. An index is the number of bytes from the
/// start of the feed.
struct Feed<'c, F: Fold> {
    chunks: &'c mut dyn FnMut() -> Option<ReadChunk<F>>,
    input: u32,
    keeps_text: bool,
    /// The text from the index `base` on: the rest of the last chunk and, if it is kept, the text
    /// since the start of the last game.
    text: Vec<u8>,
    base: usize,
    /// The index of the first byte that the reader has not taken.
    read: usize,
    /// The index of the start of the last game.
    game: usize,
    /// The places of the text from the start of the last game on.
    places: Vec<(usize, GamePlace)>,
    /// Chunks that were taken since the start of the last game, with their indexes.
    taken: VecDeque<(usize, ReadChunk<F>)>,
}

impl<'c, F: Fold> Feed<'c, F> {
    fn new(
        chunks: &'c mut dyn FnMut() -> Option<ReadChunk<F>>,
        input: u32,
        keeps_text: bool,
    ) -> Feed<'c, F> {
        Feed {
            chunks,
            input,
            keeps_text,
            text: Vec::new(),
            base: 0,
            read: 0,
            game: 0,
            places: Vec::new(),
            taken: VecDeque::new(),
        }
    }

    /// Returns the index after the last byte.
    fn end(&self) -> usize {
        self.base + self.text.len()
    }

    /// Adds text of a chunk, whose places count from `from` bytes before it.
    fn add(&mut self, text: &[u8], places: &[(usize, GamePlace)], from: usize) {
        let end = self.end();
        self.places.push((end, place(places, from)));
        let later = places.iter().filter(|&&(start, _)| start > from);
        self.places.extend(later.map(|&(start, place)| (end + start - from, place)));
        self.text.extend_from_slice(text);
    }

    /// Takes the next chunk; returns false if there is none.
    fn take(&mut self) -> bool {
        let Some(next) = (self.chunks)() else { return false };
        let keeps = self.keeps_text && self.read - self.game <= MAX_TEXT;
        let kept = if keeps { self.game.max(self.base) } else { self.read };
        self.text.drain(..kept - self.base);
        self.base = kept;
        let start = self.end();
        self.add(&next.chunk.bytes, &next.chunk.places, 0);
        if self.taken.len() == MAX_AHEAD {
            self.taken.pop_front();
        }
        self.taken.push_back((start, next));
        true
    }

    /// Returns the text from one index up to another, if it is still there.
    fn text_up_to(&self, from: usize, to: usize) -> Option<&[u8]> {
        self.text.get(from.checked_sub(self.base)?..to - self.base)
    }

    /// Returns where the text of a game begins.
    fn text_start(&self, game: usize) -> usize {
        let is_there = (self.base..self.end()).contains(&game);
        if is_there { self.base + text_start(&self.text, game - self.base) } else { game }
    }

    /// Forgets everything before the start of a game.
    fn forget_before(&mut self, start: usize, text_start: usize) {
        self.game = text_start;
        let after = self.places.partition_point(|&(at, _)| at <= start);
        self.places.drain(..after.saturating_sub(1));
        while self.taken.front().is_some_and(|&(at, _)| at < start) {
            self.taken.pop_front();
        }
    }
}

struct FeedReader<'f, 'c, F: Fold>(&'f RefCell<Feed<'c, F>>);

impl<F: Fold> Read for FeedReader<'_, '_, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let feed = &mut *self.0.borrow_mut();
        while feed.read == feed.end() {
            if !feed.take() {
                return Ok(0);
            }
        }
        let unread = &feed.text[feed.read - feed.base..];
        let count = unread.len().min(buffer.len());
        buffer[..count].copy_from_slice(&unread[..count]);
        feed.read += count;
        Ok(count)
    }
}
