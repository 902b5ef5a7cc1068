//! Comparisons of texts: tags, the result, the date, moves, material, positions.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use setwise::Position;
use setwise::notation::fen::Form;

use super::{Parser, Result, Value};
use crate::error::ExpressionError;
use crate::token::TokenKind;
use crate::tree::{Comparison, Field, Node, TextTest};
use crate::words::{Meaning, word};

/// The results of games.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The tags whose values are ratings and their changes.
const RATINGS: [&str; 4] = ["WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"];

impl Parser<'_, '_> {
    /// `text op word`, or a text alone that a game may have.
    pub(super) fn text_comparison(&mut self) -> Result<Option<Value>> {
        let start = self.token.place.start;
        let name = &self.lexer.text[self.token.place.clone()];
        let Some(field) = self.field()? else { return Ok(None) };
        self.advance()?;
        let comparison = self.comparison_sign();
        if comparison.is_none() && !self.is("~") {
            if matches!(field, Field::San | Field::Material | Field::Position) {
                return Err(self.unexpected(&format!("`=` and a text after `{name}`")));
            }
            return self.add(Node::Text(field, TextTest::Present), start).map(Some);
        }
        // The value is read by rules of its own, from behind the sign.
        self.lexer.at = self.token.place.end;
        let (text, place) = self.lexer.value()?;
        self.end = self.lexer.at;
        let text = normalised(&field, text, place, comparison)?;
        self.token = self.lexer.next()?;
        let test = match comparison {
            Some(comparison) => TextTest::Compare(comparison, text),
            None => TextTest::Contains(text),
        };
        self.add(Node::Text(field, test), start).map(Some)
    }

    /// Returns the text that the next token means, if it means one.
    fn field(&self) -> Result<Option<Field>> {
        let TokenKind::Name(name) = self.token.kind else {
            return Ok(self.tag()?.map(Field::Tag));
        };
        if self.names.iter().any(|(bound, _)| bound == name) {
            return Ok(None);
        }
        match word(name).map(|word| &word.meaning) {
            Some(meaning @ Meaning::Node(Node::Text(field, _))) => {
                if meaning.needs_game() {
                    self.needs_game(name, self.token.place.clone())?;
                }
                Ok(Some(field.clone()))
            }
            Some(_) => Ok(None),
            None if self.context.definitions.get(name).is_some() => Ok(None),
            None => Ok(self.tag()?.map(Field::Tag)),
        }
    }
}

/// Checks the value of a text, and returns it as it is compared.
fn normalised(
    field: &Field,
    text: &str,
    place: Range<usize>,
    comparison: Option<Comparison>,
) -> Result<Arc<str>> {
    let is_equality = comparison.is_some_and(Comparison::is_equality);
    let wrong = |message: String| Err(ExpressionError::new(place.clone(), message));
    match field {
        // A rating of a game may be `?`, which is neither above nor below a number.
        Field::Tag(tag)
            if RATINGS.contains(&&**tag)
                && comparison.is_some()
                && !is_equality
                && text.trim_ascii().parse::<i64>().is_err() =>
        {
            wrong(format!("`{text}` is no whole number, which `{tag}` is compared with"))
        }
        Field::Result if is_equality && !RESULTS.contains(&text) => {
            wrong(format!("`{text}` is no result (expected `1-0`, `0-1`, `1/2-1/2` or `*`)"))
        }
        Field::Material | Field::Position if !is_equality => {
            wrong("a material or a position is compared with `=` or `!=`".into())
        }
        Field::Material => match material(text) {
            Ok(material) => Ok(Arc::from(material)),
            Err(why) => wrong(format!(
                "`{text}` is no material: {why} (expected the pieces of both sides, as in `KRPvKR`)"
            )),
        },
        Field::Position => match Position::parse_fen_ignoring_history(text, Form::Lenient) {
            Ok(position) => {
                let fen = position.fen().to_string();
                let end = fen.match_indices(' ').nth(3).map_or(fen.len(), |(at, _)| at);
                Ok(Arc::from(&fen[..end]))
            }
            Err(error) => wrong(format!("`{text}` is no position: {error}")),
        },
        _ => Ok(Arc::from(text)),
    }
}

/// Returns both sides' pieces in the order KQRBNP, or what is wrong with them.
fn material(text: &str) -> core::result::Result<String, String> {
    let side = |text: &str| {
        let letter = |letter| "KQRBNP".find(letter).ok_or(format!("`{letter}` is no piece"));
        let mut letters: Vec<usize> =
            text.chars().map(letter).collect::<core::result::Result<_, _>>()?;
        letters.sort_unstable();
        match letters.iter().filter(|&&letter| letter == 0).count() {
            1 if letters.len() <= 16 => {}
            1 => return Err("a side has more than 16 pieces".into()),
            kings => return Err(format!("a side has {kings} kings")),
        }
        Ok(letters.iter().map(|&letter| char::from(b"KQRBNP"[letter])).collect::<String>())
    };
    let (first, second) = text.split_once('v').ok_or("there is no `v` between two sides")?;
    Ok(format!("{}v{}", side(first)?, side(second)?))
}
