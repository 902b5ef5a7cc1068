//! Any text is parsed as a square and as a move in UCI notation, or refused.

use setwise::notation::uci::{CastlingForm, NULL_MOVE, Uci, UciError};
use setwise::{Position, Square};

/// Parses a text as a square and as a move. Returns whether it is a legal move of the position.
pub fn uci_text(position: &Position, text: &str) -> bool {
    let named = Square::ALL.into_iter().find(|square| square.to_string() == text);
    assert_eq!(text.parse::<Square>().ok(), named, "{text:?}");
    let uci = text.parse::<Uci>();
    if let Ok(uci) = uci {
        assert_eq!(uci.to_string(), text);
    }
    let legal = position.legal_moves();
    let is_written = |form| legal.iter().any(|mv| mv.uci(form).to_string() == text);
    match position.parse_uci(text) {
        Ok(mv) => {
            assert!(legal.contains(&mv), "{text:?} in {position:?}");
            let forms = [CastlingForm::KingStep, CastlingForm::KingTakesRook];
            let is_one = forms.into_iter().any(|form| mv.uci(form).to_string() == text);
            assert!(is_one, "{text:?} is read as {mv:?} in {position:?}");
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(error == UciError::NullMove, text == NULL_MOVE);
            assert_eq!(error, uci.map_or_else(|error| error, UciError::Illegal), "{text:?}");
            let is_move =
                is_written(CastlingForm::KingStep) || is_written(CastlingForm::KingTakesRook);
            assert!(!is_move, "{text:?} is a move of {position:?}");
            false
        }
    }
}
