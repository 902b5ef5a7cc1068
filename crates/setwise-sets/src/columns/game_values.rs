//! Values that are the same for all positions of a game, known before its moves are replayed.

use alloc::vec::Vec;

use super::{Columns, texts};
use crate::Game;
use crate::tree::{Field, Id, Node, NumberWord};

/// What is known of the value of a node before the moves of a game are replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameValue {
    Unknown,
    Truth(bool),
    Number(Option<i32>),
}

use GameValue::{Number, Truth, Unknown};

impl Columns {
    /// Puts what is known of a game before its moves are replayed into a list: a value for each
    /// node of [`Plan::of_game`](super::Plan::of_game). Returns the value of the root. Before a game
    /// is read, only its tags are known.
    pub(super) fn values_of_game(
        &self,
        game: &Game<'_>,
        is_read: bool,
        root: Id,
        values: &mut Vec<GameValue>,
    ) -> Option<bool> {
        let value_in = |values: &[GameValue], id: Id| match self.tree.node(id) {
            Node::Int(value) => Number(Some(*value)),
            _ => self.plan.of_game.binary_search(&id).map_or(Unknown, |index| values[index]),
        };
        values.clear();
        for &id in &self.plan.of_game {
            values.push(match self.tree.node(id) {
                Node::Text(Field::Result | Field::Error, _)
                | Node::NumberWord(NumberWord::Plies)
                    if !is_read =>
                {
                    Unknown
                }
                node => GameValue::of_node(node, game, |id| value_in(values, id)),
            });
        }
        value_in(values, root).truth()
    }
}

impl GameValue {
    /// Returns the truth that it is, if it is known.
    fn truth(self) -> Option<bool> {
        match self {
            Truth(value) => Some(value),
            _ => None,
        }
    }

    fn is(self, value: bool) -> bool {
        self == Truth(value)
    }

    /// Returns the value of a node, given the values of its parts.
    fn of_node(node: &Node, game: &Game<'_>, of: impl Fn(Id) -> GameValue) -> GameValue {
        let of = |id: &Id| of(*id);
        let both = |a: &Id, b: &Id| (of(a), of(b));
        match node {
            Node::Text(field, test) => {
                let text = texts::of_game(game, field);
                Truth(texts::passes(text.as_deref(), test, texts::is_date(field)))
            }
            Node::TagNumber(name) => {
                let number = (game.tag)(name).and_then(texts::number);
                Number(number.map(|n| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32))
            }
            Node::NumberWord(NumberWord::Plies) => {
                Number(Some(i32::try_from(game.moves.len()).unwrap_or(i32::MAX)))
            }
            Node::Arithmetic(operator, a, b) => match both(a, b) {
                (Number(Some(a)), Number(Some(b))) => Number(Some(operator.of(a, b))),
                (Number(_), Number(_)) => Number(None),
                _ => Unknown,
            },
            Node::Negative(a) => match of(a) {
                Number(a) => Number(a.map(i32::saturating_neg)),
                _ => Unknown,
            },
            Node::Absolute(a) => match of(a) {
                Number(a) => Number(a.map(i32::saturating_abs)),
                _ => Unknown,
            },
            Node::Compare(comparison, a, b) => match both(a, b) {
                (Number(Some(a)), Number(Some(b))) => Truth(comparison.holds(a.cmp(&b))),
                (Number(_), Number(_)) => Truth(comparison.holds_if_missing()),
                _ => Unknown,
            },
            Node::And(a, b) => match both(a, b) {
                (a, b) if a.is(false) || b.is(false) => Truth(false),
                (a, b) if a.is(true) && b.is(true) => Truth(true),
                _ => Unknown,
            },
            Node::Or(a, b) => match both(a, b) {
                (a, b) if a.is(true) || b.is(true) => Truth(true),
                (a, b) if a.is(false) && b.is(false) => Truth(false),
                _ => Unknown,
            },
            Node::Not(a) => match of(a) {
                Truth(a) => Truth(!a),
                _ => Unknown,
            },
            Node::Ever(a) | Node::WithinLast(a, _) => of(a),
            Node::ForLast(a, _) if of(a).is(false) => Truth(false),
            Node::Then(a, b) | Node::Next(a, b) if of(a).is(false) || of(b).is(false) => {
                Truth(false)
            }
            Node::If(a, b, c) => match of(a) {
                Truth(a) => of(if a { b } else { c }),
                _ => Unknown,
            },
            _ => Unknown,
        }
    }
}
