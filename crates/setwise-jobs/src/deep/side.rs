//! The pieces of one side, as a key that can be compared and packed.
//!
//! A position is two sides: a move changes the side that moves, and the other side only if it
//! captures. So the positions after the moves of many parents with the same other side share that
//! side too, and equal ones among them are found by comparing one side alone.

use setwise::{
    Bitboard, Board, Color, Direction, Move, MoveKind, Position, Rank, Role, Setup, Square,
};

/// The pieces of one side with its castling rights, and with the pawn that has just made a double
/// step if it can legally be captured en passant.
///
/// Each piece has a code of three bits, held in three sets of squares:
///
/// | code | piece | code | piece |
/// |---|---|---|---|
/// | 0 | pawn | 4 | queen |
/// | 1 | knight | 5 | king |
/// | 2 | bishop | 6 | rook with a castling right |
/// | 3 | rook | 7 | pawn that can be captured en passant |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Side {
    occupied: u64,
    /// The squares whose code has bit 0, 1 and 2.
    codes: [u64; 3],
}

/// The size in bytes of a packed side.
pub(crate) const PACKED: usize = 14;

impl Side {
    /// The smallest key. No side is empty, so it is smaller than every side.
    pub(crate) const LEAST: Side = Side { occupied: 0, codes: [0; 3] };

    /// Returns the pieces of a color. `en_passant` is the square behind its pawn that can be
    /// captured en passant, if it has one.
    #[inline(always)]
    pub(crate) fn of(position: &Position, color: Color, en_passant: Option<Square>) -> Side {
        let board = position.board();
        let occupied = board.color(color);
        let role = |role| (board.role(role) & occupied).0;
        let castling = (position.castling_rooks() & occupied).0;
        let rooks = role(Role::Rook) & !castling;
        let pawn = en_passant.map_or(0, |square| stepped_pawn(square).0);
        let (king, marked) = (role(Role::King), castling | pawn);
        Side {
            occupied: occupied.0,
            codes: [
                role(Role::Knight) | rooks | king | pawn,
                role(Role::Bishop) | rooks | marked,
                role(Role::Queen) | king | marked,
            ],
        }
    }

    /// Returns the two sides of a position: the one that has just moved, and the one to move. An en
    /// passant square without a legal capture is dropped.
    #[inline(always)]
    pub(crate) fn both(position: &Position) -> [Side; 2] {
        let turn = position.turn();
        [Side::of(position, !turn, position.legal_en_passant()), Side::of(position, turn, None)]
    }

    /// Returns the side one ply later, when no pawn can be captured en passant any more.
    pub(crate) fn without_en_passant(&self) -> Side {
        let [c0, c1, c2] = self.codes;
        Side { codes: self.codes.map(|plane| plane & !(c0 & c1 & c2)), ..*self }
    }

    /// Returns the side after a move that changes nothing but the square of a piece and the castling
    /// rights, if this is such a move. The side is to move, so no pawn of it can be captured en
    /// passant. The squares beside the other side's pawns are given: a double step to one of them
    /// may leave a pawn that can be captured en passant.
    #[inline(always)]
    pub(crate) fn after_plain_move(&self, mv: Move, beside_pawns: Bitboard) -> Option<Side> {
        let [c0, c1, c2] = self.codes;
        let (from, to) = (mv.from(), mv.to());
        let (origin, target) = (Bitboard::of(from).0, Bitboard::of(to).0);
        let is_pawn = (c0 | c1 | c2) & origin == 0;
        let may_be_captured = from as u8 ^ to as u8 == 16 && is_pawn && beside_pawns.contains(to);
        if mv.kind() != MoveKind::Normal || may_be_captured {
            return None;
        }
        // A rook that moves loses its castling right, and a king that moves loses all: such rooks
        // get the code of others.
        let (castling, king) = (!c0 & c1 & c2, c0 & !c1 & c2);
        let lost = castling & if king & origin == 0 { origin } else { u64::MAX };
        let (c0, c2) = (c0 | lost, c2 & !lost);
        let both = origin | target;
        // Written out: maps of arrays are not inlined into code for CPU features.
        let c0 = c0 ^ if c0 & origin == 0 { 0 } else { both };
        let c1 = c1 ^ if c1 & origin == 0 { 0 } else { both };
        let c2 = c2 ^ if c2 & origin == 0 { 0 } else { both };
        Some(Side { occupied: self.occupied ^ both, codes: [c0, c1, c2] })
    }

