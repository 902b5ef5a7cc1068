//! Reading a text that is cut as a test chooses, without files and threads.
//!
//! It is public because integration tests and fuzz targets are crates of their own. With small
//! chunks, a short text has all difficult cuts.

use std::ops::ControlFlow;

use super::Fold;
use super::join::join;
use super::piece::Piece;
use super::read_chunk::{Reading, read_chunk};
use super::split::{Chunk, Cutter, End};
use crate::Options;
use crate::files::GamePlace;

/// Reads the games of a text that arrives in pieces of a size and is cut as [`read`](super::read())
/// cuts an input, whose pieces are larger.
pub fn read_in_pieces<F: Fold>(
    text: &[u8],
    piece: usize,
    options: Options,
    fold: &F,
    consume: impl FnMut(F::Part),
) {
    let piece = piece.max(1);
    let mut cutter = Cutter::new(0);
    let mut chunks = Vec::new();
    for (index, bytes) in text.chunks(piece).enumerate() {
        // There may be room for what is in front of the piece, or not.
        let text = Piece::behind_room(bytes, [0, 100][index % 2]);
        chunks.extend(cutter.push(text, offset(index * piece)));
    }
    chunks.push(cutter.finish());
    read_chunks(chunks, options, fold, consume);
}

/// Reads the games of a text that is cut at given places, which are in order, whatever is there.
pub fn read_cut<F: Fold>(
    text: &[u8],
    cuts: &[usize],
    options: Options,
    fold: &F,
    consume: impl FnMut(F::Part),
) {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().map(|&cut| (cut, End::Anywhere)).chain([(text.len(), End::Input)]);
    let chunks = starts.zip(ends).map(|(start, (end, kind))| {
        let places = vec![(0, offset(start))];
        let bytes = Piece::behind_room(&text[start..end], 0);
        Chunk { input: 0, bytes, places, end: kind }
    });
    read_chunks(chunks, options, fold, consume);
}

fn offset(offset: usize) -> GamePlace {
    GamePlace { frame: 0, offset: offset as u64 }
}

fn read_chunks<F: Fold>(
    chunks: impl IntoIterator<Item = Chunk>,
    options: Options,
    fold: &F,
    mut consume: impl FnMut(F::Part),
) {
    let reading = Reading { fold, options, to: None };
    let (mut joiner, mut visitor) = (reading.visitor(), reading.visitor());
    let mut chunks = chunks.into_iter().map(|chunk| read_chunk(chunk, &reading, &mut visitor));
    let mut emit = |part| {
        consume(part);
        ControlFlow::Continue(())
    };
    // Nothing breaks it off.
    let _ = join(&mut || chunks.next(), &reading, &mut joiner, &mut emit);
}
