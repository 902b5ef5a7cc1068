//! Deviations from the PGN standard that a reader accepts and counts.

use core::fmt;
use core::ops::AddAssign;

use setwise::notation::san::SanOptions;

/// A deviation from the PGN standard that files in use have, and that a reader can accept.
///
/// [`Reader`](super::Reader) accepts and counts the deviations of the text, and
/// [`Replay`](super::Replay) the deviations of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Deviation {
    /// A game has no result at its end.
    MissingResult,
    /// The result at the end of a game differs from the tag `Result`.
    MismatchedResult,
    /// A result is written in another way: a draw as `1/2`, `½-½`, `0.5-0.5` or `1/2 - 1/2`. In
    /// a game with the tag `Result` `0-0`, which both players lose, `0-0` before the next tags or
    /// the end of the source is read as [`Termination::Unknown`](super::Termination::Unknown), also
    /// where castling is legal.
    HalfResult,
    /// A null move, `--`, `Z0`, `0000` or `@@@@`: the side to move passes. It must not be in check.
    NullMove,
    /// A move of a piece is written with both squares and without its letter, as in UCI or in long
    /// algebraic notation: `g1f3`, `g1-f3`, `e1g1`.
    CoordinateMove,
    /// An en passant capture ends with `ep`. The form `e.p.` is always accepted.
    EnPassantMark,
    /// A tag value has a quotation mark without a backslash, or ends with a backslash that would
    /// escape the closing quotation mark. Such a value ends at the last `"]` of its line, and has
    /// no escapes.
    TagQuote,
    /// A tag has no valid form. The rest of its line is skipped. A tag `FEN`, `SetUp` or `Variant`
    /// without a valid form is an error, but castling rights and an en passant square that the
    /// pieces of a `FEN` rule out are dropped, as by
    /// [`Form::Repaired`](setwise::notation::fen::Form::Repaired).
    MalformedTag,
    /// A variation is not closed at the end of a game, a `)` has no matching `(`, or a `(` follows
    /// no move, as the second one of `((`: then it is skipped, and so is its `)`.
    Parenthesis,
    /// A comment is not closed at the end of the source, or before an empty line and a tag `Event`:
    /// there the next game begins.
    UnclosedComment,
    /// A word or character among the moves that is neither a move nor any other part of a game,
    /// such as `=`, `<` or `@`; also signs around a move and words for check and mate after it, as
    /// in `Nf3=`, `+Nc6` and `Bxf7ch`, between two moves, as in `Nf3=+Nc6`, the letter P of a pawn,
    /// spaces and signs beyond ASCII, such as U+00A0, U+200B and `±`, and a `[` among the moves
    /// that does not begin a tag, with the text up to `]` of a command such as `[%clk 1:00]`. It is
    /// skipped. Any other word that contains the name of a square or castling, and a drop of a
    /// variant, `P@f3`, are errors.
    UnknownText,
}

impl Deviation {
    /// All deviations.
    pub const ALL: [Deviation; 11] = [
        Deviation::MissingResult,
        Deviation::MismatchedResult,
        Deviation::HalfResult,
        Deviation::NullMove,
        Deviation::CoordinateMove,
        Deviation::EnPassantMark,
        Deviation::TagQuote,
        Deviation::MalformedTag,
        Deviation::Parenthesis,
        Deviation::UnclosedComment,
        Deviation::UnknownText,
    ];

    /// Returns a name of lower-case letters and hyphens, such as `missing-result`.
    pub const fn name(self) -> &'static str {
        match self {
            Deviation::MissingResult => "missing-result",
            Deviation::MismatchedResult => "mismatched-result",
            Deviation::HalfResult => "half-result",
            Deviation::NullMove => "null-move",
            Deviation::CoordinateMove => "coordinate-move",
            Deviation::EnPassantMark => "en-passant-mark",
            Deviation::TagQuote => "tag-quote",
            Deviation::MalformedTag => "malformed-tag",
            Deviation::Parenthesis => "parenthesis",
            Deviation::UnclosedComment => "unclosed-comment",
            Deviation::UnknownText => "unknown-text",
        }
    }
}

