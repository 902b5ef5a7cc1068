//! Who is shown a game, piece by piece.

use super::{Fault, Nag, Termination, Text};

/// Whether a visitor wants to be shown what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Show it.
    Read,
    /// Pass over it, which is much faster.
    Skip,
}

/// Is shown a game in the order of its text by a [`Reader`](super::Reader).
///
/// Every method has a body that does nothing and goes on, except that variations are skipped:
/// whoever plays the moves that it is shown must not take those of a variation for the game's own.
///
/// An error ends the game for the visitor: nothing more of it is shown, and
/// [`Visitor::end_game`] not called.
pub trait Visitor {
    /// A game begins. Skipped, it is shown no further.
    fn begin_game(&mut self) -> Next {
        Next::Read
    }

    /// A tag. A value has its escapes taken off; a name is letters, digits and `_`.
    ///
    /// # Errors
    ///
    /// The game cannot be read on.
    fn tag(&mut self, _name: &str, _value: Text<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// The tags are over, and the moves begin. Skipped, the game is shown no further but for its
    /// end.
    fn end_tags(&mut self) -> Next {
        Next::Read
    }

    /// A move as written, without move number and `!` or `?`; what cannot be a move too, such as
    /// `--`.
    ///
    /// # Errors
    ///
    /// The game cannot be read on.
    fn san(&mut self, _san: &[u8]) -> Result<(), Fault> {
        Ok(())
    }

    /// A judgement, `$5` or `!?`: of the last move, or of the next where none precedes.
    fn nag(&mut self, _nag: Nag) {}

    /// A comment, or a piece of one: those of more than [`MAX_PIECE`](super::MAX_PIECE) bytes come
    /// in several, of which the last `is_last`.
    ///
    /// A piece ends between two characters if the comment is UTF-8. Comments may stand in front of
    /// the tags, and behind the termination on its line.
    fn comment(&mut self, _piece: Text<'_>, _is_last: bool) {}

    /// A variation begins: moves to be played instead of the last one.
    fn begin_variation(&mut self) -> Next {
        Next::Skip
    }

    /// The variation that was begun last and not skipped ends.
    fn end_variation(&mut self) {}

    /// The game ends; without a termination if the source or the next game's tags follow upon its
    /// moves.
    ///
    /// # Errors
    ///
    /// The game is wrong.
    fn end_game(&mut self, _termination: Option<Termination>) -> Result<(), Fault> {
        Ok(())
    }
}
