//! The kernel: how many legal moves a position has, without a branch and without a table.
//!
//! It is written for one position, in set algebra and constants only, so that a loop over it
//! becomes a loop over registers: with AVX-512 some 470 instructions count eight positions.

use crate::sliders::fill::Fills;
use crate::sliders::fill::kogge_stone::KoggeStone;
use crate::{Bitboard, Color, Direction, Rank, Role, leapers};

/// A set as a color sees it that always plays north: turned upside down for Black.
#[inline(always)]
pub(super) fn seen(set: Bitboard, us: Color) -> Bitboard {
    if us == Color::White { set } else { set.flip_vertical() }
}

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
    /// The board turned upside down.
    #[inline(always)]
    fn turned(self) -> Side {
        Side {
            pawns: self.pawns.flip_vertical(),
            knights: self.knights.flip_vertical(),
            bishops: self.bishops.flip_vertical(),
            rooks: self.rooks.flip_vertical(),
            king: self.king.flip_vertical(),
        }
    }

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

/// A position as the side to move sees it that plays north, without en passant.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    pub(super) own: Side,
    pub(super) enemy: Side,
    /// The own rooks that may castle.
    pub(super) castling: Bitboard,
}

impl Lane {
    /// The board turned upside down.
    #[inline(always)]
    pub(super) fn turned(self) -> Lane {
        let Lane { own, enemy, castling } = self;
        Lane { own: own.turned(), enemy: enemy.turned(), castling: castling.flip_vertical() }
    }

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
    /// The way to the slider that gives check from there, and the slider.
    check: Bitboard,
}

/// Where the men of the side to move can go.
///
/// Men of different directions never share a set, so squares are moves.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Where the king can step.
    pub(super) king: Bitboard,
    /// What the sliders see that may slide in each direction, own men included.
    pub(super) slides: [Bitboard; 8],
    /// Where the knights can jump, own men included.
    pub(super) jumps: [Bitboard; 8],
    /// The squares before the pawns that may push, whoever stands there.
    pub(super) ahead: Bitboard,
    /// Where pawns can push.
    pub(super) single: Bitboard,
    /// Where pawns can push twice.
    pub(super) double: Bitboard,
    /// What pawns see to the north-east, whoever stands there.
    pub(super) east: Bitboard,
    /// What pawns see to the north-west.
    pub(super) west: Bitboard,
    /// In how many ways the king can castle.
    pub(super) castles: u32,
}

/// A knight's jumps, each as two steps and one.
pub(super) const JUMPS: [(Direction, Direction); 8] = {
    use Direction::*;
    [
        (North, East),
        (North, West),
        (South, East),
        (South, West),
        (East, North),
        (East, South),
        (West, North),
        (West, South),
    ]
};

/// The squares that are a knight's jump away.
#[inline(always)]
pub(super) fn jump(knights: Bitboard, (far, near): (Direction, Direction)) -> Bitboard {
    knights.shift(far).shift(far).shift(near)
}

/// The squares from which knights jumped.
#[inline(always)]
pub(super) fn jump_back((far, near): (Direction, Direction), to: Bitboard) -> Bitboard {
    jump(to, (far.opposite(), near.opposite()))
}

/// Something for each of eight cases; not by a loop, so that each is a constant where it is used.
#[inline(always)]
pub(super) fn eight<C: Copy, T>([a, b, c, d, e, f, g, h]: [C; 8], of: impl Fn(C) -> T) -> [T; 8] {
    [of(a), of(b), of(c), of(d), of(e), of(f), of(g), of(h)]
}

impl Reach {
    /// Of a position, with what castling takes in it; with `CHECK` the side to move may
    /// be in check.
    #[inline(always)]
    pub(super) fn of<const CHECK: bool>(lane: &Lane, castling: &[Castling; 2]) -> Reach {
        use Direction::*;
        let Lane { own, enemy, .. } = *lane;
        let king = own.king;
        let (ours, theirs) = (own.all(), enemy.all());
        let occupied = ours | theirs;
        let empty = !occupied;
        // A king in check does not hide from a slider on the square behind him.
        let open = if CHECK { empty | king } else { empty };

        let view = |direction: Direction, sliders| {
            let ray = KoggeStone.attacks(direction, king, empty);
            let danger = KoggeStone.attacks(direction.opposite(), sliders, open);
            let check = if ray.meets(sliders) { ray } else { Bitboard::EMPTY };
            View { pin: ray & ours & danger, danger, check }
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

        // Where others than the king may go: onto the one that gives check, or in between.
        let answers = if CHECK {
            let leapers = (leapers::pawns(Color::White, king) & enemy.pawns)
                | (leapers::knights(king) & enemy.knights);
            let lines = n.check | e.check | s.check | w.check;
            let lines = lines | ne.check | se.check | sw.check | nw.check;
            let checkers = leapers | (lines & (enemy.rooks | enemy.bishops));
            let answers = if checkers.more_than_one() { Bitboard::EMPTY } else { leapers | lines };
            if checkers.is_empty() { Bitboard::UNIVERSE } else { answers }
        } else {
            Bitboard::UNIVERSE
        };
        let slides = |direction, sliders, line| {
            KoggeStone.attacks(direction, sliders & (free | line), empty) & answers
        };
        let knights = own.knights & free;
        let ahead = (own.pawns & (free | file)).shift(North);
        let single = ahead & empty;
        let double = (single & Bitboard::rank(Rank::Third)).shift(North) & empty & answers;
        let castles = |Castling { rook, way, safe }: Castling| {
            let others = occupied - king - rook;
            let bars = (rook - lane.castling) | (others & way) | (danger & safe) | (pinned & rook);
            u32::from(bars.is_empty() && rook.any())
        };
        Reach {
            king: leapers::kings(king) - ours - danger,
            slides: [
                slides(North, own.rooks, file),
                slides(East, own.rooks, rank),
                slides(South, own.rooks, file),
                slides(West, own.rooks, rank),
                slides(NorthEast, own.bishops, diagonal),
                slides(SouthEast, own.bishops, anti_diagonal),
                slides(SouthWest, own.bishops, diagonal),
                slides(NorthWest, own.bishops, anti_diagonal),
            ],
            jumps: eight(JUMPS, |way| jump(knights, way) & answers),
            ahead,
            single: single & answers,
            double,
            east: (own.pawns & (free | diagonal)).shift(NorthEast) & answers,
            west: (own.pawns & (free | anti_diagonal)).shift(NorthWest) & answers,
            castles: castles(castling[0]) + castles(castling[1]),
        }
    }

    /// How many legal moves there are.
    #[inline(always)]
    pub(super) fn count(&self, lane: &Lane) -> u32 {
        let (ours, theirs) = (lane.own.all(), lane.enemy.all());
        let others = |sets| {
            let [a, b, c, d, e, f, g, h] = eight(sets, |set: Bitboard| (set - ours).count());
            a + b + c + d + e + f + g + h
        };
        let pawns = |to: Bitboard| to.count() + 3 * (to & Bitboard::rank(Rank::Eighth)).count();
        self.king.count()
            + others(self.slides)
            + others(self.jumps)
            + self.double.count()
            + pawns(self.single)
            + pawns(self.east & theirs)
            + pawns(self.west & theirs)
            + self.castles
    }
}
