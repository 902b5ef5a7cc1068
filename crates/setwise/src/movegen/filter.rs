//! Selections of moves: by origin, target and kind.

use crate::{Bitboard, Board, Color, Move, Position, Role};

/// A selection of moves, by origin, target and kind.
///
/// The constants select moves by kind, and [`Filter::or`] unites them. [`Filter::from`] and
/// [`Filter::to`] then restrict the origins and the targets.
///
/// ```
/// use setwise::{Filter, Position, Square};
///
/// let knights_first = Filter::ALL.from(Square::G1.into());
/// assert_eq!(Position::INITIAL.legal_moves_matching(knights_first).len(), 2);
///
/// // The moves of a quiescence search: all of them in check, else captures and promotions.
/// const NOISY: Filter = Filter::CAPTURES.or(Filter::PROMOTIONS).or(Filter::EVASIONS);
/// let position: Position = "3rk3/P7/8/8/8/8/8/3RK3 w - - 0 1".parse()?;
/// assert_eq!(position.legal_moves_matching(NOISY).len(), 1 + 4);
/// let in_check: Position = "4k3/8/8/8/8/8/8/r3K3 w - - 0 1".parse()?;
/// assert_eq!(in_check.legal_moves_matching(NOISY), in_check.legal_moves());
/// # Ok::<(), setwise::notation::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    from: Bitboard,
    to: Bitboard,
    kinds: Kinds,
}

/// The kinds of moves that a filter allows: a move matches if one of them does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kinds {
    captures: bool,
    quiets: bool,
    promotions: bool,
    checks: bool,
    evasions: bool,
}

impl Filter {
    /// No moves.
    pub const NONE: Filter = Filter {
        from: Bitboard::UNIVERSE,
        to: Bitboard::UNIVERSE,
        kinds: Kinds {
            captures: false,
            quiets: false,
            promotions: false,
            checks: false,
            evasions: false,
        },
    };

    /// All moves.
    pub const ALL: Filter = Filter::CAPTURES.or(Filter::QUIETS);

    /// Captures, including en passant.
    pub const CAPTURES: Filter =
        Filter { kinds: Kinds { captures: true, ..Filter::NONE.kinds }, ..Filter::NONE };

    /// Moves that capture nothing, including castling and promotions without capture.
    pub const QUIETS: Filter =
        Filter { kinds: Kinds { quiets: true, ..Filter::NONE.kinds }, ..Filter::NONE };

    /// Promotions, with and without capture.
    pub const PROMOTIONS: Filter =
        Filter { kinds: Kinds { promotions: true, ..Filter::NONE.kinds }, ..Filter::NONE };

    /// Moves that give check, directly or by discovery.
    ///
    /// Like a [`MoveSet`](crate::MoveSet), this filter keeps the four promotions of a pawn on a
    /// square together: all of them match if one of them gives check.
    pub const CHECKS: Filter =
        Filter { kinds: Kinds { checks: true, ..Filter::NONE.kinds }, ..Filter::NONE };

    /// All moves if the side to move is in check, and none otherwise.
    pub const EVASIONS: Filter =
        Filter { kinds: Kinds { evasions: true, ..Filter::NONE.kinds }, ..Filter::NONE };

    /// Unites the kinds of two filters: a move matches if its kind is in one of them, and if its
    /// origin and target are in both.
    ///
    /// Unite first, then restrict the result by [`Filter::from`] and [`Filter::to`].
    #[inline(always)]
    #[must_use]
    pub const fn or(self, other: Filter) -> Filter {
        Filter {
            from: self.from.intersection(other.from),
            to: self.to.intersection(other.to),
            kinds: Kinds {
                captures: self.kinds.captures | other.kinds.captures,
                quiets: self.kinds.quiets | other.kinds.quiets,
                promotions: self.kinds.promotions | other.kinds.promotions,
                checks: self.kinds.checks | other.kinds.checks,
                evasions: self.kinds.evasions | other.kinds.evasions,
            },
        }
    }

