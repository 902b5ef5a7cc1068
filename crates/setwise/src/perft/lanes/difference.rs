//! A family of siblings, counted by what their moves change for the other side.
//!
//! An additive move (see [`additive`](super::additive)) takes some moves from the other side and
//! gives it others, and how many is a number of the square that the man goes to
//!
//! * on an empty square he stands in the way of sliders and pawns, and pawns may capture him;
//! * on a man's square that man's moves are gone, and those who defended him may capture;
//!
//! and a number of the square that he leaves:
//!
//! * sliders that saw him see what lies beyond, pawns that stood before him may go on, and those
//!   that attacked him have nothing to capture.
//!
//! ```text
//!  moves that a man takes who goes there    moves that a man gives who leaves
//!  . . . . . . . .                          . . . . . . . .
//!  r 5 4 3 2 1 N .                          r . . . . . 1 .
//!  . . . . . . . .                          . . . . . . . .
//! ```
//!
//! So a family has the moves of the position in which nobody has moved, times the children, less
//! what they take and more what they give. The numbers of all squares are found at once, in bit
//! planes, and the sum is a count of bits.

use super::kernel::{Castling, JUMPS, Lane, Reach, eight, jump_back};
use super::planes::{add, full, sum_of_fifteen, sum_of_seven};
use crate::sliders::fill::Fills;
use crate::sliders::fill::kogge_stone::KoggeStone;
use crate::{Bitboard, Direction, Rank};

/// How many sets of targets a family has: of each of sixteen men, or of fewer and four kinds of
/// pawn steps.
pub(super) const SETS: usize = 22;

const NO: Bitboard = Bitboard::EMPTY;

/// Planes of a number from -64 to 63.
type Signed = [Bitboard; 7];

/// The moves of a parent that make a family.
#[derive(Clone, Copy)]
pub(super) struct Family {
    /// The targets of each man, or of each kind of pawn steps.
    pub(super) targets: [Bitboard; SETS],
    /// How many moves there are from each square.
    pub(super) origins: [Bitboard; 5],
}

impl Family {
    /// The board turned upside down.
    #[inline(always)]
    pub(super) fn turned(mut self) -> Family {
        for set in &mut self.targets {
            *set = set.flip_vertical();
        }
        for set in &mut self.origins {
            *set = set.flip_vertical();
        }
        self
    }
}

/// The moves of all children of a family.
#[inline(always)]
pub(super) fn count(lane: &Lane, family: &Family, castling: &[Castling; 2]) -> u64 {
    let reach = Reach::of::<false>(lane, castling);
    let times = times(&family.targets);
    let each = |times: Bitboard| i64::from(times.count());
    let [a, b, c, d, e] = times;
    let children = each(a) + (each(b) << 1) + (each(c) << 2) + (each(d) << 3) + (each(e) << 4);
    let taken = product(times, less(losses(lane, &reach), gains(lane, &reach)));
    let given = product(family.origins, openings(lane, &reach));
    (children * i64::from(reach.count(lane)) - taken + given) as u64
}

/// The sum of the products of each square's two numbers.
// Not by loops: compilers turn a function into lanes only if it has none.
#[inline(always)]
fn product([a, b, c, d, e]: [Bitboard; 5], [f, g, h, i, j, k, sign]: Signed) -> i64 {
    let sum = |times: Bitboard| {
        let on = |plane: Bitboard| i64::from((times & plane).count());
        on(f) + (on(g) << 1) + (on(h) << 2) + (on(i) << 3) + (on(j) << 4) + (on(k) << 5)
            - (on(sign) << 6)
    };
    sum(a) + (sum(b) << 1) + (sum(c) << 2) + (sum(d) << 3) + (sum(e) << 4)
}

/// How many children go to each square.
#[inline(always)]
fn times(t: &[Bitboard; SETS]) -> [Bitboard; 5] {
    let first = sum_of_fifteen([
        t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9], t[10], t[11], t[12], t[13],
        t[14],
    ]);
    let [a, b, c] = sum_of_seven([t[15], t[16], t[17], t[18], t[19], t[20], t[21]]);
    add(first, [a, b, c, Bitboard::EMPTY], Bitboard::EMPTY)
}

/// How many moves a man on each square takes away.
#[inline(always)]
fn losses(lane: &Lane, reach: &Reach) -> [Bitboard; 6] {
    use Direction::{NorthEast, NorthWest, South};
    let (ours, theirs) = (lane.own.all(), lane.enemy.all());
    let [n, e, s, w, ne, se, sw, nw] = reach.slides;
    let n = beyond(Direction::North, n - ours);
    let e = beyond(Direction::East, e - ours);
    let s = beyond(Direction::South, s - ours);
    let w = beyond(Direction::West, w - ours);
    let ne = beyond(Direction::NorthEast, ne - ours);
    let se = beyond(Direction::SouthEast, se - ours);
    let sw = beyond(Direction::SouthWest, sw - ours);
    let nw = beyond(Direction::NorthWest, nw - ours);
    // On the squares of the men themselves: what they can do no more when they are taken.
    let jumped = |i: usize| jump_back(JUMPS[i], reach.jumps[i] - ours);
    let [a, b, c, d, f, g, h, i] =
        [jumped(0), jumped(1), jumped(2), jumped(3), jumped(4), jumped(5), jumped(6), jumped(7)];
    let pushers = reach.single.shift(South);
    let twice = reach.double.shift(South);
    let east = (reach.east & theirs).shift(NorthEast.opposite());
    let west = (reach.west & theirs).shift(NorthWest.opposite());
    // Four moves each where a pawn promotes.
    let eighth = Bitboard::rank(Rank::Eighth);
    let seventh = Bitboard::rank(Rank::Seventh);
    let push = (reach.single - eighth) | reach.double | (pushers - seventh);
    let again = twice | twice.shift(South);
    let fours = (reach.single & eighth) | (pushers & seventh);
    let (four, eight) = full(fours, east & seventh, west & seventh);

    // Knights, pawns and empty squares are never the same, so their ones share sets.
    let bits = [a | push, b | again, c | (east - seventh), d | (west - seventh), f, g, h];
    let sum = sum_of_eight([n, e, s, w, ne, se, sw, nw], bits);
    low(add::<6, 7>(sum, [i, NO, four, eight, NO, NO], NO))
}

