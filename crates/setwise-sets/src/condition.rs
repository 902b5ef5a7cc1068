//! Conditions on games, which are decided without positions.

use alloc::vec::Vec;

use setwise::Position;

use crate::columns::GameValue;
use crate::token::Lexer;
use crate::tree::{Field, Node, TextTest};
use crate::{Definitions, Expression, ExpressionError, Game, Source};

/// A condition on games, as `--where` of `setwise pgn` has it: an expression of comparisons of tags
/// and of `plies`, `result`, `variant`, `date` and `error`, joined by `and`, `or` and `not`.
///
/// Any other name is the name of a tag, also in small letters. `&&`, `||`, `!` and `==` may be
/// written for `and`, `or`, `not` and `=`, and a bare value may have commas.
///
/// ```
/// use setwise_sets::Condition;
///
/// let condition = Condition::parse("WhiteElo >= 2000 && !(plies < 20)")?;
/// assert_eq!(condition.decide(&|name| (name == "WhiteElo").then_some("1999")), Some(false));
/// # Ok::<(), setwise_sets::ExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(Expression);

impl Condition {
    /// Parses a condition.
    ///
    /// # Errors
    ///
    /// Returns an error with its place if the text is no condition, or if a rating or `plies` is
    /// compared with a text that is no whole number.
    pub fn parse(text: &str) -> Result<Condition, ExpressionError> {
        let lexer = Lexer { is_condition: true, ..Lexer::new(text) };
        Expression::parse_tokens(lexer, &Definitions::default(), Source::Games).map(Condition)
    }

    /// Returns the condition as an expression.
    pub fn expression(&self) -> &Expression {
        &self.0
    }

    /// Returns the names of the tags that games should have: all but those that are only asked to be
    /// missing, as in `not Annotator`.
    pub fn required_tags(&self) -> Vec<&str> {
        let tree = self.0.tree();
        // Whether a node is needed as it is, and negated.
        let mut needs = alloc::vec![(false, false); tree.len()];
        needs[usize::from(self.0.root().0)].0 = true;
        let mut tags = Vec::new();
        for id in tree.ids().rev() {
            let (plain, negated) = needs[id];
            match tree.node(id) {
                Node::Text(Field::Tag(_), TextTest::Present) if !plain => {}
                Node::Text(Field::Tag(tag), _) if !tags.contains(&&**tag) => tags.push(&**tag),
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
        tags.reverse();
        tags
    }

    /// Returns whether the condition holds, if the tags of a game are enough to tell. A function
    /// returns the value of the tag of a name.
    pub fn decide<'t>(&self, tag: &'t dyn Fn(&str) -> Option<&'t str>) -> Option<bool> {
        let game = Game { tag, ..Game::of_position(Position::INITIAL) };
        self.value(&game, false)
    }

    /// Returns whether the condition holds for a game.
    pub fn holds(&self, game: &Game<'_>) -> bool {
        self.value(game, true) == Some(true)
    }

    /// Returns the value; `None` if only the moves of the game, which are not read yet, would tell.
    fn value(&self, game: &Game<'_>, is_read: bool) -> Option<bool> {
        let tree = self.0.tree();
        let mut values: Vec<GameValue> = Vec::with_capacity(tree.len());
        for id in tree.ids() {
            values.push(match tree.node(id) {
                Node::Text(Field::Plies | Field::Result | Field::Error, _) if !is_read => {
                    GameValue::Unknown
                }
                node => GameValue::of_node(node, game, |part| values[part]),
            });
        }
        values[self.0.root()].truth()
    }
}
