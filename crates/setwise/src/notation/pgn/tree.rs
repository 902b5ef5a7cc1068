//! A game as a tree: its moves with their variations, comments and judgements.

mod build;
mod tags;

pub use tags::TagError;

use super::{Nag, Termination};
use crate::{Game, IllegalMoveError, Move, Position};

/// A game with all that PGN says of it.
///
/// Its moves are a tree, held in one list without recursion: the first child of a node is the main
/// line's move and the others are variations of it. A node takes 112 bytes, and its comments and
/// judgements what they need.
///
/// Printed, it is PGN in the export format: the seven tags of the roster and then the others by
/// name, lines of less than 80 characters, and every word as the standard has it. A word of a
/// comment is never cut, so that one of 80 characters makes a longer line.
///
/// ```
/// use setwise::notation::pgn::{GameTree, Nag, Reader, Termination};
///
/// let mut tree = GameTree::default();
/// tree.set_tag("White", "Ruy \"López\"")?;
/// let e4 = tree.play(tree.root(), tree.start().parse_san("e4")?)?;
/// let e5 = tree.play(e4, tree.position(e4).parse_san("e5")?)?;
/// let c5 = tree.play(e4, tree.position(e4).parse_san("c5")?)?;
/// tree.add_nag(c5, Nag(1));
/// tree.add_comment(c5, "sharper");
/// let nf3 = tree.play(e5, tree.position(e5).parse_san("Nf3")?)?;
/// tree.termination = Some(Termination::Draw);
///
/// let text = tree.to_string();
/// assert!(text.contains("[White \"Ruy \\\"López\\\"\"]\n"));
/// assert!(text.ends_with("\n\n1. e4 e5 (1... c5 $1 {sharper}) 2. Nf3 1/2-1/2\n"));
/// let read = Reader::new(text.as_bytes()).read_tree()?.expect("a game")?;
/// assert_eq!(read.to_string(), text);
/// assert_eq!(read.main_line().last(), Some(nf3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// How the game ended, if that is known; written `*` otherwise.
    pub termination: Option<Termination>,
    tags: Vec<(String, String)>,
    /// The first is the root.
    nodes: Vec<Node>,
}

/// A node of a [`GameTree`]: a move and the position after it, or by default the root before all
/// moves.
///
/// In another tree than the one that gave it, it is some node or the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

const ROOT: NodeId = NodeId(0);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    position: Position,
    parent: NodeId,
    /// The root is no node's child or sibling, so it stands for none.
    first_child: NodeId,
    last_child: NodeId,
    next_sibling: NodeId,
    mv: Option<Move>,
    notes: Option<Box<Notes>>,
}

/// What is said of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Notes {
    before: Vec<String>,
    nags: Vec<Nag>,
    after: Vec<String>,
}

static NO_NOTES: Notes = Notes { before: Vec::new(), nags: Vec::new(), after: Vec::new() };

impl GameTree {
    /// A game without a move.
    pub fn new(start: Position) -> GameTree {
        let root = Node::new(start, ROOT, None);
        GameTree { termination: None, tags: Vec::new(), nodes: vec![root] }
    }

    /// The position that the game begins with.
    pub fn start(&self) -> &Position {
        self.position(ROOT)
    }

    /// The node before all moves.
    pub fn root(&self) -> NodeId {
        ROOT
    }

    /// The move of a node; `None` for the root.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.node(node).mv
    }

    /// The position after a node's move.
    pub fn position(&self, node: NodeId) -> &Position {
        &self.node(node).position
    }

    /// The node before; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.mv(node).map(|_| self.node(node).parent)
    }

    /// The moves that follow, the main line's first and then its variations.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = some(self.node(node).first_child);
        std::iter::successors(first, |&child| self.next_sibling(child))
    }

    /// The variation beside a node's move.
    pub(super) fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        some(self.node(node).next_sibling)
    }

    /// The moves of the game itself, without variations.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        let next = |&node: &NodeId| some(self.node(node).first_child);
        std::iter::successors(some(self.node(ROOT).first_child), next)
    }

    /// The comments in front of a node's move, where it begins a variation.
    pub fn comments_before(&self, node: NodeId) -> &[String] {
        &self.notes(node).before
    }

    /// The comments behind a node's move; the root's are the game's.
    pub fn comments(&self, node: NodeId) -> &[String] {
        &self.notes(node).after
    }

    /// The judgements of a node's move.
    pub fn nags(&self, node: NodeId) -> &[Nag] {
        &self.notes(node).nags
    }

    /// Plays a move after a node: its main line's if it is the first there, and else a variation.
    /// Gives the new node.
    ///
    /// # Errors
    ///
    /// The move is not legal there.
    pub fn play(&mut self, node: NodeId, mv: Move) -> Result<NodeId, IllegalMoveError> {
        let position = self.position(node).play(mv)?;
        Ok(self.add(node, mv, position))
    }

    /// Adds a comment behind a node's move. Each run of white space becomes a space, and a comment
    /// of nothing else is left out.
    pub fn add_comment(&mut self, node: NodeId, comment: &str) {
        let words: Vec<&str> = comment.split_whitespace().collect();
        if !words.is_empty() {
            self.notes_mut(node).after.push(words.join(" "));
        }
    }

    /// Adds a judgement of a node's move; the root has none.
    pub fn add_nag(&mut self, node: NodeId, nag: Nag) {
        if self.mv(node).is_some() {
            self.notes_mut(node).nags.push(nag);
        }
    }

    fn node(&self, node: NodeId) -> &Node {
        self.nodes.get(node.0 as usize).unwrap_or(&self.nodes[0])
    }

    fn node_mut(&mut self, node: NodeId) -> &mut Node {
        let index = if (node.0 as usize) < self.nodes.len() { node.0 as usize } else { 0 };
        &mut self.nodes[index]
    }

    fn notes(&self, node: NodeId) -> &Notes {
        self.node(node).notes.as_deref().unwrap_or(&NO_NOTES)
    }

    fn notes_mut(&mut self, node: NodeId) -> &mut Notes {
        self.node_mut(node).notes.get_or_insert_default()
    }

    /// Adds a node for a legal move.
    fn add(&mut self, parent: NodeId, mv: Move, position: Position) -> NodeId {
        let added = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(position, parent, Some(mv)));
        let last = std::mem::replace(&mut self.node_mut(parent).last_child, added);
        match some(last) {
            None => self.node_mut(parent).first_child = added,
            Some(last) => self.node_mut(last).next_sibling = added,
        }
        added
    }
}

impl Node {
    fn new(position: Position, parent: NodeId, mv: Option<Move>) -> Node {
        let (first_child, last_child, next_sibling) = (ROOT, ROOT, ROOT);
        Node { position, parent, first_child, last_child, next_sibling, mv, notes: None }
    }
}

/// A child or sibling, if it is one.
fn some(node: NodeId) -> Option<NodeId> {
    Some(node).filter(|&node| node != ROOT)
}

impl Default for GameTree {
    /// A game without a move from the initial position of standard chess.
    fn default() -> GameTree {
        GameTree::new(Position::INITIAL)
    }
}

impl From<&Game> for GameTree {
    /// The moves of a game, and its result if it is over by the rules.
    fn from(game: &Game) -> GameTree {
        let mut tree = GameTree::new(*game.start());
        let mut node = ROOT;
        for (before, mv) in game.moves() {
            node = tree.add(node, mv, before.play_unchecked(mv));
        }
        let result = game.outcome().map(|outcome| outcome.result());
        tree.termination = result.and_then(|result| Termination::from_bytes(result.as_bytes()));
        tree
    }
}
