//! Values that are the same for all positions of a game, known before its moves are replayed.

use alloc::vec::Vec;

use setwise::Position;

use super::{Columns, texts};
use crate::tree::{Field, Id, Node, NumberWord};
use crate::{Expression, Game};

/// What is known of the value of a node before the moves of a game are replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameValue {
    Unknown,
    Truth(bool),
    Number(Option<i32>),
}

use GameValue::{Number, Truth, Unknown};

impl GameValue {
    fn is(self, value: bool) -> bool {
        self == Truth(value)
    }

    fn truth(self) -> Option<bool> {
        match self {
            Truth(value) => Some(value),
            _ => None,
        }
    }
}

impl Columns {
    /// Puts what is known of a game before its moves are replayed into a list: a value for each
    /// node of [`Plan::of_game`](super::Plan::of_game). Returns the value of the root.
    pub(super) fn values_of_game(
        &self,
        game: &Game<'_>,
        root: Id,
        values: &mut Vec<GameValue>,
    ) -> Option<bool> {
        values.clear();
        let of = |values: &[GameValue], id: &Id| match self.tree.node(*id) {
            Node::Int(value) => Number(Some(*value)),
            _ => match self.plan.of_game.binary_search(id) {
                Ok(index) => values[index],
                Err(_) => Unknown,
            },
        };
        for &id in &self.plan.of_game {
            let value = value(self.tree.node(id), game, true, |id| of(values, id));
            values.push(value);
        }
        of(values, &root).truth()
    }
}

impl Expression {
    /// Returns whether the expression holds at all positions (true) or at none (false) of a game
    /// with some tags, if the tags tell. A function returns the value of the tag of a name.
    ///
    /// The cost is linear in the number of parts of the expression.
    pub fn tags_decide<'t>(&self, tag: &'t dyn Fn(&str) -> Option<&'t str>) -> Option<bool> {
        let start = Position::INITIAL;
        let game =
            Game { start, moves: &[], tag, result: None, error: None, clocks: &[], evals: &[] };
        self.decide(&game, false)
    }

    /// Returns whether the expression holds at all positions (true) or at none (false) of a game,
    /// if its tags, its result, its error and the number of its moves tell. A condition
    /// ([`Expression::parse_condition`]) is always decided.
    ///
    /// The cost is linear in the number of parts of the expression.
    pub fn game_decides(&self, game: &Game<'_>) -> Option<bool> {
        self.decide(game, true)
    }

    fn decide(&self, game: &Game<'_>, is_read: bool) -> Option<bool> {
        let tree = self.tree();
        let mut values = Vec::with_capacity(tree.len());
        for id in (0..tree.len() as u16).map(Id) {
            values.push(value(tree.node(id), game, is_read, |id| values[usize::from(id.0)]));
        }
        values[usize::from(self.root().0)].truth()
    }
}

/// Returns what is known of the value of a node, given the values of its parts. Before the moves of
/// a game are read, only its tags are known.
fn value(node: &Node, game: &Game<'_>, is_read: bool, of: impl Fn(&Id) -> GameValue) -> GameValue {
    let both = |a: &Id, b: &Id| (of(a), of(b));
    match node {
        Node::Text(Field::San | Field::Material | Field::Position, _) => Unknown,
        Node::Text(Field::Plies | Field::Result | Field::Error, _)
        | Node::NumberWord(NumberWord::Plies)
            if !is_read =>
        {
            Unknown
        }
        Node::Int(value) => Number(Some(*value)),
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
        Node::Then(a, b) | Node::Next(a, b) if of(a).is(false) || of(b).is(false) => Truth(false),
        Node::If(a, b, c) => match of(a) {
            Truth(a) => of(if a { b } else { c }),
            _ => Unknown,
        },
        _ => Unknown,
    }
}
