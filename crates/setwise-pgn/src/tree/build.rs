//! Building a tree from the callbacks of a reader.

use std::io;

use super::{GameTree, NodeId, ROOT};
use crate::moves::{MoveReader, Played};
use crate::start::Start;
use crate::{
    Deviation, Fault, MAX_TREE_MOVES, MAX_TREE_TEXT, Nag, Next, Options, PgnError, Reader, Source,
    Termination, Text, Visitor,
};
use setwise::Position;

impl<S: Source> Reader<S> {
    /// Reads the next game as a tree; returns `None` at the end of the source.
    ///
    /// Moves are parsed with the options of the reader, but a null move is an error: a tree cannot
    /// contain one. A comment belongs to the move before it, or to
    /// the first move of a variation if it stands before that. If several tags have the same name,
    /// the last one counts.
    ///
    /// # Errors
    ///
    /// The outer error means that the source cannot be read. The inner error describes an invalid
    /// game.
    pub fn read_tree(&mut self) -> io::Result<Option<Result<GameTree, PgnError>>> {
        let mut builder = Builder::new(self.options());
        let game = self.read_game(&mut builder)?;
        self.add_deviations(builder.moves.deviations);
        Ok(game.map(|game| game.map(|()| builder.tree)))
    }
}

/// A visitor that builds a tree.
struct Builder {
    moves: MoveReader,
    tree: GameTree,
    start: Start,
    /// The last node of the line, or its parent if the line has no node yet.
    at: NodeId,
    /// Whether the line is a variation without a node.
    is_new: bool,
    /// Whether a variation has ended after the last move of the line.
    is_behind_variation: bool,
    /// The nodes that the open variations replace.
    open: Vec<NodeId>,
    /// The pieces of an incomplete comment.
    comment: Vec<u8>,
    /// The comments before the first move of the line.
    before: Vec<String>,
    /// The glyphs before the first move of the line.
    nags: Vec<Nag>,
    /// The size of the tags and comments so far, in bytes.
    text: usize,
}

impl Builder {
    fn new(options: Options) -> Builder {
        Builder {
            moves: MoveReader::new(options.refuse(Deviation::NullMove)),
            tree: GameTree::default(),
            start: Start::default(),
            at: ROOT,
            is_new: false,
            is_behind_variation: false,
            open: Vec::new(),
            comment: Vec::new(),
            before: Vec::new(),
            nags: Vec::new(),
            text: 0,
        }
    }

    /// Adds a comment to the last move, behind its variations if one has ended.
    fn add_comment(&mut self, comment: &str) {
        let count = self.tree.comments(self.at).len();
        self.tree.add_comment(self.at, comment);
        if self.is_behind_variation && self.tree.comments(self.at).len() > count {
            let notes = self.tree.notes_mut(self.at);
            let first = count - notes.behind_variations;
            notes.after[first..].rotate_left(1);
            notes.behind_variations += 1;
        }
    }

    fn too_large<T>() -> Result<T, Fault> {
        Err(Fault::tree_too_large())
    }

    /// Moves the comments and glyphs before the first move of a line to the node of that move.
    fn attach_notes(&mut self, node: NodeId) {
        let (before, nags) = (std::mem::take(&mut self.before), std::mem::take(&mut self.nags));
        if !before.is_empty() {
            self.tree.notes_mut(node).before = before;
        }
        nags.into_iter().for_each(|nag| self.tree.add_nag(node, nag));
    }
}

impl Visitor for Builder {
    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.text += name.len() + value.0.len();
        if self.text > MAX_TREE_TEXT {
            return Builder::too_large();
        }
        self.moves.start_tag(&mut self.start, name, value)?;
        // Fails for the tags of the initial position, which are not stored, and for a Latin-1 value
        // that is too long in UTF-8; such a tag is dropped.
        let _ = self.tree.set_tag(name, &value.decode());
        Ok(())
    }

    fn end_tags(&mut self) -> Next {
        self.tree.nodes[0].position = self.start.position();
        Next::Read
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        if self.tree.nodes.len() > MAX_TREE_MOVES || self.text > MAX_TREE_TEXT {
            return Builder::too_large();
        }
        let mut next = Position::INITIAL;
        let played = self.moves.play(self.tree.position(self.at), san, &mut next)?;
        // Anything else is unknown text: null moves are refused.
        let Played::Move(mv) = played else { return Ok(()) };
        self.at = self.tree.add(self.at, mv, next);
        (self.is_new, self.is_behind_variation) = (false, false);
        self.attach_notes(self.at);
        Ok(())
    }

    fn nag(&mut self, nag: Nag) {
        if self.is_new || self.at == ROOT {
            self.nags.push(nag);
        } else {
            self.tree.add_nag(self.at, nag);
        }
    }

    fn comment(&mut self, piece: Text<'_>, is_last: bool) {
        self.text += piece.0.len();
        if self.text > MAX_TREE_TEXT {
            return;
        }
        self.comment.extend_from_slice(piece.0);
        if is_last {
            let comment = std::mem::take(&mut self.comment);
            let comment = Text(&comment).decode();
            if self.is_new {
                self.before.push(comment.split_whitespace().collect::<Vec<_>>().join(" "));
            } else {
                self.add_comment(&comment);
            }
        }
    }

    fn begin_variation(&mut self) -> Next {
        self.open.push(self.at);
        self.at = self.tree.node(self.at).parent;
        (self.is_new, self.is_behind_variation) = (true, false);
        Next::Read
    }

    fn end_variation(&mut self) {
        self.at = self.open.pop().unwrap_or(ROOT);
        (self.is_new, self.is_behind_variation) = (false, true);
        // The variation had no move: its comments go behind the variations.
        let comments = std::mem::take(&mut self.before);
        comments.iter().for_each(|comment| self.add_comment(comment));
        self.nags.clear();
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.tree.termination = termination;
        if self.text > MAX_TREE_TEXT { Builder::too_large() } else { Ok(()) }
    }
}
