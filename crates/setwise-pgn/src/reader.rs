//! Streaming games from a source.

use std::fmt;
use std::io;

use super::lexer::{Lexer, Stop, Tag, Token, Until};
use super::source::Source;
use super::{
    Deviation, DeviationCounts, Fault, MAX_DEPTH, Next, Options, PgnError, PgnErrorKind,
    Termination, Visitor,
};

/// Reads the games of a source one by one and passes their contents to a [`Visitor`].
///
/// It uses constant memory: a buffer of 64 KiB, unless the source is [`InMemory`](super::InMemory),
/// and the nesting depth of variations. The time is `O(n)` in the length of the source.
///
/// ```
/// use setwise_pgn::{Fault, Reader, Visitor};
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
pub struct Reader<S: Source> {
    lexer: Lexer<S::Buffer>,
    section: Section,
    /// The nesting depth of variations.
    depth: u32,
    /// The depths of the open parentheses that begin no variation.
    superfluous: Vec<u32>,
    options: Options,
    /// The byte offset of the first token of the game.
    start: u64,
    /// Whether the game has a tag `Event`.
    has_event: bool,
    /// The value of the tag `Result` of the game, if it is a result.
    result: Option<Termination>,
    /// Whether the value of the tag `Result` is `0-0`.
    is_forfeit: bool,
}

/// Omits the source, which need not implement `Debug`.
impl<S: Source> fmt::Debug for Reader<S> {
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

impl<S: Source> Reader<S> {
    /// Creates a reader of a source with the default [`Options`]. The source need not be buffered.
    pub fn new(source: S) -> Reader<S> {
        Reader::with_options(source, Options::default())
    }

    /// Creates a reader that accepts the deviations of the options. Deviations of moves are
    /// accepted by [`Replay`](super::Replay), with options of its own.
    pub fn with_options(source: S, options: Options) -> Reader<S> {
        Reader {
            lexer: Lexer::new(source.into_buffer(), options),
            section: Section::Over,
            depth: 0,
            superfluous: Vec::new(),
            options,
            start: 0,
            has_event: false,
            result: None,
            is_forfeit: false,
        }
    }

    /// Returns how often each deviation of the text has been accepted, in all games so far.
    pub fn deviations(&self) -> DeviationCounts {
        self.lexer.deviations
    }

    pub(super) fn options(&self) -> Options {
        self.options
    }

    /// Adds deviations of moves, which a visitor of this module has accepted.
    pub(super) fn add_deviations(&mut self, deviations: DeviationCounts) {
        self.lexer.deviations += deviations;
    }

    /// Returns the byte offset in the source at which the last game begins: the offset of its first
    /// tag, comment or move.
    pub fn game_start(&self) -> u64 {
        self.start
    }

    /// Reads the next game; returns `None` at the end of the source.
    ///
    /// A game begins with its tags, in any order, or with its moves if it has no tags. It ends with
    /// its termination, before the tags of the next game, or before an empty line and a second tag
    /// `Event`. After an
    /// error in a game, the rest of that game is skipped as far as its end can be found, and the
    /// next call reads the next game.
    ///
    /// # Errors
    ///
    /// The outer error means that the source cannot be read. The inner error describes an invalid
    /// game, or one that the visitor has rejected.
    pub fn read_game<V: Visitor + ?Sized>(
        &mut self,
        visitor: &mut V,
    ) -> io::Result<Option<Result<(), PgnError>>> {
        match self.game(visitor) {
            Ok(found) => Ok(found.then_some(Ok(()))),
            Err(Stop::Source(error)) => Err(error),
            Err(Stop::Game(error)) => {
                if self.section != Section::Over {
                    self.has_event |= std::mem::take(&mut self.lexer.has_invalid_event);
                    self.skip_game(true)?;
                }
                Ok(Some(Err(error)))
            }
        }
    }

