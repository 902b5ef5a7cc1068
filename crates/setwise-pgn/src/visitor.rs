//! The callbacks of a reader.

use super::{Fault, Nag, Termination, Text};

/// Tells the reader whether to read or skip the part of the game that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Read the part and call the visitor for its contents.
    Read,
    /// Skip the part without parsing its contents, which is much faster.
    Skip,
}

/// Receives the parts of a game from a [`Reader`](super::Reader), in the order of the text.
///
/// The default methods ignore everything. [`Visitor::begin_variation`] skips variations by default,
/// so that a visitor that plays moves does not take the moves of a variation for moves of the main
/// line.
///
/// After an error, whether of the text or returned by the visitor, no further method is called for
/// this game, not even [`Visitor::end_game`].
pub trait Visitor {
    /// Is called when a game begins. If it returns [`Next::Skip`], no other method is called for
    /// this game.
    fn begin_game(&mut self) -> Next {
        Next::Read
    }

    /// Is called for each tag. The name consists of ASCII letters, digits and `_`; the value has
    /// its escapes resolved.
    ///
    /// # Errors
    ///
    /// An error rejects the game; the reader reports it with its location.
    fn tag(&mut self, _name: &str, _value: Text<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// Is called after the last tag, before the moves. If it returns [`Next::Skip`], the only
    /// further calls are for comments after the termination and [`Visitor::end_game`].
    fn end_tags(&mut self) -> Next {
        Next::Read
    }

    /// Is called for each move as written, without move number and without `!` or `?`. Other words,
    /// such as `--`, are passed too.
    ///
    /// # Errors
    ///
    /// An error rejects the game; the reader reports it with its location.
    fn san(&mut self, _san: &[u8]) -> Result<(), Fault> {
        Ok(())
    }

    /// Is called for each annotation glyph, `$5` or `!?`. It belongs to the last move, or to the
    /// next one if there is none before it.
    fn nag(&mut self, _nag: Nag) {}

    /// Is called for each comment, or for each piece of a comment of more than
    /// 16 KiB. `is_last` is true for the last piece.
    ///
    /// If the comment is UTF-8, pieces end between characters. Comments may also occur before the
    /// tags, and after the termination on the same line.
    fn comment(&mut self, _piece: Text<'_>, _is_last: bool) {}

    /// Is called when a variation begins: moves that replace the last move.
    fn begin_variation(&mut self) -> Next {
        Next::Skip
    }

    /// Is called when the innermost variation that was not skipped ends.
    fn end_variation(&mut self) {}

    /// Is called at the end of a game. The termination is `None` if the source ends or the tags of
    /// the next game begin without one.
    ///
    /// # Errors
    ///
    /// An error rejects the game; the reader reports it with its location.
    fn end_game(&mut self, _termination: Option<Termination>) -> Result<(), Fault> {
        Ok(())
    }
}
