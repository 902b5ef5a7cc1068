//! The smallest parts of the grammar: squares, pieces, lists, words, functions and definitions; and
//! the kinds of values that operators expect.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use setwise::{Direction, Square};

use super::{Parser, Result, Value, too_large};
use crate::definitions::Definition;
use crate::endgames;
use crate::error::{ExpressionError, nearest};
use crate::expression::Source;
use crate::token::{Lexer, PIECES, TokenKind};
use crate::transform::{self, Transform};
use crate::tree::{Id, Kind, Node, SetOperator, SetWord, Squares, Toward};
use crate::words::{Meaning, WORDS, word};

/// Tags that may be written in small letters by mistake.
const TAGS: &str = "Annotator Black BlackElo BlackTitle ECO Event Opening Round Site Termination \
                    TimeControl UTCDate UTCTime White WhiteElo WhiteTitle";

impl Parser<'_, '_> {
    /// `atom = int | squares | piece | list | name | name "(" … ")" | "(" expr ")"`
    pub(super) fn atom(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        match self.token.kind {
            TokenKind::Int(number) => {
                self.advance()?;
                self.add(Node::Int(number), start)
            }
            TokenKind::Squares(piece, squares) => {
                self.advance()?;
                self.squares(piece, squares, start)
            }
            TokenKind::Piece(letter) => {
                self.advance()?;
                self.add(Node::of_letter(letter), start)
            }
            TokenKind::Sign("[") => self.list(),
            TokenKind::Sign("(") => {
                self.advance()?;
                let value = self.expression()?;
                self.skip(")")?;
                Ok(Value { place: start..self.end, ..value })
            }
            TokenKind::Name(name) => self.name(name),
            _ => Err(self.unexpected("a set, a number, a word or `(`")),
        }
    }

    fn squares(&mut self, letter: Option<char>, squares: Squares, start: usize) -> Result<Value> {
        let value = self.add(Node::Squares(squares), start)?;
        match letter {
            None | Some('.') => Ok(value),
            Some(letter) => {
                let pieces = self.add(Node::of_letter(letter), start)?;
                self.add(Node::Join(SetOperator::And, pieces.id, value.id), start)
            }
        }
    }

    /// `list = "[" { squares | piece | "," } "]" [ squares without piece, glued ]`
    fn list(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        // The token after the bracket has other rules.
        self.lexer.at = self.token.place.end;
        let mut all: Option<Value> = None;
        let mut has_squares = false;
        loop {
            let token = self.lexer.next_in_list()?;
            self.end = token.place.end;
            let item = match token.kind {
                TokenKind::Squares(letter, squares) => {
                    has_squares = true;
                    self.squares(letter, squares, token.place.start)?
                }
                TokenKind::Piece(letter) => self.add(Node::of_letter(letter), token.place.start)?,
                TokenKind::Sign("]") => break,
                TokenKind::End => {
                    self.token = token;
                    return Err(self.unexpected("squares, pieces or `]`"));
                }
                _ => continue,
            };
            all = Some(match all {
                None => item,
                Some(all) => self.add(Node::Join(SetOperator::Or, all.id, item.id), start)?,
            });
        }
        let glued_at = self.lexer.at;
        let glued = self.lexer.glued_squares();
        self.end = self.lexer.at;
        let all = match all {
            Some(all) => all,
            None => self.add(Node::SetWord(SetWord::Nothing), start)?,
        };
        let value = match glued {
            None => all,
            Some(_) if has_squares => {
                let message = "squares behind brackets need a list of pieces only";
                return Err(ExpressionError::new(glued_at..self.end, message));
            }
            Some(squares) => {
                let squares = self.add(Node::Squares(squares), glued_at)?;
                self.add(Node::Join(SetOperator::And, all.id, squares.id), start)?
            }
        };
        self.token = self.lexer.next()?;
        Ok(self.note(value.id, start..self.end))
    }

    /// A word, a name with a value, a definition, or a function.
    fn name(&mut self, name: &str) -> Result<Value> {
        let place = self.token.place.clone();
        let start = place.start;
        if let Some(&(_, id)) = self.names.iter().rfind(|(bound, _)| bound == name) {
            self.advance()?;
            return Ok(self.note(id, place));
        }
        let Some(word) = word(name) else {
            let definitions = self.context.definitions;
            let Some(definition) = definitions.get(name) else {
                return Err(self.unknown(name, place));
            };
            self.advance()?;
            let arguments = self.arguments()?;
            return self.call(name, definition, place, arguments);
        };
        if word.meaning.needs_game() {
            self.needs_game(name, place)?;
        } else if matches!(&word.meaning, Meaning::Node(node) if node.asks_endgames())
            && endgames::in_use().is_none()
        {
            let message = format!(
                "`{name}` needs endgame tables, which this program does not have (the command \
                 setwise with all features does)"
            );
            return Err(ExpressionError::new(place, message));
        }
        if word.meaning == Meaning::Grammar {
            return Err(self.unexpected("a set, a number, a word or `(`"));
        }
        self.advance()?;
        match &word.meaning {
            Meaning::Node(Node::Text(..)) => {
                Err(self.unexpected(&format!("`=` and a text after `{name}`")))
            }
            Meaning::Node(node) if node.parts().next().is_none() => self.add(node.clone(), start),
            function => {
                if !self.skip_if("(")? {
                    return Err(self.unexpected(&format!("`(`, as in `{}`", word.form)));
                }
                self.function(name, function, start)
            }
        }
    }

