//! The use of definitions, and names without a meaning.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Parser, Result, Value};
use crate::definitions::Definition;
use crate::error::{ExpressionError, nearest};
use crate::token::Lexer;
use crate::tree::Id;
use crate::words::WORDS;

/// Tags that may be written in small letters by mistake.
const TAGS: &str = "Annotator Black BlackElo BlackTitle ECO Event Opening Round Site Termination \
                    TimeControl UTCDate UTCTime White WhiteElo WhiteTitle";

impl Parser<'_, '_> {
    /// Expands a definition with the values of its parameters.
    pub(super) fn call(
        &mut self,
        name: &str,
        definition: &Definition,
        place: Range<usize>,
        arguments: Vec<Id>,
    ) -> Result<Value> {
        if definition.parameters.len() != arguments.len() {
            let expected = match definition.parameters.len() {
                0 => format!("`{name}` alone"),
                _ => format!("`{name}({})`", definition.parameters.join(", ")),
            };
            let number = arguments.len();
            let values = if number == 1 { "value" } else { "values" };
            let message = format!("`{name}` has {number} {values} (expected {expected})");
            return Err(ExpressionError::new(place, message));
        }
        let key = (name.to_owned(), arguments, self.context.quantifiers);
        if let Some(&id) = self.context.known.get(&key) {
            return Ok(self.note(id, place.start..self.end));
        }
        if self.context.calls.iter().any(|call| call == name) {
            let message = format!("the definition of `{name}` uses itself");
            return Err(ExpressionError::new(place, message));
        }
        let Some(left) = self.context.calls_left.checked_sub(1) else {
            return Err(ExpressionError::new(place, "definitions are used too often"));
        };
        self.context.calls_left = left;
        let names = definition.parameters.iter().cloned().zip(key.1.iter().copied()).collect();
        self.context.calls.push(name.to_owned());
        let parsed = self.deeper(|parser| {
            let mut inner = Parser::new(Lexer::new(&definition.body), parser.context, names)?;
            inner.whole()
        });
        self.context.calls.pop();
        let id = parsed.map_err(|error| error.inside(name, place.clone()))?.id;
        self.context.known.insert(key, id);
        Ok(self.note(id, place.start..self.end))
    }

    /// Returns the error of a name without meaning.
    pub(super) fn unknown(&self, name: &str, place: Range<usize>) -> ExpressionError {
        let bound = self.names.iter().map(|(name, _)| name.as_str());
        let words = WORDS.iter().map(|word| word.name);
        let candidates = bound.chain(words).chain(self.context.definitions.names());
        let tag = TAGS.split(' ').find(|tag| tag.eq_ignore_ascii_case(name));
        let message = match tag.or_else(|| nearest(name, candidates)) {
            Some(near) => format!("`{name}`: did you mean `{near}`?"),
            None => format!(
                "`{name}` has no meaning (expected a word, a definition, a name, or a tag in quotation marks)"
            ),
        };
        ExpressionError::new(place, message)
    }
}
