//! Splitting a text of PGN into chunks that can be read at the same time, with games that are
//! exactly the games of one reader.
//!
//! # How it works
//!
//! Where a game begins depends on everything before it: a tag can be part of a comment that began
//! long ago. So a text is cut at a *guess*: a line that looks like a tag `Event`. Chunks are read
//! as if each began with a game. A reader of a chunk finds out whether the next chunk begins with a
//! game too: it also reads the guess behind the chunk, and either a game begins there, or the guess
//! is part of something else. A chunk is correct if all chunks before it begin with a game, so
//! [`join`](super::join::join()), which takes the chunks in order, knows which ones are, and reads
//! others again from the last game that is certain.
//!
//! The chunks depend on the text alone, not on the number of threads.

use memchr::{memchr_iter, memrchr, memrchr_iter};

use super::piece::Piece;
use crate::files::{GamePlace, PIECE};

/// A text without a guess is cut anywhere after this number of bytes, so that memory stays bounded.
const MAX_CHUNK: usize = 8 * PIECE;

/// The maximum length of a guess, in bytes.
const MAX_GUESS: usize = 1024;

/// What a guess begins with.
const EVENT: &[u8] = b"[Event \"";

/// How a chunk ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum End {
    /// Before a guess.
    Guess,
    /// Anywhere: the next chunk need not begin with a game.
    Anywhere,
    /// With the input, or where it could not be read any further.
    #[default]
    Input,
}

/// A part of the text of an input.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    pub(super) input: u32,
    pub(super) bytes: Piece,
    /// The places of bytes in the input, by their index: each is valid up to the next one.
    pub(super) places: Vec<(usize, GamePlace)>,
    pub(super) end: End,
}

impl Chunk {
    /// Returns the place in the input of a byte.
    pub(super) fn place(&self, index: usize) -> GamePlace {
        place(&self.places, index)
    }

    /// Returns the text and the guess behind it, if there is one.
    pub(super) fn with_guess(&self) -> &[u8] {
        if self.end != End::Guess {
            return &self.bytes;
        }
        let text = self.bytes.and_next(2 * MAX_GUESS);
        let line = text[self.bytes.len()..].iter().position(|&byte| byte == b'\n');
        &text[..line.map_or(text.len(), |feed| self.bytes.len() + feed + 1)]
    }
}

/// Returns the place in the input of a byte.
pub(super) fn place(places: &[(usize, GamePlace)], index: usize) -> GamePlace {
    let after = places.partition_point(|&(start, _)| start <= index);
    match after.checked_sub(1).and_then(|last| places.get(last)) {
        Some(&(start, GamePlace { frame, offset })) => {
            GamePlace { frame, offset: offset + (index - start) as u64 }
        }
        None => GamePlace { frame: 0, offset: index as u64 },
    }
}

/// Returns whether a line is a guess: a tag `Event` whose value has neither quotation marks nor
/// backslashes. The line may be cut; then it is none.
fn is_guess(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(EVENT) else { return false };
    let rest = &rest[..rest.len().min(MAX_GUESS)];
    let Some(end) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | b'\n')) else {
        return false;
    };
    matches!(rest[end..], [b'"', b']', b'\n', ..] | [b'"', b']', b'\r', b'\n', ..])
}

/// Returns the index of the first guess at or after an index. The first byte of the text does not
/// begin a line.
fn first_guess(text: &[u8], from: usize) -> Option<usize> {
    let from = from.saturating_sub(1);
    let mut line_feeds = memchr_iter(b'\n', text.get(from..)?).map(|feed| from + feed);
    line_feeds.find(|&feed| is_guess(&text[feed + 1..])).map(|feed| feed + 1)
}

/// Returns the index of the last guess in a text whose first byte does not begin a line.
fn last_guess(text: &[u8]) -> Option<usize> {
    let mut line_feeds = memrchr_iter(b'\n', text);
    line_feeds.find(|&feed| is_guess(&text[feed + 1..])).map(|feed| feed + 1)
}

/// Cuts the text of one input into chunks.
#[derive(Debug)]
pub(super) struct Cutter {
    input: u32,
    bytes: Piece,
    places: Vec<(usize, GamePlace)>,
    /// The number of bytes that are known to contain no guess.
    searched: usize,
    /// The number of bytes that are still left out.
    skip: u64,
    /// Whether everything before the first guess is left out.
    is_skipping: bool,
    /// The place of the first byte that is not left out.
    began: Option<GamePlace>,
}