    /// Reads the values for the parameters of a definition, if there are any.
    fn arguments(&mut self) -> Result<Vec<Id>> {
        let mut arguments = Vec::new();
        if self.skip_if("(")? {
            loop {
                arguments.push(self.expression()?.id);
                if !self.skip_if(",")? {
                    break;
                }
            }
            self.skip(")")?;
        }
        Ok(arguments)
    }

    /// Reads a value of a kind.
    fn of(&mut self, kind: Kind) -> Result<Id> {
        let value = self.expression()?;
        self.expect(&value, kind)?;
        Ok(value.id)
    }

    fn direction(&mut self) -> Result<Direction> {
        let word = match self.token.kind {
            TokenKind::Name(name) => word(name),
            _ => None,
        };
        match word.map(|word| &word.meaning) {
            Some(Meaning::Node(Node::Toward(Toward::Steps(_), direction, _))) => {
                self.advance()?;
                Ok(*direction)
            }
            _ => Err(self.unexpected("a direction, such as `north` or `southeast`")),
        }
    }

    /// Reads the arguments of a function, and `)`.
    fn function(&mut self, name: &str, function: &Meaning, start: usize) -> Result<Value> {
        let node = match function {
            Meaning::Node(Node::Toward(Toward::Steps(_), direction, _)) => {
                let set = self.of(Kind::Set)?;
                Node::Toward(Toward::Steps(self.steps()?), *direction, set)
            }
            Meaning::Node(Node::Toward(function, ..)) => {
                let direction = self.direction()?;
                self.skip(",")?;
                Node::Toward(*function, direction, self.of(Kind::Set)?)
            }
            Meaning::Node(Node::Times(_)) => {
                let value = self.expression()?;
                Node::Times(self.game_truth(value, name)?)
            }
            Meaning::Node(Node::If(..)) => return self.if_else(start),
            Meaning::Node(node) => {
                let is_of_numbers = matches!(node, Node::Arithmetic(..) | Node::Absolute(_));
                let kind = if is_of_numbers { Kind::Number } else { Kind::Set };
                let mut arguments = Vec::new();
                for _ in node.parts() {
                    if !arguments.is_empty() {
                        self.skip(",")?;
                    }
                    arguments.push(self.of(kind)?);
                }
                let mut arguments = arguments.into_iter();
                node.clone().map_parts(&mut |part| arguments.next().unwrap_or(part))
            }
            Meaning::TagNumber => {
                let tag =
                    self.tag()?.ok_or_else(|| self.unexpected("a tag, such as `WhiteElo`"))?;
                self.advance()?;
                Node::TagNumber(tag)
            }
            Meaning::Route => {
                let value = self.expression()?;
                self.expect(&value, Kind::Set)?;
                self.closed(&value, name)?;
                Node::Route(value.id, self.route()?)
            }
            Meaning::Transform(transform) => return self.transform(name, *transform, start),
            Meaning::Grammar => return Err(self.unexpected("a function")),
        };
        self.skip(")")?;
        self.add(node, start)
    }

    /// Reads the number of steps, if it is written.
    fn steps(&mut self) -> Result<u8> {
        if !self.skip_if(",")? {
            return Ok(1);
        }
        let TokenKind::Int(number) = self.token.kind else {
            return Err(self.unexpected("a number of steps"));
        };
        self.advance()?;
        // Eight steps leave the board.
        Ok(number.min(8) as u8)
    }

    /// Reads the squares of a route.
    fn route(&mut self) -> Result<Arc<[Square]>> {
        let mut squares = Vec::new();
        while self.skip_if(",")? {
            let square = match self.token.kind {
                TokenKind::Squares(None, found) => found.single(),
                _ => None,
            };
            let Some(square) = square else {
                return Err(self.unexpected("a single square, such as `f1`"));
            };
            self.advance()?;
            squares.push(square);
        }
        match squares.is_empty() {
            true => Err(self.unexpected("`,` and the squares of the route")),
            false => Ok(Arc::from(squares)),
        }
    }

    fn if_else(&mut self, start: usize) -> Result<Value> {
        let condition = self.expression()?;
        let condition = self.truth(condition)?;
        self.skip(",")?;
        let a = self.expression()?;
        self.skip(",")?;
        let b = self.expression()?;
        self.skip(")")?;
        let (yes, no) = match (self.kind(&a), self.kind(&b)) {
            (left, right) if left == right => (a.id, b.id),
            (Kind::Number, _) => {
                return Err(self.wrong_kind(&b, "a number, as the value before it"));
            }
            _ => (self.truth(a)?, self.truth(b)?),
        };
        self.add(Node::If(condition, yes, no), start)
    }

