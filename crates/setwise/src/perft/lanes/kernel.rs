//! The kernel: how many legal moves a position has, without a branch and without a table.
//!
//! It is written for one position, in set algebra and constants only, so that a loop over it
//! becomes a loop over registers: with AVX-512 some 470 instructions count eight positions.

use crate::sliders::fill::Fills;
use crate::sliders::fill::kogge_stone::KoggeStone;
use crate::{Bitboard, Color, Direction, Rank, Role, leapers};

/// The men of one side. Queens are among both kinds of sliders.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) bishops: Bitboard,
    pub(super) rooks: Bitboard,
    pub(super) king: Bitboard,
}

impl Side {
    /// All of them.
    #[inline(always)]
    pub(super) fn all(self) -> Bitboard {
        self.pawns | self.knights | self.bishops | self.rooks | self.king
    }

    /// Adds men of a role where there are none, and takes them away where they are.
    #[inline(always)]
    pub(super) fn flip(&mut self, role: Role, squares: Bitboard) {
        match role {
            Role::Pawn => self.pawns ^= squares,
            Role::Knight => self.knights ^= squares,
            Role::Bishop => self.bishops ^= squares,
            Role::Rook => self.rooks ^= squares,
            Role::Queen => {
                self.bishops ^= squares;
                self.rooks ^= squares;
            }
            Role::King => self.king ^= squares,
        }
    }
}

/// A position as the side to move sees it that plays north, not in check and without en passant.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    pub(super) own: Side,
    pub(super) enemy: Side,
    /// The own rooks that may castle.
    pub(super) castling: Bitboard,
}

impl Lane {
    /// The same without what stands on some squares, which is no king.
    #[inline(always)]
    pub(super) fn without(self, squares: Bitboard) -> Lane {
        let Lane { own, enemy, castling } = self;
        let own = Side {
            pawns: own.pawns - squares,
            knights: own.knights - squares,
            bishops: own.bishops - squares,
            rooks: own.rooks - squares,
            king: own.king,
        };
        Lane { own, enemy, castling: castling - squares }
    }
}

/// What castling with one rook takes; it is the same all through a count.
#[derive(Clone, Copy, Default)]
pub(super) struct Castling {
    /// Where the rook stands; none if there is no such castling.
    pub(super) rook: Bitboard,
    /// The squares on which nobody else may stand.
    pub(super) way: Bitboard,
    /// The squares that nothing may attack, the king's own the first of them.
    pub(super) safe: Bitboard,
}

/// What a direction shows: from the king outwards, and from the enemy's sliders towards him.
#[derive(Clone, Copy)]
struct View {
    /// The own man that is pinned on the king's ray.
    pin: Bitboard,
    /// What the enemy attacks in the opposite direction.
    danger: Bitboard,
}

/// How many legal moves there are.
#[inline(always)]
pub(super) fn count(lane: Lane, castling: &[Castling; 2]) -> u32 {
    use Direction::*;
    let Lane { own, enemy, .. } = lane;
    let king = own.king;
    let (ours, theirs) = (own.all(), enemy.all());
    let occupied = ours | theirs;
    let empty = !occupied;

    let view = |direction: Direction, sliders| {
        let ray = KoggeStone.attacks(direction, king, empty);
        let danger = KoggeStone.attacks(direction.opposite(), sliders, empty);
        View { pin: ray & ours & danger, danger }
    };
    let (n, e) = (view(North, enemy.rooks), view(East, enemy.rooks));
    let (s, w) = (view(South, enemy.rooks), view(West, enemy.rooks));
    let (ne, se) = (view(NorthEast, enemy.bishops), view(SouthEast, enemy.bishops));
    let (sw, nw) = (view(SouthWest, enemy.bishops), view(NorthWest, enemy.bishops));
    let (file, rank) = (n.pin | s.pin, e.pin | w.pin);
    let (diagonal, anti_diagonal) = (ne.pin | sw.pin, nw.pin | se.pin);
    let pinned = file | rank | diagonal | anti_diagonal;
    let free = !pinned;
    let danger = n.danger | e.danger | s.danger | w.danger;
    let danger = danger | ne.danger | se.danger | sw.danger | nw.danger;
    let danger = danger
        | leapers::pawns(Color::Black, enemy.pawns)
        | leapers::knights(enemy.knights)
        | leapers::kings(enemy.king);

    let mut moves = (leapers::kings(king) - ours - danger).count();
    // In one direction no square is attacked twice, so squares are moves.
    let slides = |direction, sliders, line| {
        let attacked = KoggeStone.attacks(direction, sliders & (free | line), empty);
        (attacked - ours).count()
    };
    moves += slides(North, own.rooks, file) + slides(South, own.rooks, file);
    moves += slides(East, own.rooks, rank) + slides(West, own.rooks, rank);
    moves += slides(NorthEast, own.bishops, diagonal) + slides(SouthWest, own.bishops, diagonal);
    moves += slides(NorthWest, own.bishops, anti_diagonal)
        + slides(SouthEast, own.bishops, anti_diagonal);

    let knights = own.knights & free;
    let jumps = |far: Direction, near: Direction| {
        (knights.shift(far).shift(far).shift(near) - ours).count()
    };
    moves += jumps(North, East) + jumps(North, West) + jumps(South, East) + jumps(South, West);
    moves += jumps(East, North) + jumps(East, South) + jumps(West, North) + jumps(West, South);

    let single = (own.pawns & (free | file)).shift(North) & empty;
    let double = (single & Bitboard::rank(Rank::Third)).shift(North) & empty;
    let east = (own.pawns & (free | diagonal)).shift(NorthEast) & theirs;
    let west = (own.pawns & (free | anti_diagonal)).shift(NorthWest) & theirs;
    let promoting = |to: Bitboard| 3 * (to & Bitboard::rank(Rank::Eighth)).count();
    moves += double.count() + single.count() + east.count() + west.count();
    moves += promoting(single) + promoting(east) + promoting(west);

    let castles = |Castling { rook, way, safe }| {
        let others = occupied - king - rook;
        let bars = (rook - lane.castling) | (others & way) | (danger & safe) | (pinned & rook);
        u32::from(bars.is_empty() && rook.any())
    };
    let [first, second] = *castling;
    moves + castles(first) + castles(second)
}
