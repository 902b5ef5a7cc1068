//! Reading files of games with several threads.
//!
//! [`read`] reads inputs and passes the games to a [`Fold`], which makes parts of them: a part for
//! some consecutive games. The caller receives the parts in order.
//!
//! ```
//! use std::convert::Infallible;
//! use std::num::NonZero;
//!
//! use setwise_pgn::files::Inputs;
//! use setwise_pgn::threads::{Fold, ReadGame, ReadOptions, read};
//! use setwise_pgn::{Options, Replay};
//!
//! /// Counts games and checkmates.
//! struct Checkmates;
//!
//! impl Fold for Checkmates {
//!     type Visitor = Replay;
//!     type Part = (u64, u64);
//!
//!     fn visitor(&self, options: Options) -> Replay {
//!         Replay::with_options(options)
//!     }
//!
//!     fn part(&self) -> (u64, u64) {
//!         (0, 0)
//!     }
//!
//!     fn add(&self, part: &mut (u64, u64), replay: &mut Replay, game: ReadGame) -> bool {
//!         part.0 += 1;
//!         part.1 += u64::from(game.result.is_ok() && replay.position().is_checkmate());
//!         false
//!     }
//! }
//!
//! let threads = NonZero::new(2).expect("two");
//! let options = ReadOptions { threads, pgn: Options::LENIENT, ..ReadOptions::default() };
//! let (mut games, mut checkmates) = (0, 0);
//! let inputs = Inputs::find(["examples/games.pgn"])?;
//! let Ok(read) = read(&inputs, &options, &Checkmates, |part, _| {
//!     games += part.0;
//!     checkmates += part.1;
//!     Ok::<(), Infallible>(())
//! });
//! assert!(read.iter().all(|input| input.error.is_none()));
//! assert_eq!((games, checkmates), (3, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors
//!
//! An error in a game is passed to the fold. An input that cannot be read to its end is no error
//! either: [`InputRead::error`] has the reason, the games before it have been read, and the other
//! inputs are.
//!
//! # Performance
//!
//! The parts do not depend on the number of threads. Texts are cut where a game seems to begin, at a
//! line `[Event "…"]`, and read again where none did. Without such lines, the thread that collects
//! the parts reads most of a file again, alone. A plain file and a Zstandard file of several frames
//! use all threads; a file of another kind is decompressed by one while others parse. Memory grows
//! with the number of threads, not with the size of the input.
//!
//! The code that reads is instantiated for each fold where [`read`] is called.

mod feeder;
mod frame;
mod join;
mod model;
mod piece;
mod pipeline;
mod read_chunk;
mod source;
mod split;
mod state;
#[doc(hidden)]
pub mod testing;
mod unstarted;

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use self::feeder::Feeder;
use self::pipeline::read_any;
use self::read_chunk::Reading;
pub use self::source::{Meter, cuts, place_at};
use crate::files::{GamePlace, Inputs};
use crate::{Options, PgnError, Visitor};

/// The locks and threads of the pipeline.
mod sync {
    use std::hint::black_box;
    use std::sync::{Arc, Barrier};
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
    pub(super) use std::thread::scope;
    use std::thread::{Builder, Scope};

    /// The address space that must be free when a thread is started, in bytes: the C library
    /// reserves half of it for what the thread allocates, and the rest is for all others.
    const FREE: usize = 128 << 20;

    /// Starts a thread. Returns false if it cannot be started, or would leave too little memory.
    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() + Send + 'scope,
    ) -> bool {
        let has_allocated = Arc::new(Barrier::new(2));
        let told = Arc::clone(&has_allocated);
        let started = can_allocate(FREE)
            && Builder::new()
                .spawn_scoped(scope, move || {
                    can_allocate(1);
                    told.wait();
                    work();
                })
                .is_ok();
        if started {
            // The next thread is started when this one has its memory.
            has_allocated.wait();
        }
        started
    }

    /// Allocates a number of bytes for a moment. Returns false if there is too little memory.
    fn can_allocate(bytes: usize) -> bool {
        let mut memory = Vec::<u8>::new();
        let can = memory.try_reserve_exact(bytes).is_ok();
        drop(black_box(memory));
        can
    }
}

/// A piece of work that is done by any thread.
type Job = Box<dyn FnOnce() + Send>;

/// What games become that several threads read: parts, each of some consecutive games of an input.
pub trait Fold: Sync {
    /// Receives the contents of games. Each thread has one.
    type Visitor: Visitor;

    /// What becomes of some consecutive games.
    type Part: Send;

    /// Creates a visitor. The options are those of the reader, which a [`Replay`](crate::Replay)
    /// needs too.
    fn visitor(&self, options: Options) -> Self::Visitor;

    /// Returns a part without a game.
    fn part(&self) -> Self::Part;

    /// Adds a game whose contents the visitor has received. Returns whether its text is wanted.
    fn add(&self, part: &mut Self::Part, visitor: &mut Self::Visitor, game: ReadGame) -> bool;

    /// Receives the text of the game that was added last, if it is wanted: from its first byte to
    /// the first byte of the next game. `None` is a text of more than [`MAX_TEXT`] bytes.
    fn text(&self, _part: &mut Self::Part, _text: Option<&[u8]>) {}

