//! What a question means: a tree whose equal parts are one node, without names, definitions and
//! transforms. Both evaluators read it.

mod vocabulary;

pub(crate) use vocabulary::{
    Arithmetic, Comparison, Field, NumberWord, PairFunction, Quantifier, SetFunction, SetOperator,
    SetWord, Squares, TextTest, Toward, TruthWord,
};

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::{Index, IndexMut, Range};

use setwise::{Color, Direction, Role, Square};

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A set of squares.
    Set,
    /// A number of 32 bits.
    Number,
    /// True or false.
    Truth,
}

/// The number of a node in its tree. The parts of a node have lower numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Id(pub(crate) u16);

impl Id {
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }
}

/// A list with an item for each node.
impl<T> Index<Id> for Vec<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, id: Id) -> &T {
        &self[id.index()]
    }
}

impl<T> IndexMut<Id> for Vec<T> {
    #[inline(always)]
    fn index_mut(&mut self, id: Id) -> &mut T {
        &mut self[id.index()]
    }
}

/// A part of a question. The kind of a part in brackets: set, number, truth.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Node {
    // Sets
    Squares(Squares),
    Piece(Color, Role),
    Side(Color),
    SetWord(SetWord),
    /// The square of a quantifier. A quantifier has a larger number than those inside it.
    Variable(u8),
    /// [set, set]
    Join(SetOperator, Id, Id),
    /// [set]
    SetFunction(SetFunction, Id),
    /// [set]
    Toward(Toward, Direction, Id),
    /// [set, set]
    Pair(PairFunction, Id, Id),

    // Numbers
    Int(i32),
    NumberWord(NumberWord),
    /// The value of a tag as a number; missing if it is none.
    TagNumber(Arc<str>),
    /// [set]
    Count(Id),
    /// [set]
    Value(Id),
    /// [truth]
    Times(Id),
    /// [number, number]
    Arithmetic(Arithmetic, Id, Id),
    /// [number]
    Negative(Id),
    /// [number]
    Absolute(Id),

    // Truths
    TruthWord(TruthWord),
    /// [set]
    NotEmpty(Id),
    /// [number, number]
    Compare(Comparison, Id, Id),
    /// [set, set]
    SameSet(Id, Id),
    /// Every square of the first is in the second. [set, set]
    Within(Id, Id),
    Text(Field, TextTest),
    /// [truth, truth]
    And(Id, Id),
    /// [truth, truth]
    Or(Id, Id),
    /// [truth]
    Not(Id),
    /// At some ply of the game. [truth]
    Ever(Id),
    /// At each of the last positions; false before there are so many. [truth]
    ForLast(Id, u32),
    /// At one or more of the last positions. [truth]
    WithinLast(Id, u32),
    /// The second here, the first at some earlier ply. [truth, truth]
    Then(Id, Id),
    /// The second here, the first at the ply before. [truth, truth]
    Next(Id, Id),
    /// One piece of the set has stood on the squares in this order, and stands on the last. [set]
    Route(Id, Arc<[Square]>),

    // Of the kind of their parts
    /// The truths and numbers are about the squares of a set. [set, truth]
    Quantified {
        quantifier: Quantifier,
        variable: u8,
        over: Id,
        body: Id,
    },
    /// [truth, any, the same kind]
    If(Id, Id, Id),
}

/// The nodes of a question, each after its parts. Equal nodes are one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    kinds: Vec<Kind>,
    /// The variables on whose squares the value of a node depends: bit `n` for variable `n`.
    free: Vec<u8>,
    ids: BTreeMap<Node, Id>,
    /// The parts of the text that have a value, in the order of their ends, with their places in
    /// bytes.
    pub(crate) parts: Vec<(Range<usize>, Id)>,
}

/// Trees are equal if their nodes are; the places of the nodes in a text do not matter.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.nodes == other.nodes
    }
}

impl Tree {
    /// The most nodes of a tree.
    pub(crate) const MAX: usize = 4096;

    /// Adds a node, or finds the one that is equal. Returns `None` if there are too many.
    pub(crate) fn add(&mut self, node: Node) -> Option<Id> {
        let has_room = self.nodes.len() < Tree::MAX || self.ids.contains_key(&node);
        has_room.then(|| self.insert(node))
    }

