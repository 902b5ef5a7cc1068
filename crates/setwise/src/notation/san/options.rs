//! Deviations from SAN that the parser accepts.

/// The deviations from SAN that the parser accepts: none, all, or all but some.
///
/// ```
/// use setwise::{notation::san::SanOptions, Move, Position, Square};
///
/// let e4 = Move::normal(Square::E2, Square::E4);
/// assert!(Position::INITIAL.parse_san_with("e4!?", SanOptions::STRICT).is_err());
/// assert_eq!(Position::INITIAL.parse_san_with("e4!?", SanOptions::LENIENT), Ok(e4));
/// assert_eq!(Position::INITIAL.parse_san_with("e2-e4", SanOptions::LENIENT), Ok(e4));
/// ```
///
/// What a reader of PGN accepts is in `setwise_pgn::Options`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SanOptions {
    /// `0-0`.
    pub(super) zeros: bool,
    /// `Qh5` for `Qh5+`.
    pub(super) check_marks: bool,
    /// `ed5` for `exd5`.
    pub(super) capture_marks: bool,
    /// `Ng1f3`, `e2-e4`.
    pub(super) disambiguation: bool,
    /// `e8Q`, `e8q`.
    pub(super) promotions: bool,
    /// `exd6 e.p.`.
    pub(super) en_passant_marks: bool,
    /// `ep` wherever `e.p.` is accepted.
    pub(super) bare_en_passant_marks: bool,
    /// `g1f3`, `g1-f3`, `e1g1`.
    pub(super) coordinates: bool,
    /// `Nf3!?`.
    pub(super) annotations: bool,
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

    /// Accepts all deviations of this list. A text must still identify exactly one legal move.
    ///
    /// * zeros instead of the letter O in castling: `0-0`;
    /// * a missing or wrong `+` or `#`, and `++`;
    /// * a missing or superfluous `x`; a pawn capture still needs its file: `ed5`;
    /// * more of the origin than is needed, or its rank where the file is enough; a hyphen may
    ///   follow the origin, so long algebraic notation is accepted too: `Ng1f3`, `e2-e4`;
    /// * a promotion without `=`, and a lower-case letter: `e8Q`, `e8q`;
    /// * the mark `e.p.` or `ep` of an en passant capture, with or without spaces before it, before
    ///   or after a check mark; any other move with this mark is not legal;
    /// * a move of a piece that is written with both squares and without its letter, as in UCI
    ///   notation: `g1f3`, `g1-f3`, and castling in either form of UCI; an `x` or its absence is
    ///   not checked;
    /// * any number of `!` and `?` at the end.
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

    /// Accepts or rejects a move of a piece that is written with both squares and without its
    /// letter: `g1f3`.
    #[must_use]
    pub const fn with_coordinates(self, accepted: bool) -> SanOptions {
        SanOptions { coordinates: accepted, ..self }
    }

    /// Accepts or rejects the mark `ep`, without full stops, wherever `e.p.` is accepted.
    #[must_use]
    pub const fn with_bare_en_passant_marks(self, accepted: bool) -> SanOptions {
        SanOptions { bare_en_passant_marks: accepted, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    #[test]
    fn each_option_alone() {
        let fen = "4k3/6P1/8/3pP3/8/8/8/R3K2R w KQ d6 0 1";
        let only = |allow: fn(&mut SanOptions)| {
            let mut options = SanOptions::STRICT;
            allow(&mut options);
            options
        };
        for (text, options) in [
            ("0-0", only(|options| options.zeros = true)),
            ("g8=Q", only(|options| options.check_marks = true)),
            ("g8=Q++", only(|options| options.check_marks = true)),
            ("Rb1+", only(|options| options.check_marks = true)),
            ("ed6", only(|options| options.capture_marks = true)),
            ("Rxb1", only(|options| options.capture_marks = true)),
            ("e5e6", only(|options| options.disambiguation = true)),
            ("e5-e6", only(|options| options.disambiguation = true)),
            ("Rab1", only(|options| options.disambiguation = true)),
            ("R1b1", only(|options| options.disambiguation = true)),
            ("g8Q+", only(|options| options.promotions = true)),
            ("g8q+", only(|options| options.promotions = true)),
            ("exd6 e.p.", only(|options| options.en_passant_marks = true)),
            ("exd6ep", only(|options| options.bare_en_passant_marks = true)),
            ("a1b1", only(|options| options.coordinates = true)),
            ("a1xb1", only(|options| options.coordinates = true)),
            ("e1g1", only(|options| options.coordinates = true)),
            ("e1h1", only(|options| options.coordinates = true)),
            ("e6?!", only(|options| options.annotations = true)),
        ] {
            let position: Position = fen.parse().expect(fen);
            assert!(position.parse_san(text).is_err(), "{text}");
            let read = position.parse_san_with(text, options);
            assert!(read.is_ok(), "{text}: {read:?}");
            assert_eq!(position.parse_san_with(text, SanOptions::LENIENT), read, "{text}");
            let mut all_others = SanOptions::LENIENT;
            for (allowed, other) in [
                (options.zeros, &mut all_others.zeros),
                (options.check_marks, &mut all_others.check_marks),
                (options.capture_marks, &mut all_others.capture_marks),
                (options.disambiguation, &mut all_others.disambiguation),
                (options.promotions, &mut all_others.promotions),
                (options.en_passant_marks, &mut all_others.en_passant_marks),
                (options.bare_en_passant_marks, &mut all_others.bare_en_passant_marks),
                (options.coordinates, &mut all_others.coordinates),
                (options.annotations, &mut all_others.annotations),
            ] {
                *other = !allowed;
            }
            assert!(position.parse_san_with(text, all_others).is_err(), "{text}");
        }
    }
}