    /// Reads a game, and returns whether there was one.
    fn game<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<bool, Stop> {
        (self.section, self.depth) = (Section::Tags, 0);
        self.superfluous.clear();
        (self.has_event, self.result, self.is_forfeit) = (false, None, false);
        let first = self.lexer.token();
        // After a word that is too long, the window may have moved past its start.
        self.start = match &first {
            Err(Stop::Game(error)) => error.place.byte,
            _ => self.lexer.offset(),
        };
        if let Ok(Token::End) | Err(Stop::Source(_)) = first {
            return first.map(|_| false);
        }
        // Also if the first token is an error: the visitor forgets the game before.
        let next = visitor.begin_game();
        first?;
        self.lexer.put_back();
        if next == Next::Skip {
            return Ok(self.skip_game(false)?);
        }
        if !self.tags(visitor, false)? {
            return Ok(false);
        }
        self.section = Section::Moves;
        let next = visitor.end_tags();
        let termination = match next {
            Next::Read => self.moves(visitor)?,
            Next::Skip => self.skip_moves()?,
        };
        self.section = Section::Over;
        if termination.is_some() {
            self.trailing_comments(visitor)?;
        }
        if next == Next::Read {
            self.check_result(termination)?;
        }
        visitor.end_game(termination).or_else(|fault| self.lexer.fault_at(fault.0, fault.at()))?;
        Ok(true)
    }

    /// Returns an error if the result is missing or differs from the tag, and that is not accepted.
    fn check_result(&mut self, termination: Option<Termination>) -> Result<(), Stop> {
        let (deviation, kind) = match (termination, self.result) {
            (None, _) => (Deviation::MissingResult, PgnErrorKind::MissingResult),
            (Some(termination), Some(tag)) if termination != tag => {
                (Deviation::MismatchedResult, PgnErrorKind::MismatchedResult(tag))
            }
            _ => return Ok(()),
        };
        if self.lexer.accepts(deviation) { Ok(()) } else { self.lexer.fault(kind) }
    }

