//! From text to a tree: the grammar, names and types. Each function is a rule of the grammar.

pub(crate) mod atoms;
mod texts;

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
            TokenKind::Sign(",") => Err(self
                .unexpected("an operator or the end; a value with a comma needs quotation marks")),
            _ => Err(self.unexpected("an operator or the end")),
        }
    }

    // Tokens

    fn advance(&mut self) -> Result<()> {
        self.end = self.token.place.end;
        self.token = self.lexer.next()?;
        Ok(())
    }

    /// Returns whether a word or sign is next.
    fn is(&self, text: &str) -> bool {
        matches!(self.token.kind, TokenKind::Sign(found) | TokenKind::Name(found) if found == text)
    }

    /// Returns the next word or sign, if it is one of some.
    fn one_of(&self, texts: &[&'static str]) -> Option<&'static str> {
        texts.iter().copied().find(|text| self.is(text))
    }

    /// Skips a sign if it is next; returns whether it was.
    fn skip_if(&mut self, sign: &str) -> Result<bool> {
        let is_next = self.is(sign);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    /// Skips a word or sign that must be next.
    fn skip(&mut self, text: &str) -> Result<()> {
        if self.skip_if(text)? { Ok(()) } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    /// Returns the token after the next one.
    fn second(&self) -> Option<TokenKind<'p>> {
        let mut lexer = self.lexer;
        lexer.next().ok().map(|token| token.kind)
    }

    fn unexpected(&self, expected: &str) -> ExpressionError {
        self.token.unexpected(self.lexer.text, expected)
    }

    // Nodes

    fn add(&mut self, node: Node, start: usize) -> Result<Value> {
        let place = start..self.end;
        let id = self.context.tree.add(node).ok_or_else(|| too_large(place.clone()))?;
        Ok(self.note(id, place))
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

    /// Reads operands that one of some operators joins, from the left.
    fn chain(
        &mut self,
        operators: &[&'static str],
        operand: impl Fn(&mut Self) -> Result<Value>,
        join: impl Fn(&mut Self, &'static str, Value, Value) -> Result<Node>,
    ) -> Result<Value> {
        let start = self.token.place.start;
        let mut value = operand(self)?;
        while let Some(operator) = self.one_of(operators) {
            if operator == "-" {
                self.lexer.check_minus(&self.token.place)?;
            }
            self.advance()?;
            let right = operand(self)?;
            let node = join(self, operator, value, right)?;
            value = self.add(node, start)?;
        }
        Ok(value)
    }

    /// `expr = or { ("then" | "next") or }`
    fn expression(&mut self) -> Result<Value> {
        self.deeper(|parser| {
            parser.chain(&["then", "next"], Parser::or, |parser, operator, a, b| {
                let a = parser.game_truth(a, operator)?;
                let b = parser.game_truth(b, operator)?;
                Ok(if operator == "then" { Node::Then(a, b) } else { Node::Next(a, b) })
            })
        })
    }

    /// `or = and { "or" and } | "let" name "=" or "in" or`
    fn or(&mut self) -> Result<Value> {
        if self.is("let") {
            return self.deeper(Parser::let_in);
        }
        self.chain(&["or"], Parser::and, |parser, _, a, b| {
            Ok(Node::Or(parser.truth(a)?, parser.truth(b)?))
        })
    }

    fn let_in(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        self.advance()?;
        let name = self.new_name()?;
        self.skip("=")?;
        let value = self.or()?;
        self.skip("in")?;
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
        self.chain(&["and"], Parser::held, |parser, _, a, b| {
            Ok(Node::And(parser.truth(a)?, parser.truth(b)?))
        })
    }

    /// `held = ("ever" | "never") held | neg { ("for" | "within") int }`
    fn held(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        if let Some(operator) = self.one_of(&["ever", "never"]) {
            return self.deeper(|parser| {
                parser.advance()?;
                let value = parser.held()?;
                let id = parser.game_truth(value, operator)?;
                let value = parser.add(Node::Ever(id), start)?;
                if operator == "ever" { Ok(value) } else { parser.add(Node::Not(value.id), start) }
            });
        }
        let mut value = self.neg()?;
        while let Some(operator) = self.one_of(&["for", "within"]) {
            self.advance()?;
            let number = match self.token.kind {
                TokenKind::Int(0) => return Err(self.unexpected("at least 1 position")),
                TokenKind::Int(number) => number as u32,
                _ => return Err(self.unexpected("a number of positions")),
            };
            self.advance()?;
            let id = self.game_truth(value, operator)?;
            let is_for = operator == "for";
            let node =
                if is_for { Node::ForLast(id, number) } else { Node::WithinLast(id, number) };
            value = self.add(node, start)?;
        }
        Ok(value)
    }

    /// `neg = "not" ( neg | ("ever" | "never") held ) | quant | cmp`
    fn neg(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        if self.is("not") {
            return self.deeper(|parser| {
                parser.advance()?;
                let is_ever = parser.one_of(&["ever", "never"]).is_some();
                let value = if is_ever { parser.held()? } else { parser.neg()? };
                let id = parser.truth(value)?;
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
        self.skip("in")?;
        let over = self.union()?;
        self.expect(&over, Kind::Set)?;
        self.skip(":")?;
        if self.context.quantifiers == MAX_QUANTIFIERS {
            return Err(too_deep(start..self.end));
        }
        // A stand-in: the number of the variable is known when the body is.
        let stand_in = Node::Variable(MAX_QUANTIFIERS + self.context.quantifiers);
        let added = self.context.tree.add(stand_in.clone());
        let variable = added.ok_or_else(|| too_large(start..self.end))?;
        self.context.quantifiers += 1;
        self.names.push((name, variable));
        let body = self.or();
        self.names.pop();
        self.context.quantifiers -= 1;
        let body = body?;
        let body = self.truth(body)?;
        let tree = &mut self.context.tree;
        let number = tree.quantifiers_in(body).max(tree.quantifiers_in(over.id));
        if number == MAX_QUANTIFIERS {
            return Err(too_deep(start..self.end));
        }
        let body = tree.map(body, |tree, node| {
            tree.add(if node == stand_in { Node::Variable(number) } else { node })
        });
        let body = body.ok_or_else(|| too_large(start..self.end))?;
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
        if self.is("within") && !matches!(self.second(), Some(TokenKind::Int(_))) {
            self.advance()?;
            let right = self.union()?;
            self.expect(&value, Kind::Set)?;
            self.expect(&right, Kind::Set)?;
            return self.add(Node::Within(value.id, right.id), start);
        }
        let Some(comparison) = self.comparison_sign() else { return Ok(value) };
        self.advance()?;
        let right = self.union()?;
        let (a, b) = (value.id, right.id);
        let is_equality = comparison.is_equality();
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

    /// Returns the comparison whose sign is next.
    fn comparison_sign(&self) -> Option<Comparison> {
        match self.token.kind {
            TokenKind::Sign(sign) => Comparison::of_sign(sign),
            _ => None,
        }
    }

    /// `union = xor { "|" xor }`, `xor = meet { "^" meet }`, `meet = sum { "&" sum }`
    fn union(&mut self) -> Result<Value> {
        self.sets(SetOperator::Or, |parser| {
            parser.sets(SetOperator::Xor, |parser| parser.sets(SetOperator::And, Parser::sum))
        })
    }

    fn sets(
        &mut self,
        operator: SetOperator,
        operand: impl Fn(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        self.chain(&[operator.sign()], operand, |parser, _, a, b| {
            parser.expect(&a, Kind::Set)?;
            parser.expect(&b, Kind::Set)?;
            Ok(Node::Join(operator, a.id, b.id))
        })
    }

    /// `sum = prod { ("+" | "-") prod }`
    fn sum(&mut self) -> Result<Value> {
        self.chain(&["+", "-"], Parser::product, |parser, sign, a, b| {
            match (sign, parser.kind(&a)) {
                ("+", Kind::Set) => Err(parser.wrong_kind(&a, "a number; sets are joined by `|`")),
                (_, Kind::Truth) => Err(parser.wrong_kind(&a, "a set or a number")),
                (sign, kind) => {
                    parser.expect(&b, kind)?;
                    Ok(match (sign, kind) {
                        (_, Kind::Set) => Node::Join(SetOperator::Minus, a.id, b.id),
                        ("+", _) => Node::Arithmetic(Arithmetic::Add, a.id, b.id),
                        _ => Node::Arithmetic(Arithmetic::Subtract, a.id, b.id),
                    })
                }
            }
        })
    }

    /// `prod = unary { "*" unary }`
    fn product(&mut self) -> Result<Value> {
        self.chain(&["*"], Parser::unary, |parser, _, a, b| {
            parser.expect(&a, Kind::Number)?;
            parser.expect(&b, Kind::Number)?;
            Ok(Node::Arithmetic(Arithmetic::Multiply, a.id, b.id))
        })
    }

    /// `unary = ("~" | "-") unary | atom`
    fn unary(&mut self) -> Result<Value> {
        let start = self.token.place.start;
        let kind = match self.token.kind {
            TokenKind::Sign("~") => Kind::Set,
            TokenKind::Sign("-") => Kind::Number,
            _ => return self.atom(),
        };
        self.deeper(|parser| {
            parser.advance()?;
            let value = parser.unary()?;
            parser.expect(&value, kind)?;
            parser.add(
                match kind {
                    Kind::Set => Node::SetFunction(SetFunction::Complement, value.id),
                    _ => Node::Negative(value.id),
                },
                start,
            )
        })
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
