//! Reads games one at a time.

use std::io::{self, Read};

use crate::{DeviationCounts, Options, PgnError, Reader, Visitor};

/// Reads the games of one source one at a time, on the calling thread.
///
/// It is a [`Reader`] that is compiled here, once for all sources and visitors, so that programs
/// which use it build faster. With the feature `threads`, `threads::read` uses several threads.
///
/// ```no_run
/// use setwise_pgn::files::{GameReader, decompressed};
/// use setwise_pgn::{Options, Replay};
///
/// let file = std::fs::File::open("games.pgn.zst")?;
/// let mut games = GameReader::new(decompressed(Box::new(file))?, Options::default());
/// let mut replay = Replay::new();
/// while let Some(game) = games.read_game(&mut replay)? {
///     game?;
///     println!("{}", replay.position()); // after the last move of the main line
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameReader<'s>(Reader<Box<dyn Read + 's>>);

impl<'s> GameReader<'s> {
    /// Begins a source, which must be [`decompressed`](super::decompressed()).
    pub fn new(source: Box<dyn Read + 's>, options: Options) -> GameReader<'s> {
        GameReader(Reader::with_options(source, options))
    }

    /// Reads the next game, as [`Reader::read_game`] does.
    ///
    /// # Errors
    ///
    /// The outer error means that the source cannot be read, the inner one that the game is
    /// invalid.
    pub fn read_game(
        &mut self,
        visitor: &mut dyn Visitor,
    ) -> io::Result<Option<Result<(), PgnError>>> {
        self.0.read_game(visitor)
    }

    /// Returns the byte offset in the source at which the last game begins.
    pub fn game_start(&self) -> u64 {
        self.0.game_start()
    }

    /// Returns the deviations of the text that were accepted.
    pub fn deviations(&self) -> DeviationCounts {
        self.0.deviations()
    }
}
