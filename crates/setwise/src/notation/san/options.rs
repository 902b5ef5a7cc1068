//! What a reader of SAN lets pass.

/// What a reader of SAN lets pass that the standard does not.
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
    /// Zeros instead of letters in castling: `0-0`.
    pub zeros: bool,
    /// A missing, wrong or doubled mark of check or mate.
    pub check_marks: bool,
    /// A missing or needless `x`; a pawn that takes is still named by its file: `ed5`.
    pub capture_marks: bool,
    /// More of the origin than is needed, or its rank where the file would do; with a hyphen or
    /// without, so that long algebraic notation is read too: `Ng1f3`, `e2-e4`.
    pub disambiguation: bool,
    /// A promotion without `=`, its letter upper or lower case: `e8Q`, `e8q`.
    pub promotions: bool,
    /// The mark of an en passant capture, `e.p.`, with a space in front or without, before or after
    /// a check mark. Another move with this mark is no legal move.
    pub en_passant_marks: bool,
    /// Judgements at the end: any number of `!` and `?`.
    pub annotations: bool,
}

impl SanOptions {
    /// Nothing passes but what [`Position::san`](crate::Position::san) writes.
    pub const STRICT: SanOptions = SanOptions {
        zeros: false,
        check_marks: false,
        capture_marks: false,
        disambiguation: false,
        promotions: false,
        en_passant_marks: false,
        annotations: false,
    };

    /// Everything passes that says clearly which move is meant.
    pub const LENIENT: SanOptions = SanOptions {
        zeros: true,
        check_marks: true,
        capture_marks: true,
        disambiguation: true,
        promotions: true,
        en_passant_marks: true,
        annotations: true,
    };
}
