//! Moves: a single move in two bytes, and sets of moves.

use core::fmt;
use core::iter::FusedIterator;
use core::num::NonZeroU16;

use crate::{Bitboard, Role, Square};

/// A move: an origin square, a target square and the special rule that it uses, if any.
///
/// Castling is stored as the king capturing its own rook. This identifies the rook in standard
/// chess and in Chess960; [`Move::destination`] returns the square that the king goes to.
///
/// A `Move` takes two bytes, and so does `Option<Move>`. The origin is in bits 0–5, the target in
/// bits 6–11 and the kind in bits 12–14: 1 for a normal move, 2 for castling, 3 for en passant, and
/// 4 to 7 for a promotion to knight, bishop, rook or queen.
///
/// Positions generate legal moves. A move built with the constructors of this type may be illegal;
/// [`Position::is_legal`](crate::Position::is_legal) checks it. To find the legal move between two
/// squares, use [`Position::find_move`](crate::Position::find_move).
///
/// ```
/// use setwise::{Move, MoveKind, Position, Square};
///
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let castle = position.find_move(Square::E1, Square::G1, None).expect("legal here");
/// assert_eq!((castle.kind(), castle), (MoveKind::Castle, Move::castle(Square::E1, Square::H1)));
/// assert_eq!((castle.to(), castle.destination()), (Square::H1, Square::G1));
/// assert!(!position.is_legal(Move::normal(Square::E1, Square::G1)));
/// # Ok::<(), setwise::notation::fen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

/// The special rule that a move uses, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MoveKind {
    /// A move without a special rule: a piece goes to another square and captures any piece there.
    Normal,
    /// Castling: the target square is the rook's.
    Castle,
    /// A pawn captures the pawn that has just passed the target square by a double step.
    EnPassant,
    /// A pawn reaches the last rank and becomes a knight, bishop, rook or queen.
    Promotion(Role),
}

const NORMAL: u16 = 1;
const CASTLE: u16 = 2;
const EN_PASSANT: u16 = 3;
/// The kind of a promotion to knight; bishop, rook and queen are the three numbers after it.
const PROMOTION: u16 = 4;

impl Move {
    #[inline(always)]
    const fn encode(from: Square, to: Square, kind: u16) -> Move {
        match NonZeroU16::new(from as u16 | (to as u16) << 6 | kind << 12) {
            Some(bits) => Move(bits),
            None => panic!("a kind is 1 to 7"),
        }
    }

    /// Returns a move without a special rule.
    #[inline(always)]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::encode(from, to, NORMAL)
    }

    /// Returns the castling move of a king with one of its rooks.
    #[inline(always)]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move::encode(king, rook, CASTLE)
    }

    /// Returns an en passant capture.
    #[inline(always)]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::encode(from, to, EN_PASSANT)
    }

    /// Returns a promotion, or `None` if the role is a pawn or a king.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Option<Move> {
        match role {
            Role::Pawn | Role::King => None,
            _ => Some(Move::encode(from, to, PROMOTION + role as u16 - Role::Knight as u16)),
        }
    }

    /// Returns the move as 16 bits, in the layout described for [`Move`]; bit 15 is 0.
    ///
    /// Use it to store or send a move as two bytes; the byte order is up to the caller.
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the move with the given bits, or `None` if the kind is 0 or bit 15 is set.
    ///
    /// The move is not checked for legality.
    ///
    /// ```
    /// use setwise::{Move, Square};
    ///
    /// let mv = Move::normal(Square::E2, Square::E4);
    /// assert_eq!(mv.to_bits(), 1 << 12 | 28 << 6 | 12);
    /// assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
    /// assert_eq!(Move::from_bits(0), None);
    /// ```
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match (NonZeroU16::new(bits), bits >> 12) {
            (Some(bits), 1..=7) => Some(Move(bits)),
            _ => None,
        }
    }

    /// Returns the origin square; for castling, the king's square.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::masked((self.0.get() & 63) as u8)
    }

    /// Returns the target square; for castling, the rook's square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::masked((self.0.get() >> 6 & 63) as u8)
    }

    /// Returns the special rule that the move uses, if any.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> 12 {
            CASTLE => MoveKind::Castle,
            EN_PASSANT => MoveKind::EnPassant,
            PROMOTION => MoveKind::Promotion(Role::Knight),
            5 => MoveKind::Promotion(Role::Bishop),
            6 => MoveKind::Promotion(Role::Rook),
            7 => MoveKind::Promotion(Role::Queen),
            _ => MoveKind::Normal,
        }
    }

    /// Returns the role that a pawn promotes to, or `None` if the move is not a promotion.
    pub const fn promoted(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// Returns whether the move is castling.
    pub const fn is_castle(self) -> bool {
        matches!(self.kind(), MoveKind::Castle)
    }

    /// Returns whether the move is an en passant capture.
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind(), MoveKind::EnPassant)
    }

    /// Returns the square that the moving piece ends on: for castling the king's final square, on
    /// the c or g file; for every other move [`Move::to`].
    pub const fn destination(self) -> Square {
        if self.is_castle() { CastlingTargets::of(self.from(), self.to()).king } else { self.to() }
    }
}