    /// A question whose text is rewritten.
    fn transform(&mut self, name: &str, transform: Transform, start: usize) -> Result<Value> {
        let value = self.expression()?;
        self.closed(&value, name)?;
        let root = self.truth(value)?;
        self.skip(")")?;
        let place = start..self.end;
        let context = &mut *self.context;
        let tree = &mut context.tree;
        if let Some(word) = transform::fixed_word(tree, root, transform) {
            let message = format!("`{word}` cannot be rewritten by `{name}`");
            return Err(ExpressionError::new(place, message));
        }
        let is_shifted = |id| context.shifted.contains(id);
        if transform == Transform::Shifted && tree.reachable(root).iter().any(is_shifted) {
            let message = "`shifted` cannot be inside `shifted`";
            return Err(ExpressionError::new(place, message));
        }
        let id = transform::rewritten(tree, root, transform);
        let id = id.ok_or_else(|| too_large(place.clone()))?;
        if transform == Transform::Shifted {
            context.shifted.insert(id);
        }
        Ok(self.note(id, place))
    }

    /// Expands a definition with the values of its parameters.
    fn call(
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
    fn unknown(&self, name: &str, place: Range<usize>) -> ExpressionError {
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

    pub(super) fn kind(&self, value: &Value) -> Kind {
        self.context.tree.kind(value.id)
    }

    pub(super) fn wrong_kind(&self, value: &Value, expected: &str) -> ExpressionError {
        let found = in_words(self.kind(value));
        let text = &self.lexer.text[value.place.clone()];
        let message = format!("`{text}` is {found} (expected {expected})");
        ExpressionError::new(value.place.clone(), message)
    }

    pub(super) fn expect(&self, value: &Value, kind: Kind) -> Result<()> {
        if self.kind(value) == kind { Ok(()) } else { Err(self.wrong_kind(value, in_words(kind))) }
    }

    /// Returns the node of a truth: a set is true if it is not empty.
    pub(super) fn truth(&mut self, value: Value) -> Result<Id> {
        match self.kind(&value) {
            Kind::Truth => Ok(value.id),
            Kind::Set => {
                let added = self.context.tree.add(Node::NotEmpty(value.id));
                added.ok_or_else(|| too_large(value.place))
            }
            Kind::Number => Err(self.wrong_kind(&value, "a set, or a comparison such as `> 0`")),
        }
    }

    /// Returns the node of a truth that an operator on games asks at other plies.
    pub(super) fn game_truth(&mut self, value: Value, operator: &str) -> Result<Id> {
        self.needs_game(operator, value.place.clone())?;
        self.closed(&value, operator)?;
        self.truth(value)
    }

    /// Checks that a value depends on no square of a quantifier.
    pub(super) fn closed(&self, value: &Value, operator: &str) -> Result<()> {
        if self.context.tree.free(value.id) == 0 {
            return Ok(());
        }
        let message = format!(
            "`{}` names the square of a quantifier, which `{operator}` cannot follow through a \
             game",
            &self.lexer.text[value.place.clone()]
        );
        Err(ExpressionError::new(value.place.clone(), message))
    }

    /// Returns a tag, if the next token is the name of one.
    pub(super) fn tag(&self) -> Result<Option<Arc<str>>> {
        let place = self.token.place.clone();
        let name = match self.token.kind {
            TokenKind::Tag("") => return Err(self.unexpected("the name of a tag")),
            TokenKind::Tag(name) => name,
            TokenKind::Name(name) => match is_tag(name) {
                Ok(true) => name,
                Ok(false) => return Ok(None),
                Err(message) => return Err(ExpressionError::new(place, message)),
            },
            _ => return Ok(None),
        };
        self.needs_game(name, place)?;
        Ok(Some(Arc::from(name)))
    }

    /// Returns the error of a comparison, an operator or a value where the source lacks games.
    pub(super) fn needs_game(&self, word: &str, place: Range<usize>) -> Result<()> {
        if self.context.source == Source::Games {
            return Ok(());
        }
        let message = format!("`{word}` asks a game, and the source has positions only");
        Err(ExpressionError::new(place, message))
    }
}

fn in_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Set => "a set",
        Kind::Number => "a number",
        Kind::Truth => "true or false",
    }
}

/// Returns whether a name without quotation marks is a tag. The error says why a name that looks like
/// a tag is none.
pub(crate) fn is_tag(name: &str) -> core::result::Result<bool, String> {
    let bytes = name.as_bytes();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if bytes.len() < 2 || !bytes[0].is_ascii_uppercase() || !bytes.iter().all(is_name) {
        return Ok(false);
    }
    if let &[piece, b'a'..=b'h', rank] = bytes
        && PIECES.contains(char::from(piece))
        && rank.is_ascii_digit()
    {
        return Err(format!("`{name}` is no square (expected a rank from 1 to 8)"));
    }
    let small = name.to_ascii_lowercase();
    if word(&small).is_some() && !matches!(name, "Date" | "Result" | "Variant") {
        return Err(format!("`{name}`: did you mean `{small}`?"));
    }
    Ok(true)
}
