//! A visitor that records games.

use setwise::Position;
use setwise_pgn::{
    Fault, GameError, MAX_TREE_MOVES, MAX_TREE_TEXT, Nag, Next, Options, Played, Replay,
    Termination, Text, Visitor,
};

use super::place::game_fault;
use super::record::{NodeIndex, Note, ROOT, Record};

/// Records the games of a reader one by one.
pub(super) struct Recorder {
    record: Record,
    replay: Replay,
    reads_variations: bool,
    /// The last node of the line, or its parent if the line has no node yet.
    at: NodeIndex,
    /// Whether the line is a variation without a node.
    is_new: bool,
    /// The nodes that the open variations replace.
    open: Vec<NodeIndex>,
    /// The start in the text of a comment whose last piece is missing.
    comment: Option<usize>,
    /// The comments and glyphs before the first move of the line.
    before: Vec<Note>,
    /// The size of the tags and comments, in bytes.
    size: usize,
}

impl Recorder {
    pub(super) fn new(options: Options, reads_variations: bool) -> Recorder {
        Recorder {
            record: Record::new(),
            replay: Replay::with_options(options),
            reads_variations,
            at: ROOT,
            is_new: false,
            open: Vec::new(),
            comment: None,
            before: Vec::new(),
            size: 0,
        }
    }

    fn clear(&mut self) {
        self.record = Record::new();
        (self.at, self.is_new, self.comment, self.size) = (ROOT, false, None, 0);
        self.open.clear();
        self.before.clear();
    }

    /// Returns the last game and its error, if it has one.
    pub(super) fn take(&mut self, error: Option<GameError>) -> Record {
        self.record.error = error.as_ref().map(game_fault);
        std::mem::replace(&mut self.record, Record::new())
    }

    fn add_size(&mut self, size: usize) -> Result<(), Fault> {
        self.size += size;
        match self.size > MAX_TREE_TEXT {
            true => Err(Fault::tree_too_large()),
            false => Ok(()),
        }
    }
}

impl AsRef<Replay> for Recorder {
    fn as_ref(&self) -> &Replay {
        &self.replay
    }
}

impl Visitor for Recorder {
    fn begin_game(&mut self) -> Next {
        self.clear();
        self.replay.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.add_size(name.len() + value.0.len())?;
        let text = value.decode().into_owned();
        if name == "Variant" {
            self.record.chess960 = is_chess960(&text);
        }
        self.record.tags.push((name.to_owned(), text));
        self.replay.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.replay.end_tags();
        self.record.start = *self.replay.position();
        self.record.chess960 |= self.record.start.is_chess960();
        Next::Read
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.add_size(0)?;
        let mv = match self.replay.play(san)? {
            Played::Move(mv) => Some(mv),
            Played::NullMove => None,
            Played::Nothing => return Ok(()),
        };
        if self.record.len() > MAX_TREE_MOVES {
            return Err(Fault::tree_too_large());
        }
        self.at = self.record.add(self.at, mv);
        self.is_new = false;
        for note in self.before.drain(..) {
            self.record.note(self.at, note);
        }
        Ok(())
    }

    fn nag(&mut self, nag: Nag) {
        // Glyphs count as text, so that a game of nothing but glyphs does not fill the memory.
        self.size += size_of::<Note>();
        if self.size > MAX_TREE_TEXT {
            return;
        }
        if self.is_new || self.at == ROOT {
            self.before.push(Note::Nag(nag.0));
        } else {
            self.record.note(self.at, Note::Nag(nag.0));
        }
    }

    fn comment(&mut self, piece: Text<'_>, is_last: bool) {
        self.size += piece.0.len() + if is_last { size_of::<Note>() } else { 0 };
        if self.size > MAX_TREE_TEXT {
            // The next move, or the end of the game, is the error.
            return;
        }
        let start = *self.comment.get_or_insert(self.record.text.len());
        self.record.text.extend_from_slice(piece.0);
        if is_last {
            self.comment = None;
            let range = start..self.record.text.len();
            match self.is_new {
                true => self.before.push(Note::Before(range)),
                false => self.record.note(self.at, Note::After(range)),
            }
        }
    }

    fn begin_variation(&mut self) -> Next {
        if !self.reads_variations {
            return Next::Skip;
        }
        self.replay.begin_variation();
        self.open.push(self.at);
        self.at = self.record.node(self.at).parent;
        self.is_new = true;
        Next::Read
    }

    fn end_variation(&mut self) {
        self.replay.end_variation();
        self.at = self.open.pop().unwrap_or(ROOT);
        self.is_new = false;
        // The variation had no move: its comments go to the move that it replaces.
        for note in std::mem::take(&mut self.before) {
            if let Note::Before(range) = note {
                self.record.note(self.at, Note::After(range));
            }
        }
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        self.record.termination = termination;
        self.add_size(0)
    }
}

/// Returns whether a value of the tag `Variant` is a name of Chess960.
fn is_chess960(variant: &str) -> bool {
    let letters = variant.chars().filter(|letter| letter.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    matches!(
        name.as_str(),
        "chess960" | "fischerandom" | "fischerrandom" | "freestyle" | "freestylechess"
    )
}

/// Returns the position after moves that were legal; `None` is a null move.
pub(super) fn play(position: &Position, mv: Option<setwise::Move>) -> Position {
    match mv {
        Some(mv) => position.play_unchecked(mv),
        None => position.null_move().unwrap_or(*position),
    }
}