/// The squares of the king and the rook after castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingTargets {
    /// The king's square, on the c or g file.
    pub king: Square,
    /// The rook's square, on the d or f file.
    pub rook: Square,
}

impl CastlingTargets {
    /// Returns the squares after castling, from the squares before it: g and f if the rook is on
    /// the king's right, c and d if it is on the left.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> CastlingTargets {
        let first_of_rank = king as u8 & 56;
        let (king_file, rook_file) = CastlingTargets::files(king as u8, rook as u8);
        CastlingTargets {
            king: Square::masked(first_of_rank + king_file),
            rook: Square::masked(first_of_rank + rook_file),
        }
    }

    /// Returns the files of king and rook after castling, as numbers from 0 to 7, from their files
    /// or squares before it.
    #[inline(always)]
    pub(crate) const fn files(king: u8, rook: u8) -> (u8, u8) {
        if rook > king { (6, 5) } else { (2, 3) }
    }
}

/// Writes the two squares and the special rule: `e2e4`, `e1h1 castle`, `e5d6 en passant`,
/// `a7a8=queen`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Normal => Ok(()),
            MoveKind::Castle => f.write_str(" castle"),
            MoveKind::EnPassant => f.write_str(" en passant"),
            MoveKind::Promotion(role) => write!(f, "={role}"),
        }
    }
}

/// Writes the squares, and the role of a promotion: `e2e4`, `a7a8q`. Castling is the king's square
/// and the rook's, as in UCI for Chess960: `e1h1`. [`Move::uci`] can write castling as in standard
/// chess, and [`Position::san`](crate::Position::san) writes moves as players do.
///
/// ```
/// use setwise::{Move, Role, Square};
///
/// assert_eq!(Move::normal(Square::E2, Square::E4).to_string(), "e2e4");
/// let promotion = Move::promotion(Square::A7, Square::A8, Role::Queen);
/// assert_eq!(promotion.expect("a queen").to_string(), "a7a8q");
/// assert_eq!(Move::castle(Square::E1, Square::H1).to_string(), "e1h1");
/// ```
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promoted().map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

/// A group of moves with a common origin or a common step, stored as a set of target squares.
///
/// The move generator produces moves in this form. [`MoveSet::count`] counts the moves without
/// listing them; `into_iter` lists them.
///
/// ```
/// use setwise::{Filter, MoveSet, Position};
/// use std::ops::ControlFlow;
///
/// let mut steps = Vec::new();
/// let _ = Position::INITIAL.visit_legal_moves::<()>(Filter::ALL, |set| {
///     if let MoveSet::Pawns { shift, to } = set {
///         steps.push((shift, to.count()));
///     }
///     ControlFlow::Continue(())
/// });
/// // Eight single steps (a shift of 8) and eight double steps (a shift of 16).
/// assert_eq!(steps, [(8, 8), (16, 8)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// The moves of one knight, bishop, rook, queen or king to each square of a set.
    Piece {
        /// The role of the piece.
        role: Role,
        /// The origin square.
        from: Square,
        /// The target squares.
        to: Bitboard,
    },
    /// Pawn moves with the same step: the origin of each move is its target's index minus `shift`.
    Pawns {
        /// The amount that the step adds to a square's index: ±8 and ±16 for pushes, ±7 and ±9 for
        /// captures.
        shift: i8,
        /// The target squares, none of them on the last rank.
        to: Bitboard,
    },
    /// Promotions with the same step; each target square stands for four moves.
    Promotions {
        /// The amount that the step adds to a square's index.
        shift: i8,
        /// The target squares, all of them on the last rank.
        to: Bitboard,
    },
    /// One en passant capture.
    EnPassant {
        /// The origin square of the capturing pawn.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// Castling with one rook.
    Castle {
        /// The king's square.
        king: Square,
        /// The rook's square.
        rook: Square,
    },
}

impl MoveSet {
    /// Returns the number of moves; each target square of a promotion counts as four.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        match self {
            MoveSet::Piece { to, .. } | MoveSet::Pawns { to, .. } => to.count(),
            MoveSet::Promotions { to, .. } => 4 * to.count(),
            MoveSet::EnPassant { .. } | MoveSet::Castle { .. } => 1,
        }
    }

    /// Returns whether the set has no moves.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        match self {
            MoveSet::Piece { to, .. }
            | MoveSet::Pawns { to, .. }
            | MoveSet::Promotions { to, .. } => to.is_empty(),
            MoveSet::EnPassant { .. } | MoveSet::Castle { .. } => false,
        }
    }

    /// Returns the origin of a pawn that moved to `to` by a `shift` of [`MoveSet::Pawns`] or
    /// [`MoveSet::Promotions`].
    #[inline(always)]
    pub const fn pawn_origin(to: Square, shift: i8) -> Square {
        Square::masked((to as u8).wrapping_sub(shift as u8))
    }
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = Moves;

    #[inline(always)]
    fn into_iter(self) -> Moves {
        Moves { set: self, promotions: 0, done: false }
    }
}

