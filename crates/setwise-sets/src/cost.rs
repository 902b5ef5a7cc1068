//! A bound of what a question costs.

use alloc::vec::Vec;

use setwise::Role;

use crate::tree::{
    Field, Id, Node, NumberWord, SetFunction, SetOperator, SetWord, Toward, Tree, TruthWord,
};

/// The most operations on words that a position may cost.
pub(crate) const MAX: u64 = 1_000_000;

/// Returns a bound of the operations on words that the value of a node costs at a position. Parts
/// that are shared count once.
pub(crate) fn bound(tree: &Tree, root: Id) -> u64 {
    let mut sizes = Vec::new();
    for id in (0..=root.0).map(Id) {
        sizes.push(squares(tree.node(id), &sizes));
    }
    let free = tree.free(root);
    let once = tree.reachable(root).into_iter().filter(|&id| tree.free(id) & !free == 0);
    once.fold(0, |sum: u64, id| sum.saturating_add(of_node_with_body(tree, id, &sizes)))
}

/// Returns the operations on words that a node costs at a position, without its parts.
pub(crate) fn of_node(node: &Node) -> u64 {
    match node {
        node if node.asks_position() => 2_000,
        Node::SetFunction(function, _) => match function {
            SetFunction::Attacks | SetFunction::Attackers => 120,
            SetFunction::Hanging => 260,
            SetFunction::Complement | SetFunction::Forward => 4,
            _ => 30,
        },
        Node::SetWord(SetWord::Pinned | SetWord::Checkers) => 150,
        Node::SetWord(_) => 20,
        Node::Toward(Toward::Steps(steps), ..) => 2 * u64::from(*steps) + 1,
        Node::Toward(..) => 12,
        Node::Pair(..) => 200,
        Node::NumberWord(NumberWord::Repetition) | Node::Text(Field::San, _) => 2_000,
        Node::TruthWord(TruthWord::Check) => 150,
        Node::Text(..) => 100,
        Node::Value(_) => 12,
        Node::Route(_, squares) => 20 + squares.len() as u64,
        _ => 2,
    }
}

/// Returns the operations on words that a node costs at a position: of its parts, only the body of
/// a quantifier is counted. The sizes of all sets are given.
fn of_node_with_body(tree: &Tree, id: Id, sizes: &[u64]) -> u64 {
    match tree.node(id) {
        Node::Quantified { variable, over, body, .. } => {
            // What depends on the square is computed for each. What depends on an inner square
            // too, which has a lower number, is a part of the inner quantifier.
            let is_each = |id: &Id| {
                let free = tree.free(*id);
                free >> variable & 1 != 0 && free & ((1 << variable) - 1) == 0
            };
            let each = tree.reachable(*body).into_iter().filter(is_each);
            let each =
                each.fold(3, |sum: u64, id| sum.saturating_add(of_node_with_body(tree, id, sizes)));
            each.saturating_mul(sizes[over.index()]).saturating_add(2)
        }
        node => of_node(node),
    }
}

/// Returns how many squares a set has at most, given the sizes of its parts.
fn squares(node: &Node, sizes: &[u64]) -> u64 {
    match node {
        Node::Squares(squares) => {
            let length = |range: (u8, u8)| u64::from(range.1 - range.0) + 1;
            length(squares.files) * length(squares.ranks)
        }
        Node::Piece(_, Role::King) | Node::Variable(_) => 1,
        Node::Piece(_, Role::Pawn) => 8,
        Node::Piece(..) => 10,
        Node::Side(_) => 16,
        Node::SetWord(word) => match word {
            SetWord::Nothing => 0,
            SetWord::From | SetWord::To | SetWord::LastFrom | SetWord::LastTo => 1,
            SetWord::EnPassantSquare => 1,
            SetWord::CastlingRooks => 4,
            SetWord::Own | SetWord::Enemy | SetWord::Checkers => 16,
            SetWord::Light | SetWord::Dark | SetWord::Unmoved | SetWord::Pinned => 32,
            SetWord::All | SetWord::Empty => 64,
        },
        Node::Join(SetOperator::And, a, b) => sizes[a.index()].min(sizes[b.index()]),
        Node::Join(SetOperator::Minus, a, _) => sizes[a.index()],
        Node::Join(_, a, b) => (sizes[a.index()] + sizes[b.index()]).min(64),
        Node::SetFunction(function, a) if function.adds_no_square() => sizes[a.index()],
        Node::Toward(Toward::Steps(_), _, a) => sizes[a.index()],
        _ => 64,
    }
}