    /// Reads tags, and comments between them, up to the first token of the moves. Returns whether
    /// there is a game: a comment alone is not a game.
    ///
    /// A second tag `Event` after an empty line belongs to the next game: the current game has tags
    /// but no moves. Without the empty line it is a tag like any other.
    fn tags<V: Visitor + ?Sized>(
        &mut self,
        visitor: &mut V,
        mut has_tags: bool,
    ) -> Result<bool, Stop> {
        loop {
            let mut is_apart = false;
            let token = if !self.lexer.is_line_start() && self.lexer.tag_follows() {
                Token::Tag
            } else {
                is_apart = self.lexer.skip_white_space()?;
                self.lexer.token()?
            };
            match token {
                Token::Tag => {
                    let Some(Tag { name, value, value_at }) = self.lexer.tag()? else {
                        has_tags = true;
                        self.has_event |= std::mem::take(&mut self.lexer.has_invalid_event);
                        continue;
                    };
                    match name {
                        "Event" if self.has_event && is_apart => {
                            self.lexer.put_back();
                            return Ok(true);
                        }
                        "Event" => self.has_event = true,
                        "Result" => {
                            self.result = Termination::from_bytes(value.0);
                            self.is_forfeit = value.0 == b"0-0";
                        }
                        _ => {}
                    }
                    has_tags = true;
                    if let Err(fault) = visitor.tag(name, value) {
                        return self.lexer.fault_at(fault.0, value_at + fault.at());
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
    fn moves<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<Option<Termination>, Stop> {
        // Whether there is a move that a variation can replace.
        let mut has_move = false;
        loop {
            if self.lexer.comment_follows() {
                self.comment(b'}', visitor)?;
                continue;
            }
            if !self.lexer.word_follows() {
                match self.lexer.token()? {
                    Token::Symbol if self.is_forfeit && self.lexer.symbol() == b"0-0" => {
                        if self.forfeit(visitor)? {
                            return Ok(Some(Termination::Unknown));
                        }
                        has_move = true;
                        continue;
                    }
                    Token::Symbol => {}
                    Token::Termination(termination) if self.depth == 0 => {
                        self.lexer.finish_termination(termination)?;
                        return Ok(Some(termination));
                    }
                    Token::Tag if !self.lexer.bracket_begins_tag()? => {
                        self.lexer.accepts(Deviation::UnknownText);
                        continue;
                    }
                    Token::Tag | Token::End => {
                        self.end_without_termination(visitor)?;
                        return Ok(None);
                    }
                    token => {
                        has_move = self.between_moves(token, has_move, visitor)?;
                        continue;
                    }
                }
            }
            if let Err(fault) = visitor.san(self.lexer.symbol()) {
                return self.lexer.fault_at(fault.0, fault.at());
            }
            has_move = true;
        }
    }

    /// Reads `0-0` in a game with this result, which both players lose: returns true if it ends the
    /// game and is accepted. Otherwise it is castling.
    fn forfeit<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<bool, Stop> {
        let place = self.lexer.place();
        let next = self.lexer.token()?;
        self.lexer.put_back();
        let is_end = self.depth == 0 && matches!(next, Token::Tag | Token::End);
        if is_end && self.lexer.accepts(Deviation::HalfResult) {
            return Ok(true);
        }
        let played = visitor.san(b"0-0").map(|()| false);
        played.map_err(|Fault(kind)| Stop::Game(PgnError { kind, place }))
    }

    /// Reads a token that is neither a move nor the end of the game. Returns whether there is a
    /// move afterwards that a variation can replace.
    fn between_moves<V: Visitor + ?Sized>(
        &mut self,
        token: Token,
        has_move: bool,
        visitor: &mut V,
    ) -> Result<bool, Stop> {
        match token {
            Token::Nag(nag) => visitor.nag(nag),
            Token::Comment(end) => self.comment(end, visitor)?,
            Token::Open => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return self.lexer.fault(PgnErrorKind::TooDeep);
                }
                if !has_move {
                    if !self.lexer.accepts(Deviation::Parenthesis) {
                        return self.lexer.fault(PgnErrorKind::VariationWithoutMove);
                    }
                    self.superfluous.push(self.depth);
                    return Ok(false);
                }
                match visitor.begin_variation() {
                    Next::Read => return Ok(false),
                    Next::Skip => self.skip_variation(visitor)?,
                }
            }
            Token::Close if self.depth == 0 && self.lexer.accepts(Deviation::Parenthesis) => {}
            Token::Close if self.depth == 0 => {
                return self.lexer.fault(PgnErrorKind::UnopenedVariation);
            }
            Token::Close => {
                self.depth -= 1;
                if self.superfluous.pop_if(|depth| *depth == self.depth + 1).is_none() {
                    visitor.end_variation();
                    return Ok(true);
                }
            }
            // A termination inside a variation does not end the game.
            _ => {}
        }
        Ok(has_move)
    }

    fn comment<V: Visitor + ?Sized>(&mut self, end: u8, visitor: &mut V) -> Result<(), Stop> {
        self.lexer.comment(end, |piece, is_last| visitor.comment(piece, is_last))
    }

    /// Reads the comments after a termination on the same line: they belong to the game.
    fn trailing_comments<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<(), Stop> {
        while let Some(end) = self.lexer.trailing_comment()? {
            self.comment(end, visitor)?;
        }
        Ok(())
    }

    /// Skips a variation. If it is not closed, the game ends before the last token.
    fn skip_variation<V: Visitor + ?Sized>(&mut self, visitor: &mut V) -> Result<(), Stop> {
        let is_closed = self.lexer.skip(1, Until::Close)? == Token::Close;
        if !is_closed {
            self.check_unclosed_variations()?;
            self.lexer.put_back();
        }
        self.depth -= 1;
        if !is_closed {
            self.close_variations(visitor);
        }
        Ok(())
    }

    /// Ends the game before the last token. Returns an error if a variation is open and that is not
    /// accepted.
    fn end_without_termination<V: Visitor + ?Sized>(
        &mut self,
        visitor: &mut V,
    ) -> Result<(), Stop> {
        if self.depth > 0 {
            self.check_unclosed_variations()?;
            self.close_variations(visitor);
        }
        self.section = Section::Over;
        self.lexer.put_back();
        Ok(())
    }

    /// Returns an error before the last token, unless unclosed variations are accepted.
    fn check_unclosed_variations(&mut self) -> Result<(), Stop> {
        if self.lexer.accepts(Deviation::Parenthesis) {
            return Ok(());
        }
        self.section = Section::Over;
        let stop = self.lexer.fault(PgnErrorKind::UnclosedVariations(self.depth));
        self.lexer.put_back();
        stop
    }

    /// Ends the open variations, which the visitor has not skipped.
    fn close_variations<V: Visitor + ?Sized>(&mut self, visitor: &mut V) {
        (self.superfluous.len()..self.depth as usize).for_each(|_| visitor.end_variation());
        self.depth = 0;
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
        if self.section == Section::Tags && !has_tags {
            (has_tags, self.has_event) = self.lexer.skip_plain_tags();
        }
        while self.section == Section::Tags {
            match self.tags(&mut NoOp, has_tags) {
                Ok(true) => self.section = Section::Moves,
                Ok(false) => return Ok(false),
                Err(Stop::Source(error)) => return Err(error),
                Err(Stop::Game(_)) => {
                    has_tags = true;
                    self.has_event |= std::mem::take(&mut self.lexer.has_invalid_event);
                }
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
