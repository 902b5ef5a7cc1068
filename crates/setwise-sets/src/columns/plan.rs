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
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) filling: Vec<Filling>,
    /// The nodes that are filled while a game is replayed, also in part.
    pub(super) replayed: Vec<Id>,
    /// The nodes that tags, result, error or length of a game may decide.
    pub(super) of_game: Vec<Id>,
    /// The operators whose value depends on earlier positions.
    pub(super) stateful: Vec<Id>,
    /// The nodes `ever`, by the number of such nodes inside.
    pub(super) ever: Vec<Vec<Id>>,
    /// The nodes that cost more than loops over columns: they are evaluated exactly where they are
    /// needed.
    pub(super) is_costly: Vec<bool>,
    /// The number of nodes on the longest way down from each node.
    pub(super) heights: Vec<u16>,
    /// The roles of the pieces that may stand on a set.
    pub(super) roles: Vec<u8>,
    /// The roles of the pieces for which a set is asked: `attackers` may leave out others.
    pub(super) asked_roles: Vec<u8>,
    /// The operands of `and` and `or`, the cheapest first.
    pub(super) operands: Vec<Vec<Id>>,
    /// The nodes that depend on the square of each variable.
    pub(super) dependents: Vec<Vec<Id>>,
    /// The node of the square of each variable.
    pub(super) variables: Vec<Option<Id>>,
    pub(super) needs_pieces: bool,
    pub(super) needs_positions: bool,
    /// The number from which legal moves need not be counted.
    pub(super) enough_moves: u32,
}

impl Plan {
    pub(super) fn new(tree: &Tree, roots: &[Id]) -> Plan {
        let len = tree.len();
        let variables = roots.iter().map(|root| usize::from(tree.quantifiers_in(*root)));
        let variables = variables.max().unwrap_or(0);
        let mut plan = Plan {
            filling: Vec::with_capacity(len),
            replayed: Vec::new(),
            of_game: Vec::new(),
            stateful: Vec::new(),
            ever: Vec::new(),
            is_costly: Vec::with_capacity(len),
            roles: roles(tree, [roles::ALL; 8]),
            asked_roles: alloc::vec![0; len],
            heights: alloc::vec![0; len],
            operands: alloc::vec![Vec::new(); len],
            dependents: alloc::vec![Vec::new(); variables],
            variables: alloc::vec![None; variables],
            needs_pieces: false,
            needs_positions: false,
            enough_moves: enough_moves(tree, roots),
        };
        let mut costs: Vec<u64> = Vec::with_capacity(len);
        let mut depths: Vec<usize> = Vec::with_capacity(len);
        let mut may_decide: Vec<bool> = Vec::with_capacity(len);
        for id in tree.ids() {
            let node = tree.node(id);
            let own = own_filling(node);
            let (mut cost, factor) = match node {
                // A body is evaluated for some squares.
                Node::Quantified { .. } => (COSTLY, 8),
                _ if matches!(own, Filling::Constant | Filling::Replayed) => (0, 1),
                _ => (cost::of_node(node), 1),
            };
            let (mut depth, mut is_costly, mut decides) = (0, cost >= COSTLY, false);
            let mut is_per_game = true;
            for part in node.parts() {
                cost = cost.saturating_add(costs[part].saturating_mul(factor));
                depth = depth.max(depths[part]);
                is_costly |= plan.is_costly[part];
                decides |= may_decide[part];
                is_per_game &= matches!(plan.filling[part], Filling::Constant | Filling::PerGame);
            }
            let filling = match own {
                Filling::PerGame if is_per_game => Filling::PerGame,
                Filling::PerGame => Filling::Computed,
                own => own,
            };
            let leaf = matches!(
                node,
                Node::TagNumber(_) | Node::Text(..) | Node::NumberWord(NumberWord::Plies)
            );
            decides |= leaf && filling == Filling::PerGame;
            costs.push(if filling == Filling::PerGame { 0 } else { cost });
            depths.push(depth + usize::from(matches!(node, Node::Ever(_))));
            may_decide.push(decides);
            plan.is_costly.push(is_costly);
            plan.filling.push(filling);
            plan.add(tree, id, &costs, depth, decides);
        }
        plan.ask_roles(tree);
        roots.iter().for_each(|root| plan.asked_roles[*root] = roles::ALL);
        plan
    }

    /// Returns whether values depend on more than the pieces and the side to move: on the game, or
    /// on castling rights and counters.
    pub(super) fn depends_on_games(&self) -> bool {
        !self.replayed.is_empty() || !self.stateful.is_empty() || !self.ever.is_empty()
    }

    /// Calls a function with each part of a node; `and` and `or` have all their operands.
    pub(super) fn each_part(&self, tree: &Tree, id: Id, visit: impl FnMut(Id)) {
        match tree.node(id) {
            Node::And(..) | Node::Or(..) => {
                self.operands[id].iter().copied().for_each(visit);
            }
            node => node.parts().for_each(visit),
        }
    }