/// An iterator over the moves of a [`MoveSet`].
#[derive(Clone, Debug)]
pub struct Moves {
    set: MoveSet,
    /// The number of promotions on the first target that have been returned.
    promotions: u8,
    /// Whether the only move of an en passant or castling set has been returned.
    done: bool,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        match &mut self.set {
            MoveSet::Piece { from, to, .. } => {
                let to = to.pop_first()?;
                Some(Move::normal(*from, to))
            }
            MoveSet::Pawns { shift, to } => {
                let to = to.pop_first()?;
                Some(Move::normal(MoveSet::pawn_origin(to, *shift), to))
            }
            MoveSet::Promotions { shift, to: targets } => {
                let to = targets.first()?;
                let kind = PROMOTION + u16::from(self.promotions);
                self.promotions = (self.promotions + 1) % 4;
                if self.promotions == 0 {
                    *targets = targets.reset_first();
                }
                Some(Move::encode(MoveSet::pawn_origin(to, *shift), to, kind))
            }
            MoveSet::EnPassant { from, to } => {
                let is_first = !core::mem::replace(&mut self.done, true);
                is_first.then(|| Move::en_passant(*from, *to))
            }
            MoveSet::Castle { king, rook } => {
                let is_first = !core::mem::replace(&mut self.done, true);
                is_first.then(|| Move::castle(*king, *rook))
            }
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let remaining = if self.done { 0 } else { self.set.count() - u32::from(self.promotions) };
        (remaining as usize, Some(remaining as usize))
    }
}

impl ExactSizeIterator for Moves {}

impl FusedIterator for Moves {}

const _: () = assert!(size_of::<Option<Move>>() == 2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_returns_its_squares_and_kind() {
        for from in Square::ALL {
            for to in Square::ALL {
                for (mv, kind) in [
                    (Some(Move::normal(from, to)), MoveKind::Normal),
                    (Some(Move::castle(from, to)), MoveKind::Castle),
                    (Some(Move::en_passant(from, to)), MoveKind::EnPassant),
                ]
                .into_iter()
                .chain(
                    Role::PROMOTIONS
                        .map(|role| (Move::promotion(from, to, role), MoveKind::Promotion(role))),
                ) {
                    let mv = mv.expect("the four roles are promotions");
                    assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                }
            }
        }
        assert_eq!(Move::promotion(Square::A7, Square::A8, Role::King), None);
        assert_eq!(Move::promotion(Square::A7, Square::A8, Role::Pawn), None);
    }

    /// Every 16-bit number is either invalid or the encoding of exactly one move.
    #[test]
    fn every_16_bit_number_is_invalid_or_exactly_one_move() {
        let mut moves = 0;
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            moves += 1;
            assert_eq!(mv.to_bits(), bits);
            let (from, to) = (mv.from(), mv.to());
            let rebuilt = match mv.kind() {
                MoveKind::Normal => Some(Move::normal(from, to)),
                MoveKind::Castle => Some(Move::castle(from, to)),
                MoveKind::EnPassant => Some(Move::en_passant(from, to)),
                MoveKind::Promotion(role) => Move::promotion(from, to, role),
            };
            assert_eq!(rebuilt, Some(mv));
        }
        assert_eq!(moves, 64 * 64 * 7);
    }

    #[test]
    fn count_equals_the_number_of_listed_moves() {
        let to = Bitboard::of(Square::C8).with(Square::E8);
        let sets = [
            MoveSet::Piece { role: Role::Queen, from: Square::D7, to },
            MoveSet::Pawns { shift: 9, to: Bitboard::of(Square::C4) },
            MoveSet::Promotions { shift: 8, to },
            MoveSet::EnPassant { from: Square::E5, to: Square::D6 },
            MoveSet::Castle { king: Square::E1, rook: Square::H1 },
        ];
        for set in sets {
            let mut moves = set.into_iter();
            let mut listed = Vec::new();
            for left in (1..=set.count() as usize).rev() {
                assert_eq!(moves.len(), left);
                listed.extend(moves.next());
            }
            assert_eq!((moves.next(), moves.len()), (None, 0));
            listed.dedup();
            assert_eq!(listed.len(), set.count() as usize);
        }
        assert_eq!(
            MoveSet::Promotions { shift: 8, to }.into_iter().next(),
            Move::promotion(Square::C7, Square::C8, Role::Knight),
        );
    }

    #[test]
    fn castling_targets_do_not_depend_on_the_origin_squares() {
        for (king, rook, king_to, rook_to) in [
            (Square::E1, Square::H1, Square::G1, Square::F1),
            (Square::E8, Square::A8, Square::C8, Square::D8),
            (Square::B1, Square::A1, Square::C1, Square::D1),
            (Square::G8, Square::H8, Square::G8, Square::F8),
        ] {
            assert_eq!(
                CastlingTargets::of(king, rook),
                CastlingTargets { king: king_to, rook: rook_to }
            );
            assert_eq!(Move::castle(king, rook).destination(), king_to);
        }
    }
}