/// How many moves a man gives who goes away from each square.
#[inline(always)]
fn openings(lane: &Lane, reach: &Reach) -> Signed {
    use Direction::{North, South};
    let (ours, theirs) = (lane.own.all(), lane.enemy.all());
    let empty = !(ours | theirs);
    let [n, e, s, w, ne, se, sw, nw] = reach.slides;
    let behind = |direction, slides| {
        beyond(direction, KoggeStone.attacks(direction, slides & theirs, empty) - ours)
    };
    let n = behind(Direction::North, n);
    let e = behind(Direction::East, e);
    let s = behind(Direction::South, s);
    let w = behind(Direction::West, w);
    let ne = behind(Direction::NorthEast, ne);
    let se = behind(Direction::SouthEast, se);
    let sw = behind(Direction::SouthWest, sw);
    let nw = behind(Direction::NorthWest, nw);
    let eighth = Bitboard::rank(Rank::Eighth);
    let stopped = reach.ahead & theirs;
    let third = Bitboard::rank(Rank::Third);
    let twice =
        (stopped & third & empty.shift(South)) | ((reach.single & third).shift(North) & theirs);
    let bits = [stopped - eighth, twice, NO, NO, NO, NO, NO];
    let given = sum_of_eight([n, e, s, w, ne, se, sw, nw], bits);
    let given = low(add::<6, 7>(given, [NO, NO, stopped & eighth, NO, NO, NO], NO));
    let (east, west) = (reach.east & theirs, reach.west & theirs);
    let (one, two) = full(east - eighth, west - eighth, NO);
    let (four, eight) = full(east & eighth, west & eighth, NO);
    less(given, [one, two, four, eight, NO, NO])
}

/// The sum of eight numbers and seven bits.
#[inline(always)]
fn sum_of_eight(numbers: [[Bitboard; 3]; 8], bits: [Bitboard; 7]) -> [Bitboard; 6] {
    let [a, b, c, d, e, f, g, h] = numbers;
    let ab = add::<3, 4>(a, b, bits[0]);
    let cd = add::<3, 4>(c, d, bits[1]);
    let ef = add::<3, 4>(e, f, bits[2]);
    let gh = add::<3, 4>(g, h, bits[3]);
    let abcd = add::<4, 5>(ab, cd, bits[4]);
    let efgh = add::<4, 5>(ef, gh, bits[5]);
    add(abcd, efgh, bits[6])
}

/// A number that six planes hold.
#[inline(always)]
fn low([a, b, c, d, e, f, _]: [Bitboard; 7]) -> [Bitboard; 6] {
    [a, b, c, d, e, f]
}

/// How many squares of some slides lie beyond each square, up to seven.
#[inline(always)]
fn beyond(direction: Direction, slides: Bitboard) -> [Bitboard; 3] {
    let back = |set: Bitboard| set.shift(direction.opposite());
    let one = back(slides);
    let two = one & back(one);
    let three = two & back(two);
    let four = three & back(three);
    let five = four & back(four);
    let six = five & back(five);
    let seven = six & back(six);
    [one ^ two ^ three ^ four ^ five ^ six ^ seven, two ^ four ^ six, four]
}

/// How many moves a man on each square gives.
#[inline(always)]
fn gains(lane: &Lane, reach: &Reach) -> [Bitboard; 6] {
    let ours = lane.own.all();
    let [a, b, c, d, e, f, g, h] = eight(reach.slides, |set| set & ours);
    let [i, j, k, l, m, n, o, p] = eight(reach.jumps, |set| set & ours);
    let eighth = Bitboard::rank(Rank::Eighth);
    let defended = sum_of_fifteen([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o]);
    let (one, two) = full(p, reach.east - eighth, reach.west - eighth);
    let sum = add::<4, 5>(defended, [one, two, NO, NO], NO);
    let (four, eight) = full(reach.east & eighth, reach.west & eighth, NO);
    add::<5, 6>(sum, [NO, NO, four, eight, NO], NO)
}

/// The difference of two numbers.
#[inline(always)]
fn less(a: [Bitboard; 6], b: [Bitboard; 6]) -> Signed {
    let mut difference = [Bitboard::EMPTY; 7];
    let mut borrow = Bitboard::EMPTY;
    for i in 0..6 {
        difference[i] = a[i] ^ b[i] ^ borrow;
        borrow = (b[i] & borrow) | (!a[i] & (b[i] | borrow));
    }
    difference[6] = borrow;
    difference
}
