//! Streaming games from a source.

use std::fmt;
use std::io::{self, Read};

use super::lexer::{Lexer, Stop, Tag, Token, Until};
use super::{Fault, MAX_DEPTH, Next, PgnError, PgnErrorKind, Termination, Visitor};

/// Reads the games of a source one by one and passes their contents to a [`Visitor`].
///
/// It uses constant memory: a buffer of 64 KiB and the nesting depth of variations. The time is
/// `O(n)` in the length of the source.
///
/// ```
/// use setwise::notation::pgn::{Fault, Reader, Visitor};
///
/// #[derive(Default)]
/// struct Moves(Vec<String>);
/// impl Visitor for Moves {
///     fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
///         self.0.push(String::from_utf8_lossy(san).into_owned());
///         Ok(())
///     }
/// }
///
/// let text = "1. e4 (1. d4) e5 {open} 1/2-1/2\n\n[Event \"unclosed]\n\n*\n\n1. c4 *";
/// let (mut reader, mut moves) = (Reader::new(text.as_bytes()), Moves::default());
/// while let Some(game) = reader.read_game(&mut moves)? {
///     if let Err(error) = game {
///         let message = "3:8: the tag value has no closing quotation mark on its line";
///         assert_eq!(error.to_string(), message);
///     }
/// }
/// assert_eq!(moves.0, ["e4", "e5", "c4"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    lexer: Lexer<R>,
    section: Section,
    /// The nesting depth of variations.
    depth: u32,
}

/// Omits the source, which need not implement `Debug`.
impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("depth", &self.depth).finish_non_exhaustive()
    }
}

/// The part of a game that the reader is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Tags,
    Moves,
    /// The game has been read to its end.
    Over,
}

impl<R: Read> Reader<R> {
    /// Creates a reader of a source. The source need not be buffered.
    pub fn new(source: R) -> Reader<R> {
        Reader { lexer: Lexer::new(source), section: Section::Over, depth: 0 }
    }

    /// Reads the next game; returns `None` at the end of the source.
    ///
    /// A game begins with its tags, or with its moves if it has no tags. It ends with its
    /// termination, or before the tags of the next game. After an error in a game, the rest of that
    /// game is skipped as far as its end can be found, and the next call reads the next game.
    ///
    /// # Errors
    ///
    /// The outer error means that the source cannot be read. The inner error describes an invalid
    /// game, or one that the visitor has rejected.
    pub fn read_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> io::Result<Option<Result<(), PgnError>>> {
        match self.game(visitor) {
            Ok(found) => Ok(found.then_some(Ok(()))),
            Err(Stop::Source(error)) => Err(error),
            Err(Stop::Game(error)) => {
                if self.section != Section::Over {
                    self.skip_game(true)?;
                }
                Ok(Some(Err(error)))
            }
        }
    }

    /// Reads a game, and returns whether there was one.
    fn game<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, Stop> {
        (self.section, self.depth) = (Section::Tags, 0);
        self.lexer.skip_byte_order_mark()?;
        let first = self.lexer.token()?;
        if first == Token::End {
            return Ok(false);
        }
        self.lexer.put_back();
        if visitor.begin_game() == Next::Skip {
            return Ok(self.skip_game(false)?);
        }
        if !self.tags(visitor, false)? {
            return Ok(false);
        }
        self.section = Section::Moves;
        let termination = match visitor.end_tags() {
            Next::Read => self.moves(visitor)?,
            Next::Skip => self.skip_moves()?,
        };
        self.section = Section::Over;
        if termination.is_some() {
            self.trailing_comments(visitor)?;
        }
        visitor.end_game(termination).or_else(|fault| self.lexer.fault_within(fault))?;
        Ok(true)
    }

    /// Reads tags, and comments between them, up to the first token of the moves. Returns whether
    /// there is a game: a comment alone is not a game.
    ///
    /// A second tag `Event` belongs to the next game: the current game has tags but no moves.
    fn tags<V: Visitor>(&mut self, visitor: &mut V, mut has_tags: bool) -> Result<bool, Stop> {
        loop {
            let token = if self.lexer.tag_follows() { Token::Tag } else { self.lexer.token()? };
            match token {
                Token::Tag => {
                    let Tag { name, value, value_at } = self.lexer.tag()?;
                    if has_tags && name == "Event" {
                        self.lexer.put_back();
                        return Ok(true);
                    }
                    has_tags = true;
                    if let Err(Fault { kind, at }) = visitor.tag(name, value) {
                        return self.lexer.fault_within(Fault { kind, at: value_at + at });
                    }
                }
                Token::Comment(end) => self.comment(end, visitor)?,
                token => {
                    self.lexer.put_back();
                    return Ok(has_tags || token != Token::End);
                }
            }
        }
    }

