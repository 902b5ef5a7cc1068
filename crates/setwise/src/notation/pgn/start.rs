//! The initial position of a game, given by its tags.

use super::{Fault, PgnErrorKind, Text};
use crate::Position;
use crate::notation::fen::Form;

/// The initial position that the tags of a game give.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    fen: Option<Position>,
    /// Whether the tag `SetUp` is 0: then `FEN` is ignored.
    has_no_setup: bool,
}

impl Start {
    /// The names of the tags that give the initial position.
    pub(super) const NAMES: [&str; 2] = ["FEN", "SetUp"];

    /// Processes a tag; ignores tags that do not affect the initial position.
    pub(super) fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        if name.eq_ignore_ascii_case("FEN") {
            self.fen = Some(Position::parse_fen_form(&value.decode(), Form::Lenient)?);
        } else if name.eq_ignore_ascii_case("SetUp") {
            self.has_no_setup = value.0 == b"0";
        } else if name.eq_ignore_ascii_case("Variant") && !is_known(&value.decode()) {
            return Err(Fault { kind: PgnErrorKind::Variant, at: 0 });
        }
        Ok(())
    }

    /// Returns the initial position of the game.
    pub(super) fn position(&self) -> Position {
        self.fen.filter(|_| !self.has_no_setup).unwrap_or_default()
    }
}

/// Returns whether the name of a variant is one of standard chess or Chess960.
fn is_known(variant: &str) -> bool {
    let letters: String = variant.chars().filter(|letter| letter.is_alphanumeric()).collect();
    matches!(
        letters.to_ascii_lowercase().as_str(),
        "" | "standard"
            | "normal"
            | "chess"
            | "classical"
            | "fromposition"
            | "chess960"
            | "fischerandom"
            | "fischerrandom"
            | "freestyle"
            | "freestylechess"
    )
}