    /// Restricts the filter to moves of the pieces on the given squares.
    ///
    /// The squares of a role select the moves of that role. Castling is a move of the king.
    #[inline(always)]
    #[must_use]
    pub const fn from(self, squares: Bitboard) -> Filter {
        Filter { from: self.from.intersection(squares), ..self }
    }

    /// Restricts the filter to moves that end on the given squares.
    ///
    /// Castling ends on the king's final square, on the c or g file.
    #[inline(always)]
    #[must_use]
    pub const fn to(self, squares: Bitboard) -> Filter {
        Filter { to: self.to.intersection(squares), ..self }
    }

    /// Returns whether a legal move of a position matches.
    ///
    /// [`Position::legal_moves_matching`] lists the moves for which this is true. Cost: a test of
    /// the squares and the kind; with [`Filter::CHECKS`], [`Position::gives_check`].
    ///
    /// ```
    /// use setwise::{Filter, Position};
    ///
    /// let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(Filter::CAPTURES.matches(&position, position.parse_san("exd5")?));
    /// assert!(!Filter::CAPTURES.matches(&position, position.parse_san("e5")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches(self, position: &Position, mv: Move) -> bool {
        let Filter { from, to, kinds } = self;
        let (is_capture, promoted) = (position.is_capture(mv), mv.promoted());
        from.contains(mv.from())
            && to.contains(mv.destination())
            && (if is_capture { kinds.captures } else { kinds.quiets }
                || kinds.promotions && promoted.is_some()
                || kinds.evasions && position.is_check()
                || kinds.checks && gives_check(position, mv))
    }

    /// Returns whether the filter selects checks that none of its other kinds selects.
    #[inline(always)]
    pub(super) const fn needs_check_test(self) -> bool {
        self.kinds.checks && !(self.kinds.captures && self.kinds.quiets)
    }
}

/// Returns whether a move gives check, or for a promotion, whether one of the four does.
fn gives_check(position: &Position, mv: Move) -> bool {
    if mv.promoted().is_none() {
        return position.gives_check(mv);
    }
    let promotions = Role::PROMOTIONS.map(|role| Move::promotion(mv.from(), mv.to(), role));
    promotions.into_iter().flatten().any(|mv| position.gives_check(mv))
}

/// The sets of squares that a [`Filter`] allows in one position. Targets of captures are enemy
/// pieces and all other targets are empty, so no move goes to a piece of its own side.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// The origins.
    pub(super) from: Bitboard,
    /// The targets of castling and en passant captures, which are tested one by one.
    pub(super) to: Bitboard,
    /// The targets of captures.
    pub(super) captures: Bitboard,
    /// The targets of moves that capture nothing.
    pub(super) quiets: Bitboard,
    /// The targets of promotions that capture.
    pub(super) promoting_captures: Bitboard,
    /// The targets of promotions that capture nothing.
    pub(super) promoting_quiets: Bitboard,
    /// Whether castling is allowed.
    pub(super) castling: bool,
    /// Whether en passant captures are allowed.
    pub(super) en_passant: bool,
}

impl Wanted {
    /// Returns the sets for a side that is in check or not. The kind [`Filter::CHECKS`] is ignored.
    #[inline(always)]
    pub(super) fn new(filter: Filter, board: &Board, us: Color, is_check: bool) -> Wanted {
        let Filter { from, to, kinds } = filter;
        let all = kinds.evasions && is_check;
        let (captures, quiets) = (kinds.captures || all, kinds.quiets || all);
        let (enemy, empty) = (board.enemy(us) & to, board.empty() & to);
        let allowed = |set, is_allowed| if is_allowed { set } else { Bitboard::EMPTY };
        Wanted {
            from,
            to,
            captures: allowed(enemy, captures),
            quiets: allowed(empty, quiets),
            promoting_captures: allowed(enemy, captures || kinds.promotions),
            promoting_quiets: allowed(empty, quiets || kinds.promotions),
            castling: quiets,
            en_passant: captures,
        }
    }

    /// Returns the targets of the pieces other than pawns.
    #[inline(always)]
    pub(super) fn targets(&self) -> Bitboard {
        self.captures | self.quiets
    }
}
