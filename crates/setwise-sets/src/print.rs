//! A tree as an expression again: what a question means.

use alloc::format;
use alloc::vec::Vec;
use core::fmt::{self, Formatter};

use setwise::Color;

use crate::tree::{
    Arithmetic, Field, Id, Node, Quantifier, SetFunction, SetOperator, SetWord, Squares, TextTest,
    Toward, Tree,
};
use crate::words::Meaning;

/// Parts that are deeper are not written.
const MAX_DEPTH: u32 = 200;

/// Writes a node. A part that occurs more than once is the value of a `let`.
pub(crate) fn lines(tree: &Tree, root: Id, f: &mut Formatter<'_>) -> fmt::Result {
    let mut uses = alloc::vec![0_u32; tree.len()];
    for id in tree.reachable(root) {
        tree.node(id).each_part(|part| uses[usize::from(part.0)] += 1);
    }
    let mut numbers = alloc::vec![0; tree.len()];
    let mut printer = Printer { tree, uses, numbers: Vec::new() };
    let mut number = 0;
    for id in (0..tree.len() as u16).map(Id) {
        if printer.is_shared(id) {
            number += 1;
            numbers[usize::from(id.0)] = number;
        }
    }
    printer.numbers = numbers;
    printer.block(root, 0, None, 0, f)
}

struct Printer<'t> {
    tree: &'t Tree,
    uses: Vec<u32>,
    /// The numbers of shared nodes, in their names.
    numbers: Vec<u32>,
}

