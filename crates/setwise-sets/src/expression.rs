//! An expression: a text, and what it means.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Range, RangeInclusive};
use core::str::FromStr;

use crate::cost;
use crate::definitions::{Definitions, MAX_TEXT};
use crate::error::ExpressionError;
use crate::parse::Context;
use crate::print;
use crate::token::Lexer;
use crate::tree::{Comparison, Field, Id, Kind, Node, NumberWord, SetOperator, TextTest, Tree};

/// The most parts inside each other, after definitions and transforms.
const MAX_DEPTH: u16 = 500;

/// What an expression is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Games: all words have a meaning.
    Games,
    /// Positions alone: words of a game, of its tags and of the move played are errors.
    Positions,
}

/// A set expression: a question to a position or a game, or a value of it.
///
/// The words, the grammar and their meaning are in `docs/find.md` of the repository.
///
/// ```
/// use setwise_sets::{Expression, Kind};
///
/// let expression = Expression::parse("any s in N: attacks(s) & k and attacks(s) & q")?;
/// assert_eq!(expression.kind(), Kind::Truth);
/// let error = Expression::parse("isolate(P)").unwrap_err();
/// assert_eq!(error.to_string(), "`isolate`: did you mean `isolated`?");
/// # Ok::<(), setwise_sets::ExpressionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expression {
    text: String,
    tree: Tree,
    root: Id,
    /// The nodes of further values.
    values: Vec<Id>,
    cost: u64,
}

impl Expression {
    /// Parses an expression that is asked of games, with the shipped definitions.
    ///
    /// # Errors
    ///
    /// Returns an error with its place if the text is no expression, or if answering it could cost
    /// more than a million operations on words a position.
    pub fn parse(text: &str) -> Result<Expression, ExpressionError> {
        Expression::parse_with(text, &Definitions::standard(), Source::Games)
    }

    /// Parses an expression with definitions, for a source.
    ///
    /// # Errors
    ///
    /// As [`Expression::parse`]; also for a word that the source does not have.
    pub fn parse_with(
        text: &str,
        definitions: &Definitions,
        source: Source,
    ) -> Result<Expression, ExpressionError> {
        if text.len() > MAX_TEXT {
            let message = format!("the expression has more than {MAX_TEXT} bytes");
            return Err(ExpressionError::new(0..0, message));
        }
        let mut context = Context::new(definitions, source);
        let root = context.parse(Lexer::new(text))?;
        let (tree, root) = context.tree.compact(root);
        Expression::of_tree(text, tree, root)
    }

    /// Returns the expression of a node of a tree that has no others than it and its parts.
    pub(crate) fn of_tree(text: &str, tree: Tree, root: Id) -> Result<Expression, ExpressionError> {
        if tree.depths()[root] > MAX_DEPTH {
            let message = format!("the question is more than {MAX_DEPTH} levels deep");
            return Err(ExpressionError::new(0..text.len(), message));
        }
        let cost = cost::bound(&tree, root);
        if cost > cost::MAX {
            let is_dear = |part: &&(_, Id)| cost::bound(&tree, part.1) > cost::MAX;
            let place =
                tree.parts.iter().find(is_dear).map_or(0..text.len(), |part| part.0.clone());
            let message = format!(
                "`{}` may cost {cost} word operations a position (expected at most {})",
                &text[place.clone()],
                cost::MAX
            );
            return Err(ExpressionError::new(place, message));
        }
        Ok(Expression { text: text.to_owned(), tree, root, values: Vec::new(), cost })
    }

    /// Adds an expression whose value a [`Finder`](crate::Finder) returns with each position that
    /// matches. Parts that are equal are evaluated once.
    ///
    /// # Errors
    ///
    /// Returns an error, with a place in the text of the value, if all expressions together have
    /// more than 4,096 parts, or may cost more than a million operations on words a position.
    pub fn with_value(mut self, value: &Expression) -> Result<Expression, ExpressionError> {
        let parts = self.tree.len() + value.tree.len();
        let cost = self.cost.saturating_add(value.cost);
        let message = if parts > Tree::MAX {
            format!("the expressions have {parts} parts together (expected at most {})", Tree::MAX)
        } else if cost > cost::MAX {
            format!(
                "the expressions may cost {cost} word operations a position together (expected at \
                 most {})",
                cost::MAX
            )
        } else {
            let new = self.tree.insert_all(&value.tree, value.root);
            self.values.extend(new[value.root]);
            self.cost = cost;
            return Ok(self);
        };
        Err(ExpressionError::new(0..value.text.len(), message))
    }