    /// Adds a node, or finds the one that is equal, in a tree that has room.
    pub(crate) fn insert(&mut self, node: Node) -> Id {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = Id(self.nodes.len() as u16);
        let kind = match node {
            Node::If(_, part, _) => Some(self.kind(part)),
            _ => node.kind(),
        };
        self.kinds.push(kind.unwrap_or(Kind::Truth));
        self.free.push(self.free_of(&node));
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    pub(crate) fn kind(&self, id: Id) -> Kind {
        self.kinds[id]
    }

    /// Returns the variables on whose squares a value depends.
    pub(crate) fn free(&self, id: Id) -> u8 {
        self.free[id]
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns all nodes, each after its parts.
    pub(crate) fn ids(&self) -> impl DoubleEndedIterator<Item = Id> + use<> {
        (0..self.nodes.len() as u16).map(Id)
    }

    /// Returns a node and all its parts, each after its parts.
    pub(crate) fn reachable(&self, root: Id) -> Vec<Id> {
        let mut is_reached = alloc::vec![false; self.len()];
        is_reached[root] = true;
        for id in self.ids().rev() {
            if is_reached[id] {
                self.node(id).parts().for_each(|part| is_reached[part] = true);
            }
        }
        self.ids().filter(|id| is_reached[*id]).collect()
    }

    /// Rebuilds a node and all its parts by a function, which receives each node with its new
    /// parts. Returns `None` if there are too many nodes.
    pub(crate) fn map(
        &mut self,
        root: Id,
        mut function: impl FnMut(&mut Tree, Node) -> Option<Id>,
    ) -> Option<Id> {
        let mut new = alloc::vec![root; usize::from(root.0) + 1];
        for id in self.reachable(root) {
            let node = self.node(id).clone().map_parts(&mut |part| new[part]);
            new[id] = function(self, node)?;
        }
        Some(new[root])
    }

    /// Returns the depth of each node: the number of nodes inside each other, itself included.
    /// Operands that are joined by the same word are at one depth.
    pub(crate) fn depths(&self) -> Vec<u16> {
        let mut depths: Vec<u16> = Vec::new();
        for id in self.ids() {
            let node = self.node(id);
            let inside = node.parts().map(|part| {
                let is_chain = matches!(
                    (node, self.node(part)),
                    (Node::And(..), Node::And(..)) | (Node::Or(..), Node::Or(..))
                );
                depths[part] - u16::from(is_chain)
            });
            let inside = inside.max().unwrap_or(0);
            depths.push(inside + 1);
        }
        depths
    }

    /// Returns how many quantifiers are inside each other in a node.
    pub(crate) fn quantifiers_in(&self, root: Id) -> u8 {
        let numbers = self.reachable(root).into_iter().map(|id| match self.node(id) {
            Node::Quantified { variable, .. } => variable + 1,
            _ => 0,
        });
        numbers.max().unwrap_or(0)
    }

    /// Returns the tree of a node and its parts alone, and the node there.
    pub(crate) fn compact(&self, root: Id) -> (Tree, Id) {
        let mut tree = Tree::default();
        let new = tree.insert_all(self, root);
        let parts = self.parts.iter();
        tree.parts = parts.filter_map(|(place, id)| Some((place.clone(), new[*id]?))).collect();
        (tree, new[root].unwrap_or(root))
    }

    /// Adds a node of another tree and all its parts, in a tree that has room. Returns the node for
    /// each of the other tree.
    pub(crate) fn insert_all(&mut self, other: &Tree, root: Id) -> Vec<Option<Id>> {
        let mut new = alloc::vec![None; other.len()];
        for id in other.reachable(root) {
            let node = other.node(id).clone().map_parts(&mut |part| new[part].unwrap_or(part));
            new[id] = Some(self.insert(node));
        }
        new
    }

    fn free_of(&self, node: &Node) -> u8 {
        match node {
            Node::Variable(variable) => 1 << variable,
            Node::Quantified { variable, over, body, .. } => {
                self.free(*over) | self.free(*body) & !(1 << variable)
            }
            _ => node.parts().fold(0, |free, part| free | self.free(part)),
        }
    }
}

impl Node {
    /// Returns the kind of its value, if its parts do not decide it.
    pub(crate) fn kind(&self) -> Option<Kind> {
        use Node::*;
        match self {
            Squares(_) | Piece(..) | Side(_) | SetWord(_) | Variable(_) | Join(..)
            | SetFunction(..) | Toward(..) | Pair(..) => Some(Kind::Set),
            Int(_) | NumberWord(_) | TagNumber(_) | Count(_) | Value(_) | Times(_)
            | Arithmetic(..) | Negative(_) | Absolute(_) => Some(Kind::Number),
            Quantified { quantifier: Quantifier::Count, .. } => Some(Kind::Number),
            If(..) => None,
            _ => Some(Kind::Truth),
        }
    }

    /// Returns whether its value asks the moves or the text of a position, besides its parts.
    pub(crate) fn asks_position(&self) -> bool {
        match self {
            Node::NumberWord(NumberWord::Moves)
            | Node::TruthWord(TruthWord::Checkmate | TruthWord::Stalemate)
            | Node::Text(Field::Position, _) => true,
            node if node.asks_endgames() => true,
            Node::SetFunction(function, _) => function.asks_moves(),
            _ => false,
        }
    }

    /// Returns whether endgame tables have its value.
    pub(crate) fn asks_endgames(&self) -> bool {
        use TruthWord::{Drawn, Lost, Won};
        matches!(self, Node::NumberWord(NumberWord::MateIn) | Node::TruthWord(Won | Drawn | Lost))
    }

    /// Returns whether its value needs a game, besides its parts: one position does not tell.
    pub(crate) fn needs_game(&self) -> bool {
        use NumberWord::{Halfmoves, MateIn, MoveNumber, Moves};
        match self {
            Node::SetWord(word) => *word >= SetWord::From,
            Node::NumberWord(word) => !matches!(word, Moves | MoveNumber | Halfmoves | MateIn),
            Node::TruthWord(word) => *word >= TruthWord::Captures,
            Node::Text(field, _) => !matches!(field, Field::Material | Field::Position),
            Node::TagNumber(_) | Node::Times(_) | Node::Route(..) => true,
            _ => false,
        }
    }

    /// Returns whether its value depends on its parts at other positions of the game.
    pub(crate) fn is_over_games(&self) -> bool {
        use Node::{Ever, ForLast, Next, Then, Times, WithinLast};
        matches!(self, Then(..) | Next(..) | Ever(_) | ForLast(..) | WithinLast(..) | Times(_))
    }

    /// Returns the set of a letter.
    pub(crate) fn of_letter(letter: char) -> Node {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match (letter.to_ascii_lowercase(), Role::from_letter(letter)) {
            (_, Some(role)) => Node::Piece(color, role),
            ('a', None) => Node::Side(color),
            ('_', None) => Node::SetWord(SetWord::Empty),
            _ => Node::SetWord(SetWord::All),
        }
    }

    /// Returns the parts.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Id> + use<> {
        let mut node = self.clone();
        node.parts_mut().map(|part| part.map(|part| *part)).into_iter().flatten()
    }

    /// Returns the node with other parts.
    pub(crate) fn map_parts(mut self, map: &mut dyn FnMut(Id) -> Id) -> Node {
        self.parts_mut().into_iter().flatten().for_each(|part| *part = map(*part));
        self
    }

    fn parts_mut(&mut self) -> [Option<&mut Id>; 3] {
        use Node::*;
        match self {
            Squares(_) | Piece(..) | Side(_) | SetWord(_) | Variable(_) | Int(_)
            | NumberWord(_) | TagNumber(_) | TruthWord(_) | Text(..) => [None, None, None],
            SetFunction(_, a)
            | Toward(_, _, a)
            | Count(a)
            | Value(a)
            | Times(a)
            | Negative(a)
            | Absolute(a)
            | NotEmpty(a)
            | Not(a)
            | Ever(a)
            | ForLast(a, _)
            | WithinLast(a, _)
            | Route(a, _) => [Some(a), None, None],
            Join(_, a, b)
            | Pair(_, a, b)
            | Arithmetic(_, a, b)
            | Compare(_, a, b)
            | SameSet(a, b)
            | Within(a, b)
            | And(a, b)
            | Or(a, b)
            | Then(a, b)
            | Next(a, b)
            | Quantified { over: a, body: b, .. } => [Some(a), Some(b), None],
            If(a, b, c) => [Some(a), Some(b), Some(c)],
        }
    }
}
