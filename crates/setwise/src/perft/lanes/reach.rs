//! The kernel: where the men of a position can go, without a branch and without a table.
//!
//! It is written for one position, in set algebra and constants only, so that a loop over it
//! becomes a loop over registers.

use super::lane::{Castling, Lane, Side};
use crate::movegen::pawn_directions;
use crate::sliders::fill::Fills;
use crate::sliders::fill::kogge_stone::KoggeStone;
use crate::{Bitboard, Color, Direction, Rank, leapers};

/// The union of eight sets.
#[inline(always)]
pub(super) fn union([a, b, c, d, e, f, g, h]: [Bitboard; 8]) -> Bitboard {
    a | b | c | d | e | f | g | h
}

/// A set if another is not empty, or nothing.
#[inline(always)]
pub(super) fn if_any(condition: Bitboard, set: Bitboard) -> Bitboard {
    if condition.any() { set } else { Bitboard::EMPTY }
}

/// Whether rooks slide in the direction of a place in [`Direction::ALL`].
#[inline(always)]
pub(super) fn is_rooks(i: usize) -> bool {
    i < Direction::ROOK.len()
}

/// Which direction leads back from each, by their places in [`Direction::ALL`].
#[inline(always)]
pub(super) const fn opposite(i: usize) -> usize {
    Direction::ALL[i].opposite() as usize
}

/// What sliders attack in the direction of a place in [`Direction::ALL`].
#[inline(always)]
pub(super) fn slide(i: usize, sliders: Bitboard, empty: Bitboard) -> Bitboard {
    KoggeStone.attacks(Direction::ALL[i], sliders, empty)
}

/// What a side's sliders see in each direction, pinned or not.
#[inline(always)]
pub(super) fn sight(side: &Side, empty: Bitboard) -> [Bitboard; 8] {
    eight!(i => slide(i, side.sliders(i), empty))
}

/// What is seen from some squares in each direction.
#[inline(always)]
pub(super) fn rays(from: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
    eight!(i => slide(i, from, empty))
}

/// A knight's jumps, each as two steps and one.
const JUMPS: [(Direction, Direction); 8] = {
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

/// The squares that are the jump of a place in the list away.
#[inline(always)]
pub(super) fn jump(i: usize, knights: Bitboard) -> Bitboard {
    let (far, near) = JUMPS[i];
    knights.shift(far).shift(far).shift(near)
}

/// The squares from which knights jumped.
#[inline(always)]
pub(super) const fn jump_back(i: usize, to: Bitboard) -> Bitboard {
    let (far, near) = JUMPS[i];
    to.shift(near.opposite()).shift(far.opposite()).shift(far.opposite())
}

/// The targets of moves, for each way in which men move: in such a set no two men share a square,
/// so squares are moves.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    pub(super) slides: [Bitboard; 8],
    pub(super) jumps: [Bitboard; 8],
    /// Pawns: one step, two, captures to the east, and to the west.
    pub(super) pawns: [Bitboard; 4],
    pub(super) king: Bitboard,
}

impl Moves {
    /// Those that are not among others.
    #[inline(always)]
    pub(super) fn without(&self, other: &Moves) -> Moves {
        let ([a, b, c, d], [e, f, g, h]) = (self.pawns, other.pawns);
        Moves {
            slides: eight!(i => self.slides[i] - other.slides[i]),
            jumps: eight!(i => self.jumps[i] - other.jumps[i]),
            pawns: [a - e, b - f, c - g, d - h],
            king: self.king - other.king,
        }
    }
}

/// Who of a side may go where, as far as checks and pins say.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Where the king can step.
    pub(super) king: Bitboard,
    /// The sliders that may slide in each direction, and what they see, own men included.
    pub(super) sliders: [Bitboard; 8],
    pub(super) slides: [Bitboard; 8],
    /// The knights that may jump, and where, own men included.
    pub(super) knights: Bitboard,
    pub(super) jumps: [Bitboard; 8],
    /// The pawns that may push, and that may take to the east and to the west.
    pub(super) pushers: Bitboard,
    pub(super) takers: [Bitboard; 2],
    /// Where pawns can push, by one step and by two.
    pub(super) single: Bitboard,
    pub(super) double: Bitboard,
    /// What pawns see to the east and to the west, whoever stands there.
    pub(super) east: Bitboard,
    pub(super) west: Bitboard,
    /// The rooks with which the king can castle.
    pub(super) castles: Bitboard,
}

