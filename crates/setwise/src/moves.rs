//! Moves: one in two bytes, and many as a set.

use core::fmt;
use core::iter::FusedIterator;
use core::num::NonZeroU16;

use crate::{Bitboard, Role, Square};

/// A move of a known position: where from, where to, and which special rule it uses.
///
/// Castling is written as the king taking its own rook, which says in standard chess and in
/// Chess960 alike which rook it is; [`Move::destination`] gives the square that the king goes to.
///
/// Two bytes, and `Option<Move>` two as well: from in bits 0–5, to in bits 6–11, the kind in bits
/// 12–14: 1 for none of the special rules, 2 castling, 3 en passant, 4 to 7 a promotion to knight,
/// bishop, rook or queen.
///
/// A position gives its moves; one that is made here is legal only if a position says so, and
/// [`Position::find_move`](crate::Position::find_move) finds the one that two squares mean.
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

/// Which special rule a move uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MoveKind {
    /// None: a piece goes from a square to another, and takes what stands there.
    Normal,
    /// The king and the rook that it "takes" castle.
    Castle,
    /// A pawn takes the pawn that has just passed the square it goes to.
    EnPassant,
    /// A pawn reaches the last rank and becomes a knight, bishop, rook or queen.
    Promotion(Role),
}

const NORMAL: u16 = 1;
const CASTLE: u16 = 2;
const EN_PASSANT: u16 = 3;
/// Knight, bishop, rook and queen take this and the three numbers after it.
const PROMOTION: u16 = 4;

impl Move {
    #[inline(always)]
    const fn encode(from: Square, to: Square, kind: u16) -> Move {
        match NonZeroU16::new(from as u16 | (to as u16) << 6 | kind << 12) {
            Some(bits) => Move(bits),
            None => panic!("a kind is 1 to 7"),
        }
    }

    /// A move without a special rule.
    #[inline(always)]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::encode(from, to, NORMAL)
    }

    /// Castling of the king with one of its rooks.
    #[inline(always)]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move::encode(king, rook, CASTLE)
    }

    /// An en passant capture.
    #[inline(always)]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::encode(from, to, EN_PASSANT)
    }

    /// A promotion; `None` if the role is a pawn or a king.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Option<Move> {
        match role {
            Role::Pawn | Role::King => None,
            _ => Some(Move::encode(from, to, PROMOTION + role as u16 - Role::Knight as u16)),
        }
    }

    /// The move in sixteen bits, as laid out above; bit 15 is 0. Two bytes for a file or network,
    /// in an order of your choice.
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move of sixteen bits, legal anywhere or not; `None` if the kind is 0 or bit 15 is set.
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

    /// Where the moving piece stands; the king, when castling.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::masked((self.0.get() & 63) as u8)
    }

    /// Where it goes; the rook's square, when castling.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::masked((self.0.get() >> 6 & 63) as u8)
    }

    /// Which special rule it uses.
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

    /// What a pawn becomes, if it promotes.
    pub const fn promoted(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// Whether the king castles.
    pub const fn is_castle(self) -> bool {
        matches!(self.kind(), MoveKind::Castle)
    }

    /// Whether a pawn takes en passant.
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind(), MoveKind::EnPassant)
    }

    /// The square that the moving piece ends on: for castling the king's, on the c or g file,
    /// and for every other move [`Move::to`].
    pub const fn destination(self) -> Square {
        if self.is_castle() { CastlingTargets::of(self.from(), self.to()).king } else { self.to() }
    }
}

/// The squares on which king and rook stand after castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingTargets {
    /// The king's square, on the c or g file.
    pub king: Square,
    /// The rook's square, on the d or f file.
    pub rook: Square,
}

impl CastlingTargets {
    /// Returns the squares after castling, from the squares before it: g and f if the rook is on the
    /// king's right, c and d if it is on the left.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> CastlingTargets {
        let first_of_rank = king as u8 & 56;
        let (king_file, rook_file) = if rook as u8 > king as u8 { (6, 5) } else { (2, 3) };
        CastlingTargets {
            king: Square::masked(first_of_rank + king_file),
            rook: Square::masked(first_of_rank + rook_file),
        }
    }
}

/// From and to and what else is special: `e2e4`, `e1h1 castle`, `e5d6 en passant`, `a7a8=queen`.
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

/// Moves that share what makes them alike, as the generator finds them: a set of target squares.
///
/// A set is counted without listing it ([`MoveSet::count`]) and listed when someone asks
/// (`into_iter`).
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
/// // All eight pawns one step, and all eight two.
/// assert_eq!(steps, [(8, 8), (16, 8)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// One knight, bishop, rook, queen or king, to each square of a set.
    Piece {
        /// What it is.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it may go.
        to: Bitboard,
    },
    /// Pawns that all make the same step: each target's origin is `shift` below it.
    Pawns {
        /// What the step adds to a square's index: ±8 and ±16 for pushes, ±7 and ±9 for captures.
        shift: i8,
        /// Where they may go, none of it on a last rank.
        to: Bitboard,
    },
    /// Pawns that all make the same step and promote, each in four ways.
    Promotions {
        /// What the step adds to a square's index.
        shift: i8,
        /// Where they may go, all of it on the last rank.
        to: Bitboard,
    },
    /// One en passant capture.
    EnPassant {
        /// Where the pawn stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Castling with one rook.
    Castle {
        /// Where the king stands.
        king: Square,
        /// Where the rook stands.
        rook: Square,
    },
}

impl MoveSet {
    /// How many moves there are; a promotion counts four times.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        match self {
            MoveSet::Piece { to, .. } | MoveSet::Pawns { to, .. } => to.count(),
            MoveSet::Promotions { to, .. } => 4 * to.count(),
            MoveSet::EnPassant { .. } | MoveSet::Castle { .. } => 1,
        }
    }

    /// Whether there is no move in it.
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

/// The moves of a [`MoveSet`], one by one.
#[derive(Clone, Debug)]
pub struct Moves {
    set: MoveSet,
    /// How many promotions of the first target have been given.
    promotions: u8,
    /// Whether the only move of an en passant or castling set has been given.
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
                let first = !core::mem::replace(&mut self.done, true);
                first.then(|| Move::en_passant(*from, *to))
            }
            MoveSet::Castle { king, rook } => {
                let first = !core::mem::replace(&mut self.done, true);
                first.then(|| Move::castle(*king, *rook))
            }
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.done { 0 } else { self.set.count() - u32::from(self.promotions) };
        (left as usize, Some(left as usize))
    }
}

impl ExactSizeIterator for Moves {}

impl FusedIterator for Moves {}

const _: () = assert!(size_of::<Option<Move>>() == 2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_gives_back_what_it_was_made_of() {
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

    /// Every number of sixteen bits is one move or none.
    #[test]
    fn bits_are_one_move_or_none() {
        let mut moves = 0;
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            moves += 1;
            assert_eq!(mv.to_bits(), bits);
            let (from, to) = (mv.from(), mv.to());
            let anew = match mv.kind() {
                MoveKind::Normal => Some(Move::normal(from, to)),
                MoveKind::Castle => Some(Move::castle(from, to)),
                MoveKind::EnPassant => Some(Move::en_passant(from, to)),
                MoveKind::Promotion(role) => Move::promotion(from, to, role),
            };
            assert_eq!(anew, Some(mv));
        }
        assert_eq!(moves, 64 * 64 * 7);
    }

    #[test]
    fn a_set_lists_as_many_moves_as_it_counts() {
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
    fn castling_ends_on_the_same_squares_wherever_it_began() {
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
