//! The text of one input as a reader.

use std::io::{self, Read};

use super::text::{PieceData, Source, decode_frame};

/// Returns the text of a source, which is decompressed if its first bytes are those of gzip, bzip2 or
/// Zstandard.
///
/// # Errors
///
/// Returns an error if the source cannot be read. The reader returns one if the source is damaged or
/// truncated; it first returns the text before.
///
/// ```
/// use std::io::Read;
///
/// let mut text = String::new();
/// setwise_tables::decompressed(Box::new(&b"1. e4 *"[..]))?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decompressed(source: Box<dyn Read + Send>) -> io::Result<impl Read + Send> {
    let source = Source::new(source)?;
    Ok(Decompressed { source, text: Vec::new(), taken: 0 })
}

/// Reads the pieces of a source one after the other.
struct Decompressed {
    source: Source,
    /// The text of a piece, and how much of it was returned.
    text: Vec<u8>,
    taken: usize,
}

impl Read for Decompressed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.text.len() {
            let Some(piece) = self.source.next()? else { return Ok(0) };
            self.taken = 0;
            self.text = match piece.data {
                PieceData::Text(text) => text,
                PieceData::Frame(frame) => decode_frame(&frame)?,
            };
        }
        let count = (&self.text[self.taken..]).read(buffer)?;
        self.taken += count;
        Ok(count)
    }
}
