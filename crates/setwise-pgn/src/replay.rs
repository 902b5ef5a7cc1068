//! A visitor that plays the moves of a game.

use super::moves::{MoveReader, Played};
use super::start::Start;
use super::{DeviationCounts, Fault, Next, Options, Text, Visitor};
use setwise::Position;

/// Plays the moves of a game and of its variations, and rejects a game with an illegal move.
///
/// It is a [`Visitor`] by itself, and a building block for others: a visitor that needs positions
/// contains a `Replay` and forwards every call to it. A visitor that skips variations does not forward
/// [`begin_variation`](Visitor::begin_variation) and [`end_variation`](Visitor::end_variation). The
/// game begins with the position of the tags `SetUp` and `FEN`, which may be a Chess960 position, or
/// with the initial position of standard chess without these tags.
///
/// Each open variation uses 168 bytes, so the most that may be open use 21 MiB.
///
/// ```
/// use setwise_pgn::{Reader, Replay};
///
/// let text = "1. e4 e5 (1... c5 2. Nf3) 2. Qh5 Ke7 3. Qxe5# 1-0   1. e4 e5 2. Ke3 *";
/// let (mut reader, mut replay) = (Reader::new(text.as_bytes()), Replay::new());
/// assert_eq!(reader.read_game(&mut replay)?, Some(Ok(())));
/// assert!(replay.position().is_checkmate());
/// let error = reader.read_game(&mut replay)?.expect("a game").unwrap_err();
/// assert_eq!(error.to_string(), "1:65: the move is not legal in this position");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    moves: MoveReader,
    /// The current position and the one before the last move. A move overwrites the older one.
    positions: [Position; 2],
    /// The index of the current position; only the lowest bit counts.
    now: usize,
    /// `positions` and `now` at the start of each open variation.
    open: Vec<([Position; 2], usize)>,
    start: Start,
    played: u64,
}

impl Replay {
    /// Creates a replay with the default [`Options`].
    pub fn new() -> Replay {
        Replay::with_options(Options::default())
    }

    /// Creates a replay whose moves may deviate from SAN as the options allow.
    pub fn with_options(options: impl Into<Options>) -> Replay {
        let positions = [Position::INITIAL; 2];
        let moves = MoveReader::new(options.into());
        Replay { moves, positions, now: 0, open: Vec::new(), start: Start::default(), played: 0 }
    }

    /// Returns how often each deviation of moves has been accepted, in all games so far.
    pub fn deviations(&self) -> DeviationCounts {
        self.moves.deviations
    }

    /// Returns the number of moves that have been played in all games so far, with those of
    /// variations and null moves.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Returns the word that was the error of the current game, as written, and the position before
    /// it, with the side to move and the move number; `None` if there was no such error.
    pub fn wrong_move(&self) -> Option<(Text<'_>, &Position)> {
        self.moves.wrong.as_deref().map(|wrong| (Text(&wrong.text), &wrong.position))
    }

    /// Returns the position after the last move of the game or of the current variation; after an
    /// error, the position before the wrong move.
    pub fn position(&self) -> &Position {
        &self.positions[self.now & 1]
    }

    /// Parses a word of the moves, plays it and returns its kind.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is neither a move that is legal in the position, nor a
    /// deviation that the options accept.
    #[inline(always)]
    pub fn play(&mut self, san: &[u8]) -> Result<Played, Fault> {
        let [even, odd] = &mut self.positions;
        let (position, next) = if self.now & 1 == 0 { (even, odd) } else { (odd, even) };
        let played = self.moves.play(position, san, next)?;
        if played != Played::Nothing {
            self.now ^= 1;
            self.played += 1;
        }
        Ok(played)
    }
}

impl Default for Replay {
    /// Creates a replay; see [`Replay::new`].
    fn default() -> Replay {
        Replay::new()
    }
}

impl AsRef<Replay> for Replay {
    fn as_ref(&self) -> &Replay {
        self
    }
}

impl Visitor for Replay {
    fn begin_game(&mut self) -> Next {
        self.open.clear();
        self.moves.wrong = None;
        self.start = Start::default();
        self.positions[self.now & 1] = Position::INITIAL;
        Next::Read
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.moves.start_tag(&mut self.start, name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.positions[self.now & 1] = self.start.position();
        Next::Read
    }

    #[inline]
    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.play(san).map(|_| ())
    }

    fn begin_variation(&mut self) -> Next {
        self.open.push((self.positions, self.now));
        self.now ^= 1;
        Next::Read
    }

    fn end_variation(&mut self) {
        if let Some(branch) = self.open.pop() {
            (self.positions, self.now) = branch;
        }
    }
}
