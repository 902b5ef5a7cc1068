//! Words that are defined in the language itself.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::ExpressionError;
use crate::parse::reserved;
use crate::token::{Lexer, TokenKind};

/// The definitions that are shipped.
const STANDARD: &str = include_str!("standard.sets");

/// Tactical themes of the move before a position: `own` is the side that replies to it, `enemy` the
/// side that has moved.
const THEMES: &str = include_str!("themes.sets");

/// The longest text of a definition or an expression, in bytes.
pub(crate) const MAX_TEXT: usize = 1 << 16;

/// The most definitions, the shipped ones included.
const MAX_DEFINITIONS: usize = 10_000;

/// Definitions of words, each with its parameters.
///
/// A text of definitions has one on each line; a line that begins with white space continues the
/// line before it, and a line that begins with `#` is a comment.
///
/// ```
/// use setwise_sets::{Definitions, Expression, Source};
///
/// let mut definitions = Definitions::standard();
/// definitions.add("battery2(S, T) = any s in S: attacks(s) & T")?;
/// Expression::parse_with("battery2(R, k)", &definitions, Source::Games)?;
/// # Ok::<(), setwise_sets::ExpressionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    words: BTreeMap<String, Definition>,
}

#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) parameters: Vec<String>,
    pub(crate) body: String,
    /// The comment before it.
    comment: String,
}

impl Definitions {
    /// Returns the definitions that are shipped, such as `fork`, `battery` and `outpost`.
    pub fn standard() -> Definitions {
        let mut definitions = Definitions::default();
        // A test parses them.
        let _ = definitions.add(STANDARD).and_then(|()| definitions.add(THEMES));
        definitions
    }

    /// Adds definitions. A name that is defined already has the new meaning.
    ///
    /// # Errors
    ///
    /// Returns an error if a line is no definition, or if it defines a word of the language. The
    /// right side is checked where the definition is used.
    pub fn add(&mut self, text: &str) -> Result<(), ExpressionError> {
        let mut comment = String::new();
        for place in pieces(text) {
            let piece = &text[place.clone()];
            if let Some(line) = piece.strip_prefix('#') {
                comment.push_str(line.trim());
                comment.push('\n');
                continue;
            }
            let at = |error: ExpressionError| ExpressionError {
                place: error.place.start + place.start..error.place.end + place.start,
                ..error
            };
            let (name, mut definition) = definition(piece).map_err(at)?;
            definition.comment = core::mem::take(&mut comment);
            if self.words.len() == MAX_DEFINITIONS {
                let message = format!("there are more than {MAX_DEFINITIONS} definitions");
                return Err(ExpressionError::new(place, message));
            }
            self.words.insert(name, definition);
        }
        Ok(())
    }

    /// Returns the names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }

    /// Returns how a definition is used, such as `fork(S)`, and its comment.
    pub fn describe(&self, name: &str) -> Option<(String, &str)> {
        let definition = self.words.get(name)?;
        let form = match definition.parameters.is_empty() {
            true => name.to_owned(),
            false => format!("{name}({})", definition.parameters.join(", ")),
        };
        Some((form, &definition.comment))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Definition> {
        self.words.get(name)
    }
}

/// Divides a text of definitions into comments and definitions.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = at..at + line.trim_end().len();
        at += line.len();
        if line.trim().is_empty() {
            continue;
        }
        let continues = line.starts_with([' ', '\t']);
        match pieces.last_mut() {
            Some(last) if continues && !text[last.clone()].starts_with('#') => {
                last.end = place.end;
            }
            _ => pieces.push(place),
        }
    }
    pieces
}

/// Reads `name [ "(" name { "," name } ")" ] "=" expr`.
fn definition(text: &str) -> Result<(String, Definition), ExpressionError> {
    if text.len() > MAX_TEXT {
        let message = format!("the definition has more than {MAX_TEXT} bytes");
        return Err(ExpressionError::new(0..0, message));
    }
    let mut lexer = Lexer::new(text);
    let name = new_name(&mut lexer)?;
    let mut parameters = Vec::new();
    let mut token = lexer.next()?;
    if token.kind == TokenKind::Sign("(") {
        loop {
            parameters.push(new_name(&mut lexer)?);
            token = lexer.next()?;
            match token.kind {
                TokenKind::Sign(",") => {}
                TokenKind::Sign(")") => break,
                _ => return Err(token.unexpected(text, "`,` or `)`")),
            }
        }
        token = lexer.next()?;
    }
    if token.kind != TokenKind::Sign("=") {
        return Err(token.unexpected(text, "`=`"));
    }
    let body = text[lexer.at..].to_owned();
    if body.trim().is_empty() {
        return Err(ExpressionError::new(text.len()..text.len(), "the definition is empty"));
    }
    Ok((name, Definition { parameters, body, comment: String::new() }))
}

/// Reads the name of a definition or of a parameter: also a single capital letter that is no piece,
/// as in `f(S, T)`.
fn new_name(lexer: &mut Lexer<'_>) -> Result<String, ExpressionError> {
    let token = lexer.next()?;
    let TokenKind::Name(name) = token.kind else {
        return Err(token.unexpected(lexer.text, "a name"));
    };
    match reserved(name) {
        Some(why) => {
            let message = format!("`{name}` is {why}, so it cannot be defined");
            Err(ExpressionError::new(token.place, message))
        }
        None => Ok(name.to_owned()),
    }
}
