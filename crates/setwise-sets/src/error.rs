//! What is wrong with an expression, and where.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

/// The reason why a text is no expression.
///
/// Its text says what was found and what was expected. The place is apart, so that a caret can
/// point at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    pub(crate) place: Range<usize>,
    pub(crate) message: String,
    /// The definition that has the fault, if it is not in the text itself.
    pub(crate) definition: Option<String>,
}

impl ExpressionError {
    pub(crate) fn new(place: Range<usize>, message: impl Into<String>) -> ExpressionError {
        ExpressionError { place, message: message.into(), definition: None }
    }

    /// Returns the place in the text, in bytes. If the fault is in a definition, it is the place of
    /// the name in the text.
    pub fn place(&self) -> Range<usize> {
        self.place.clone()
    }

    /// Returns the error of a text in which a definition with this error is used.
    pub(crate) fn inside(self, name: &str, place: Range<usize>) -> ExpressionError {
        let message = match &self.definition {
            Some(_) => self.message,
            None => format!("byte {}: {}", self.place.start, self.message),
        };
        let definition = Some(self.definition.unwrap_or_else(|| name.to_owned()));
        ExpressionError { place, message, definition }
    }
}

/// The longest message, in characters: it may quote a part of the text.
const LONGEST: usize = 400;

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.definition {
            Some(name) => write!(f, "in the definition of `{name}`, {:.LONGEST$}", self.message),
            None => write!(f, "{:.LONGEST$}", self.message),
        }
    }
}

impl core::error::Error for ExpressionError {}

/// Returns the candidate that is nearest to a word, if one is near: it begins or ends with the word,
/// or differs from it by few letters.
pub(crate) fn nearest<'c>(
    word: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    let limit = 1 + word.len() / 4;
    let is_part = |candidate: &str| {
        word.len() >= 4 && (candidate.starts_with(word) || candidate.ends_with(word))
    };
    candidates
        .map(|candidate| match is_part(candidate) {
            true => (0, candidate),
            false => (distance(word, candidate), candidate),
        })
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the number of letters that must be changed, inserted or deleted, in any case.
fn distance(a: &str, b: &str) -> usize {
    let b = b.as_bytes();
    let mut row: [u8; 33] = core::array::from_fn(|index| index as u8);
    if a.len() > 32 || b.len() > 32 {
        return usize::MAX;
    }
    for (i, x) in a.bytes().enumerate() {
        let mut corner = row[0];
        row[0] = i as u8 + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = corner + u8::from(!x.eq_ignore_ascii_case(y));
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()].into()
}
