//! The squares that the pieces of a position can reach, without branches and tables.
//!
//! The code is written for one position, in set algebra with constants only, so that the compiler
//! can turn a loop over positions into a loop over registers.

use setwise::{Bitboard, Color, Direction, Rank, attacks};

use super::lane::{CastlingMasks, Lane, Side};
use super::planes::{full, sum_of_fifteen};

/// Returns the union of eight sets.
#[inline(always)]
pub(super) fn union([a, b, c, d, e, f, g, h]: [Bitboard; 8]) -> Bitboard {
    a | b | c | d | e | f | g | h
}

/// Returns a set if another is not empty, and else the empty set.
#[inline(always)]
pub(super) fn if_any(condition: Bitboard, set: Bitboard) -> Bitboard {
    if condition.any() { set } else { Bitboard::EMPTY }
}

/// Returns the index of the opposite direction in [`Direction::ALL`].
#[inline(always)]
pub(super) const fn opposite(i: usize) -> usize {
    Direction::ALL[i].opposite() as usize
}

/// Returns the squares that sliders attack in a direction, given by its index in
/// [`Direction::ALL`].
#[inline(always)]
pub(super) fn slide(i: usize, sliders: Bitboard, empty: Bitboard) -> Bitboard {
    attacks::slide(Direction::ALL[i], sliders, empty)
}

/// Returns the squares that a side's sliders attack in each direction, pinned or not.
#[inline(always)]
pub(super) fn sight(side: &Side, empty: Bitboard) -> [Bitboard; 8] {
    eight!(i => slide(i, side.sliders(i), empty))
}

/// Returns the squares that are visible from some squares in each direction.
#[inline(always)]
pub(super) fn rays(from: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
    eight!(i => slide(i, from, empty))
}

/// A knight's jumps, each as two steps in one direction and one in another.
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

/// Returns the squares that knights attack by one of their eight jumps.
#[inline(always)]
pub(super) fn jump(i: usize, knights: Bitboard) -> Bitboard {
    let (far, near) = JUMPS[i];
    knights.shift(far).shift(far).shift(near)
}

/// Returns the squares from which knights reach some squares by one of their eight jumps.
#[inline(always)]
pub(super) const fn jump_back(i: usize, to: Bitboard) -> Bitboard {
    let (far, near) = JUMPS[i];
    to.shift(near.opposite()).shift(far.opposite()).shift(far.opposite())
}

/// The targets of moves, one set for each way to move. No two pieces share a target within a set,
/// so the number of squares is the number of moves.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    pub(super) slides: [Bitboard; 8],
    pub(super) jumps: [Bitboard; 8],
    pub(super) pawns: PawnMoves,
    pub(super) king: Bitboard,
}

/// The targets of pawn moves.
#[derive(Clone, Copy)]
pub(super) struct PawnMoves {
    pub(super) single: Bitboard,
    pub(super) double: Bitboard,
    /// Captures towards the h file.
    pub(super) east: Bitboard,
    /// Captures towards the a file.
    pub(super) west: Bitboard,
}

impl Moves {
    /// Returns the moves that are not in another set of moves.
    #[inline(always)]
    pub(super) fn without(&self, other: &Moves) -> Moves {
        Moves {
            slides: eight!(i => self.slides[i] - other.slides[i]),
            jumps: eight!(i => self.jumps[i] - other.jumps[i]),
            pawns: PawnMoves {
                single: self.pawns.single - other.pawns.single,
                double: self.pawns.double - other.pawns.double,
                east: self.pawns.east - other.pawns.east,
                west: self.pawns.west - other.pawns.west,
            },
            king: self.king - other.king,
        }
    }
}

/// What one side attacks and may move, of which `moves` takes the legal targets.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// The legal steps of the king.
    pub(super) king: Bitboard,
    /// The sliders that may move in each direction, and the squares they attack, own pieces
    /// included.
    pub(super) sliders: [Bitboard; 8],
    pub(super) slides: [Bitboard; 8],
    /// The knights that may move, and the squares they attack, own pieces included.
    pub(super) knights: Bitboard,
    pub(super) jumps: [Bitboard; 8],
    /// The pawns that may push, and those that may capture to the east and to the west.
    pub(super) pushers: Bitboard,
    pub(super) takers: [Bitboard; 2],
    /// The targets of single and double pushes.
    pub(super) single: Bitboard,
    pub(super) double: Bitboard,
    /// The squares that pawns attack to the east and to the west, occupied or not.
    pub(super) east: Bitboard,
    pub(super) west: Bitboard,
    /// The rooks with which the king can castle.
    pub(super) castles: Bitboard,
}

