//! Writing a tree in the export format of PGN.

use std::fmt::{self, Write};

use super::{GameTree, NodeId, Termination};
use setwise::Color;
use setwise::notation::fen::EnPassantStyle;

/// The seven tag roster, which every game has, with the notation of an unknown value.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The maximum length of a line in characters: the standard requires less than 80.
const LONGEST_LINE: usize = 79;

/// Writes the tags, an empty line and the moves. Each line ends with a line feed.
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
    if *start != setwise::Position::INITIAL {
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

/// A step of writing the moves.
enum Step {
    /// Writes the line after a node; the flag tells whether its first move needs a move number.
    After(NodeId, bool),
    /// Writes the variation that begins with a node, and its next siblings.
    Variation(NodeId),
    /// Writes the comments of a node that stand behind its variations.
    Comments(NodeId),
    /// Ends a variation.
    Close,
}

/// Writes the moves. Uses an explicit stack instead of recursion.
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
                let behind = tree.comments_around_variations(main).1;
                let is_numbered = is_interrupted || variation.is_some() || !behind.is_empty();
                steps.push(Step::After(main, is_numbered));
                steps.push(Step::Comments(main));
                steps.extend(variation.map(Step::Variation));
            }
            Step::Variation(node) => {
                steps.extend(tree.next_sibling(node).map(Step::Variation));
                steps.push(Step::Close);
                words.open()?;
                // Variations of this move are siblings, so nothing stands between its comments.
                let is_interrupted = mv(tree, node, true, words)?;
                let behind = tree.comments_around_variations(node).1;
                comments(words, behind)?;
                steps.push(Step::After(node, is_interrupted || !behind.is_empty()));
            }
            Step::Comments(node) => comments(words, tree.comments_around_variations(node).1)?,
            Step::Close => words.word.push(')'),
        }
    }
    Ok(())
}

/// Writes a move with its glyphs and comments; returns whether a comment follows it.
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
    let directly_after = tree.comments_around_variations(node).0;
    comments(words, directly_after)?;
    Ok(!directly_after.is_empty())
}

/// Writes comments in braces, or as `;` comments to the end of the line if they contain a `}`.
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
            // A % at the start of a line would escape the line.
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

/// Breaks words into lines.
struct Words<'o, 'f> {
    out: &'o mut fmt::Formatter<'f>,
    /// The number of characters on the current line.
    column: usize,
    /// The last word, not yet written, which may still be extended.
    word: String,
    /// Whether the next word is joined to the last one.
    is_joined: bool,
}

impl Words<'_, '_> {
    /// Starts a new word: writes the last one, unless the next is joined to it.
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

    /// Writes the opening parenthesis of a variation, joined to the next word.
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
