//! Playing the moves of a game while it is read.

use super::start::Start;
use super::{Fault, Next, Text, Visitor};
use crate::notation::san::SanOptions;
use crate::{Move, Position};

/// Plays the moves of a game and of its variations, each from where it branches off, and refuses
/// what is not legal.
///
/// It is a [`Visitor`], and a part of others: whoever wants the moves holds one and tells it all
/// that it is shown. The game begins where its tags `SetUp` and `FEN` say, in Chess960 too, and in
/// the initial position without them.
///
/// A variation takes 168 bytes while it is open: at most 21 MiB, for
/// [`MAX_DEPTH`](super::MAX_DEPTH) of them.
///
/// ```
/// use setwise::notation::pgn::{Reader, Replay};
///
/// let text = "1. e4 e5 (1... c5 2. Nf3) 2. Qh5 Ke7 3. Qxe5# 1-0   1. e4 e5 2. Ke3 *";
/// let (mut reader, mut replay) = (Reader::new(text.as_bytes()), Replay::new());
/// assert_eq!(reader.read_game(&mut replay)?, Some(Ok(())));
/// assert!(replay.position().is_checkmate());
/// let error = reader.read_game(&mut replay)?.expect("a game").unwrap_err();
/// assert_eq!(error.to_string(), "1:65: no such move is legal here");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    options: SanOptions,
    /// The position and that before the last move, in which order `now` says: so a move writes one
    /// and the other stays.
    positions: [Position; 2],
    /// Which of the two is the position.
    now: usize,
    /// Both and their order where each open variation branches off.
    open: Vec<([Position; 2], usize)>,
    start: Start,
}

impl Replay {
    /// Reads what people write besides the standard's SAN, if it says clearly which move is meant.
    pub fn new() -> Replay {
        Replay::with_options(SanOptions::LENIENT)
    }

    /// Reads moves with options for what may pass that the standard does not write.
    pub fn with_options(options: SanOptions) -> Replay {
        let positions = [Position::INITIAL; 2];
        Replay { options, positions, now: 0, open: Vec::new(), start: Start::default() }
    }

    /// The position that the game or the variation has come to.
    pub fn position(&self) -> &Position {
        &self.positions[self.now & 1]
    }

    /// Plays a move as written, and gives it.
    ///
    /// # Errors
    ///
    /// It is no move in SAN, or not legal here.
    #[inline]
    pub fn play(&mut self, san: &[u8]) -> Result<Move, Fault> {
        let (role, mv) = self.position().parse_san_bytes(san, self.options)?;
        let mut next = *self.position();
        next.make(role, mv);
        self.now ^= 1;
        self.positions[self.now & 1] = next;
        Ok(mv)
    }
}

impl Default for Replay {
    /// As [`Replay::new`].
    fn default() -> Replay {
        Replay::new()
    }
}

impl Visitor for Replay {
    fn begin_game(&mut self) -> Next {
        self.open.clear();
        self.start = Start::default();
        self.positions[self.now & 1] = Position::INITIAL;
        Next::Read
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.start.tag(name, value)
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