impl Reach {
    /// Returns the reach of the own side of a lane, White or Black, which is to move.
    ///
    /// `rays` are the squares visible from its king, and `dangers` those that the enemy's sliders
    /// attack. With `CHECK` it may be in check; then `dangers` pass through the king, because a
    /// king that steps away along a checking line is still attacked.
    #[inline(always)]
    pub(super) fn of<const CHECK: bool>(
        us: Color,
        lane: &Lane,
        rays: &[Bitboard; 8],
        dangers: &[Bitboard; 8],
        castling: &[CastlingMasks; 2],
    ) -> Reach {
        let Lane { own, enemy, .. } = lane;
        let king = own.king;
        let (ours, theirs) = (own.all(), enemy.all());
        let occupied = ours | theirs;
        let empty = !occupied;

        // A piece on a ray of the king is pinned if an enemy slider attacks it from the other end.
        let pins = eight!(i => rays[i] & ours & dangers[opposite(i)]);
        let line =
            |direction: Direction| pins[direction as usize] | pins[direction.opposite() as usize];
        let pinned = union(pins);
        let free = !pinned;
        let danger = union(*dangers)
            | attacks::pawns(!us, enemy.pawns)
            | attacks::knights(enemy.knights)
            | attacks::kings(enemy.king);
        let mask = if CHECK { check_mask(us, own.king, enemy, rays) } else { Bitboard::UNIVERSE };

        let sliders = eight!(i => {
            own.sliders(i) & (free | line(Direction::ALL[i]))
        });
        let knights = own.knights & free;
        let [ahead, east, west] = Direction::of_pawns(us);
        let along = |direction| own.pawns & (free | line(direction));
        let (pushers, takers) = (along(ahead), [along(east), along(west)]);
        let single = pushers.shift(ahead) & empty;
        let third = Bitboard::rank(Rank::Third.relative_to(us));
        let castles = |CastlingMasks { rook, path, safe }: CastlingMasks| {
            let others = occupied - king - rook;
            let obstacles =
                (rook - lane.castling) | (others & path) | (danger & safe) | (pinned & rook);
            if obstacles.is_empty() { rook } else { Bitboard::EMPTY }
        };
        Reach {
            king: attacks::kings(king) - ours - danger,
            sliders,
            slides: eight!(i => slide(i, sliders[i], empty) & mask),
            knights,
            jumps: eight!(i => jump(i, knights) & mask),
            pushers,
            takers,
            single: single & mask,
            double: (single & third).shift(ahead) & empty & mask,
            east: takers[0].shift(east) & mask,
            west: takers[1].shift(west) & mask,
            castles: castles(castling[0]) | castles(castling[1]),
        }
    }

    /// Returns the legal moves without castling.
    #[inline(always)]
    pub(super) fn moves(&self, lane: &Lane) -> Moves {
        let (ours, theirs) = (lane.own.all(), lane.enemy.all());
        Moves {
            slides: eight!(i => self.slides[i] - ours),
            jumps: eight!(i => self.jumps[i] - ours),
            pawns: PawnMoves {
                single: self.single,
                double: self.double,
                east: self.east & theirs,
                west: self.west & theirs,
            },
            king: self.king,
        }
    }

    /// Returns the number of legal moves.
    #[inline(always)]
    pub(super) fn count<const POPCOUNT: bool>(&self, us: Color, lane: &Lane) -> u32 {
        let Moves { slides, jumps, pawns, king } = self.moves(lane);
        // Sets that share no square are counted as one: pushes go to empty squares, captures to
        // enemy pieces, and castlings are the squares of own rooks.
        let PawnMoves { single, double, east, west } = pawns;
        let [back, ..] = Direction::of_pawns(!us);
        let last = Bitboard::rank(Rank::Eighth.relative_to(us));
        let promotions = ((single | east) & last) | (west & last).shift(back);
        let (pawns, others) = (single | double | east, west | self.castles);
        if POPCOUNT {
            let [a, b, c, d, e, f, g, h] = eight!(i => slides[i].count() + jumps[i].count());
            let pieces = a + b + c + d + e + f + g + h;
            return king.count() + pieces + pawns.count() + others.count() + 3 * promotions.count();
        }
        // A promotion is four moves, so it is one in the plane of fours.
        let [a, b, c, d, e, f, g, h] = slides;
        let [i, j, k, l, m, n, o, jump] = jumps;
        let [ones, twos, fours, eights] =
            sum_of_fifteen([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o]);
        let (rest, rest_twos) = full(jump, pawns - last, others - last);
        let (ones, more_twos) = full(ones, rest, king);
        let (twos, more_fours) = full(twos, rest_twos, more_twos);
        let (fours, more_eights) = full(fours, more_fours, promotions);
        ones.count()
            + (twos.count() << 1)
            + (fours.count() << 2)
            + ((eights.count() + more_eights.count()) << 3)
    }
}

/// Returns the squares that end a check when another piece than the king moves there: the checker's
/// and those between it and the king. It is empty if there are two checkers.
#[inline(always)]
fn check_mask(us: Color, king: Bitboard, enemy: &Side, rays: &[Bitboard; 8]) -> Bitboard {
    let leapers =
        (attacks::pawns(us, king) & enemy.pawns) | (attacks::knights(king) & enemy.knights);
    let lines = union(eight!(i => {
        let sliders = enemy.sliders(i);
        if rays[i].meets(sliders) { rays[i] } else { Bitboard::EMPTY }
    }));
    let checkers = leapers | (lines & (enemy.rooks | enemy.bishops));
    let mask = if checkers.more_than_one() { Bitboard::EMPTY } else { leapers | lines };
    if checkers.is_empty() { Bitboard::UNIVERSE } else { mask }
}