impl Cutter {
    pub(super) fn new(input: u32) -> Cutter {
        Cutter {
            input,
            bytes: Piece::default(),
            places: Vec::new(),
            searched: 0,
            skip: 0,
            is_skipping: false,
            began: None,
        }
    }

    /// Creates a cutter that leaves out everything before the first guess.
    pub(super) fn from_guess(input: u32) -> Cutter {
        Cutter { is_skipping: true, ..Cutter::new(input) }
    }

    /// Creates a cutter for text that begins at a game inside the input, after a number of bytes
    /// that are left out.
    pub(super) fn from_game(input: u32, game: GamePlace, skip: u64) -> Cutter {
        let mut cutter = Cutter::new(input);
        // At the start of a source, but not here, a byte order mark is skipped, and a line that
        // begins with % too.
        cutter.push(Piece::behind_room(b" ", 0), game);
        Cutter { skip, ..cutter }
    }

    /// Returns the place of the first byte that is not left out, if there is one.
    pub(super) fn began(&self) -> Option<GamePlace> {
        self.began
    }

    /// Adds a piece of text that begins at a place, and returns the chunk that it completes.
    pub(super) fn push(&mut self, mut piece: Piece, mut start: GamePlace) -> Option<Chunk> {
        let skipped = self.skip.min(piece.len() as u64);
        self.skip -= skipped;
        start.offset += skipped;
        piece.skip(skipped as usize);
        if piece.is_empty() {
            return None;
        }
        let is_next = !self.bytes.is_empty() && place(&self.places, self.bytes.len()) == start;
        if !is_next {
            self.places.push((self.bytes.len(), start));
        }
        self.bytes = piece.after(std::mem::take(&mut self.bytes));
        if self.is_skipping && !self.skip_to_guess() {
            return None;
        }
        if self.began.is_none() && !self.bytes.is_empty() {
            self.began = Some(place(&self.places, 0));
        }
        let from = self.searched.min(self.bytes.len());
        if let Some(guess) = last_guess(&self.bytes[from..]) {
            return Some(self.cut(from + guess, End::Guess));
        }
        // The last line, if it is not whole, may become a guess. A long line is never searched
        // again.
        let line = memrchr(b'\n', &self.bytes[from..]).map(|feed| from + feed);
        let end = self.bytes.len();
        self.searched = line.filter(|feed| end - feed <= EVENT.len() + MAX_GUESS).unwrap_or(end);
        let is_long = self.bytes.len() > MAX_CHUNK;
        is_long.then(|| self.cut(self.bytes.len(), End::Anywhere))
    }

    /// Leaves out everything before the first guess; returns whether there is one.
    fn skip_to_guess(&mut self) -> bool {
        let guess = first_guess(&self.bytes, 0);
        // A guess may begin with what is kept.
        let kept = guess.unwrap_or(self.bytes.len().saturating_sub(2 * MAX_GUESS));
        self.cut(kept, End::Anywhere);
        self.is_skipping = guess.is_none();
        guess.is_some()
    }

    /// Returns the rest of the input, even if it is empty.
    pub(super) fn finish(&mut self) -> Chunk {
        if self.is_skipping {
            self.bytes = Piece::default();
        }
        self.cut(self.bytes.len(), End::Input)
    }

    fn cut(&mut self, length: usize, end: End) -> Chunk {
        let rest = self.bytes.split_off(length);
        let rest_place = place(&self.places, length);
        let mut places = std::mem::take(&mut self.places);
        let after = places.partition_point(|&(start, _)| start < length);
        self.places = places.split_off(after).into_iter().map(|(at, p)| (at - length, p)).collect();
        if self.places.first().is_none_or(|&(at, _)| at > 0) && !rest.is_empty() {
            self.places.insert(0, (0, rest_place));
        }
        self.searched = 0;
        let bytes = std::mem::replace(&mut self.bytes, rest);
        Chunk { input: self.input, bytes, places, end }
    }
}

#[cfg(test)]
mod tests {
    use setwise_testkit::scaled;

    use super::*;

