//! What is known of a question before it is asked.

use alloc::vec::Vec;

use super::kernels::roles;
use crate::cost;
use crate::tree::{Field, Id, Node, NumberWord, SetOperator, Tree, TruthWord};

/// How the column of a node is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filling {
    /// Once: the same for all positions.
    Constant,
    /// While a game is replayed.
    Replayed,
    /// With one value for each game.
    PerGame,
    /// By a loop over the columns of its parts, where its value is needed.
    Computed,
}

/// What is known of a question before it is asked.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) filling: Vec<Filling>,
    /// The nodes that are filled while a game is replayed, also in part.
    pub(super) replayed: Vec<Id>,
    /// The nodes that tags, result, error or length of a game may decide.
    pub(super) of_game: Vec<Id>,
    /// The operators on games.
    pub(super) over_games: Vec<Id>,
    /// The operators on games that are `ever`, with the number of such nodes inside.
    pub(super) ever: Vec<(Id, u16)>,
    /// The nodes that cost more than loops over columns: they are evaluated exactly where they are
    /// needed.
    pub(super) is_costly: Vec<bool>,
    pub(super) depths: Vec<u16>,
    /// The roles of the pieces that may stand on a set.
    pub(super) roles: Vec<u8>,
    /// The roles of the pieces for which a set is asked: `attackers` may leave out others.
    pub(super) asked_roles: Vec<u8>,
    /// The operands of `and` and `or`, the cheapest first.
    pub(super) operands: Vec<Vec<Id>>,
    /// The node of the square of each variable.
    pub(super) variables: Vec<Id>,
    /// The nodes that depend on the square of each variable.
    pub(super) dependents: Vec<Vec<Id>>,
    pub(super) needs_pieces: bool,
    pub(super) needs_positions: bool,
    /// The number from which legal moves need not be counted.
    pub(super) enough_moves: u32,
}

impl Plan {
    /// Plans a question, given the nodes that are asked for and the node of each variable.
    pub(super) fn new(tree: &Tree, roots: &[Id], variables: Vec<Id>) -> Plan {
        let has = |is: fn(&Node) -> bool| tree.ids().any(|id| is(tree.node(id)));
        let roles = roles(tree);
        let mut plan = Plan {
            depths: tree.depths(),
            asked_roles: asked_roles(tree, roots, &roles),
            roles,
            dependents: alloc::vec![Vec::new(); variables.len()],
            variables,
            needs_pieces: has(reads_pieces),
            needs_positions: has(|node| node.asks_position() || is_word_of_position(node)),
            enough_moves: enough_moves(tree, roots),
            ..Plan::default()
        };
        let mut costs: Vec<u64> = Vec::new();
        let mut ever_inside: Vec<u16> = Vec::new();
        let mut may_decide: Vec<bool> = Vec::new();
        for id in tree.ids() {
            let node = tree.node(id);
            let filling = Filling::of(node);
            let (cost, factor) = match (node, filling) {
                // A body is evaluated for some squares.
                (Node::Quantified { .. }, _) => (COSTLY, 8),
                (_, Filling::Computed) => (cost::of_node(node), 1),
                _ => (0, 1),
            };
            plan.is_costly.push(cost >= COSTLY || node.parts().any(|part| plan.is_costly[part]));
            let parts = node.parts().map(|part| costs[part].saturating_mul(factor));
            costs.push(parts.fold(cost, u64::saturating_add));
            let inside = node.parts().map(|part| ever_inside[part]).max().unwrap_or(0);
            ever_inside.push(inside + u16::from(matches!(node, Node::Ever(_))));
            may_decide
                .push(filling == Filling::PerGame || node.parts().any(|part| may_decide[part]));
            if may_decide[id] {
                plan.of_game.push(id);
            }
            // The set of a route is computed, the pieces that have gone along it are replayed.
            if filling == Filling::Replayed || matches!(node, Node::Route(..)) {
                plan.replayed.push(id);
            }
            if node.is_over_games() {
                plan.over_games.push(id);
            }
            if let Node::Ever(_) = node {
                plan.ever.push((id, inside));
            }
            let mut operands = operands(tree, id);
            operands.sort_by_key(|part| costs[part.index()]);
            plan.operands.push(operands);
            plan.filling.push(filling);
            for (variable, dependents) in plan.dependents.iter_mut().enumerate() {
                if tree.free(id) >> variable & 1 != 0 && id != plan.variables[variable] {
                    dependents.push(id);
                }
            }
        }
        plan
    }
}