impl Printer<'_> {
    /// Writes a node inside some quantifiers, whose bits are set; first the shared values that
    /// depend on the square of the innermost.
    fn block(
        &self,
        root: Id,
        bound: u8,
        innermost: Option<u8>,
        depth: u32,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        for id in self.tree.reachable(root) {
            let free = self.tree.free(id);
            let belongs = free & !bound == 0 && innermost.is_none_or(|bit| free & bit != 0);
            if id != root && belongs && self.is_shared(id) {
                write!(f, "let v{} = ", self.numbers[usize::from(id.0)])?;
                self.node(id, bound, depth, f)?;
                f.write_str(if innermost.is_none() { " in\n" } else { " in " })?;
            }
        }
        match self.is_shared(root) && innermost.is_some() && self.tree.free(root) == 0 {
            true => self.part(root, bound, depth, f),
            false => self.node(root, bound, depth, f),
        }
    }

    /// Returns whether a node is written once, with a name.
    fn is_shared(&self, id: Id) -> bool {
        let mut is_leaf = true;
        self.tree.node(id).each_part(|_| is_leaf = false);
        !is_leaf && self.uses[usize::from(id.0)] > 1
    }

    fn part(&self, id: Id, bound: u8, depth: u32, f: &mut Formatter<'_>) -> fmt::Result {
        if self.is_shared(id) {
            return write!(f, "v{}", self.numbers[usize::from(id.0)]);
        }
        if depth > MAX_DEPTH {
            return f.write_str("…");
        }
        self.node(id, bound, depth + 1, f)
    }

    fn node(&self, id: Id, bound: u8, depth: u32, f: &mut Formatter<'_>) -> fmt::Result {
        let function = |name: &str, parts: &[Id], f: &mut Formatter<'_>| {
            write!(f, "{name}(")?;
            for (index, &part) in parts.iter().enumerate() {
                f.write_str(if index > 0 { ", " } else { "" })?;
                self.part(part, bound, depth, f)?;
            }
            f.write_str(")")
        };
        let infix = |a: Id, sign: &str, b: Id, f: &mut Formatter<'_>| {
            f.write_str("(")?;
            self.part(a, bound, depth, f)?;
            write!(f, " {sign} ")?;
            self.part(b, bound, depth, f)?;
            f.write_str(")")
        };
        let prefix = |sign: &str, a: Id, f: &mut Formatter<'_>| {
            write!(f, "({sign}")?;
            self.part(a, bound, depth, f)?;
            f.write_str(")")
        };
        match self.tree.node(id) {
            Node::Squares(squares) => write!(f, "{squares}"),
            Node::Piece(color, role) => {
                let letter = role.letter();
                let letter = match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter.to_ascii_lowercase(),
                };
                write!(f, "{letter}")
            }
            Node::Side(color) => f.write_str(if *color == Color::White { "A" } else { "a" }),
            Node::SetWord(SetWord::All) => f.write_str("."),
            Node::SetWord(SetWord::Empty) => f.write_str("_"),
            Node::SetWord(SetWord::Nothing) => f.write_str("[]"),
            Node::SetWord(word) => f.write_str(Meaning::Set(*word).name()),
            Node::Variable(number) => write!(f, "x{number}"),
            Node::Join(operator, a, b) => infix(*a, operator.sign(), *b, f),
            Node::SetFunction(SetFunction::Complement, a) => prefix("~", *a, f),
            Node::SetFunction(word, a) => function(Meaning::OfSet(*word).name(), &[*a], f),
            Node::Toward(toward, direction, a) => {
                let direction = direction.name().replace('-', "");
                let (start, end) = match toward {
                    Toward::Steps(steps) => (format!("{direction}("), format!(", {steps})")),
                    Toward::Slide => (format!("slide({direction}, "), ")".into()),
                    Toward::Fill => (format!("fill({direction}, "), ")".into()),
                };
                f.write_str(&start)?;
                self.part(*a, bound, depth, f)?;
                f.write_str(&end)
            }
            Node::Pair(word, a, b) => function(Meaning::OfPair(*word).name(), &[*a, *b], f),
            Node::Int(number) => write!(f, "{number}"),
            Node::NumberWord(word) => f.write_str(Meaning::Number(*word).name()),
            Node::TagNumber(tag) => write!(f, "number({tag})"),
            Node::Count(a) => function("count", &[*a], f),
            Node::Value(a) => function("value", &[*a], f),
            Node::Times(a) => function("times", &[*a], f),
            Node::Arithmetic(operator, a, b) => match operator {
                Arithmetic::Add => infix(*a, "+", *b, f),
                Arithmetic::Subtract => infix(*a, "-", *b, f),
                Arithmetic::Multiply => infix(*a, "*", *b, f),
                Arithmetic::Minimum => function("min", &[*a, *b], f),
                Arithmetic::Maximum => function("max", &[*a, *b], f),
            },
            Node::Negative(a) => prefix("-", *a, f),
            Node::Absolute(a) => function("abs", &[*a], f),
            Node::TruthWord(word) => f.write_str(Meaning::Truth(*word).name()),
            Node::NotEmpty(a) => self.part(*a, bound, depth, f),
            Node::Compare(comparison, a, b) => infix(*a, comparison.sign(), *b, f),
            Node::SameSet(a, b) => infix(*a, "=", *b, f),
            Node::Within(a, b) => infix(*a, "within", *b, f),
            Node::Text(field, test) => text(field, test, f),
            Node::And(..) => self.chain(id, " and ", bound, depth, f),
            Node::Or(..) => self.chain(id, " or ", bound, depth, f),
            Node::Not(a) => prefix("not ", *a, f),
            Node::Ever(a) => prefix("ever ", *a, f),
            Node::ForLast(a, number) => {
                f.write_str("(")?;
                self.part(*a, bound, depth, f)?;
                write!(f, " for {number})")
            }
            Node::WithinLast(a, number) => {
                f.write_str("(")?;
                self.part(*a, bound, depth, f)?;
                write!(f, " within {number})")
            }
            Node::Then(a, b) => infix(*a, "then", *b, f),
            Node::Next(a, b) => infix(*a, "next", *b, f),
            Node::Route(a, squares) => {
                f.write_str("route(")?;
                self.part(*a, bound, depth, f)?;
                squares.iter().try_for_each(|square| write!(f, ", {square}"))?;
                f.write_str(")")
            }
            Node::Quantified { quantifier, variable, over, body } => {
                let word = match quantifier {
                    Quantifier::Any => "any",
                    Quantifier::All => "all",
                    Quantifier::Count => "count",
                };
                write!(f, "({word} x{variable} in ")?;
                self.part(*over, bound, depth, f)?;
                f.write_str(": ")?;
                let bit = 1 << variable;
                self.block(*body, bound | bit, Some(bit), depth + 1, f)?;
                f.write_str(")")
            }
            Node::If(condition, a, b) => function("if", &[*condition, *a, *b], f),
        }
    }

    /// Writes a chain of the same operator, however long it is.
    fn chain(
        &self,
        id: Id,
        sign: &str,
        bound: u8,
        depth: u32,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let mut parts = Vec::new();
        let mut left = id;
        while let (Node::And(a, b), " and ") | (Node::Or(a, b), " or ") =
            (self.tree.node(left), sign)
            && (left == id || !self.is_shared(left))
        {
            parts.push(*b);
            left = *a;
        }
        f.write_str("(")?;
        self.part(left, bound, depth, f)?;
        for part in parts.into_iter().rev() {
            f.write_str(sign)?;
            self.part(part, bound, depth, f)?;
        }
        f.write_str(")")
    }
}

fn text(field: &Field, test: &TextTest, f: &mut Formatter<'_>) -> fmt::Result {
    match field {
        Field::Tag(tag) => f.write_str(tag)?,
        Field::Plies => f.write_str("plies")?,
        field => f.write_str(Meaning::Text(field.clone()).name())?,
    }
    let (sign, value) = match test {
        TextTest::Present => return Ok(()),
        TextTest::Compare(comparison, value) => (comparison.sign(), value),
        TextTest::Contains(value) => ("~", value),
    };
    let quote = if value.contains('"') { '\'' } else { '"' };
    write!(f, " {sign} {quote}{value}{quote}")
}

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut range = |(first, last): (u8, u8), from: u8| {
            write!(f, "{}", char::from(from + first))?;
            if last > first { write!(f, "-{}", char::from(from + last)) } else { Ok(()) }
        };
        range(self.files, b'a')?;
        range(self.ranks, b'1')
    }
}

impl SetOperator {
    fn sign(self) -> &'static str {
        match self {
            SetOperator::And => "&",
            SetOperator::Minus => "-",
            SetOperator::Xor => "^",
            SetOperator::Or => "|",
        }
    }
}
