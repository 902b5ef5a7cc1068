//! Values that are the same for all positions of a game, known before its moves are replayed.

use alloc::vec::Vec;

use super::{Columns, texts};
use crate::Game;
use crate::define::Value::{self, Number, Truth};
use crate::tree::{Field, Id, Node, NumberWord};

impl Columns {
    /// Puts what is known of a game before its moves are replayed into a list: the value of each
    /// node of [`Plan::of_game`](super::Plan::of_game), `None` if it is not known. Returns the value
    /// of the root. Before a game is read, only its tags are known.
    pub(super) fn values_of_game(
        &self,
        game: &Game<'_>,
        is_read: bool,
        root: Id,
        values: &mut Vec<Option<Value>>,
    ) -> Option<bool> {
        let value_in = |values: &[Option<Value>], id: Id| match self.tree.node(id) {
            Node::Int(value) => Some(Number(Some(*value))),
            _ => values[self.plan.of_game.binary_search(&id).ok()?],
        };
        values.clear();
        for &id in &self.plan.of_game {
            let value = match self.tree.node(id) {
                Node::Text(Field::Result | Field::Error, _)
                | Node::NumberWord(NumberWord::Plies)
                    if !is_read =>
                {
                    None
                }
                node => value_of_game(node, game, |id| value_in(values, id)),
            };
            values.push(value);
        }
        match value_in(values, root) {
            Some(Truth(value)) => Some(value),
            _ => None,
        }
    }
}

/// Returns the value of a node, given the values of its parts, if they and the game tell.
fn value_of_game(node: &Node, game: &Game<'_>, of: impl Fn(Id) -> Option<Value>) -> Option<Value> {
    let truth = |id: &Id| match of(*id) {
        Some(Truth(value)) => Some(value),
        _ => None,
    };
    let number = |id: &Id| match of(*id) {
        Some(Number(value)) => Some(value),
        _ => None,
    };
    let is = |id: &Id, value| truth(id) == Some(value);
    Some(match node {
        Node::Text(field, test) => {
            Truth(texts::passes(game.text(field).as_deref(), test, field.is_date()))
        }
        Node::TagNumber(name) => Number(game.tag_number(name)),
        Node::NumberWord(NumberWord::Plies) => {
            Number(Some(i32::try_from(game.moves.len()).unwrap_or(i32::MAX)))
        }
        Node::Arithmetic(operator, a, b) => {
            Number(number(a)?.zip(number(b)?).map(|(a, b)| operator.of(a, b)))
        }
        Node::Negative(a) => Number(number(a)?.map(i32::saturating_neg)),
        Node::Absolute(a) => Number(number(a)?.map(i32::saturating_abs)),
        Node::Compare(comparison, a, b) => Truth(match number(a)?.zip(number(b)?) {
            Some((a, b)) => comparison.holds(a.cmp(&b)),
            None => comparison.holds_if_missing(),
        }),
        Node::And(a, b) => Truth(!(is(a, false) || is(b, false)) && truth(a)? && truth(b)?),
        Node::Or(a, b) => Truth(is(a, true) || is(b, true) || truth(a)? || truth(b)?),
        Node::Not(a) => Truth(!truth(a)?),
        Node::Ever(a) | Node::WithinLast(a, _) => of(*a)?,
        Node::ForLast(a, _) if is(a, false) => Truth(false),
        Node::Then(a, b) | Node::Next(a, b) if is(a, false) || is(b, false) => Truth(false),
        Node::If(a, b, c) => of(if truth(a)? { *b } else { *c })?,
        _ => return None,
    })
}