    /// Returns the occupied squares.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bitboard {
        Bitboard(self.occupied)
    }

    /// Returns whether two sides are equal, without a branch.
    #[inline(always)]
    pub(crate) fn is_same(&self, other: &Side) -> bool {
        let [a0, a1, a2] = self.codes;
        let [b0, b1, b2] = other.codes;
        (self.occupied ^ other.occupied) | (a0 ^ b0) | (a1 ^ b1) | (a2 ^ b2) == 0
    }

    /// Returns a hash.
    #[inline(always)]
    pub(crate) fn hash(&self) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let [c0, c1, c2] = self.codes;
        let first = fold(self.occupied ^ 0x243f_6a88_85a3_08d3, c0 ^ 0x1319_8a2e_0370_7344);
        let second = fold(c1 ^ 0xa409_3822_299f_31d0, c2 ^ 0x082e_fa98_ec4e_6c89);
        fold(first ^ second, 0x9e37_79b9_7f4a_7c15)
    }

    /// Returns the squares of each role, in the order of [`Role::ALL`].
    #[inline(always)]
    fn roles(&self) -> [Bitboard; 6] {
        let [c0, c1, c2] = self.codes;
        let code = |number: u8| {
            let plane = |bit: u8, plane: u64| if number >> bit & 1 == 1 { plane } else { !plane };
            Bitboard(self.occupied & plane(0, c0) & plane(1, c1) & plane(2, c2))
        };
        [code(0) | code(7), code(1), code(2), code(3) | code(6), code(4), code(5)]
    }

    /// Returns the rooks with castling rights.
    #[inline(always)]
    fn castling(&self) -> Bitboard {
        let [c0, c1, c2] = self.codes;
        Bitboard(!c0 & c1 & c2)
    }

    /// Returns the square behind the pawn that can be captured en passant.
    #[inline(always)]
    fn en_passant(&self) -> Option<Square> {
        let [c0, c1, c2] = self.codes;
        let pawn = Bitboard(c0 & c1 & c2).first()?;
        // One step from the fourth rank back to the third, or from the fifth to the sixth.
        let rank = if pawn.rank() == Rank::Fourth { Rank::Third } else { Rank::Sixth };
        Some(Square::new(pawn.file(), rank))
    }

    /// Returns the 14 bytes: the occupied squares, then bit 0, bit 1 and bit 2 of the codes in the
    /// order of the squares; numbers are big-endian, so that bytes compare as sides do.
    pub(crate) fn pack(&self) -> [u8; PACKED] {
        let mut bytes = [0; PACKED];
        bytes[..8].copy_from_slice(&self.occupied.to_be_bytes());
        for (plane, bytes) in self.codes.iter().zip(bytes[8..].chunks_exact_mut(2)) {
            let squares = self.occupied().into_iter().enumerate();
            let bits = squares.map(|(i, square)| ((plane >> square as u8 & 1) as u16) << i);
            bytes.copy_from_slice(&bits.sum::<u16>().to_be_bytes());
        }
        bytes
    }

    /// Returns the side of 14 bytes, or `None` if [`Side::pack`] does not write them.
    pub(crate) fn unpack(bytes: &[u8; PACKED]) -> Option<Side> {
        let [occupied @ .., a0, a1, b0, b1, c0, c1] = *bytes;
        let occupied = Bitboard(u64::from_be_bytes(occupied));
        let mut side = Side { occupied: occupied.0, codes: [0; 3] };
        let planes = [[a0, a1], [b0, b1], [c0, c1]].map(u16::from_be_bytes);
        let unused = u32::MAX.checked_shl(occupied.count()).unwrap_or(0);
        if occupied.count() > 16 || planes.iter().any(|&plane| u32::from(plane) & unused != 0) {
            return None;
        }
        for (plane, bits) in side.codes.iter_mut().zip(planes) {
            for (i, square) in occupied.into_iter().enumerate() {
                *plane |= u64::from(bits >> i & 1) << square as u8;
            }
        }
        Some(side)
    }
}

/// Returns the squares to the left and right of others.
#[inline(always)]
pub(crate) fn beside(squares: Bitboard) -> Bitboard {
    squares.shift(Direction::East) | squares.shift(Direction::West)
}