    /// Returns the expression as a question: a set is true if it is not empty.
    ///
    /// # Errors
    ///
    /// Returns an error if the expression is a number.
    pub fn question(mut self) -> Result<Expression, ExpressionError> {
        match self.kind() {
            Kind::Truth => Ok(self),
            Kind::Set => {
                let Some(root) = self.tree.add(Node::NotEmpty(self.root)) else {
                    let message = format!("the question has more than {} parts", Tree::MAX);
                    return Err(ExpressionError::new(0..self.text.len(), message));
                };
                self.root = root;
                Ok(self)
            }
            Kind::Number => {
                let message = format!(
                    "`{}` is a number (expected a question, such as a comparison: `> 0`)",
                    self.text.trim()
                );
                Err(ExpressionError::new(0..self.text.len(), message))
            }
        }
    }

    /// Returns the expression if its value has a kind.
    ///
    /// # Errors
    ///
    /// Returns an error if the value has another kind.
    pub fn of_kind(self, kind: Kind) -> Result<Expression, ExpressionError> {
        if self.kind() == kind {
            return Ok(self);
        }
        let name = |kind| match kind {
            Kind::Set => "set",
            Kind::Number => "number",
            Kind::Truth => "condition",
        };
        let (found, expected) = (name(self.kind()), name(kind));
        let message = format!("`{}` is a {found} (expected a {expected})", self.text.trim());
        Err(ExpressionError::new(0..self.text.len(), message))
    }

    /// Returns the kind of the value.
    pub fn kind(&self) -> Kind {
        self.tree.kind(self.root)
    }

