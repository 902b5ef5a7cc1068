//! The game that an expression is asked about.

use core::fmt;

use setwise::{Move, Position};

/// One game: what its reader knows of it.
///
/// Position 0 is the start, position `n` the one after `n` moves.
#[derive(Clone, Copy)]
pub struct Game<'g> {
    /// The position before the first move.
    pub start: Position,
    /// The moves of the main line up to the first error, each legal in its position; `None` is a
    /// null move.
    pub moves: &'g [Option<Move>],
    /// The positions before each move and after the last one, if they are known: then the moves
    /// are not replayed where positions are needed. Else the list is empty; a list of any other
    /// length is not used.
    pub positions: &'g [Position],
    /// Returns the value of the tag of a name as written in PGN, such as `WhiteElo`.
    pub tag: &'g dyn Fn(&str) -> Option<&'g str>,
    /// The result at the end of the moves, such as `1-0`.
    pub result: Option<&'g str>,
    /// The kind of the error that ended the reading of the game, such as `illegal`.
    pub error: Option<&'g str>,
    /// The clock times after the moves in milliseconds; [`Game::NO_CLOCK`] where there is none. The
    /// list may be shorter than the list of moves.
    pub clocks: &'g [u32],
    /// The evaluations after the moves: hundredths of a pawn for White, 32,000 − n for mate by
    /// White in n moves, n − 32,000 for mate by Black; [`Game::NO_EVAL`] where there is none. The
    /// list may be shorter than the list of moves.
    pub evals: &'g [i16],
}

impl<'g> Game<'g> {
    /// Returns a game without moves, tags and result: a position alone.
    pub fn of_position(position: Position) -> Game<'g> {
        Game {
            start: position,
            moves: &[],
            positions: &[],
            tag: &|_| None,
            result: None,
            error: None,
            clocks: &[],
            evals: &[],
        }
    }

    /// A move without a clock time.
    pub const NO_CLOCK: u32 = u32::MAX;
    /// A move without an evaluation.
    pub const NO_EVAL: i16 = i16::MIN;

    /// Returns the positions before each move and after the last one, if they are known.
    pub(crate) fn known_positions(&self) -> Option<&[Position]> {
        (self.positions.len() == self.moves.len() + 1).then_some(self.positions)
    }

    /// Returns the evaluation of a position: the one that is written after the move before it.
    pub(crate) fn eval(&self, ply: usize) -> Option<i32> {
        let eval = self.evals.get(ply.checked_sub(1)?).copied()?;
        (eval != Game::NO_EVAL).then_some(i32::from(eval))
    }

    /// Returns the whole seconds left to the mover after the move that is played from a position.
    pub(crate) fn clock(&self, ply: usize) -> Option<i32> {
        let clock = self.clocks.get(ply).copied()?;
        (clock != Game::NO_CLOCK).then_some((clock / 1000) as i32)
    }
}

impl fmt::Debug for Game<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("start", &self.start)
            .field("moves", &self.moves)
            .field("result", &self.result)
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}