    /// Reads moves up to the end of the game.
    fn moves<V: Visitor>(&mut self, visitor: &mut V) -> Result<Option<Termination>, Stop> {
        // Whether there is a move that a variation can replace.
        let mut has_move = false;
        loop {
            if self.lexer.comment_follows() {
                self.comment(b'}', visitor)?;
                continue;
            }
            if !self.lexer.word_follows() {
                match self.lexer.token()? {
                    Token::Symbol => {}
                    Token::Termination(termination) if self.depth == 0 => {
                        return Ok(Some(termination));
                    }
                    Token::Tag | Token::End => {
                        self.end_without_termination()?;
                        return Ok(None);
                    }
                    token => {
                        has_move = self.between_moves(token, has_move, visitor)?;
                        continue;
                    }
                }
            }
            if let Err(fault) = visitor.san(self.lexer.symbol()) {
                return self.lexer.fault_within(fault);
            }
            has_move = true;
        }
    }

    /// Reads a token that is neither a move nor the end of the game. Returns whether there is a
    /// move afterwards that a variation can replace.
    fn between_moves<V: Visitor>(
        &mut self,
        token: Token,
        has_move: bool,
        visitor: &mut V,
    ) -> Result<bool, Stop> {
        match token {
            Token::Nag(nag) => visitor.nag(nag),
            Token::Comment(end) => self.comment(end, visitor)?,
            Token::Open if !has_move => {
                self.depth += 1;
                return self.lexer.fault(PgnErrorKind::VariationWithoutMove);
            }
            Token::Open => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return self.lexer.fault(PgnErrorKind::TooDeep);
                }
                match visitor.begin_variation() {
                    Next::Read => return Ok(false),
                    Next::Skip => self.skip_variation()?,
                }
            }
            Token::Close if self.depth == 0 => {
                return self.lexer.fault(PgnErrorKind::UnopenedVariation);
            }
            Token::Close => {
                self.depth -= 1;
                visitor.end_variation();
                return Ok(true);
            }
            // A termination inside a variation does not end the game.
            _ => {}
        }
        Ok(has_move)
    }

    fn comment<V: Visitor>(&mut self, end: u8, visitor: &mut V) -> Result<(), Stop> {
        self.lexer.comment(end, |piece, is_last| visitor.comment(piece, is_last))
    }

    /// Reads the comments after a termination on the same line: they belong to the game.
    fn trailing_comments<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Stop> {
        while let Some(end) = self.lexer.trailing_comment()? {
            self.comment(end, visitor)?;
        }
        Ok(())
    }

    fn skip_variation(&mut self) -> Result<(), Stop> {
        if self.lexer.skip(1, Until::Close)? != Token::Close {
            return self.end_without_termination();
        }
        self.depth -= 1;
        Ok(())
    }

    /// Ends the game before the last token. Returns an error if a variation is open.
    fn end_without_termination(&mut self) -> Result<(), Stop> {
        self.section = Section::Over;
        if self.depth > 0 {
            let stop = self.lexer.fault(PgnErrorKind::UnclosedVariations(self.depth));
            self.lexer.put_back();
            return stop;
        }
        self.lexer.put_back();
        Ok(())
    }

    /// Skips moves up to the end of the game.
    fn skip_moves(&mut self) -> io::Result<Option<Termination>> {
        match self.lexer.skip(self.depth, Until::GameEnd)? {
            Token::Termination(termination) => Ok(Some(termination)),
            _ => {
                self.lexer.put_back();
                Ok(None)
            }
        }
    }

    /// Skips the rest of a game from any place in it, ignoring errors. Returns whether there was
    /// more than a comment.
    fn skip_game(&mut self, mut has_tags: bool) -> io::Result<bool> {
        if self.section == Section::Tags {
            has_tags |= !has_tags && self.lexer.skip_plain_tags();
        }
        while self.section == Section::Tags {
            match self.tags(&mut NoOp, has_tags) {
                Ok(true) => self.section = Section::Moves,
                Ok(false) => return Ok(false),
                Err(Stop::Source(error)) => return Err(error),
                Err(Stop::Game(_)) => has_tags = true,
            }
        }
        if self.skip_moves()?.is_some()
            && let Err(Stop::Source(error)) = self.trailing_comments(&mut NoOp)
        {
            return Err(error);
        }
        Ok(true)
    }
}

/// A visitor that ignores everything.
struct NoOp;

impl Visitor for NoOp {}
