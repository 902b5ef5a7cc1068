//! One game as it was read: tags, and moves with comments, glyphs and variations.

use std::ops::Range;

use pyo3::Python;
use setwise::{Move, Position};
use setwise_pgn::{Annotation, Termination, Text, annotations};

use super::place::GameFault;
use super::recorder::play;
use crate::moves::Move as PythonMove;

/// The index of a node; 0 is the root, before all moves.
pub(super) type NodeIndex = u32;

pub(super) const ROOT: NodeIndex = 0;

/// From this number of nodes, or of bytes of comments, some properties of a game take longer than a
/// tenth of a millisecond.
const MANY_NODES: usize = 400;
const LONG_TEXT: usize = 1 << 15;

/// A move of a game, or the root.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) parent: NodeIndex,
    /// `None` for a null move, and for the root.
    pub(super) mv: Option<Move>,
    /// In the next three fields the root means none: it is not a child of any node.
    first_child: NodeIndex,
    last_child: NodeIndex,
    next_sibling: NodeIndex,
    /// The first and the last note, plus one; 0 is none.
    first_note: u32,
    last_note: u32,
}

/// A comment or a glyph.
pub(super) enum Note {
    /// A comment before the first move of a variation, as its place in the text.
    Before(Range<usize>),
    /// A comment after a move.
    After(Range<usize>),
    Nag(u16),
}

/// A game.
pub(super) struct Record {
    /// The number of the game in its source, from 1.
    pub(super) number: u64,
    /// The byte offset of the game in the decompressed source.
    pub(super) offset: u64,
    pub(super) tags: Vec<(String, String)>,
    pub(super) start: Position,
    /// Whether boards write castling as in Chess960.
    pub(super) chess960: bool,
    pub(super) termination: Option<Termination>,
    pub(super) error: Option<GameFault>,
    nodes: Vec<Node>,
    /// The notes, each with the index of the next one of the same node, plus one.
    notes: Vec<(Note, u32)>,
    /// The texts of the comments.
    pub(super) text: Vec<u8>,
}

impl Record {
    pub(super) fn new() -> Record {
        Record {
            number: 0,
            offset: 0,
            tags: Vec::new(),
            start: Position::INITIAL,
            chess960: false,
            termination: None,
            error: None,
            nodes: vec![Node::new(ROOT, None)],
            notes: Vec::new(),
            text: Vec::new(),
        }
    }

    /// Examines the game: if it is long, without the GIL.
    pub(super) fn examine<T: Send>(
        &self,
        py: Python<'_>,
        examination: impl FnOnce(&Record) -> T + Send,
    ) -> T {
        match self.len() > MANY_NODES || self.text.len() > LONG_TEXT {
            true => py.detach(|| examination(self)),
            false => examination(self),
        }
    }

    /// Returns the number of nodes, the root among them.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a move after a node.
    pub(super) fn add(&mut self, parent: NodeIndex, mv: Option<Move>) -> NodeIndex {
        let added = self.nodes.len() as NodeIndex;
        self.nodes.push(Node::new(parent, mv));
        let node = &mut self.nodes[parent as usize];
        let last = std::mem::replace(&mut node.last_child, added);
        match last {
            ROOT => node.first_child = added,
            last => self.nodes[last as usize].next_sibling = added,
        }
        added
    }

    /// Adds a comment or a glyph to a node.
    pub(super) fn note(&mut self, node: NodeIndex, note: Note) {
        self.notes.push((note, 0));
        let added = self.notes.len() as u32;
        let node = &mut self.nodes[node as usize];
        let last = std::mem::replace(&mut node.last_note, added);
        match last {
            0 => node.first_note = added,
            last => self.notes[last as usize - 1].1 = added,
        }
    }

    /// Returns the nodes of the main line, without the root.
    pub(super) fn main_line(&self) -> impl Iterator<Item = NodeIndex> {
        self.line(ROOT)
    }

