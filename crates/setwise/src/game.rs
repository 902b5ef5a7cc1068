//! Games: a sequence of moves, with the outcomes and draw claims that depend on the history.

use alloc::vec::Vec;

use crate::{Claim, IllegalMoveError, Move, Outcome, Position, SearchPosition};

/// A game: a start position and the moves played from it.
///
/// Moves can be played and undone. The game reports its outcome and the draws that can be claimed.
///
/// ```
/// use setwise::{Claim, Game, Outcome};
///
/// let mut game = Game::default();
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
///     game.play(game.position().parse_san(text)?)?;
/// }
/// assert_eq!((game.occurrences(), game.claim()), (3, Some(Claim::ThreefoldRepetition)));
/// for text in ["f3", "e5", "g4", "Qh4#"] {
///     game.play(game.position().parse_san(text)?)?;
/// }
/// let outcome = game.outcome().expect("the game is over");
/// assert_eq!((outcome.to_string().as_str(), outcome.result()), ("black wins by checkmate", "0-1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The game stores the position before each move: 120 bytes per move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: SearchPosition,
    played: Vec<Played>,
}

/// A move, with the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Played {
    mv: Move,
    before: SearchPosition,
}

impl Game {
    /// Returns a game that starts from a position.
    ///
    /// The moves before the start are unknown, so earlier occurrences of a position do not count.
    /// The halfmove clock of the start position does count.
    pub fn new(start: Position) -> Game {
        Game { position: start.into(), played: Vec::new() }
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the [key](Position::key) of the current position, which the game updates with each
    /// move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.position.key()
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        self.played.first().map_or(&self.position, |played| &played.before)
    }

    /// Returns the moves in the order in which they were played, each with the position before it.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (&Position, Move)> + ExactSizeIterator {
        self.played.iter().map(|played| (&*played.before, played.mv))
    }

    /// Returns the [keys](Position::key) of the positions before each move, in the order of
    /// [`Game::moves`]. The key of the current position is [`Game::key`].
    ///
    /// With them a search finds repetitions of the game's positions. Cost: no key is computed.
    ///
    /// ```
    /// use setwise::{Game, Position};
    ///
    /// let mut game = Game::default();
    /// game.play(game.position().parse_san("e4")?)?;
    /// assert_eq!(game.keys().collect::<Vec<_>>(), [Position::INITIAL.key()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
        self.played.iter().map(|played| played.before.key())
    }

    /// Plays a move.
    ///
    /// A game that already has an outcome can be continued, because some recorded games are.
    ///
    /// # Errors
    ///
    /// [`IllegalMoveError`] if the move is not legal in the current position. The game is then
    /// unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        self.position.legal(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, as [`Position::play_unchecked`] does.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.played.push(Played { mv, before: self.position });
        self.position = self.position.play_unchecked(mv);
    }

    /// Undoes the last move and returns it, or returns `None` if no move has been played.
    pub fn undo(&mut self) -> Option<Move> {
        let Played { mv, before } = self.played.pop()?;
        self.position = before;
        Some(mv)
    }

    /// Returns the number of times that the current position has occurred, including now: at least
    /// 1.
    ///
    /// Positions are the same if their keys are equal and [`Position::repeats`] holds. Cost: O(n)
    /// in the number of moves since the last capture or pawn move.
    pub fn occurrences(&self) -> u32 {
        self.occurrences_of(&self.position, self.played.len())
    }

    /// Returns the number of times that `position`, reached after the first `after` moves of the
    /// game, has occurred, including that time.
    fn occurrences_of(&self, position: &SearchPosition, after: usize) -> u32 {
        1 + self.earlier(position, after).count() as u32
    }

    /// Returns whether the current position has occurred before, after at least the first `ply`
    /// moves of the game.
    ///
    /// A search that plays its moves in a game scores such a position as a draw: with the number of
    /// moves at the root of the search if one repetition within the search is enough, and with 0 if
    /// one repetition in the whole game is enough. Cost: as [`Game::occurrences`], but it stops at
    /// the first repetition.
    ///
    /// ```
    /// use setwise::Game;
    ///
    /// let mut game = Game::default();
    /// for text in ["e4", "Nf6", "Nf3", "Ng8", "Ng1"] {
    ///     assert!(!game.is_repeated_since(0));
    ///     game.play(game.position().parse_san(text)?)?;
    /// }
    /// // As after the first move.
    /// assert!(game.is_repeated_since(0) && game.is_repeated_since(1) && !game.is_repeated_since(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_repeated_since(&self, ply: usize) -> bool {
        let mut earlier = self.earlier(&self.position, self.played.len());
        earlier.next().is_some_and(|last| last >= ply)
    }

    /// Returns after how many moves of the first `after` of the game, from the last to the first,
    /// `position` has occurred.
    fn earlier(&self, position: &SearchPosition, after: usize) -> impl Iterator<Item = usize> {
        let back = after.min(position.halfmoves().into());
        let same_side = (after - back..after).rev().skip(1).step_by(2);
        same_side.filter(move |&index| {
            let before = &self.played[index].before;
            before.key() == position.key() && before.repeats(position)
        })
    }

    /// Returns the outcome of the game, or `None` if it is still in progress.
    ///
    /// This is [`Position::outcome`] or, if that is `None`, [`Outcome::FivefoldRepetition`] at the
    /// fifth occurrence of the current position.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = || (self.occurrences() >= 5).then_some(Outcome::FivefoldRepetition);
        self.position.outcome().or_else(repeated)
    }

    /// Returns the draw that the side to move may claim now, or `None` if it may not claim one or
    /// the game is over.
    pub fn claim(&self) -> Option<Claim> {
        claim(&self.position, self.occurrences()).filter(|_| self.outcome().is_none())
    }

    /// Returns the draw that the side to move may claim by announcing its next move, or `None` if
    /// it may not claim one.
    ///
    /// # Errors
    ///
    /// [`IllegalMoveError`] if the move is not legal in the current position.
    pub fn claim_with(&self, mv: Move) -> Result<Option<Claim>, IllegalMoveError> {
        let next = self.position.play(mv)?;
        let occurrences = self.occurrences_of(&next, self.played.len() + 1);
        let in_progress = next.outcome().is_none() && self.outcome().is_none();
        Ok(claim(&next, occurrences).filter(|_| in_progress))
    }
}

fn claim(position: &Position, occurrences: u32) -> Option<Claim> {
    if occurrences >= 3 {
        Some(Claim::ThreefoldRepetition)
    } else if position.halfmoves() >= 100 {
        Some(Claim::FiftyMoves)
    } else {
        None
    }
}

impl Default for Game {
    /// Returns a game from the initial position of standard chess.
    fn default() -> Game {
        Game::new(Position::INITIAL)
    }
}