    /// Returns the text that was parsed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the names of the tags that are asked for, in alphabetical order.
    pub fn tags(&self) -> Vec<&str> {
        let tags = self.nodes().filter_map(|node| match node {
            Node::Text(Field::Tag(tag), _) | Node::TagNumber(tag) => Some(&**tag),
            _ => None,
        });
        let mut tags: Vec<&str> = tags.collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// Returns the names of the tags that games should have: all but those that are only asked to be
    /// missing, as in `not Annotator`.
    pub fn required_tags(&self) -> Vec<&str> {
        // Whether a node is needed as it is, and negated.
        let mut needs = vec![(false, false); self.tree.len()];
        needs[self.root.index()].0 = true;
        self.values.iter().for_each(|value| needs[value.index()].0 = true);
        let mut tags = Vec::new();
        for id in self.tree.ids().rev() {
            let (plain, negated) = needs[id];
            match self.tree.node(id) {
                Node::Text(Field::Tag(_), TextTest::Present) if !plain => {}
                Node::Text(Field::Tag(tag), _) | Node::TagNumber(tag) if plain || negated => {
                    tags.push(&**tag);
                }
                node => node.parts().for_each(|part| {
                    let need = &mut needs[part];
                    let (plain, negated) = match node {
                        Node::Not(_) => (negated, plain),
                        _ => (plain, negated),
                    };
                    *need = (need.0 || plain, need.1 || negated);
                }),
            }
        }
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// Returns whether the answer may depend on a tag, also by `result`, `date` or `variant`.
    pub fn reads_tag(&self, name: &str) -> bool {
        self.nodes().any(|node| match node {
            Node::TagNumber(tag) | Node::Text(Field::Tag(tag), _) => **tag == *name,
            Node::Text(Field::Result, _) => name == "Result",
            Node::Text(Field::Date, _) => matches!(name, "Date" | "UTCDate"),
            Node::Text(Field::Variant, _) => name == "Variant",
            _ => false,
        })
    }

    /// Returns the numbers that tags must have in every game that matches, the least and the
    /// greatest, from the comparisons that `and` joins. There may be others.
    pub fn tag_ranges(&self) -> Vec<(&str, RangeInclusive<i64>)> {
        use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        let (mut open, mut ranges) = (alloc::vec![self.root], Vec::new());
        while let Some(id) = open.pop() {
            let (tag, comparison, number) = match self.tree.node(id) {
                Node::And(a, b) => {
                    open.extend([*a, *b]);
                    continue;
                }
                // Dates are compared as texts.
                Node::Text(Field::Tag(tag), TextTest::Compare(comparison, text))
                    if !tag.ends_with("Date") =>
                {
                    (tag, *comparison, text.trim_ascii().parse().ok())
                }
                Node::Compare(comparison, a, b) => match (self.tree.node(*a), self.tree.node(*b)) {
                    (Node::TagNumber(tag), Node::Int(number)) => {
                        (tag, *comparison, Some(i64::from(*number)))
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let Some(number) = number else { continue };
            let range = match comparison {
                Equal => number..=number,
                Less => i64::MIN..=number.saturating_sub(1),
                LessOrEqual => i64::MIN..=number,
                Greater => number.saturating_add(1)..=i64::MAX,
                GreaterOrEqual => number..=i64::MAX,
                NotEqual => continue,
            };
            ranges.push((&**tag, range));
        }
        ranges
    }

    /// Returns whether the clock is asked for.
    pub fn asks_clocks(&self) -> bool {
        self.asks(NumberWord::Clock)
    }

    /// Returns whether evaluations are asked for.
    pub fn asks_evals(&self) -> bool {
        self.asks(NumberWord::Eval)
    }

    /// Returns whether the depths of evaluations are asked for.
    pub fn asks_depths(&self) -> bool {
        self.asks(NumberWord::Depth)
    }

    fn asks(&self, word: NumberWord) -> bool {
        self.nodes().any(|node| *node == Node::NumberWord(word))
    }

    /// Returns the nodes: the answer or a value needs each of them.
    fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.tree.ids().map(|id| self.tree.node(id))
    }

    /// Returns a sentence for each part that is used as a truth, and always holds, because it is
    /// squares: it is probably meant as pieces on these squares.
    pub fn notes(&self) -> Vec<String> {
        let mut always = Vec::new();
        for id in self.tree.ids() {
            always.push(match *self.tree.node(id) {
                Node::Squares(_) => true,
                Node::Join(SetOperator::Or, a, b) => always[a] || always[b],
                _ => false,
            });
        }
        let mut is_asked = vec![false; self.tree.len()];
        for id in self.tree.ids() {
            if let Node::NotEmpty(set) = *self.tree.node(id) {
                is_asked[set] = always[set];
            }
        }
        let parts = self.tree.parts.iter().filter(|(_, id)| is_asked[*id]);
        let note = |(place, _): &(Range<usize>, Id)| {
            let part = &self.text[place.clone()];
            format!("`{part}` are squares, which always hold (a piece on them: `N & {part}`)")
        };
        parts.map(note).collect()
    }

    /// Returns a bound of the operations on words that a position costs.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Returns whether a part asks endgame tables. They may be computed then, which `cost` leaves out.
    pub fn asks_endgames(&self) -> bool {
        self.tree.ids().any(|id| self.tree.node(id).asks_endgames())
    }

    /// Returns the number of parts, of which equal ones count once: at most 4,096. Evaluators need
    /// up to 4 KiB for each.
    pub fn parts(&self) -> usize {
        self.tree.len()
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(crate) fn root(&self) -> Id {
        self.root
    }

    /// Returns the nodes of the further values.
    pub(crate) fn values(&self) -> &[Id] {
        &self.values
    }
}

/// Writes what the expression means: without names, definitions and transforms. A part that occurs
/// more than once has a number and a line of its own.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::lines(&self.tree, self.root, f)
    }
}

/// Expressions are equal if they mean the same because their parts do.
impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        (&self.tree, self.root, &self.values) == (&other.tree, other.root, &other.values)
    }
}

impl Eq for Expression {}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Expression, ExpressionError> {
        Expression::parse(text)
    }
}