    /// Returns the moves of the main line, each with the positions before and after it.
    pub(super) fn replayed(&self) -> impl Iterator<Item = (Position, Option<Move>, Position)> {
        let mut position = self.start;
        self.main_line().map(move |node| {
            let (before, mv) = (position, self.node(node).mv);
            position = play(&before, mv);
            (before, mv, position)
        })
    }

    pub(super) fn node(&self, node: NodeIndex) -> &Node {
        &self.nodes[node as usize]
    }

    /// Returns the children of a node: the main line first, then its variations.
    pub(super) fn children(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> {
        let some = |node: NodeIndex| Some(node).filter(|&node| node != ROOT);
        std::iter::successors(some(self.node(node).first_child), move |&child| {
            some(self.node(child).next_sibling)
        })
    }

    /// Returns the moves that lead to a node.
    pub(super) fn path(&self, mut node: NodeIndex) -> Vec<Option<Move>> {
        let mut moves = Vec::new();
        while node != ROOT {
            let Node { parent, mv, .. } = *self.node(node);
            moves.push(mv);
            node = parent;
        }
        moves.reverse();
        moves
    }

    /// Returns the move of a node, which is not the root, as Python has it.
    pub(super) fn played(&self, node: NodeIndex) -> PythonMove {
        let mv = self.node(node).mv;
        mv.map_or(PythonMove::null_move(), |mv| PythonMove::of(mv, self.chess960))
    }

    /// Returns the nodes after a node, along the first variations.
    pub(super) fn line(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> {
        let next = |&node: &NodeIndex| self.children(node).next();
        std::iter::successors(self.children(node).next(), next)
    }

    /// Returns the comments and glyphs of a node.
    pub(super) fn notes(&self, node: NodeIndex) -> impl Iterator<Item = &Note> {
        let note = |index: u32| self.notes.get((index as usize).wrapping_sub(1));
        let first = note(self.node(node).first_note);
        std::iter::successors(first, move |(_, next)| note(*next)).map(|(note, _)| note)
    }

    /// Returns the annotations in the comments after the move of a node.
    pub(super) fn annotations(&self, node: NodeIndex) -> impl Iterator<Item = Annotation> {
        self.notes(node).flat_map(|note| match note {
            Note::After(range) => annotations(&self.text[range.clone()]),
            _ => annotations(b""),
        })
    }

    /// Returns the comments before the move of a node, joined by spaces.
    pub(super) fn before(&self, node: NodeIndex) -> String {
        self.comments(node, |note| if let Note::Before(range) = note { Some(range) } else { None })
    }

    /// Returns the comments after the move of a node, joined by spaces.
    pub(super) fn after(&self, node: NodeIndex) -> String {
        self.comments(node, |note| if let Note::After(range) = note { Some(range) } else { None })
    }

    fn comments(&self, node: NodeIndex, range: fn(&Note) -> Option<&Range<usize>>) -> String {
        let comments = self.notes(node).filter_map(range).map(|range| self.comment(range));
        comments.collect::<Vec<_>>().join(" ")
    }

    /// Returns the text of a comment, without white space around it.
    fn comment(&self, range: &Range<usize>) -> String {
        Text(self.text[range.clone()].trim_ascii()).decode().into_owned()
    }

    /// Returns the value of a tag, or `?`; the last tag of a name counts.
    pub(super) fn tag(&self, wanted: &str) -> &str {
        let found = self.tags.iter().rev().find(|(name, _)| name == wanted);
        found.map_or("?", |(_, value)| value)
    }

    /// Returns the result at the end of the moves or, if there is none, in the tag.
    pub(super) fn result(&self) -> Termination {
        let tag = || {
            let mut tags = self.tags.iter().rev();
            Termination::from_bytes(tags.find(|(name, _)| name == "Result")?.1.as_bytes())
        };
        self.termination.or_else(tag).unwrap_or(Termination::Unknown)
    }
}

impl Node {
    fn new(parent: NodeIndex, mv: Option<Move>) -> Node {
        let (first_child, last_child, next_sibling) = (ROOT, ROOT, ROOT);
        Node { parent, mv, first_child, last_child, next_sibling, first_note: 0, last_note: 0 }
    }
}