    /// Returns whether the text of a game may be wanted.
    fn keeps_text(&self) -> bool {
        false
    }

    /// Returns a function that is shown the bytes that are read from text inputs.
    fn tap(&self) -> Option<Tap> {
        None
    }

    /// Opens an input that is no text of games, such as a table; `None` is a text, which is read as
    /// PGN. What is read from the file is added to the meter.
    ///
    /// # Errors
    ///
    /// The input cannot be opened. Then the others are still read.
    fn open(&self, _input: u32, _path: &Path, _meter: &Meter) -> io::Result<Option<Fills<Self>>>
    where
        Self: Sized,
    {
        Ok(None)
    }
}

/// A piece of an input that a [`Fold`] opens itself. Any thread runs it to fill an empty part.
pub type Fill<F> =
    Box<dyn FnOnce(&F, &mut <F as Fold>::Visitor, &mut <F as Fold>::Part) -> io::Result<()> + Send>;

/// The pieces of an input that a [`Fold`] opens itself, in order. An error ends the input.
pub type Fills<F> = Box<dyn Iterator<Item = io::Result<Fill<F>>> + Send>;

/// A function that is shown the bytes that are read from a file, with their offset.
pub type Tap = Arc<dyn Fn(u64, &[u8]) + Send + Sync>;

/// A game that was read.
#[derive(Debug)]
pub struct ReadGame {
    /// The number of its input, from 0.
    pub input: u32,
    /// The place of the game in its input.
    pub place: GamePlace,
    /// The byte offset of the game in the text that was read at once, in which the place of an error
    /// counts.
    pub start: u64,
    /// The error if the game cannot be read to its end, or is wrong.
    pub result: Result<(), PgnError>,
}

/// The maximum size of a text that [`Fold::text`] receives, in bytes, if the game does not lie in
/// one chunk.
pub const MAX_TEXT: usize = 1 << 24;

/// The part of an input whose games are read: those that begin in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaceRange {
    /// Where the part begins.
    pub from: Beginning,
    /// The first place that is not part of it; `None` is the end of the input.
    pub to: Option<GamePlace>,
}

/// Where reading an input begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Beginning {
    /// At the start of the input.
    #[default]
    Start,
    /// At the first line after a place that looks like the start of a game. Whether it is one shows
    /// when the part before it has been read: it ends where this one begins, or else this one must
    /// be read again from where that ended. The offset of the place must be 0 in a Zstandard file.
    Guess(GamePlace),
    /// At the start of a game.
    Game(GamePlace),
}

/// How inputs are read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The number of threads that read. If it is not one, the calling thread collects their parts.
    pub threads: NonZero<usize>,
    /// The deviations from the PGN standard that are accepted.
    pub pgn: Options,
    /// The part of the input that is read; only if there is a single input.
    pub range: PlaceRange,
    /// Is increased by the number of bytes that are read from files.
    pub bytes: Arc<AtomicU64>,
}

/// The defaults: one thread, the default options of a reader, all games.
impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            threads: NonZero::<usize>::MIN,
            pgn: Options::default(),
            range: PlaceRange::default(),
            bytes: Arc::default(),
        }
    }
}

/// What was read of an input.
#[derive(Debug)]
pub struct InputRead {
    /// The number of the input, from 0.
    pub input: u32,
    /// The start of the first game or guess; `None` if there is none.
    pub began: Option<GamePlace>,
    /// The start of the first game that is not part of the range; `None` if the input ended before.
    pub ended: Option<GamePlace>,
    /// The error that ended the reading of the input. The games before it have been read, and the
    /// last of them may be cut. Of a damaged Zstandard frame, up to 4 MiB and a window of text
    /// before the damage is not read.
    pub error: Option<io::Error>,
}

/// The threads that read, for other work.
pub struct Workers<'w> {
    run: &'w dyn Fn(Job),
}

impl Workers<'_> {
    /// Returns the calling thread, which does all work at once.
    pub fn calling_thread() -> Workers<'static> {
        Workers { run: &|job| job() }
    }

    /// Does some work soon, in any thread; with a single thread, at once.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) {
        (self.run)(Box::new(job));
    }
}

/// Reads the games of inputs, and passes the parts of a fold to a function, in order. The parts do
/// not depend on the number of threads. Returns the summary of each input.
///
/// # Errors
///
/// Returns the first error of the function. Errors of inputs are part of the result.
pub fn read<F: Fold, E>(
    inputs: &Inputs,
    options: &ReadOptions,
    fold: &F,
    mut consume: impl FnMut(F::Part, &Workers<'_>) -> Result<(), E>,
) -> Result<Vec<InputRead>, E> {
    let mut failed = None;
    let mut consume_any = |part, workers: &Workers<'_>| match consume(part, workers) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    };
    let reading = Reading { fold, options: options.pgn, to: options.range.to };
    let feeder = Feeder::new(inputs, options.range, Arc::clone(&options.bytes), fold);
    let read = read_any(feeder, options.threads.get(), &reading, &mut consume_any);
    failed.map_or(Ok(read), Err)
}
