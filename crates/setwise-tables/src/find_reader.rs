//! Finding the games of one source on the calling thread, some at a time.

use std::fmt;
use std::io::{self, Read};

use setwise_pgn::Options;
use setwise_pgn::files::GameReader;

use crate::find::{Find, FoundPart};
use crate::read::Collector;
use crate::record::{GamePlace, Recorder};

/// Finds the games of one source that match, on the calling thread and in steps that the caller
/// chooses: for programs without threads, such as a page in a browser.
///
/// [`read`](crate::read()) with a [`Find`] finds the same games, with several threads.
///
/// ```
/// use setwise_pgn::Options;
/// use setwise_sets::Expression;
/// use setwise_tables::{Find, FindOptions, FindReader};
///
/// let question = Expression::parse("check")?.question()?;
/// let find = Find::new(question, FindOptions::default());
/// let mut reader = FindReader::new(Box::new(&b"1. e4 f6 2. Qh5+ g6 *"[..]), Options::default(), find);
/// let part = reader.read(100)?;
/// assert_eq!((part.games, &part.found[0].plies[..]), (1, &[3][..]));
/// assert_eq!(reader.read(100)?.games, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FindReader<'s> {
    find: Find,
    reader: GameReader<'s>,
    recorder: Recorder<'static>,
}

impl fmt::Debug for FindReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FindReader").field("find", &self.find).finish_non_exhaustive()
    }
}

impl<'s> FindReader<'s> {
    /// Begins a source, which must be [`decompressed`](setwise_pgn::files::decompressed()) PGN.
    /// [`FoundGame::text`](crate::FoundGame::text) is not kept.
    pub fn new(source: Box<dyn Read + 's>, options: Options, find: Find) -> FindReader<'s> {
        let recorder = Recorder::new(find.wanted(), options, None);
        FindReader { find, reader: GameReader::new(source, options), recorder }
    }

    /// Reads at most `games` games more, and returns those that match. A part with fewer games is
    /// the last one.
    ///
    /// # Errors
    ///
    /// Returns an error if the source cannot be read.
    pub fn read(&mut self, games: u64) -> io::Result<FoundPart> {
        let FindReader { find, reader, recorder } = self;
        let mut part = find.part();
        while part.games < games {
            let Some(game) = reader.read_game(recorder)? else { break };
            let offset = reader.game_start();
            if let Err(error) = game {
                recorder.fail(error, offset);
            }
            recorder.record.place = GamePlace { frame: 0, offset };
            find.add(&mut part, &recorder.record);
        }
        part.finish();
        Ok(part)
    }

    /// Returns the question and its options.
    pub fn find(&self) -> &Find {
        &self.find
    }
}