    /// Finds the roles of the pieces for which sets are asked.
    fn ask_roles(&mut self, tree: &Tree) {
        let mut variables = [0; 8];
        for id in tree.ids() {
            if let Node::Quantified { variable, over, .. } = *tree.node(id) {
                variables[usize::from(variable)] |= self.roles[over];
            }
        }
        self.roles = roles(tree, variables);
        let roles = &self.roles;
        for id in tree.ids() {
            let asked = &mut self.asked_roles;
            let mut ask = |part: Id, roles| asked[part] |= roles;
            match *tree.node(id) {
                Node::Join(SetOperator::And, a, b) => {
                    ask(a, roles[b]);
                    ask(b, roles[a]);
                }
                ref node => node.parts().for_each(|part| ask(part, roles::ALL)),
            }
        }
    }

    fn add(&mut self, tree: &Tree, id: Id, costs: &[u64], depth: usize, may_decide: bool) {
        let node = tree.node(id);
        // The set of a route is computed, the pieces that have gone along it are replayed.
        if self.filling[id] == Filling::Replayed || matches!(node, Node::Route(..)) {
            self.replayed.push(id);
        }
        if may_decide || self.filling[id] == Filling::PerGame {
            self.of_game.push(id);
        }
        match node {
            Node::And(..) | Node::Or(..) => {
                flatten(tree, id, id, &mut self.operands[id]);
                self.operands[id].sort_by_key(|part| costs[part.index()]);
            }
            Node::Then(..)
            | Node::Next(..)
            | Node::ForLast(..)
            | Node::WithinLast(..)
            | Node::Times(_) => self.stateful.push(id),
            Node::Ever(_) if self.filling[id] == Filling::Computed => {
                while self.ever.len() <= depth {
                    self.ever.push(Vec::new());
                }
                self.ever[depth].push(id);
            }
            _ => {}
        }
        let mut height = 0;
        self.each_part(tree, id, |part| height = height.max(self.heights[part]));
        self.heights[id] = height + 1;
        for variable in 0..self.variables.len() {
            if tree.free(id) >> variable & 1 != 0 {
                match node {
                    Node::Variable(_) => self.variables[variable] = Some(id),
                    _ => self.dependents[variable].push(id),
                }
            }
        }
        self.needs_pieces |= reads_pieces(node);
        self.needs_positions |= node.asks_position() || is_word_of_position(node);
    }
}

/// Returns the roles of the pieces that may stand on each set, given the roles for each variable.
fn roles(tree: &Tree, variables: [u8; 8]) -> Vec<u8> {
    let mut roles: Vec<u8> = Vec::with_capacity(tree.len());
    for id in tree.ids() {
        let of = |id: Id| roles[id];
        let found = match *tree.node(id) {
            Node::Piece(_, role) => 1 << role as u8,
            Node::Variable(variable) => variables[usize::from(variable)],
            Node::Join(SetOperator::And, a, b) => of(a) & of(b),
            Node::Join(SetOperator::Minus, a, _) => of(a),
            Node::Join(_, a, b) | Node::If(_, a, b) => of(a) | of(b),
            _ => roles::ALL,
        };
        roles.push(found);
    }
    roles
}

/// Adds the operands of nested nodes of the same operator.
fn flatten(tree: &Tree, top: Id, id: Id, operands: &mut Vec<Id>) {
    let mut open = alloc::vec![id];
    while let Some(id) = open.pop() {
        match (tree.node(top), tree.node(id)) {
            (Node::And(..), Node::And(a, b)) | (Node::Or(..), Node::Or(a, b)) => {
                open.extend([*b, *a]);
            }
            _ if !operands.contains(&id) => operands.push(id),
            _ => {}
        }
    }
}

/// Returns how the column of a node is filled, if its parts have one value for each game.
fn own_filling(node: &Node) -> Filling {
    use crate::tree::NumberWord::{Moves, Plies};
    use crate::tree::SetWord::{All, CastlingRooks, Dark, EnPassantSquare, Light, Nothing};
    use Node::*;
    match node {
        Squares(_) | Int(_) | Variable(_) => Filling::Constant,
        SetWord(All | Nothing | Light | Dark) => Filling::Constant,
        SetWord(CastlingRooks | EnPassantSquare) => Filling::Replayed,
        SetWord(word) if word.is_of_moves() => Filling::Replayed,
        TruthWord(word) if word.is_of_moves() => Filling::Replayed,
        NumberWord(Moves) | Text(Field::Material | Field::Position, _) => Filling::Computed,
        NumberWord(Plies) => Filling::PerGame,
        NumberWord(_) | Text(Field::San, _) => Filling::Replayed,
        // Operators on one value for each game have one value for each game.
        Text(..) | TagNumber(_) | Compare(..) | Arithmetic(..) | Negative(_) | Absolute(_)
        | And(..) | Or(..) | Not(_) | Ever(_) => Filling::PerGame,
        _ => Filling::Computed,
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
