//! Writing a tree in the export format of PGN.

use std::borrow::Cow;
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

/// The parts of games that are not written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// All comments, with what they tell of clocks and evaluations.
    pub comments: bool,
    /// All variations.
    pub variations: bool,
    /// All glyphs, such as `!?` and `$10`.
    pub glyphs: bool,
    /// The commands `[%clk …]`, `[%emt …]`, `[%egt …]` and `[%mct …]` in comments, and comments that
    /// have nothing else.
    pub clocks: bool,
}

/// Writes the tags, an empty line and the moves. Each line ends with a line feed.
impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.without(LeftOut::default()).fmt(f)
    }
}

impl GameTree {
    /// Returns the game to be written as its [`Display`](fmt::Display) does, without some of its parts.
    /// The cost is the same.
    ///
    /// ```
    /// use setwise_pgn::{LeftOut, Reader};
    ///
    /// let text = "1. e4! {[%clk 0:09:58] best} e5 (1... c5) *";
    /// let game = Reader::new(text.as_bytes()).read_tree()?.expect("a game")?;
    /// let left_out = LeftOut { variations: true, clocks: true, ..LeftOut::default() };
    /// let text = game.without(left_out).to_string();
    /// assert!(text.ends_with("\n1. e4 $1 {best} 1... e5 *\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without(&self, left_out: LeftOut) -> impl fmt::Display {
        Export { tree: self, left_out }
    }
}

/// A game that is written without some of its parts.
struct Export<'t> {
    tree: &'t GameTree,
    left_out: LeftOut,
}

impl fmt::Display for Export<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        tags(self.tree, f)?;
        writeln!(f)?;
        let mut words = Words { out: f, column: 0, word: String::new(), is_joined: false };
        self.moves(&mut words)?;
        words.start()?;
        words.word += termination(self.tree).as_str();
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

impl<'t> Export<'t> {
    /// Writes the moves. Uses an explicit stack instead of recursion.
    fn moves(&self, words: &mut Words<'_, '_>) -> fmt::Result {
        let tree = self.tree;
        comments(words, &self.shown(tree.comments(tree.root())))?;
        let mut steps = vec![Step::After(tree.root(), true)];
        while let Some(step) = steps.pop() {
            match step {
                Step::After(node, is_numbered) => {
                    let mut children = tree.children(node);
                    let Some(main) = children.next() else { continue };
                    let variation = children.next().filter(|_| !self.left_out.variations);
                    let is_interrupted = self.mv(main, is_numbered, words)?;
                    let is_numbered =
                        is_interrupted || variation.is_some() || !self.behind(main).is_empty();
                    steps.push(Step::After(main, is_numbered));
                    steps.push(Step::Comments(main));
                    steps.extend(variation.map(Step::Variation));
                }
                Step::Variation(node) => {
                    steps.extend(tree.next_sibling(node).map(Step::Variation));
                    steps.push(Step::Close);
                    words.open()?;
                    // Variations of this move are siblings, so nothing stands between its comments.
                    let is_interrupted = self.mv(node, true, words)?;
                    let behind = self.behind(node);
                    comments(words, &behind)?;
                    steps.push(Step::After(node, is_interrupted || !behind.is_empty()));
                }
                Step::Comments(node) => comments(words, &self.behind(node))?,
                Step::Close => words.word.push(')'),
            }
        }
        Ok(())
    }

    /// Writes a move with its glyphs and comments; returns whether a comment follows it.
    fn mv(
        &self,
        node: NodeId,
        is_numbered: bool,
        words: &mut Words<'_, '_>,
    ) -> Result<bool, fmt::Error> {
        let tree = self.tree;
        let (Some(parent), Some(mv)) = (tree.parent(node), tree.mv(node)) else { return Ok(false) };
        comments(words, &self.shown(tree.comments_before(node)))?;
        let before = tree.position(parent);
        let (number, is_white) = (before.fullmoves(), before.turn() == Color::White);
        if is_white || is_numbered {
            words.start()?;
            write!(words.word, "{number}{}", if is_white { "." } else { "..." })?;
        }
        words.start()?;
        words.word += &before.san(mv);
        for nag in tree.nags(node).iter().filter(|_| !self.left_out.glyphs) {
            words.start()?;
            write!(words.word, "{nag}")?;
        }
        let directly_after = self.shown(tree.comments_around_variations(node).0);
        comments(words, &directly_after)?;
        Ok(!directly_after.is_empty())
    }

    /// Returns the comments of a node that stand behind its variations.
    fn behind(&self, node: NodeId) -> Vec<Cow<'t, str>> {
        self.shown(self.tree.comments_around_variations(node).1)
    }

    /// Returns the comments that are written, without their clocks if these are left out.
    fn shown(&self, comments: &'t [String]) -> Vec<Cow<'t, str>> {
        let LeftOut { comments: no_comments, clocks: no_clocks, .. } = self.left_out;
        let comments = comments.iter().filter(|_| !no_comments);
        let shown = comments.map(|comment| match no_clocks {
            true => without_clocks(comment),
            false => Cow::Borrowed(comment.as_str()),
        });
        shown.filter(|comment| !no_clocks || !comment.is_empty()).collect()
    }
}

/// Returns a comment without the commands that tell of clocks.
fn without_clocks(comment: &str) -> Cow<'_, str> {
    let mut parts = comment.split("[%");
    let mut text = Cow::Borrowed(parts.next().unwrap_or_default());
    let mut is_changed = false;
    for part in parts {
        let is_clock = ["clk", "emt", "egt", "mct"].iter().any(|name| part.starts_with(name));
        match part.split_once(']').filter(|_| is_clock) {
            Some((_, rest)) => {
                is_changed = true;
                let rest = if text.is_empty() { rest.trim_start() } else { rest };
                text += rest;
            }
            None => {
                text += "[%";
                text += part;
            }
        }
    }
    if is_changed { Cow::Owned(text.trim().to_owned()) } else { Cow::Borrowed(comment) }
}

/// Writes comments in braces, or as `;` comments to the end of the line if they contain a `}`.
fn comments(words: &mut Words<'_, '_>, comments: &[Cow<'_, str>]) -> fmt::Result {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_taken_out_of_comments() {
        for (comment, expected) in [
            ("", ""),
            ("no clock", "no clock"),
            ("[%clk 0:01:00]", ""),
            ("[%emt 1.2] [%clk 0:01:00]", ""),
            ("[%eval 0.3] [%clk 0:01:00]", "[%eval 0.3]"),
            ("[%clk 0:01:00] [%eval 0.3]", "[%eval 0.3]"),
            ("a [%clk 0:01:00] b", "a  b"),
            ("[%clk is not closed", "[%clk is not closed"),
            ("[%csl Ga1] [%", "[%csl Ga1] [%"),
            ("[%egt 1][%mct 2]x]", "x]"),
        ] {
            assert_eq!(without_clocks(comment), expected);
        }
    }
}
