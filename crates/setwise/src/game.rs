//! A game: the moves that were played, and what their history says.

use alloc::vec::Vec;

use crate::{Claim, IllegalMoveError, Move, Outcome, Position};

/// A game from a position on: it can be played, taken back, and asked for its end.
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
/// Each move keeps the position before it: 96 bytes a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    key: u64,
    played: Vec<Played>,
}

/// A move, and the position that it was made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Played {
    mv: Move,
    before: Position,
    key: u64,
}

impl Game {
    /// A game that begins with a position.
    ///
    /// What was before is not known, so that no earlier occurrence of a position counts; the
    /// halfmove counter does.
    pub fn new(start: Position) -> Game {
        Game { position: start, key: start.key(), played: Vec::new() }
    }

    /// The position that the game has come to.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position that it began with.
    pub fn start(&self) -> &Position {
        self.played.first().map_or(&self.position, |played| &played.before)
    }

    /// The moves that were played, the first first, each with the position that it was made in.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (&Position, Move)> + ExactSizeIterator {
        self.played.iter().map(|played| (&played.before, played.mv))
    }

    /// Plays a move. A game that has an outcome can be played on, as some records are.
    ///
    /// # Errors
    ///
    /// The move is not legal here, and the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        let next = self.position.play(mv)?;
        let played = Played { mv, before: self.position, key: self.key };
        self.key = self.position.key_after(self.key, mv);
        self.position = next;
        self.played.push(played);
        Ok(())
    }

    /// Takes the last move back, and gives it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let Played { mv, before, key } = self.played.pop()?;
        (self.position, self.key) = (before, key);
        Some(mv)
    }

    /// How often the position has come up, this time included: at least 1.
    ///
    /// Positions are compared as [`Position::repeats`] does, by keys first. Looks back no further
    /// than the last capture or pawn's move.
    pub fn occurrences(&self) -> u32 {
        self.occurrences_of(&self.position, self.key, self.played.len())
    }

    /// How often a position has come up if it is reached after so many moves of the game.
    fn occurrences_of(&self, position: &Position, key: u64, after: usize) -> u32 {
        let back = after.min(position.halfmoves().into());
        let same_side = (after - back..after).rev().skip(1).step_by(2);
        let repeats = |played: &Played| played.key == key && played.before.repeats(position);
        1 + same_side.map(|index| u32::from(repeats(&self.played[index]))).sum::<u32>()
    }

    /// How the game has ended by itself; `None` if it goes on.
    ///
    /// [`Position::outcome`], and the fifth occurrence of a position.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = || (self.occurrences() >= 5).then_some(Outcome::FivefoldRepetition);
        self.position.outcome().or_else(repeated)
    }

    /// Why the side to move may claim a draw here; `None` if it may not, or if the game is over.
    pub fn claim(&self) -> Option<Claim> {
        claim(&self.position, self.occurrences()).filter(|_| self.outcome().is_none())
    }

    /// Why the side to move may claim a draw by writing down a move that it is about to make;
    /// `None` if it may not.
    ///
    /// # Errors
    ///
    /// The move is not legal here.
    pub fn claim_with(&self, mv: Move) -> Result<Option<Claim>, IllegalMoveError> {
        let next = self.position.play(mv)?;
        let key = self.position.key_after(self.key, mv);
        let occurrences = self.occurrences_of(&next, key, self.played.len() + 1);
        let goes_on = next.outcome().is_none() && self.outcome().is_none();
        Ok(claim(&next, occurrences).filter(|_| goes_on))
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
    /// A game from the initial position of standard chess.
    fn default() -> Game {
        Game::new(Position::INITIAL)
    }
}
