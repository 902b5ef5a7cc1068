//! Trees as text, in random spellings: few parentheses, and each form that the grammar has.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use setwise::Color;
use setwise_testkit::random::Random;

use crate::parse::atoms::is_tag;
use crate::tree::*;
use crate::words::word_of;

// The levels of the grammar: a part needs parentheses if its level is below the one of its place.
const EXPRESSION: u8 = 0;
const OR: u8 = 1;
const AND: u8 = 2;
const HELD: u8 = 3;
const NEGATION: u8 = 4;
const COMPARISON: u8 = 5;
const UNION: u8 = 6;
const XOR: u8 = 7;
const MEET: u8 = 8;
const SUM: u8 = 9;
const PRODUCT: u8 = 10;
const UNARY: u8 = 11;
const ATOM: u8 = 12;

/// Returns an expression that means a node.
pub(super) fn spell(tree: &Tree, root: Id, random: &mut Random) -> String {
    let mut speller = Speller { tree, random, names: BTreeMap::new() };
    let ids = tree.reachable(root);
    let named = ids[speller.random.below(ids.len())];
    if speller.random.below(4) > 0 || named == root || tree.free(named) != 0 {
        return speller.part(root, EXPRESSION);
    }
    let value = speller.part(named, OR);
    speller.names.insert(named, "it");
    format!("let it = {value} in {}", speller.part(root, OR))
}

struct Speller<'s> {
    tree: &'s Tree,
    random: &'s mut Random,
    /// Nodes that are the values of names.
    names: BTreeMap<Id, &'static str>,
}

