//! A tree as an expression again: what a question means.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Formatter};

use crate::parse::atoms::is_tag;
use crate::token::PIECES;
use crate::tree::{
    Arithmetic, Field, Id, Node, Quantifier, SetFunction, SetWord, Squares, TextTest, Toward, Tree,
};
use crate::words::word_of;

/// Parts that are deeper are not written.
const MAX_DEPTH: u32 = 200;

/// Writes a node. A part that occurs more than once is the value of a `let`.
pub(crate) fn lines(tree: &Tree, root: Id, f: &mut Formatter<'_>) -> fmt::Result {
    let mut uses = alloc::vec![0_u32; tree.len()];
    for id in tree.reachable(root) {
        tree.node(id).parts().for_each(|part| uses[part] += 1);
    }
    let is_shared = |id: &Id| uses[*id] > 1 && tree.node(*id).parts().next().is_some();
    let mut names = alloc::vec![None; tree.len()];
    for (id, number) in tree.reachable(root).into_iter().filter(is_shared).zip(1..) {
        names[id] = Some(number);
    }
    Printer { tree, names }.block(root, 0, None, 0, f)
}

struct Printer<'t> {
    tree: &'t Tree,
    /// By node, the number in its name, if it is written once, with a name.
    names: Vec<Option<u32>>,
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
            if id == root || !belongs {
                continue;
            }
            if let Some(number) = self.names[id] {
                write!(f, "let v{number} = ")?;
                self.node(id, bound, depth, f)?;
                f.write_str(if innermost.is_none() { " in\n" } else { " in " })?;
            }
        }
        match self.names[root].is_some() && innermost.is_some() && self.tree.free(root) == 0 {
            true => self.part(root, bound, depth, f),
            false => self.node(root, bound, depth, f),
        }
    }

    fn part(&self, id: Id, bound: u8, depth: u32, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.names[id] {
            return write!(f, "v{number}");
        }
        if depth > MAX_DEPTH {
            return f.write_str("…");
        }
        self.node(id, bound, depth + 1, f)
    }

    fn node(&self, id: Id, bound: u8, depth: u32, f: &mut Formatter<'_>) -> fmt::Result {
        if let Node::Quantified { quantifier, variable, over, body } = self.tree.node(id) {
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
            return f.write_str(")");
        }
        let (open, between, close) = form(self.tree.node(id));
        f.write_str(&open)?;
        for (index, part) in self.operands(id).into_iter().enumerate() {
            f.write_str(if index > 0 { &between } else { "" })?;
            self.part(part, bound, depth, f)?;
        }
        f.write_str(&close)
    }

    /// Returns the parts of a node. For a chain of `and` or of `or`, however long it is, they are all
    /// its operands.
    fn operands(&self, id: Id) -> Vec<Id> {
        let (mut parts, mut left) = (Vec::new(), id);
        while let (Node::And(..), &Node::And(a, b)) | (Node::Or(..), &Node::Or(a, b)) =
            (self.tree.node(id), self.tree.node(left))
            && (left == id || self.names[left].is_none())
        {
            parts.push(b);
            left = a;
        }
        if left == id {
            return self.tree.node(id).parts().collect();
        }
        parts.push(left);
        parts.reverse();
        parts
    }
}

/// Returns the texts before, between and behind the parts of a node that is no quantifier.
fn form(node: &Node) -> (String, String, String) {
    let form = |open: &str, between: &str, close: &str| (open.into(), between.into(), close.into());
    if let Some(letter) = PIECES.chars().find(|&letter| Node::of_letter(letter) == *node) {
        return (letter.into(), String::new(), String::new());
    }
    let infix = |sign: &str| form("(", &format!(" {sign} "), ")");
    match node {
        Node::Join(operator, ..) => infix(operator.sign()),
        Node::Arithmetic(Arithmetic::Add, ..) => infix("+"),
        Node::Arithmetic(Arithmetic::Subtract, ..) => infix("-"),
        Node::Arithmetic(Arithmetic::Multiply, ..) => infix("*"),
        Node::Compare(comparison, ..) => infix(comparison.sign()),
        Node::SameSet(..) => infix("="),
        Node::Within(..) => infix("within"),
        Node::Then(..) => infix("then"),
        Node::Next(..) => infix("next"),
        Node::And(..) => infix("and"),
        Node::Or(..) => infix("or"),
        Node::SetFunction(SetFunction::Complement, _) => form("(~", "", ")"),
        Node::Negative(_) => form("(-", "", ")"),
        Node::Not(_) => form("(not ", "", ")"),
        Node::Ever(_) => form("(ever ", "", ")"),
        Node::ForLast(_, number) => form("(", "", &format!(" for {number})")),
        Node::WithinLast(_, number) => form("(", "", &format!(" within {number})")),
        Node::NotEmpty(_) => form("", "", ""),
        Node::Toward(Toward::Steps(steps), ..) => {
            form(&format!("{}(", name(node)), "", &format!(", {steps})"))
        }
        &Node::Toward(_, direction, part) => {
            let direction = name(&Node::Toward(Toward::Steps(1), direction, part));
            form(&format!("{}({direction}, ", name(node)), "", ")")
        }
        Node::Route(_, squares) => {
            let squares: String = squares.iter().map(|square| format!(", {square}")).collect();
            form("route(", "", &(squares + ")"))
        }
        Node::SetWord(SetWord::Nothing) => form("[]", "", ""),
        Node::Squares(squares) => form(&format!("{squares}"), "", ""),
        Node::Variable(number) => form(&format!("x{number}"), "", ""),
        Node::Int(number) => form(&format!("{number}"), "", ""),
        Node::TagNumber(tag) => form(&format!("number({})", quoted_tag(tag)), "", ""),
        Node::Text(field, test) => form(&text(node, field, test), "", ""),
        _ if node.parts().next().is_none() => form(name(node), "", ""),
        _ => form(&format!("{}(", name(node)), ", ", ")"),
    }
}

/// Returns the word of a node that has one.
fn name(node: &Node) -> &'static str {
    word_of(node).map_or("?", |word| word.name)
}

fn text(node: &Node, field: &Field, test: &TextTest) -> String {
    let name = match field {
        Field::Tag(tag) => quoted_tag(tag),
        _ => name(node).into(),
    };
    let (sign, value) = match test {
        TextTest::Present => return name,
        TextTest::Compare(comparison, value) => (comparison.sign(), value),
        TextTest::Contains(value) => ("~", value),
    };
    format!("{name} {sign} {}", quoted(value))
}

/// Returns a text in quotation marks.
fn quoted(text: &str) -> String {
    let quote = if text.contains('"') { '\'' } else { '"' };
    format!("{quote}{text}{quote}")
}

/// Returns the name of a tag, in quotation marks if they are needed.
fn quoted_tag(name: &str) -> String {
    if is_tag(name) == Ok(true) { name.into() } else { quoted(name) }
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
