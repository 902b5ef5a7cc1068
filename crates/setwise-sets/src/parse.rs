//! From text to a tree: the grammar, names and types. Each function is a rule of the grammar.

mod atoms;
mod calls;
mod texts;
mod tokens;
mod types;

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::definitions::Definitions;
use crate::error::ExpressionError;
use crate::expression::Source;
use crate::token::{Lexer, Token, TokenKind};
use crate::tree::{
    Arithmetic, Comparison, Id, Kind, Node, Quantifier, SetFunction, SetOperator, Tree,
};
use crate::words::word;

/// Parentheses, functions and operators inside each other.
const MAX_DEPTH: u32 = 64;
/// Quantifiers inside each other.
const MAX_QUANTIFIERS: u8 = 3;
/// Uses of definitions, those inside definitions included.
const MAX_CALLS: u32 = 20_000;

type Result<T> = core::result::Result<T, ExpressionError>;

/// A value, and where it is written.
#[derive(Clone, Debug)]
struct Value {
    id: Id,
    place: Range<usize>,
}

/// What all texts of an expression share: its own and the texts of definitions.
pub(crate) struct Context<'c> {
    definitions: &'c Definitions,
    source: Source,
    pub(crate) tree: Tree,
    /// The definitions that are being expanded.
    calls: Vec<String>,
    /// The values of definitions, by their arguments and the number of quantifiers around them.
    known: BTreeMap<(String, Vec<Id>, u8), Id>,
    /// The results of `shifted`.
    shifted: BTreeSet<Id>,
    calls_left: u32,
    /// The quantifiers around the current place.
    quantifiers: u8,
    depth: u32,
}

impl<'c> Context<'c> {
    pub(crate) fn new(definitions: &'c Definitions, source: Source) -> Context<'c> {
        Context {
            definitions,
            source,
            tree: Tree::default(),
            calls: Vec::new(),
            known: BTreeMap::new(),
            shifted: BTreeSet::new(),
            calls_left: MAX_CALLS,
            quantifiers: 0,
            depth: 0,
        }
    }

    /// Parses the text of a lexer. Returns the node of its value.
    pub(crate) fn parse(&mut self, lexer: Lexer<'_>) -> Result<Id> {
        let mut parser = Parser::new(lexer, self, Vec::new())?;
        let value = parser.whole()?;
        Ok(value.id)
    }
}

/// Parses one text.
struct Parser<'p, 'c> {
    lexer: Lexer<'p>,
    /// The next token.
    token: Token<'p>,
    /// The end of the last token.
    end: usize,
    context: &'p mut Context<'c>,
    /// Names that have a value here, the innermost last.
    names: Vec<(String, Id)>,
}

impl<'p, 'c> Parser<'p, 'c> {
    fn new(
        mut lexer: Lexer<'p>,
        context: &'p mut Context<'c>,
        names: Vec<(String, Id)>,
    ) -> Result<Parser<'p, 'c>> {
        let token = lexer.next()?;
        Ok(Parser { lexer, token, end: 0, context, names })
    }

    /// Reads the whole text.
    fn whole(&mut self) -> Result<Value> {
        let value = self.expression()?;
        match self.token.kind {
            TokenKind::End => Ok(value),
            TokenKind::Sign("=" | "!=" | "<" | "<=" | ">" | ">=") => {
                Err(self.unexpected("`and`, `or` or the end: comparisons are not chained"))
            }
            TokenKind::Name(name) => match word(name) {
                Some(word) if word.form.contains('(') => {
                    let message = format!("`{name}` is written `{}`", word.form);
                    Err(ExpressionError::new(self.token.place.clone(), message))
                }
                _ => Err(self.unexpected("an operator or the end")),
            },
            _ if self.lexer.is_condition => Err(self.unexpected("`and`, `or` or the end")),
            _ => Err(self.unexpected("an operator or the end")),
        }
    }

    // Nodes

    fn add(&mut self, node: Node, start: usize) -> Result<Value> {
        let place = start..self.end;
        match self.context.tree.add(node) {
            Some(id) => Ok(self.note(id, place)),
            None => Err(too_large(place)),
        }
    }

