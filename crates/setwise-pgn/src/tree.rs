//! A game as a tree of moves with variations, comments and annotation glyphs.

mod build;
mod tags;

pub use tags::TagError;
use tags::Tags;

use super::{Nag, Termination};
use setwise::{Game, IllegalMoveError, Move, Position};

/// A game with the tags, comments, annotation glyphs and variations of a PGN.
///
/// The moves are a tree, stored in one vector without recursion. The first child of a node is the
/// main line; the other children are variations of that move. A node uses 112 bytes, plus its
/// comments and glyphs.
///
/// `Display` writes the export format of PGN: the seven tag roster, the other tags sorted by name,
/// and the moves in lines of less than 80 characters. Words of comments are never split, so a word
/// of 80 characters or more makes a longer line.
///
/// ```
/// use setwise_pgn::{GameTree, Nag, Reader, Termination};
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
    /// The result of the game; `None` is written as `*`.
    pub termination: Option<Termination>,
    tags: Tags,
    /// The first node is the root.
    nodes: Vec<Node>,
}

/// The identifier of a node of a [`GameTree`]: a move and the position after it, or the root before
/// all moves. The default is the root.
///
/// In a tree other than its own, it refers to an unspecified node or the root; it never panics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

const ROOT: NodeId = NodeId(0);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    position: Position,
    parent: NodeId,
    /// In this and the next two fields the root means none: it is never a child or sibling.
    first_child: NodeId,
    last_child: NodeId,
    next_sibling: NodeId,
    mv: Option<Move>,
    notes: Option<Box<Notes>>,
}

/// The comments and glyphs of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Notes {
    before: Vec<String>,
    nags: Vec<Nag>,
    after: Vec<String>,
    /// How many of the last comments stand behind the variations of the move.
    behind_variations: usize,
}

static NO_NOTES: Notes =
    Notes { before: Vec::new(), nags: Vec::new(), after: Vec::new(), behind_variations: 0 };

impl GameTree {
    /// Creates a game without moves that begins with the position.
    pub fn new(start: Position) -> GameTree {
        let root = Node::new(start, ROOT, None);
        GameTree { termination: None, tags: Tags::default(), nodes: vec![root] }
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Position {
        self.position(ROOT)
    }

    /// Returns the root, the node before all moves.
    pub fn root(&self) -> NodeId {
        ROOT
    }

    /// Returns the move of a node; `None` for the root.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.node(node).mv
    }

    /// Returns the position after the move of a node.
    pub fn position(&self, node: NodeId) -> &Position {
        &self.node(node).position
    }

    /// Returns the parent of a node; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.mv(node).map(|_| self.node(node).parent)
    }

    /// Returns the children of a node: the main line first, then its variations.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = some(self.node(node).first_child);
        std::iter::successors(first, |&child| self.next_sibling(child))
    }

    /// Returns the next variation of the same parent.
    pub(super) fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        some(self.node(node).next_sibling)
    }

    /// Returns the nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        let next = |&node: &NodeId| some(self.node(node).first_child);
        std::iter::successors(some(self.node(ROOT).first_child), next)
    }

    /// Returns the comments before the move of a node that begins a variation.
    pub fn comments_before(&self, node: NodeId) -> &[String] {
        &self.notes(node).before
    }

    /// Returns the comments after the move of a node, in a game that was read also those behind the
    /// variations of the move; for the root, the comments of the game before its first move.
    pub fn comments(&self, node: NodeId) -> &[String] {
        &self.notes(node).after
    }

    /// Returns the comments directly after the move of a node, and those behind its variations.
    pub(super) fn comments_around_variations(&self, node: NodeId) -> (&[String], &[String]) {
        let Notes { after, behind_variations, .. } = self.notes(node);
        after.split_at(after.len() - behind_variations)
    }

    /// Returns the annotation glyphs of a node.
    pub fn nags(&self, node: NodeId) -> &[Nag] {
        &self.notes(node).nags
    }

    /// Adds a move after a node and returns the new node. The first move added to a node is the
    /// main line; the others are variations.
    ///
    /// # Errors
    ///
    /// Returns an error if the move is not legal in the position of the node.
    pub fn play(&mut self, node: NodeId, mv: Move) -> Result<NodeId, IllegalMoveError> {
        let position = self.position(node).play(mv)?;
        Ok(self.add(node, mv, position))
    }

    /// Adds a comment after the move of a node. Each run of white space becomes one space; a
    /// comment of white space only is ignored.
    pub fn add_comment(&mut self, node: NodeId, comment: &str) {
        let words: Vec<&str> = comment.split_whitespace().collect();
        if !words.is_empty() {
            let notes = self.notes_mut(node);
            notes.after.insert(notes.after.len() - notes.behind_variations, words.join(" "));
        }
    }

    /// Adds an annotation glyph to a node. Ignored for the root.
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

/// Returns `None` for the root, which stands for no child or sibling.
fn some(node: NodeId) -> Option<NodeId> {
    Some(node).filter(|&node| node != ROOT)
}

impl Default for GameTree {
    /// Creates a game without moves from the initial position of standard chess.
    fn default() -> GameTree {
        GameTree::new(Position::INITIAL)
    }
}

impl From<&Game> for GameTree {
    /// Copies the moves of a game, and its result if the rules have ended it.
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