impl Speller<'_> {
    /// Spells a node for a place of a level.
    fn part(&mut self, id: Id, place: u8) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.to_string();
        }
        let (text, level) = self.node(id);
        match level < place || self.random.below(10) == 0 {
            true => format!("({text})"),
            false => text,
        }
    }

    fn infix(&mut self, a: Id, sign: &str, b: Id, level: u8) -> (String, u8) {
        (format!("{} {sign} {}", self.part(a, level), self.part(b, level + 1)), level)
    }

    fn function(&mut self, name: &str, parts: &[Id]) -> (String, u8) {
        let parts: Vec<String> = parts.iter().map(|part| self.part(*part, EXPRESSION)).collect();
        (format!("{name}({})", parts.join(", ")), ATOM)
    }

    fn node(&mut self, id: Id) -> (String, u8) {
        let atom = |text: String| (text, ATOM);
        let node = self.tree.node(id).clone();
        let name = word_of(&node).map_or("?", |word| word.name);
        match node {
            Node::Squares(squares) => atom(squares.to_string()),
            Node::Piece(..) | Node::Side(_) => atom(self.letter(id).unwrap_or_default()),
            Node::SetWord(SetWord::All) => atom(".".into()),
            Node::SetWord(SetWord::Empty) => atom("_".into()),
            Node::SetWord(SetWord::Nothing) => atom("[]".into()),
            Node::SetWord(_) | Node::NumberWord(_) | Node::TruthWord(_) => atom(name.into()),
            Node::Variable(number) => atom(format!("x{number}")),
            Node::Join(operator, a, b) => self.join(operator, a, b),
            Node::SetFunction(SetFunction::Complement, a) => {
                (format!("~{}", self.part(a, UNARY)), UNARY)
            }
            Node::SetFunction(_, a) => self.function(name, &[a]),
            Node::Toward(function, direction, a) => {
                let direction = direction.name().replace('-', "");
                let set = self.part(a, EXPRESSION);
                atom(match function {
                    Toward::Steps(1) => format!("{direction}({set})"),
                    Toward::Steps(steps) => format!("{direction}({set}, {steps})"),
                    Toward::Slide => format!("slide({direction}, {set})"),
                    Toward::Fill => format!("fill({direction}, {set})"),
                })
            }
            Node::Pair(_, a, b) => self.function(name, &[a, b]),
            Node::Int(number) => atom(number.to_string()),
            Node::TagNumber(tag) => atom(format!("number({})", self.tag(&tag))),
            Node::Count(a) => self.function("count", &[a]),
            Node::Value(a) => self.function("value", &[a]),
            Node::Times(a) => self.function("times", &[a]),
            Node::Arithmetic(operator, a, b) => match operator {
                Arithmetic::Add => self.infix(a, "+", b, SUM),
                Arithmetic::Subtract => self.infix(a, "-", b, SUM),
                Arithmetic::Multiply => self.infix(a, "*", b, PRODUCT),
                Arithmetic::Minimum => self.function("min", &[a, b]),
                Arithmetic::Maximum => self.function("max", &[a, b]),
            },
            Node::Negative(a) => (format!("-{}", self.part(a, UNARY)), UNARY),
            Node::Absolute(a) => self.function("abs", &[a]),
            // A set stands for a truth.
            Node::NotEmpty(a) => (self.part(a, UNION), COMPARISON),
            Node::Compare(comparison, a, b) => self.compared(a, comparison.sign(), b),
            Node::SameSet(a, b) => self.compared(a, "=", b),
            Node::Within(a, b) => self.compared(a, "within", b),
            Node::Text(field, test) => (self.text(name, &field, &test), COMPARISON),
            Node::And(a, b) => self.infix(a, "and", b, AND),
            Node::Or(a, b) => self.infix(a, "or", b, OR),
            Node::Not(a) => match *self.tree.node(a) {
                Node::Ever(a) if self.random.below(2) == 0 => {
                    (format!("never {}", self.part(a, HELD)), HELD)
                }
                Node::Ever(a) => (format!("not ever {}", self.part(a, HELD)), HELD),
                Node::SameSet(a, b) if self.random.below(2) == 0 => self.compared(a, "!=", b),
                _ => (format!("not {}", self.part(a, NEGATION)), NEGATION),
            },
            Node::Ever(a) => (format!("ever {}", self.part(a, HELD)), HELD),
            Node::ForLast(a, n) => (format!("{} for {n}", self.part(a, NEGATION)), HELD),
            Node::WithinLast(a, n) => (format!("{} within {n}", self.part(a, NEGATION)), HELD),
            Node::Then(a, b) => self.infix(a, "then", b, EXPRESSION),
            Node::Next(a, b) => self.infix(a, "next", b, EXPRESSION),
            Node::Route(a, squares) => {
                let set = self.part(a, EXPRESSION);
                let squares: String = squares.iter().map(|square| format!(", {square}")).collect();
                atom(format!("route({set}{squares})"))
            }
            Node::Quantified { quantifier, variable, over, body } => {
                let word = format!("{quantifier:?}").to_lowercase();
                let (over, body) = (self.part(over, UNION), self.part(body, OR));
                (format!("{word} x{variable} in {over}: {body}"), EXPRESSION)
            }
            Node::If(condition, a, b) => {
                let condition = self.part(condition, EXPRESSION);
                let (a, b) = (self.branch(a), self.branch(b));
                atom(format!("if({condition}, {a}, {b})"))
            }
        }
    }

    /// Spells a branch of `if`, whose kind must be clear.
    fn branch(&mut self, id: Id) -> String {
        match self.tree.node(id) {
            Node::NotEmpty(_) => format!("not not {}", self.part(id, ATOM)),
            _ => self.part(id, EXPRESSION),
        }
    }

    fn compared(&mut self, a: Id, sign: &str, b: Id) -> (String, u8) {
        (format!("{} {sign} {}", self.part(a, UNION), self.part(b, UNION)), COMPARISON)
    }

    fn letter(&self, id: Id) -> Option<String> {
        Some(match *self.tree.node(id) {
            Node::Piece(Color::White, role) => role.letter().to_ascii_uppercase().to_string(),
            Node::Piece(Color::Black, role) => role.letter().to_string(),
            Node::Side(Color::White) => "A".into(),
            Node::Side(Color::Black) => "a".into(),
            _ => return None,
        })
    }

    fn join(&mut self, operator: SetOperator, a: Id, b: Id) -> (String, u8) {
        let squares = match self.tree.node(b) {
            Node::Squares(squares) => Some(squares.to_string()),
            _ => None,
        };
        let is_named = self.names.contains_key(&a) || self.names.contains_key(&b);
        let is_short = !is_named && self.random.below(3) > 0;
        match (operator, self.letter(a), squares, self.letter(b)) {
            (SetOperator::And, Some(letter), Some(squares), _) if is_short => {
                let bracket = self.random.below(2) == 0;
                let letter = if bracket { format!("[{letter}]") } else { letter };
                (format!("{letter}{squares}"), ATOM)
            }
            (SetOperator::Or, Some(a), _, Some(b)) if is_short => {
                let space = if self.random.below(2) == 0 { ", " } else { "" };
                (format!("[{a}{space}{b}]"), ATOM)
            }
            (SetOperator::Or, Some(a), Some(b), _) if is_short => (format!("[{a} {b}]"), ATOM),
            (SetOperator::And, ..) => self.infix(a, "&", b, MEET),
            (SetOperator::Minus, ..) => self.infix(a, "-", b, SUM),
            (SetOperator::Xor, ..) => self.infix(a, "^", b, XOR),
            (SetOperator::Or, ..) => self.infix(a, "|", b, UNION),
        }
    }

    fn tag(&mut self, name: &str) -> String {
        let quotes = if is_tag(name) == Ok(true) { ["", "\"", "'"] } else { ["'", "\"", "'"] };
        let quote = quotes[self.random.below(3)];
        format!("{quote}{name}{quote}")
    }

    fn text(&mut self, name: &str, field: &Field, test: &TextTest) -> String {
        let name = match field {
            Field::Tag(tag) => self.tag(tag),
            _ => name.into(),
        };
        let (sign, value) = match test {
            TextTest::Present => return name,
            TextTest::Compare(comparison, value) => (comparison.sign(), value),
            TextTest::Contains(value) => ("~", value),
        };
        let is_bare = !value.is_empty() && !value.contains([' ', '=', '"', '<', '>', '~', ',']);
        match (is_bare, self.random.below(2)) {
            (true, 0) => format!("{name} {sign} {value}"),
            (_, _) => format!("{name} {sign} \"{value}\""),
        }
    }
}
