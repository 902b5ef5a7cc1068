//! Writing a tree in PGN's export format.

use std::fmt::{self, Write};

use super::{GameTree, NodeId, Termination};
use crate::Color;
use crate::notation::fen::EnPassantStyle;

/// The tags that every game has, with what stands for an unknown value.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// A line is less than 80 characters long.
const LONGEST_LINE: usize = 79;

/// The tags, an empty line, and the moves, each line ended by a line feed.
impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        tags(self, f)?;
        writeln!(f)?;
        let mut words = Words { out: f, column: 0, word: String::new(), is_joined: false };
        moves(self, &mut words)?;
        words.start()?;
        words.word += termination(self).as_str();
        words.end_line()
    }
}

fn termination(tree: &GameTree) -> Termination {
    tree.termination.unwrap_or(Termination::Unknown)
}

fn tags(tree: &GameTree, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (name, unknown) in ROSTER {
        let value = if name == "Result" { termination(tree).as_str() } else { unknown };
        let given = tree.tag(name).filter(|_| name != "Result");
        tag(f, name, given.unwrap_or(value))?;
    }
    let start = tree.start();
    let fen = start.fen().en_passant(EnPassantStyle::Always).to_string();
    let mut others: Vec<(&str, &str)> =
        tree.tags().filter(|(name, _)| ROSTER.iter().all(|(other, _)| name != other)).collect();
    if *start != crate::Position::INITIAL {
        others.extend([("FEN", fen.as_str()), ("SetUp", "1")]);
        if start.is_chess960() && tree.tag("Variant").is_none() {
            others.push(("Variant", "Chess960"));
        }
    }
    others.sort_unstable();
    others.into_iter().try_for_each(|(name, value)| tag(f, name, value))
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// What is left to write.
enum Step {
    /// The line that goes on after a node; whether its first move needs its number.
    After(NodeId, bool),
    /// The variation that begins with a node, and those beside it.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

/// Writes the moves, with a list of what is left instead of a recursion.
fn moves(tree: &GameTree, words: &mut Words<'_, '_>) -> fmt::Result {
    comments(words, tree.comments(tree.root()))?;
    let mut steps = vec![Step::After(tree.root(), true)];
    while let Some(step) = steps.pop() {
        match step {
            Step::After(node, is_numbered) => {
                let mut children = tree.children(node);
                let Some(main) = children.next() else { continue };
                let variation = children.next();
                let is_interrupted = mv(tree, main, is_numbered, words)?;
                steps.push(Step::After(main, is_interrupted || variation.is_some()));
                steps.extend(variation.map(Step::Variation));
            }
            Step::Variation(node) => {
                steps.extend(tree.next_sibling(node).map(Step::Variation));
                steps.push(Step::Close);
                words.open()?;
                let is_interrupted = mv(tree, node, true, words)?;
                steps.push(Step::After(node, is_interrupted));
            }
            Step::Close => words.word.push(')'),
        }
    }
    Ok(())
}

/// Writes a move with what is said of it; tells whether a comment stands behind it.
fn mv(
    tree: &GameTree,
    node: NodeId,
    is_numbered: bool,
    words: &mut Words<'_, '_>,
) -> Result<bool, fmt::Error> {
    let (Some(parent), Some(mv)) = (tree.parent(node), tree.mv(node)) else { return Ok(false) };
    comments(words, tree.comments_before(node))?;
    let before = tree.position(parent);
    let (number, is_white) = (before.fullmoves(), before.turn() == Color::White);
    if is_white || is_numbered {
        words.start()?;
        write!(words.word, "{number}{}", if is_white { "." } else { "..." })?;
    }
    words.start()?;
    words.word += &before.san(mv);
    for nag in tree.nags(node) {
        words.start()?;
        write!(words.word, "{nag}")?;
    }
    comments(words, tree.comments(node))?;
    Ok(!tree.comments(node).is_empty())
}

/// Writes comments in braces, or to the end of the line if they have a brace in them.
fn comments(words: &mut Words<'_, '_>, comments: &[String]) -> fmt::Result {
    for comment in comments {
        words.start()?;
        if comment.contains('}') {
            words.word.push(';');
            words.word += comment;
            words.end_line()?;
            continue;
        }
        words.word.push('{');
        for (index, part) in comment.split(' ').enumerate() {
            // At the start of a line a % would hide it from some readers.
            if index > 0 && part.starts_with('%') {
                words.word.push(' ');
            } else if index > 0 {
                words.start()?;
            }
            words.word += part;
        }
        words.word.push('}');
    }
    Ok(())
}

/// Puts words on lines.
struct Words<'o, 'f> {
    out: &'o mut fmt::Formatter<'f>,
    /// How many characters are on the line.
    column: usize,
    /// The last word, to which more may be added.
    word: String,
    /// Whether what comes next belongs to the last word.
    is_joined: bool,
}

impl Words<'_, '_> {
    /// Begins a word, unless one has been begun that wants more.
    fn start(&mut self) -> fmt::Result {
        if std::mem::take(&mut self.is_joined) || self.word.is_empty() {
            return Ok(());
        }
        let length = self.word.chars().count();
        if self.column > 0 && self.column + 1 + length > LONGEST_LINE {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.out.write_str(&self.word)?;
        self.column += length;
        self.word.clear();
        Ok(())
    }

    /// Begins a variation.
    fn open(&mut self) -> fmt::Result {
        self.start()?;
        self.word.push('(');
        self.is_joined = true;
        Ok(())
    }

    fn end_line(&mut self) -> fmt::Result {
        self.is_joined = false;
        self.start()?;
        self.column = 0;
        self.out.write_char('\n')
    }
}