/// Writes [`Deviation::name`].
impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The deviations from the standard that a reader accepts. Accepted deviations are counted.
///
/// The default is for programs that only need the moves: it accepts the deviations of
/// [`Options::COMMON`], and games without a result or with one that differs from the tag `Result`.
///
/// ```
/// use setwise_pgn::{Deviation, Options, Reader, Replay};
///
/// let text = "1. g1f3 -- 2. e4 1/2-1/2";
/// let read = |options| {
///     let mut reader = Reader::with_options(text.as_bytes(), options);
///     let mut replay = Replay::with_options(options);
///     let game = reader.read_game(&mut replay).expect("bytes can be read").expect("a game");
///     (game, replay)
/// };
/// let (game, _) = read(Options::COMMON);
/// let message = "1:4: the move is written with its squares (expected Nf3)";
/// assert_eq!(game.unwrap_err().to_string(), message);
///
/// let (game, replay) = read(Options::LENIENT);
/// assert_eq!(game, Ok(()));
/// assert_eq!(replay.deviations().count(Deviation::CoordinateMove), 1);
/// assert_eq!(replay.deviations().count(Deviation::NullMove), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    san: SanOptions,
    /// A bit for each accepted [`Deviation`].
    accepted: u16,
    has_engine_comments: bool,
}

impl Options {
    /// Accepts no deviation; moves must be exactly what [`Position::san`](setwise::Position::san)
    /// writes.
    pub const STRICT: Options =
        Options { san: SanOptions::STRICT, accepted: 0, has_engine_comments: false };

    /// Less than the default: accepts deviations from SAN that are common and harmless, such as
    /// `0-0`, `Ng1f3` and a missing `+`. They are not counted, because finding them takes time. Accepts no
    /// [`Deviation`].
    pub const COMMON: Options = Options::STRICT.with_san(SanOptions::LENIENT);

    /// Accepts every [`Deviation`], and what [`Options::COMMON`] accepts.
    pub const LENIENT: Options = Options { accepted: u16::MAX, ..Options::COMMON };

    /// Returns the options with other deviations from SAN, which are not counted.
    const fn with_san(self, san: SanOptions) -> Options {
        Options { san: san.with_coordinates(false).with_bare_en_passant_marks(false), ..self }
    }

    /// Returns the options that also accept a deviation.
    #[must_use]
    pub const fn accept(self, deviation: Deviation) -> Options {
        Options { accepted: self.accepted | deviation.bit(), ..self }
    }

    /// Returns options with which those who read evaluations also take the comments of engines, by
    /// [`engine_annotation`](crate::engine_annotation).
    #[must_use]
    pub const fn with_engine_comments(self, has: bool) -> Options {
        Options { has_engine_comments: has, ..self }
    }

    /// Returns whether the comments of engines are taken for evaluations.
    pub const fn has_engine_comments(&self) -> bool {
        self.has_engine_comments
    }

    /// Returns the options that do not accept a deviation.
    pub(super) const fn refuse(self, deviation: Deviation) -> Options {
        Options { accepted: self.accepted & !deviation.bit(), ..self }
    }

    /// Returns whether a deviation is accepted.
    pub const fn accepts(&self, deviation: Deviation) -> bool {
        self.accepted & deviation.bit() != 0
    }

    /// The deviations from SAN that are not counted.
    pub(super) fn san(&self) -> SanOptions {
        self.san
    }
}

impl Deviation {
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl Default for Options {
    fn default() -> Options {
        let options = Options::COMMON.accept(Deviation::MissingResult);
        options.accept(Deviation::MismatchedResult)
    }
}

/// The default options with other deviations from SAN, which are not counted.
///
/// Moves that are written with both squares, and the mark `ep`, are accepted only by
/// [`Deviation::CoordinateMove`] and [`Deviation::EnPassantMark`].
impl From<SanOptions> for Options {
    fn from(san: SanOptions) -> Options {
        Options::default().with_san(san)
    }
}

/// How often each deviation has been accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviationCounts([u64; Deviation::ALL.len()]);

impl DeviationCounts {
    /// Returns the count of a deviation.
    pub fn count(&self, deviation: Deviation) -> u64 {
        self.0[deviation as usize]
    }

    /// Returns the deviations that have been accepted, and their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Deviation, u64)> {
        let counts = Deviation::ALL.into_iter().zip(self.0);
        counts.filter(|(_, count)| *count > 0)
    }

    pub(super) fn add(&mut self, deviation: Deviation) {
        self.0[deviation as usize] += 1;
    }
}

impl AddAssign for DeviationCounts {
    fn add_assign(&mut self, other: DeviationCounts) {
        self.0.iter_mut().zip(other.0).for_each(|(count, other)| *count += other);
    }
}
