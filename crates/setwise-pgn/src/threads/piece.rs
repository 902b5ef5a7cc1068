//! Pieces of text in buffers with room in front, so that the rest of the text before it can be put
//! there without copying all. Buffers are used again: new memory costs more time than what is
//! written to it.

use std::io::{self, ErrorKind, Read};
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

/// The room in front of text that is read, in bytes. Most games are shorter.
const ROOM: usize = 1 << 14;

/// The maximum number of buffers that wait to be used again: about as much text waits for four
/// threads.
const MAX_SPARE: usize = 36;

/// Buffers to be used again.
pub(super) type Spare = Arc<Mutex<Vec<Vec<u8>>>>;

/// Returns a buffer that is to be used again, if there is one.
pub(super) fn take(spare: &Spare) -> Option<Vec<u8>> {
    spare.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

/// Gives a buffer back, if fewer than a number wait to be used again.
pub(super) fn give_back(spare: &Spare, buffer: Vec<u8>, most: usize) {
    let mut spare = spare.lock().unwrap_or_else(PoisonError::into_inner);
    if spare.len() < most {
        spare.push(buffer);
    }
}

/// A piece of text in a buffer, and the room in front of it.
#[derive(Debug, Default)]
pub(super) struct Piece {
    buffer: Vec<u8>,
    /// Where the text begins in the buffer.
    from: usize,
    /// Where the text ends.
    to: usize,
    /// Where the buffer goes when the text is dropped.
    spare: Option<Spare>,
}

impl Drop for Piece {
    fn drop(&mut self) {
        if let Some(spare) = &self.spare {
            give_back(spare, std::mem::take(&mut self.buffer), MAX_SPARE);
        }
    }
}

impl Piece {
    /// Copies a text behind some room.
    pub(super) fn behind_room(text: &[u8], room: usize) -> Piece {
        let mut buffer = Vec::with_capacity(room + text.len());
        buffer.resize(room, 0);
        buffer.extend_from_slice(text);
        Piece { from: room, to: buffer.len(), buffer, spare: None }
    }

    /// Reads text of at most a size, which is the same for all texts with these spare buffers, and
    /// less only at the end of the source or before an error.
    pub(super) fn read(
        source: &mut dyn Read,
        size: usize,
        spare: &Spare,
    ) -> (Piece, Option<io::Error>) {
        let buffer = take(spare).unwrap_or_else(|| vec![0; ROOM + size]);
        let spare = Some(Arc::clone(spare));
        let mut text = Piece { buffer, from: ROOM, to: ROOM, spare };
        while text.to < text.buffer.len() {
            match source.read(&mut text.buffer[text.to..]) {
                Ok(0) => break,
                Ok(count) => text.to += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return (text, Some(error)),
            }
        }
        (text, None)
    }

    /// Returns the text with another one in front of it.
    pub(super) fn after(mut self, mut before: Piece) -> Piece {
        let Some(from) = self.from.checked_sub(before.len()) else {
            before.buffer.truncate(before.to);
            before.buffer.extend_from_slice(&self);
            before.to = before.buffer.len();
            before.spare = None;
            return before;
        };
        self.buffer[from..self.from].copy_from_slice(&before);
        self.from = from;
        self
    }

    /// Returns the text and what follows it in its buffer, up to a number of bytes. That is the
    /// text that was split off; without one, the bytes may be left over from an earlier use of the
    /// buffer.
    pub(super) fn and_next(&self, count: usize) -> &[u8] {
        &self.buffer[self.from..self.buffer.len().min(self.to + count)]
    }

    /// Removes the first bytes.
    pub(super) fn skip(&mut self, count: usize) {
        self.from = (self.from + count).min(self.to);
    }

    /// Removes and returns the text from an index on.
    pub(super) fn split_off(&mut self, length: usize) -> Piece {
        let rest = Piece::behind_room(&self[length..], 0);
        self.to = self.from + length;
        rest
    }
}

impl Deref for Piece {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.buffer[self.from..self.to]
    }
}