    /// Remembers where a value is written, if it is in the text itself.
    fn note(&mut self, id: Id, place: Range<usize>) -> Value {
        if self.context.calls.is_empty() {
            self.context.tree.parts.push((place.clone(), id));
        }
        Value { id, place }
    }

    // Grammar

    /// Calls a function one level deeper.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.context.depth == MAX_DEPTH {
            let message = format!("the expression is more than {MAX_DEPTH} levels deep");
            return Err(ExpressionError::new(self.token.place.clone(), message));
        }
        self.context.depth += 1;
        let parsed = parse(self);
        self.context.depth -= 1;
        parsed
    }

    /// `expr = or { ("then" | "next") or }`
    fn expression(&mut self) -> Result<Value> {
        self.deeper(|parser| {
            let start = parser.token.place.start;
            let mut value = parser.or()?;
            loop {
                let is_then = parser.is_name("then");
                let operator = if is_then { "then" } else { "next" };
                if !parser.skip_name(operator)? {
                    return Ok(value);
                }
                let right = parser.or()?;
                let a = parser.game_truth(value, operator)?.id;
                let b = parser.game_truth(right, operator)?.id;
                let node = if is_then { Node::Then(a, b) } else { Node::Next(a, b) };
                value = parser.add(node, start)?;
            }
        })
    }

    /// `or = and { "or" and } | "let" name "=" or "in" or`
    fn or(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        if self.is_name("let") {
            return self.deeper(Parser::let_in);
        }
        let mut value = self.and()?;
        while self.skip_name("or")? {
            let right = self.and()?;
            let (a, b) = (self.truth(value)?.id, self.truth(right)?.id);
            value = self.add(Node::Or(a, b), start)?;
        }
        Ok(value)
    }

    fn let_in(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        self.advance()?;
        let name = self.new_name()?;
        self.expect_sign("=")?;
        let value = self.or()?;
        if !self.skip_name("in")? {
            return Err(self.unexpected("`in`"));
        }
        self.names.push((name, value.id));
        let body = self.or();
        self.names.pop();
        let body = body?;
        Ok(self.note(body.id, start..self.end))
    }

    /// Reads a name that has no meaning yet.
    fn new_name(&mut self) -> Result<String> {
        let place = self.token.place.clone();
        let message = match self.token.kind {
            TokenKind::Name(name) => {
                let is_bound = self.names.iter().any(|(other, _)| other == name);
                if is_bound {
                    format!("`{name}` has a value here already")
                } else if let Some(why) = reserved(name) {
                    format!("`{name}` is {why}, so it can be no name")
                } else {
                    let name = name.to_owned();
                    self.advance()?;
                    return Ok(name);
                }
            }
            TokenKind::Squares(..) | TokenKind::Piece(_) => {
                let found = &self.lexer.text[place.clone()];
                format!("`{found}` means squares or pieces, so it can be no name")
            }
            _ => return Err(self.unexpected("a name")),
        };
        Err(ExpressionError::new(place, message))
    }

    /// `and = held { "and" held }`
    fn and(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        let mut value = self.held()?;
        while self.skip_name("and")? {
            let right = self.held()?;
            let (a, b) = (self.truth(value)?.id, self.truth(right)?.id);
            value = self.add(Node::And(a, b), start)?;
        }
        Ok(value)
    }

    /// `held = ("ever" | "never") held | neg { ("for" | "within") int }`
    fn held(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        for operator in ["ever", "never"] {
            if self.is_name(operator) {
                return self.deeper(|parser| parser.ever(operator));
            }
        }
        let mut value = self.neg()?;
        loop {
            let is_for = self.is_name("for");
            if !is_for && !self.is_name("within") {
                return Ok(value);
            }
            let operator = if is_for { "for" } else { "within" };
            self.advance()?;
            let TokenKind::Int(number) = self.token.kind else {
                return Err(self.unexpected("a number of positions"));
            };
            if number == 0 {
                return Err(self.unexpected("at least 1 position"));
            }
            self.advance()?;
            let id = self.game_truth(value, operator)?.id;
            let number = number as u32;
            let node =
                if is_for { Node::ForLast(id, number) } else { Node::WithinLast(id, number) };
            value = self.add(node, start)?;
        }
    }

    fn ever(&mut self, operator: &str) -> Result<Value> {
        let start = self.token.place.start;
        self.advance()?;
        let value = self.held()?;
        let id = self.game_truth(value, operator)?.id;
        let value = self.add(Node::Ever(id), start)?;
        if operator == "ever" { Ok(value) } else { self.add(Node::Not(value.id), start) }
    }

    /// `neg = "not" ( neg | ("ever" | "never") held ) | quant | cmp`
    fn neg(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        if self.is_name("not") {
            return self.deeper(|parser| {
                parser.advance()?;
                let is_ever = parser.is_name("ever") || parser.is_name("never");
                let value = if is_ever { parser.held()? } else { parser.neg()? };
                let id = parser.truth(value)?.id;
                parser.add(Node::Not(id), start)
            });
        }
        let quantifier = match self.token.kind {
            TokenKind::Name("any") => Quantifier::Any,
            TokenKind::Name("all") => Quantifier::All,
            TokenKind::Name("count") if self.second() != Some(TokenKind::Sign("(")) => {
                Quantifier::Count
            }
            _ => return self.comparison(),
        };
        self.deeper(|parser| parser.quantified(quantifier))
    }

    /// `quant = ("any" | "all" | "count") name "in" union ":" or`
    fn quantified(&mut self, quantifier: Quantifier) -> Result<Value> {
        let start = self.token.place.start;
        self.advance()?;
        let name = self.new_name()?;
        if !self.skip_name("in")? {
            return Err(self.unexpected("`in`"));
        }
        let over = self.union()?;
        self.expect(&over, Kind::Set)?;
        self.expect_sign(":")?;
        if self.context.quantifiers == MAX_QUANTIFIERS {
            return Err(too_deep(start..self.end));
        }
        // A stand-in: the number of the variable is known when the body is.
        let stand_in = Node::Variable(MAX_QUANTIFIERS + self.context.quantifiers);
        let Some(variable) = self.context.tree.add(stand_in.clone()) else {
            return Err(too_large(start..self.end));
        };
        self.context.quantifiers += 1;
        self.names.push((name, variable));
        let body = self.or();
        self.names.pop();
        self.context.quantifiers -= 1;
        let body = body?;
        let body = self.truth(body)?.id;
        let tree = &mut self.context.tree;
        let number = tree.quantifiers_in(body).max(tree.quantifiers_in(over.id));
        if number == MAX_QUANTIFIERS {
            return Err(too_deep(start..self.end));
        }
        let body = tree.map(body, |tree, node| {
            tree.add(if node == stand_in { Node::Variable(number) } else { node })
        });
        let Some(body) = body else { return Err(too_large(start..self.end)) };
        let node = Node::Quantified { quantifier, variable: number, over: over.id, body };
        self.add(node, start)
    }

    /// `cmp = text op word | union [ op union | "within" union ]`
    fn comparison(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        if let Some(value) = self.text_comparison()? {
            return Ok(value);
        }
        let value = self.union()?;
        if self.is_name("within") && !matches!(self.second(), Some(TokenKind::Int(_))) {
            self.advance()?;
            let right = self.union()?;
            self.expect(&value, Kind::Set)?;
            self.expect(&right, Kind::Set)?;
            return self.add(Node::Within(value.id, right.id), start);
        }
        let Some(comparison) = self.comparison_sign()? else { return Ok(value) };
        let right = self.union()?;
        let (a, b) = (value.id, right.id);
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        match (self.kind(&value), self.kind(&right)) {
            (Kind::Number, Kind::Number) => self.add(Node::Compare(comparison, a, b), start),
            (Kind::Set, Kind::Set) if is_equality => {
                let same = self.add(Node::SameSet(a, b), start)?;
                let is_equal = comparison == Comparison::Equal;
                if is_equal { Ok(same) } else { self.add(Node::Not(same.id), start) }
            }
            (Kind::Set, _) if is_equality => {
                Err(self.wrong_kind(&right, "a set, as before the sign"))
            }
            (Kind::Set, _) => Err(self.wrong_kind(&value, "a number, such as `count(…)` of a set")),
            (Kind::Truth, _) => Err(self.wrong_kind(&value, "two numbers or two sets")),
            (Kind::Number, _) => Err(self.wrong_kind(&right, "a number")),
        }
    }

    fn comparison_sign(&mut self) -> Result<Option<Comparison>> {
        let TokenKind::Sign(sign) = self.token.kind else { return Ok(None) };
        let Some(comparison) = Comparison::of_sign(sign) else { return Ok(None) };
        self.advance()?;
        if comparison == Comparison::Equal && self.is_sign("=") {
            return Err(self.unexpected("a value: equality is written `=`"));
        }
        Ok(Some(comparison))
    }

    /// `union = xor { "|" xor }`
    fn union(&mut self) -> Result<Value> {
        self.join("|", SetOperator::Or, |parser| {
            parser.join("^", SetOperator::Xor, |parser| {
                parser.join("&", SetOperator::And, Parser::sum)
            })
        })
    }

    fn join(
        &mut self,
        sign: &str,
        operator: SetOperator,
        operand: impl Fn(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let start = self.token.place.start;
        let mut value = operand(self)?;
        while self.is_sign(sign) {
            self.advance()?;
            if self.is_sign(sign) {
                let word = if sign == "|" { "or" } else { "and" };
                return Err(self.unexpected(&format!("a set; both conditions: write `{word}`")));
            }
            let right = operand(self)?;
            self.expect(&value, Kind::Set)?;
            self.expect(&right, Kind::Set)?;
            value = self.add(Node::Join(operator, value.id, right.id), start)?;
        }
        Ok(value)
    }

    /// `sum = prod { ("+" | "-") prod }`
    fn sum(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        let mut value = self.product()?;
        loop {
            let is_minus = self.is_sign("-");
            if !is_minus && !self.is_sign("+") {
                return Ok(value);
            }
            if is_minus {
                self.lexer.check_minus(&self.token.place)?;
            }
            self.advance()?;
            let right = self.product()?;
            let (a, b) = (value.id, right.id);
            let node = match (is_minus, self.kind(&value)) {
                (true, Kind::Set) => {
                    self.expect(&right, Kind::Set)?;
                    Node::Join(SetOperator::Minus, a, b)
                }
                (_, Kind::Number) => {
                    self.expect(&right, Kind::Number)?;
                    let operator = if is_minus { Arithmetic::Subtract } else { Arithmetic::Add };
                    Node::Arithmetic(operator, a, b)
                }
                (false, Kind::Set) => {
                    return Err(self.wrong_kind(&value, "a number; sets are joined by `|`"));
                }
                _ => return Err(self.wrong_kind(&value, "a set or a number")),
            };
            value = self.add(node, start)?;
        }
    }

    /// `prod = unary { "*" unary }`
    fn product(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        let mut value = self.unary()?;
        while self.skip_sign("*")? {
            let right = self.unary()?;
            self.expect(&value, Kind::Number)?;
            self.expect(&right, Kind::Number)?;
            let node = Node::Arithmetic(Arithmetic::Multiply, value.id, right.id);
            value = self.add(node, start)?;
        }
        Ok(value)
    }

    /// `unary = ("~" | "-") unary | atom`
    fn unary(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        if self.is_sign("~") {
            return self.deeper(|parser| {
                parser.advance()?;
                let value = parser.unary()?;
                parser.expect(&value, Kind::Set)?;
                parser.add(Node::SetFunction(SetFunction::Complement, value.id), start)
            });
        }
        if self.is_sign("-") {
            return self.deeper(|parser| {
                parser.advance()?;
                let value = parser.unary()?;
                parser.expect(&value, Kind::Number)?;
                parser.add(Node::Negative(value.id), start)
            });
        }
        self.atom()
    }
}

/// Returns the error of a tree that is full.
fn too_large(place: Range<usize>) -> ExpressionError {
    let message = format!("the question has more than {} parts", Tree::MAX);
    ExpressionError::new(place, message)
}

fn too_deep(place: Range<usize>) -> ExpressionError {
    let message = format!("more than {MAX_QUANTIFIERS} quantifiers are inside each other");
    ExpressionError::new(place, message)
}

/// Returns why a text can be no name: what it is.
pub(crate) fn reserved(name: &str) -> Option<&'static str> {
    let first = name.chars().next()?;
    let is_capital = first.is_ascii_uppercase() && name.len() > 1;
    match word(name) {
        Some(_) => Some("a word"),
        None if is_capital => Some("a tag"),
        None => None,
    }
}