/// Returns the roles of the pieces that may stand on each set.
fn roles(tree: &Tree) -> Vec<u8> {
    let (mut roles, mut variables) = (Vec::new(), [roles::ALL; 8]);
    // The set that a quantifier names may come after its variable.
    for _ in 0..2 {
        let mut named = [0; 8];
        roles = Vec::with_capacity(tree.len());
        for id in tree.ids() {
            let of = |id: Id| roles[id];
            let found = match *tree.node(id) {
                Node::Piece(_, role) => 1 << role as u8,
                Node::Variable(variable) => variables[usize::from(variable)],
                Node::Join(SetOperator::And, a, b) => of(a) & of(b),
                Node::Join(SetOperator::Minus, a, _) => of(a),
                Node::Join(_, a, b) | Node::If(_, a, b) => of(a) | of(b),
                Node::Quantified { variable, over, .. } => {
                    named[usize::from(variable)] |= of(over);
                    roles::ALL
                }
                _ => roles::ALL,
            };
            roles.push(found);
        }
        variables = named;
    }
    roles
}

/// Returns the roles of the pieces for which each set is asked, given those that may stand on it.
fn asked_roles(tree: &Tree, roots: &[Id], roles: &[u8]) -> Vec<u8> {
    let mut asked = alloc::vec![0; tree.len()];
    for id in tree.ids() {
        match *tree.node(id) {
            Node::Join(SetOperator::And, a, b) => {
                asked[a] |= roles[b.index()];
                asked[b] |= roles[a.index()];
            }
            ref node => node.parts().for_each(|part| asked[part] = roles::ALL),
        }
    }
    roots.iter().for_each(|root| asked[*root] = roles::ALL);
    asked
}

/// Returns the operands of nested nodes `and` or nested nodes `or`, each once.
fn operands(tree: &Tree, top: Id) -> Vec<Id> {
    let (mut open, mut operands) = (alloc::vec![top], Vec::new());
    while let Some(id) = open.pop() {
        match (tree.node(top), tree.node(id)) {
            (Node::And(..), Node::And(a, b)) | (Node::Or(..), Node::Or(a, b)) => {
                open.extend([*b, *a]);
            }
            (Node::And(..) | Node::Or(..), _) if !operands.contains(&id) => operands.push(id),
            _ => {}
        }
    }
    operands
}

impl Filling {
    fn of(node: &Node) -> Filling {
        use crate::tree::NumberWord::{Halfmoves, MoveNumber, Plies};
        use crate::tree::SetWord::{All, CastlingRooks, Dark, EnPassantSquare, Light, Nothing};
        use Node::*;
        match node {
            Squares(_) | Int(_) | Variable(_) => Filling::Constant,
            SetWord(All | Nothing | Light | Dark) => Filling::Constant,
            NumberWord(Plies) | TagNumber(_) => Filling::PerGame,
            SetWord(CastlingRooks | EnPassantSquare) | NumberWord(MoveNumber | Halfmoves) => {
                Filling::Replayed
            }
            Text(Field::San, _) => Filling::Replayed,
            Text(..) if node.needs_game() => Filling::PerGame,
            SetWord(_) | NumberWord(_) | TruthWord(_) if node.needs_game() => Filling::Replayed,
            _ => Filling::Computed,
        }
    }
}

/// Returns the number of legal moves from which every comparison of it has the same value: where it
/// is compared with constants only, 1 more than the greatest.
fn enough_moves(tree: &Tree, roots: &[Id]) -> u32 {
    let is_moves = |id: Id| matches!(tree.node(id), Node::NumberWord(NumberWord::Moves));
    if roots.iter().any(|&root| is_moves(root)) {
        return u32::MAX;
    }
    let enough = |id: Id| match *tree.node(id) {
        ref node if !node.parts().any(is_moves) => 0,
        Node::Compare(_, a, b) => match (tree.node(a), tree.node(b)) {
            (Node::Int(n), _) | (_, Node::Int(n)) => n.saturating_add(1).max(0) as u32,
            _ => u32::MAX,
        },
        _ => u32::MAX,
    };
    tree.ids().map(enough).max().unwrap_or(0)
}

/// Returns whether the value of a node may depend on where pieces stand besides its parts.
fn reads_pieces(node: &Node) -> bool {
    use crate::tree::SetWord::{Checkers, Empty, Enemy, Own, Pinned};
    match node {
        Node::Piece(..) | Node::Side(_) | Node::Value(_) | Node::Text(Field::Material, _) => true,
        Node::SetFunction(..) | Node::Toward(..) | Node::Pair(..) => true,
        Node::SetWord(word) => matches!(word, Empty | Own | Enemy | Checkers | Pinned),
        Node::TruthWord(word) => *word == TruthWord::Check,
        Node::NumberWord(word) => *word == NumberWord::Moves,
        _ => false,
    }
}

/// Returns whether a node that is filled while a game is replayed needs the positions, not only the
/// moves.
fn is_word_of_position(node: &Node) -> bool {
    use crate::tree::{NumberWord as Number, SetWord as Set, TruthWord as Truth};
    matches!(
        node,
        Node::SetWord(Set::CastlingRooks | Set::EnPassantSquare | Set::Unmoved)
            | Node::TruthWord(Truth::Captures | Truth::GivesCheck)
            | Node::NumberWord(Number::MoveNumber | Number::Halfmoves | Number::Repetition)
            | Node::Text(Field::San, _)
    )
}

/// The cost from which a node is evaluated only for the positions that need it.
const COSTLY: u64 = 1000;
