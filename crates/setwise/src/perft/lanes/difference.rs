//! A family of siblings, counted by what their moves change for the other side.
//!
//! An additive move (see [`additive`](super::additive)) takes some moves from the other side and
//! gives it others, and how many is a number of the square that the man goes to:
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

use super::additive::Family;
use super::lane::Lane;
use super::planes::{add, full, low, sum_of_eight, sum_of_fifteen, sum_of_seven};
use super::reach::{Moves, Reach, jump_back, opposite, slide};
use crate::movegen::pawn_directions;
use crate::{Bitboard, Color, Direction, Rank};

const NO: Bitboard = Bitboard::EMPTY;

/// Planes of a number from -64 to 63.
type Signed = [Bitboard; 7];

/// The moves of all children of a family, from what the side that moves then reaches in the parent.
#[inline(always)]
pub(super) fn count(us: Color, lane: &Lane, reach: &Reach, family: &Family) -> u64 {
    let times = times(&family.moves);
    let each = |times: Bitboard| i64::from(times.count());
    let [a, b, c, d, e] = times;
    let children = each(a) + (each(b) << 1) + (each(c) << 2) + (each(d) << 3) + (each(e) << 4);
    let taken = product(times, less(losses(us, lane, reach), gains(us, lane, reach)));
    let opened = eight!(i => slide(i, reach.slides[i] & lane.enemy.all(), lane.empty()));
    let behind = eight!(i => beyond(i, opened[i] - lane.own.all()));
    let given = product(family.origins, openings(us, lane, reach, behind));
    let along = along(us, lane, reach, family, &opened, &behind);
    (children * i64::from(reach.count(us, lane)) - taken + given + along) as u64
}

/// What was counted wrong of moves that go away from a slider which looks at the mover, or that
/// take the pawn which attacks him.
#[inline(always)]
fn along(
    us: Color,
    lane: &Lane,
    reach: &Reach,
    family: &Family,
    opened: &[Bitboard; 8],
    behind: &[[Bitboard; 3]; 8],
) -> i64 {
    let (ours, theirs) = (lane.own.all(), lane.enemy.all());
    let count = |set: Bitboard| i64::from(set.count());
    // What the origin opens to the slider the target closes again beyond, and a man of ours that
    // is taken there the slider would not have defended.
    let [a, b, c, d, e, f, g, h] = eight!(i => {
        let [ones, twos, fours] = behind[i];
        let to = family.along[i];
        count(to & ours & opened[i])
            - count(to & ones) - (count(to & twos) << 1) - (count(to & fours) << 2)
    });
    // The pawn's capture of the mover is gone with the pawn and with the mover.
    let [_, east, west] = pawn_directions(us);
    let seventh = Bitboard::rank(Rank::Seventh.relative_to(us));
    let mutual = |direction: Direction, takers: Bitboard| {
        let back = direction.opposite();
        let taken = family.along[back as usize] & takers & theirs.shift(back);
        count(taken) + 3 * count(taken & seventh)
    };
    a + b + c + d + e + f + g + h + mutual(east, reach.takers[0]) + mutual(west, reach.takers[1])
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
fn times(moves: &Moves) -> [Bitboard; 5] {
    let Moves { slides, jumps, pawns: [single, double, east, west], king } = *moves;
    let [a, b, c, d, e, f, g, h] = slides;
    let [i, j, k, l, m, n, o, p] = jumps;
    let first = sum_of_fifteen([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o]);
    let [ones, twos, fours] = sum_of_seven([p, single, double, east, west, king, NO]);
    add(first, [ones, twos, fours, NO], NO)
}

/// How many moves a man on each square takes away.
#[inline(always)]
fn losses(us: Color, lane: &Lane, reach: &Reach) -> [Bitboard; 6] {
    let [ahead, to_east, to_west] = pawn_directions(us);
    let (ours, theirs) = (lane.own.all(), lane.enemy.all());
    let slides = eight!(i => beyond(i, reach.slides[i] - ours));
    // On the squares of the men themselves: what they can do no more when they are taken.
    let [a, b, c, d, f, g, h, i] = eight!(i => jump_back(i, reach.jumps[i] - ours));
    let pushers = reach.single.shift(ahead.opposite());
    let twice = reach.double.shift(ahead.opposite());
    let east = (reach.east & theirs).shift(to_east.opposite());
    let west = (reach.west & theirs).shift(to_west.opposite());
    // Four moves each where a pawn promotes.
    let eighth = Bitboard::rank(Rank::Eighth.relative_to(us));
    let seventh = Bitboard::rank(Rank::Seventh.relative_to(us));
    let push = (reach.single - eighth) | reach.double | (pushers - seventh);
    let again = twice | twice.shift(ahead.opposite());
    let fours = (reach.single & eighth) | (pushers & seventh);
    let (four, eight) = full(fours, east & seventh, west & seventh);

    // Knights, pawns and empty squares are never the same, so their ones share sets.
    let bits = [a | push, b | again, c | (east - seventh), d | (west - seventh), f, g, h];
    let sum = sum_of_eight(slides, bits);
    low(add::<6, 7>(sum, [i, NO, four, eight, NO, NO], NO))
}

/// How many moves a man gives who goes away from each square.
#[inline(always)]
fn openings(us: Color, lane: &Lane, reach: &Reach, behind: [[Bitboard; 3]; 8]) -> Signed {
    let [ahead, ..] = pawn_directions(us);
    let (theirs, empty) = (lane.enemy.all(), lane.empty());
    let eighth = Bitboard::rank(Rank::Eighth.relative_to(us));
    let third = Bitboard::rank(Rank::Third.relative_to(us));
    let stopped = reach.pushers.shift(ahead) & theirs;
    let twice = (stopped & third & empty.shift(ahead.opposite()))
        | ((reach.single & third).shift(ahead) & theirs);
    let bits = [stopped - eighth, twice, NO, NO, NO, NO, NO];
    let given = sum_of_eight(behind, bits);
    let given = low(add::<6, 7>(given, [NO, NO, stopped & eighth, NO, NO, NO], NO));
    let (east, west) = (reach.east & theirs, reach.west & theirs);
    let (one, two) = full(east - eighth, west - eighth, NO);
    let (four, eight) = full(east & eighth, west & eighth, NO);
    less(given, [one, two, four, eight, NO, NO])
}

/// How many squares of some slides lie beyond each square, up to seven.
#[inline(always)]
fn beyond(i: usize, slides: Bitboard) -> [Bitboard; 3] {
    let back = |set: Bitboard| set.shift(Direction::ALL[opposite(i)]);
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
fn gains(us: Color, lane: &Lane, reach: &Reach) -> [Bitboard; 6] {
    let ours = lane.own.all();
    let [a, b, c, d, e, f, g, h] = eight!(i => reach.slides[i] & ours);
    let [i, j, k, l, m, n, o, p] = eight!(i => reach.jumps[i] & ours);
    let eighth = Bitboard::rank(Rank::Eighth.relative_to(us));
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
