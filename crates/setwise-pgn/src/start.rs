//! The initial position of a game, given by its tags.

use super::{Deviation, Fault, Options, PgnErrorKind, Text};
use setwise::Position;
use setwise::notation::fen::Form;

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

    /// Processes a tag; ignores tags that do not affect the initial position. Returns the
    /// deviation that it has accepted.
    pub(super) fn tag(
        &mut self,
        name: &str,
        value: Text<'_>,
        options: Options,
    ) -> Result<Option<Deviation>, Fault> {
        if name.eq_ignore_ascii_case("FEN") {
            let fen = &value.decode();
            let error = match Position::parse_fen_form(fen, Form::Lenient) {
                Ok(position) => {
                    self.fen = Some(position);
                    return Ok(None);
                }
                Err(error) => error,
            };
            if options.accepts(Deviation::MalformedTag)
                && let Ok(position) = Position::parse_fen_form(fen, Form::Repaired)
            {
                self.fen = Some(position);
                return Ok(Some(Deviation::MalformedTag));
            }
            return Err(error.into());
        } else if name.eq_ignore_ascii_case("SetUp") {
            self.has_no_setup = value.0 == b"0";
        } else if name.eq_ignore_ascii_case("Variant") && !is_known(&value.decode()) {
            return Err(Fault(PgnErrorKind::Variant));
        }
        Ok(None)
    }

    /// Returns the initial position of the game.
    pub(super) fn position(&self) -> Position {
        self.fen.filter(|_| !self.has_no_setup).unwrap_or_default()
    }
}

/// Returns whether the name of a variant is one of standard chess or Chess960.
fn is_known(variant: &str) -> bool {
    let letters: String = variant.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let name = letters.to_ascii_lowercase();
    // Standard chess, and standard rules from a position: the first variants "wild" of FICS.
    let standard = ["", "standard", "normal", "chess", "classical", "fromposition", "illegal"];
    let chess960 =
        ["chess960", "960", "frc", "fischerandom", "fischerrandom", "freestyle", "wildfr"];
    let is_wild = |number: &str| matches!(number.as_bytes(), [b'0'..=b'8'] | b"8a");
    standard.contains(&name.as_str())
        || chess960.contains(&name.strip_suffix("chess").unwrap_or(&name))
        || name.strip_prefix("wild").is_some_and(is_wild)
}