/// Returns the pawn that has passed an en passant square by a double step.
#[inline(always)]
fn stepped_pawn(passed: Square) -> Bitboard {
    let rank = match passed.rank() {
        Rank::Third => Rank::Fourth,
        _ => Rank::Fifth,
    };
    Bitboard::of(Square::new(passed.file(), rank))
}

/// Positions that share the side that has just moved.
pub(crate) struct Group {
    turn: Color,
    moved: Side,
    roles: [Bitboard; 6],
}

impl Group {
    /// Returns the group of a side, which belongs to the color that is not to move.
    pub(crate) fn new(moved: &Side, turn: Color) -> Group {
        Group { turn, moved: *moved, roles: moved.roles() }
    }

    /// Returns the position with a side to move, or `None` if the two make no playable position.
    #[inline]
    pub(crate) fn position(&self, to_move: &Side) -> Option<Position> {
        let Group { turn, moved, roles } = *self;
        let mut sets = to_move.roles();
        for (set, other) in sets.iter_mut().zip(roles) {
            *set |= other;
        }
        let colors = match turn {
            Color::White => [to_move.occupied(), moved.occupied()],
            Color::Black => [moved.occupied(), to_move.occupied()],
        };
        let setup = Setup {
            board: Board::from_sets(sets, colors)?,
            turn,
            castling: moved.castling() | to_move.castling(),
            en_passant: moved.en_passant(),
            ..Setup::EMPTY
        };
        Position::try_from(setup).ok()
    }
}

#[cfg(test)]
mod tests {
    use setwise_testkit::suites;

    use super::*;

    fn positions() -> impl Iterator<Item = Position> {
        suites::fens().map(suites::position)
    }

    /// The counters and useless en passant squares are all that is lost.
    #[test]
    fn two_sides_are_a_position() {
        for position in positions() {
            let [moved, to_move] = Side::both(&position);
            let found = Group::new(&moved, position.turn()).position(&to_move).expect("playable");
            assert!(found.repeats(&position), "{position}");
            let mut setup = Setup::from(found);
            setup.en_passant = None;
            let without = Position::try_from(setup).expect("playable");
            let [moved, _] = Side::both(&without);
            assert_eq!(moved, Side::both(&position)[0].without_en_passant());
        }
    }

    /// Other moves are played, so their sides need no test here.
    #[test]
    fn a_plain_move_changes_the_square_of_a_piece() {
        let (mut plain, mut double_steps, mut losing_rights) = (0, 0, 0);
        for position in positions() {
            let [_, side] = Side::both(&position);
            let beside_pawns = beside(position.board().pieces(!position.turn(), Role::Pawn));
            for mv in position.legal_moves() {
                let child = position.play_unchecked(mv);
                let [moved, _] = Side::both(&child);
                let found = side.after_plain_move(mv, beside_pawns);
                assert!(found.is_none_or(|found| found == moved), "{position} {mv:?}");
                plain += u32::from(found.is_some());
                let is_pawn = position.board().role(Role::Pawn).contains(mv.from());
                let is_double_step = is_pawn && mv.from() as u8 ^ mv.to() as u8 == 16;
                double_steps += u32::from(found.is_some() && is_double_step);
                let loses_rights = found.is_some_and(|found| found.castling() != side.castling());
                losing_rights += u32::from(loses_rights);
            }
        }
        assert!(plain > 1_000 && double_steps > 100 && losing_rights > 100);
    }

    #[test]
    fn packed_sides_are_unpacked_and_compare_as_sides_do() {
        let mut sides: Vec<Side> = positions().flat_map(|position| Side::both(&position)).collect();
        for side in &sides {
            assert_eq!(Side::unpack(&side.pack()), Some(*side));
        }
        sides.sort_unstable();
        assert!(sides.is_sorted_by_key(Side::pack));
    }

    #[test]
    fn bytes_that_no_side_has_are_refused() {
        // 17 pieces, and a code for a second piece of one.
        let with = |occupied: u64, codes: u16| {
            let mut bytes = [0; PACKED];
            bytes[..8].copy_from_slice(&occupied.to_be_bytes());
            bytes[8..10].copy_from_slice(&codes.to_be_bytes());
            Side::unpack(&bytes)
        };
        assert!(with(0xffff, 0xffff).is_some());
        assert_eq!(with(0x1_ffff, 0), None);
        assert!(with(1, 1).is_some());
        assert_eq!(with(1, 2), None);
    }
}