    #[test]
    fn guesses_are_whole_lines_with_a_plain_tag_event() {
        for (text, expected) in [
            ("x\n[Event \"a\"]\n", Some(2)),
            ("x\n[Event \"a\"]\r\n", Some(2)),
            ("[Event \"a\"]\n", None),
            ("x[Event \"a\"]\n", None),
            ("x\n[Event \"a\"]", None),
            ("x\n[Event \"a\"] \n", None),
            ("x\n[Event \"a\\\"]\n", None),
            ("x\n[Event \"a\"b\"]\n", None),
            ("x\n [Event \"a\"]\n", None),
            ("x\n[EventDate \"a\"]\n", None),
            ("x\n[Event \"a\"]\n[Event \"b\"]\n", Some(14)),
        ] {
            assert_eq!(last_guess(text.as_bytes()), expected, "{text:?}");
            let first = first_guess(text.as_bytes(), 0);
            assert_eq!(first, expected.map(|_| 2), "{text:?}");
            assert_eq!(first_guess(text.as_bytes(), 3), expected.filter(|&at| at > 2), "{text:?}");
        }
    }

    #[test]
    fn chunks_are_the_text_and_know_their_places() {
        let text = "[Event \"a\"]\n\n1. e4 *\n\n".repeat(40);
        for size in [1, 2, 7, 12, 13, 22, 100] {
            let mut cutter = Cutter::new(3);
            let mut chunks = Vec::new();
            for (index, piece) in text.as_bytes().chunks(size).enumerate() {
                // A frame begins at every third piece.
                let (frame, start) = (index as u64 / 3, index / 3 * 3 * size);
                let place = GamePlace { frame, offset: (index * size - start) as u64 };
                // There may be room for what is in front of the piece, or not.
                let room = [0, 30, 1000][index % 3];
                chunks.extend(cutter.push(Piece::behind_room(piece, room), place));
            }
            chunks.push(cutter.finish());
            let all: Vec<u8> = chunks.iter().flat_map(|chunk| chunk.bytes.to_vec()).collect();
            assert_eq!(all, text.as_bytes(), "{size}");
            assert!(chunks.len() > 5, "{size}");
            let mut at = 0;
            for chunk in chunks {
                assert!(chunk.bytes.starts_with(EVENT) && chunk.input == 3);
                for index in 0..chunk.bytes.len() {
                    let frame = ((at + index) / size / 3) as u64;
                    let offset = (at + index) as u64 - frame * 3 * size as u64;
                    assert_eq!(chunk.place(index), GamePlace { frame, offset }, "{size} {at}");
                }
                at += chunk.bytes.len();
            }
        }
    }

    /// Adds guesses of any length byte by byte. A guess is not found if too little of the text
    /// before it is searched again.
    #[test]
    fn guesses_are_found_wherever_the_text_is_divided() {
        for length in (0..40).chain(MAX_GUESS - 20..MAX_GUESS + 20) {
            let text = format!("x\n[Event \"{}\"]\n", "a".repeat(length));
            let mut cutter = Cutter::new(0);
            let mut lengths = Vec::new();
            for (index, &byte) in text.as_bytes().iter().enumerate() {
                let place = GamePlace { frame: 0, offset: index as u64 };
                let chunk = cutter.push(Piece::behind_room(&[byte], 0), place);
                lengths.extend(chunk.map(|chunk| chunk.bytes.len()));
            }
            assert_eq!(lengths.first().copied(), last_guess(text.as_bytes()), "{length}");
        }
    }

    /// A long line was once searched again, whole, with every piece: a comment of gigabytes took a
    /// minute.
    #[test]
    fn long_lines_are_searched_once() {
        let mut cutter = Cutter::new(0);
        let text = [&b"x\n"[..], &[b'a'; 1000]].concat();
        for (index, (piece, searched)) in
            [(&text[..], 1), (&[b'a'; 100], 1102), (&[b'a'; 50], 1152), (b"\n", 1152)]
                .into_iter()
                .enumerate()
        {
            let place = GamePlace { frame: index as u64, offset: 0 };
            assert!(cutter.push(Piece::behind_room(piece, 0), place).is_none());
            assert_eq!(cutter.searched, searched, "{index}");
        }
    }

    #[test]
    fn text_without_guesses_is_cut_all_the_same() {
        let mut cutter = Cutter::new(0);
        let mut chunks = Vec::new();
        for index in 0..scaled(20, 10) {
            let place = GamePlace { frame: 0, offset: (index * PIECE) as u64 };
            chunks.extend(cutter.push(Piece::behind_room(&[b'\n'; PIECE], 0), place));
        }
        assert!(
            chunks.iter().all(|chunk| chunk.end == End::Anywhere && chunk.bytes.len() <= 9 * PIECE)
        );
        assert_eq!(chunks.len(), scaled(2, 1));
    }
}
