//! The spelling of conditions, as `--where` of `setwise pgn` reads them, as tokens of expressions:
//! `&&`, `||`, `!` and `==` stand for words and signs, and any other name is a tag.

use super::{Lexer, TokenKind, word_length};
use crate::tree::{Comparison, Field};

/// The signs that only conditions have, each before the signs that it begins with, and the tokens
/// that they stand for.
const SIGNS: [(&str, TokenKind<'static>); 5] = [
    ("&&", TokenKind::Name("and")),
    ("||", TokenKind::Name("or")),
    ("!=", TokenKind::Sign("!=")),
    ("!", TokenKind::Name("not")),
    ("==", TokenKind::Sign("=")),
];

/// The signs of expressions that conditions have.
const SHARED: [&str; 8] = ["<=", ">=", "=", "<", ">", "~", "(", ")"];

impl<'t> Lexer<'t> {
    /// Returns the token of a condition that begins here, and its length.
    pub(super) fn token_of_condition(&self) -> Option<(usize, TokenKind<'t>)> {
        let rest = self.rest();
        let length = word_length(rest);
        match &rest[..length] {
            "" => {
                let shared = SHARED.map(|sign| (sign, TokenKind::Sign(sign)));
                let mut signs = SIGNS.into_iter().chain(shared);
                signs
                    .find(|(sign, _)| rest.starts_with(sign))
                    .map(|(sign, kind)| (sign.len(), kind))
            }
            word @ ("and" | "or" | "not") => Some((length, TokenKind::Name(word))),
            name => Some((length, TokenKind::Field(name))),
        }
    }
}

impl Field {
    /// Returns the field of a name in a condition.
    pub(crate) fn in_condition(name: &str) -> Field {
        match name {
            "plies" => Field::Plies,
            "result" => Field::Result,
            "variant" => Field::Variant,
            "date" => Field::Date,
            "error" => Field::Error,
            tag => Field::Tag(tag.into()),
        }
    }

    /// Returns whether a condition compares the field with numbers only.
    pub(crate) fn needs_number(&self, comparison: Comparison) -> bool {
        match self {
            Field::Plies => true,
            // A rating may be `?`.
            Field::Tag(tag) => {
                let is_rating = matches!(
                    &**tag,
                    "WhiteElo" | "BlackElo" | "WhiteRatingDiff" | "BlackRatingDiff"
                );
                is_rating && !matches!(comparison, Comparison::Equal | Comparison::NotEqual)
            }
            _ => false,
        }
    }
}
