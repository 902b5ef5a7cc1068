//! Formats of several compressed streams one after the other: gzip and bzip2.

use std::io::{self, BufRead, ErrorKind, Read};

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;

use super::compression::{damaged, followed, truncated};

/// A decoder of one stream, which leaves what follows the stream in its source.
pub(super) trait StreamDecoder: Read {
    type Source: BufRead;

    fn source(&mut self) -> &mut Self::Source;
    fn into_source(self) -> Self::Source;
}

impl<R: BufRead> StreamDecoder for GzDecoder<R> {
    type Source = R;

    fn source(&mut self) -> &mut R {
        self.get_mut()
    }

    fn into_source(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> StreamDecoder for BzDecoder<R> {
    type Source = R;

    fn source(&mut self) -> &mut R {
        self.get_mut()
    }

    fn into_source(self) -> R {
        self.into_inner()
    }
}

/// A reader of all streams of a source.
pub(super) struct Streams<D: StreamDecoder> {
    /// The decoder of the current stream; `None` at the end or after an error.
    decoder: Option<D>,
    format: &'static str,
    /// The first bytes of a stream.
    magic: &'static [u8],
    start: fn(D::Source) -> D,
}

impl<D: StreamDecoder> Streams<D> {
    pub(super) fn new(
        source: D::Source,
        format: &'static str,
        magic: &'static [u8],
        start: fn(D::Source) -> D,
    ) -> Streams<D> {
        Streams { decoder: Some(start(source)), format, magic, start }
    }

    /// Names the error of the decoder.
    fn named(&self, error: &io::Error, source: &mut D::Source) -> io::Error {
        let is_end = source.fill_buf().is_ok_and(<[u8]>::is_empty);
        match error.kind() {
            ErrorKind::UnexpectedEof => truncated(self.format),
            // A decoder of the source's own errors has no better name for them.
            ErrorKind::InvalidInput | ErrorKind::InvalidData if is_end => truncated(self.format),
            ErrorKind::InvalidInput | ErrorKind::InvalidData => damaged(self.format),
            kind => io::Error::new(kind, error.to_string()),
        }
    }
}

impl<D: StreamDecoder> Read for Streams<D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while let Some(mut decoder) = self.decoder.take() {
            match decoder.read(buffer) {
                Ok(0) => {
                    let mut source = decoder.into_source();
                    let rest = source.fill_buf()?;
                    if rest.is_empty() {
                        return Ok(0);
                    }
                    // The first bytes may be divided between two reads of the source.
                    if !rest.starts_with(&self.magic[..self.magic.len().min(rest.len())]) {
                        return Err(followed(self.format));
                    }
                    self.decoder = Some((self.start)(source));
                }
                Err(error) => return Err(self.named(&error, decoder.source())),
                read => {
                    self.decoder = Some(decoder);
                    return read;
                }
            }
        }
        Ok(0)
    }
}
