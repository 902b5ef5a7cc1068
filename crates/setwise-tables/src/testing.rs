//! Reading a text that is cut as a test chooses, without files and threads.
//!
//! It is public because integration tests and fuzz targets are crates of their own. With small
//! chunks, a short text has all difficult cuts.

use std::ops::ControlFlow;

use setwise_pgn::Options;

use crate::join::join;
use crate::piece_text::Text;
use crate::read_chunk::{Collector, Reading, part_of, read_chunk};
use crate::record::{GamePlace, Recorder};
use crate::source::Inputs;
use crate::split::{Chunk, Cutter, End};

/// Reads the games of a text that arrives in pieces of a size and is cut as [`read`](crate::read())
/// cuts an input, whose pieces are larger.
pub fn read_in_pieces<T: Collector>(
    text: &[u8],
    piece: usize,
    options: Options,
    collector: &T,
    consume: impl FnMut(T::Part),
) {
    let piece = piece.max(1);
    let mut cutter = Cutter::new(0);
    let mut chunks = Vec::new();
    for (index, bytes) in text.chunks(piece).enumerate() {
        // There may be room for what is in front of the piece, or not.
        let text = Text::behind_room(bytes, [0, 100][index % 2]);
        chunks.extend(cutter.push(text, offset(index * piece)));
    }
    chunks.push(cutter.finish());
    read_chunks(chunks, options, collector, consume);
}

/// Reads the games of a text that is cut at given places, which are in order, whatever is there.
pub fn read_cut<T: Collector>(
    text: &[u8],
    cuts: &[usize],
    options: Options,
    collector: &T,
    consume: impl FnMut(T::Part),
) {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().map(|&cut| (cut, End::Anywhere)).chain([(text.len(), End::Input)]);
    let chunks = starts.zip(ends).map(|(start, (end, kind))| {
        let places = vec![(0, offset(start))];
        let bytes = Text::behind_room(&text[start..end], 0);
        Chunk { input: 0, bytes, places, end: kind }
    });
    read_chunks(chunks, options, collector, consume);
}

fn offset(offset: usize) -> GamePlace {
    GamePlace { frame: 0, offset: offset as u64 }
}

fn read_chunks<T: Collector>(
    chunks: impl IntoIterator<Item = Chunk>,
    options: Options,
    collector: &T,
    mut consume: impl FnMut(T::Part),
) {
    let inputs = Inputs::default();
    let reading = Reading { collector, inputs: &inputs, options, to: None };
    let (mut joiner, mut recorder) = (Recorder::new(reading), Recorder::new(reading));
    let mut chunks = chunks.into_iter().map(|chunk| read_chunk(chunk, reading, &mut recorder));
    let mut emit = |part| {
        consume(part_of::<T>(part));
        ControlFlow::Continue(())
    };
    // Nothing breaks it off.
    let _ = join(&mut || chunks.next(), reading, &mut joiner, &mut emit);
}
