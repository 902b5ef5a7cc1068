//! Where a game begins, by its tags.

use super::{Fault, PgnErrorKind, Text};
use crate::Position;
use crate::notation::fen::Form;

/// What the tags say of a game's beginning.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    fen: Option<Position>,
    /// Whether the tag `SetUp` says that `FEN` does not count.
    has_no_setup: bool,
}

impl Start {
    /// The names of the tags that tell where a game begins.
    pub(super) const NAMES: [&str; 2] = ["FEN", "SetUp"];

    /// Takes note of a tag.
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

    /// The position that the game begins with.
    pub(super) fn position(&self) -> Position {
        self.fen.filter(|_| !self.has_no_setup).unwrap_or_default()
    }
}

/// Whether a variant is standard chess or Chess960, by whatever name it goes.
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