impl Reach {
    /// Of the own side of a lane, which is to move and has a color.
    ///
    /// It is given what its king sees in each direction, and what the enemy's sliders see. With
    /// `CHECK` it may be in check, and then they see through the king, who does not hide from a
    /// slider on the square behind him.
    #[inline(always)]
    pub(super) fn of<const CHECK: bool>(
        us: Color,
        lane: &Lane,
        rays: &[Bitboard; 8],
        dangers: &[Bitboard; 8],
        castling: &[Castling; 2],
    ) -> Reach {
        let Lane { own, enemy, .. } = lane;
        let king = own.king;
        let (ours, theirs) = (own.all(), enemy.all());
        let occupied = ours | theirs;
        let empty = !occupied;

        // A man is pinned on the king's ray if an enemy slider sees him from the other end.
        let pins = eight!(i => rays[i] & ours & dangers[opposite(i)]);
        let line =
            |direction: Direction| pins[direction as usize] | pins[direction.opposite() as usize];
        let pinned = union(pins);
        let free = !pinned;
        let danger = union(*dangers)
            | leapers::pawns(!us, enemy.pawns)
            | leapers::knights(enemy.knights)
            | leapers::kings(enemy.king);
        let answers = if CHECK { answers(us, own.king, enemy, rays) } else { Bitboard::UNIVERSE };

        let sliders = eight!(i => {
            own.sliders(i) & (free | line(Direction::ALL[i]))
        });
        let knights = own.knights & free;
        let [ahead, east, west] = pawn_directions(us);
        let along = |direction| own.pawns & (free | line(direction));
        let (pushers, takers) = (along(ahead), [along(east), along(west)]);
        let single = pushers.shift(ahead) & empty;
        let third = Bitboard::rank(Rank::Third.relative_to(us));
        let castles = |Castling { rook, way, safe }: Castling| {
            let others = occupied - king - rook;
            let bars = (rook - lane.castling) | (others & way) | (danger & safe) | (pinned & rook);
            if bars.is_empty() { rook } else { Bitboard::EMPTY }
        };
        Reach {
            king: leapers::kings(king) - ours - danger,
            sliders,
            slides: eight!(i => slide(i, sliders[i], empty) & answers),
            knights,
            jumps: eight!(i => jump(i, knights) & answers),
            pushers,
            takers,
            single: single & answers,
            double: (single & third).shift(ahead) & empty & answers,
            east: takers[0].shift(east) & answers,
            west: takers[1].shift(west) & answers,
            castles: castles(castling[0]) | castles(castling[1]),
        }
    }

    /// The legal moves but for castling.
    #[inline(always)]
    pub(super) fn moves(&self, lane: &Lane) -> Moves {
        let (ours, theirs) = (lane.own.all(), lane.enemy.all());
        Moves {
            slides: eight!(i => self.slides[i] - ours),
            jumps: eight!(i => self.jumps[i] - ours),
            pawns: [self.single, self.double, self.east & theirs, self.west & theirs],
            king: self.king,
        }
    }

    /// How many legal moves there are.
    #[inline(always)]
    pub(super) fn count(&self, us: Color, lane: &Lane) -> u32 {
        let Moves { slides, jumps, pawns: [single, double, east, west], king } = self.moves(lane);
        let sum = |sets: [Bitboard; 8]| {
            let [a, b, c, d, e, f, g, h] = eight!(i => sets[i].count());
            a + b + c + d + e + f + g + h
        };
        let last = Bitboard::rank(Rank::Eighth.relative_to(us));
        let pawns = |to: Bitboard| to.count() + 3 * (to & last).count();
        king.count()
            + sum(slides)
            + sum(jumps)
            + double.count()
            + pawns(single)
            + pawns(east)
            + pawns(west)
            + self.castles.count()
    }
}

/// Where others than the king may go: onto the one that gives check, or in between.
#[inline(always)]
fn answers(us: Color, king: Bitboard, enemy: &Side, rays: &[Bitboard; 8]) -> Bitboard {
    let leapers =
        (leapers::pawns(us, king) & enemy.pawns) | (leapers::knights(king) & enemy.knights);
    let lines = union(eight!(i => {
        let sliders = enemy.sliders(i);
        if rays[i].meets(sliders) { rays[i] } else { Bitboard::EMPTY }
    }));
    let checkers = leapers | (lines & (enemy.rooks | enemy.bishops));
    let answers = if checkers.more_than_one() { Bitboard::EMPTY } else { leapers | lines };
    if checkers.is_empty() { Bitboard::UNIVERSE } else { answers }
}
