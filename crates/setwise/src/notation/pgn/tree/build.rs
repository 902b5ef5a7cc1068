//! Reading a tree.

use std::io::{self, Read};

use super::super::start::Start;
use super::super::{
    Fault, MAX_TREE_MOVES, MAX_TREE_TEXT, Nag, Next, PgnError, PgnErrorKind, Reader, Termination,
    Text, Visitor,
};
use super::{GameTree, NodeId, ROOT};
use crate::notation::san::SanOptions;

impl<R: Read> Reader<R> {
    /// Reads the next game as a tree, with what people write besides the standard's SAN; `None` at
    /// the end of the source.
    ///
    /// A comment belongs to the move that it follows, and in front of a variation's first move to
    /// that. Of several tags with one name the last counts.
    ///
    /// # Errors
    ///
    /// The source cannot be read. What is wrong with a game is the error within.
    pub fn read_tree(&mut self) -> io::Result<Option<Result<GameTree, PgnError>>> {
        let mut builder = Builder::default();
        let game = self.read_game(&mut builder)?;
        Ok(game.map(|game| game.map(|()| builder.tree)))
    }
}

/// Makes a tree of what it is shown.
#[derive(Default)]
struct Builder {
    tree: GameTree,
    start: Start,
    /// The last node of the line, or the one that it branches off from if it has none yet.
    at: NodeId,
    /// Whether the line has no node yet.
    is_new: bool,
    /// Where the variations that are open branch off.
    open: Vec<NodeId>,
    /// The pieces of a comment that is not over.
    comment: Vec<u8>,
    /// What stands in front of the first move of the line.
    before: Vec<String>,
    nags: Vec<Nag>,
    /// How many bytes of text the tree has.
    text: usize,
}

impl Builder {
    fn too_large<T>() -> Result<T, Fault> {
        Err(Fault { kind: PgnErrorKind::TreeTooLarge, at: 0 })
    }

    /// Puts what stands in front of a line's first move where it belongs.
    fn settle(&mut self, node: NodeId) {
        let (before, nags) = (std::mem::take(&mut self.before), std::mem::take(&mut self.nags));
        if !before.is_empty() {
            self.tree.notes_mut(node).before = before;
        }
        nags.into_iter().for_each(|nag| self.tree.add_nag(node, nag));
    }
}

impl Visitor for Builder {
    fn begin_game(&mut self) -> Next {
        *self = Builder::default();
        Next::Read
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.text += name.len() + value.0.len();
        if self.text > MAX_TREE_TEXT {
            return Builder::too_large();
        }
        self.start.tag(name, value)?;
        // Those that say where the game begins are not set, and no other can fail but for the
        // longer UTF-8 of a text in Latin-1, which a game can do without.
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
        let mut position = *self.tree.position(self.at);
        let (role, mv) = position.parse_san_bytes(san, SanOptions::LENIENT)?;
        position.make(role, mv);
        self.at = self.tree.add(self.at, mv, position);
        self.is_new = false;
        self.settle(self.at);
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
                self.tree.add_comment(self.at, &comment);
            }
        }
    }

    fn begin_variation(&mut self) -> Next {
        self.open.push(self.at);
        self.at = self.tree.node(self.at).parent;
        self.is_new = true;
        Next::Read
    }

    fn end_variation(&mut self) {
        self.at = self.open.pop().unwrap_or(ROOT);
        self.is_new = false;
        // Of a variation without a move.
        let comments = std::mem::take(&mut self.before);
        comments.iter().for_each(|comment| self.tree.add_comment(self.at, comment));
        self.nags.clear();
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.tree.termination = termination;
        if self.text > MAX_TREE_TEXT { Builder::too_large() } else { Ok(()) }
    }
}
