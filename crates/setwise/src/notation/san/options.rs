//! Deviations from SAN that the parser accepts.

/// The deviations from SAN that the parser accepts.
///
/// ```
/// use setwise::{notation::san::SanOptions, Move, Position, Square};
///
/// let mut options = SanOptions::STRICT;
/// options.annotations = true;
/// let e4 = Move::normal(Square::E2, Square::E4);
/// assert_eq!(Position::INITIAL.parse_san_with("e4!?", options), Ok(e4));
/// assert!(Position::INITIAL.parse_san_with("e2e4", options).is_err());
/// assert_eq!(Position::INITIAL.parse_san_with("e2-e4", SanOptions::LENIENT), Ok(e4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SanOptions {
    /// Accepts zeros instead of the letter O in castling: `0-0`.
    pub zeros: bool,
    /// Accepts a missing or wrong `+` or `#`, and `++`.
    pub check_marks: bool,
    /// Accepts a missing or superfluous `x`. A pawn capture still needs its file: `ed5`.
    pub capture_marks: bool,
    /// Accepts more of the origin than is needed, or its rank where the file is enough. A hyphen
    /// may follow the origin, so long algebraic notation is accepted too: `Ng1f3`, `e2-e4`.
    pub disambiguation: bool,
    /// Accepts a promotion without `=`, and a lower-case letter: `e8Q`, `e8q`.
    pub promotions: bool,
    /// Accepts the mark `e.p.` of an en passant capture, with or without spaces before it, before
    /// or after a check mark. Any other move with this mark is not legal.
    pub en_passant_marks: bool,
    /// Accepts `ep` wherever `e.p.` is accepted.
    pub bare_en_passant_marks: bool,
    /// Accepts a move of a piece that is written with both squares and without its letter, as in
    /// UCI notation: `g1f3`, `g1-f3`, and castling in either form of UCI. An `x` or its absence is
    /// not checked.
    pub coordinates: bool,
    /// Accepts any number of `!` and `?` at the end.
    pub annotations: bool,
}

impl SanOptions {
    /// Accepts only the text that [`Position::san`](crate::Position::san) writes.
    pub const STRICT: SanOptions = SanOptions {
        zeros: false,
        check_marks: false,
        capture_marks: false,
        disambiguation: false,
        promotions: false,
        en_passant_marks: false,
        bare_en_passant_marks: false,
        coordinates: false,
        annotations: false,
    };

    /// Accepts all deviations. A text must still identify exactly one legal move.
    pub const LENIENT: SanOptions = SanOptions {
        zeros: true,
        check_marks: true,
        capture_marks: true,
        disambiguation: true,
        promotions: true,
        en_passant_marks: true,
        bare_en_passant_marks: true,
        coordinates: true,
        annotations: true,
    };
}
