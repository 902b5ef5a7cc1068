//! Playing the words of the move section.

use super::start::Start;
use super::{Deviation, DeviationCounts, Fault, Options, PgnErrorKind, Text};
use setwise::notation::san::SanError;
use setwise::{Move, Position};

/// What a word of the move section was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// A legal move.
    Move(Move),
    /// A null move, which the options accept: the side to move has passed.
    NullMove,
    /// Unknown text, which the options accept: the position is unchanged.
    Nothing,
}

/// A word of the move section that is not a move of the game, and the position before it.
#[derive(Clone, Debug)]
pub(super) struct WrongMove {
    pub(super) text: Box<[u8]>,
    pub(super) position: Position,
}

/// Parses and plays moves with the deviations of options.
#[derive(Clone, Debug)]
pub(super) struct MoveReader {
    options: Options,
    pub(super) deviations: DeviationCounts,
    /// The last error.
    pub(super) wrong: Option<Box<WrongMove>>,
}

impl MoveReader {
    pub(super) fn new(options: Options) -> MoveReader {
        MoveReader { options, deviations: DeviationCounts::default(), wrong: None }
    }

    /// Processes a tag that may give the initial position, and counts its deviation.
    pub(super) fn start_tag(
        &mut self,
        start: &mut Start,
        name: &str,
        value: Text<'_>,
    ) -> Result<(), Fault> {
        let deviation = start.tag(name, value, self.options)?;
        deviation.into_iter().for_each(|deviation| self.deviations.add(deviation));
        Ok(())
    }

    /// Plays a word in a position; returns its kind. The next position is written to `next`,
    /// unless the word is unknown text or an error.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        position: &Position,
        text: &[u8],
        next: &mut Position,
    ) -> Result<Played, Fault> {
        match position.play_san(text, self.options.san(), next) {
            Ok(mv) => Ok(Played::Move(mv)),
            Err(error) => self.play_deviating(position, text, error, next),
        }
    }

    /// Plays a word that is not a move in the accepted form of SAN.
    #[cold]
    fn play_deviating(
        &mut self,
        position: &Position,
        text: &[u8],
        error: SanError,
        next: &mut Position,
    ) -> Result<Played, Fault> {
        let played = self.accepted(position, text, error, next);
        if played.is_err() {
            self.wrong = Some(Box::new(WrongMove { text: text.into(), position: *position }));
        }
        played
    }

    /// Plays a word with the first accepted deviation that makes it a move, or that skips it.
    fn accepted(
        &mut self,
        position: &Position,
        text: &[u8],
        error: SanError,
        next: &mut Position,
    ) -> Result<Played, Fault> {
        if error.name() == "null-move" && self.options.accepts(Deviation::NullMove) {
            *next = position.null_move().ok_or(Fault(PgnErrorKind::NullMoveInCheck))?;
            self.deviations.add(Deviation::NullMove);
            return Ok(Played::NullMove);
        }
        for deviation in [Deviation::CoordinateMove, Deviation::EnPassantMark] {
            let by_squares = deviation == Deviation::CoordinateMove;
            let san = self.options.san();
            let san = san.with_coordinates(by_squares).with_bare_en_passant_marks(!by_squares);
            if self.options.accepts(deviation)
                && let Ok(mv) = position.play_san(text, san, next)
            {
                self.deviations.add(deviation);
                return Ok(Played::Move(mv));
            }
        }
        if self.options.accepts(Deviation::UnknownText)
            && let Ok(mv) = position.play_san(known_part(text), self.options.san(), next)
        {
            self.deviations.add(Deviation::UnknownText);
            return Ok(Played::Move(mv));
        }
        let is_syntax = matches!(error.name(), "unexpected-character" | "incomplete-move");
        if is_syntax && !may_be_move(text) && self.options.accepts(Deviation::UnknownText) {
            self.deviations.add(Deviation::UnknownText);
            return Ok(Played::Nothing);
        }
        Err(error.into())
    }
}

/// Returns a word without signs around it, words for check and mate at its end, and the letter of a
/// pawn.
fn known_part(text: &[u8]) -> &[u8] {
    let is_other = |byte: &&u8| !byte.is_ascii_alphanumeric();
    let signs = text.iter().take_while(|byte| byte.is_ascii() && is_other(byte)).count();
    let mut known = if text.starts_with(b"--") { text } else { &text[signs..] };
    loop {
        known = &known[..known.len() - known.iter().rev().take_while(is_other).count()];
        let words = [&b"ch"[..], b"mate", b"dbl", b"dis"];
        match words.iter().find_map(|word| known.strip_suffix(*word)) {
            Some(rest) => known = rest,
            None => return known.strip_prefix(b"P").unwrap_or(known),
        }
    }
}

/// Returns whether a text contains the name of a square, or castling: then it may be a move in an
/// unknown notation.
pub(super) fn may_be_move(text: &[u8]) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let is_castling = |part: &[u8]| matches!(part, b"O-O" | b"0-0" | b"o-o");
    text.windows(2).any(is_square) || text.windows(3).any(is_castling)
}
