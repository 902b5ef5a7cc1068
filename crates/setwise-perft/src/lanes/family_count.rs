//! Counts the children of a family together, by what their moves change for the other side.
//!
//! An additive move (see [`family`](super::family)) removes moves of the other side and adds
//! others. One part of the change depends only on the target square:
//!
//! * on an empty square the piece blocks sliders and pawns, and pawns may capture it;
//! * on the square of a captured piece that piece's moves are lost, and its defenders may
//!   recapture.
//!
//! The other part depends only on the origin:
//!
//! * sliders that attacked the piece attack the squares behind it, pawns that it blocked may push,
//!   and captures of it are lost.
//!
//! ```text
//!  moves removed by a piece that goes there    moves added when the knight leaves
//!  . . . . . . . .                             . . . . . . . .
//!  r 5 4 3 2 1 N .                             r . . . . . 1 .
//!  . . . . . . . .                             . . . . . . . .
//! ```
//!
//! So the count of a family is the number of moves in the parent if it were the other side's turn,
//! times the number of children, minus the removed moves, plus the added moves. The amounts for all
//! squares are computed at once, in bit planes, and the sum is a population count.

use setwise::{Bitboard, Color, Direction, Rank};

use super::family::Family;
use super::lane::Lane;
use super::planes::{add, full, sum_of_axes, sum_of_eight, sum_of_fifteen, sum_of_seven};
use super::reach::{Moves, PawnMoves, Reach, jump_back, opposite, slide};

const NO: Bitboard = Bitboard::EMPTY;

/// Bit planes of a number from 0 to 63: a change, to which [`ARRIVAL_BIAS`] or [`DEPARTURE_BIAS`]
/// is added.
type Biased = [Bitboard; 6];

/// An arrival removes at most 40 moves more than it adds, and adds at most 23 more.
const ARRIVAL_BIAS: u32 = 40;
/// A departure removes at most 24 moves more than it adds, and adds at most 39 more.
const DEPARTURE_BIAS: u32 = 24;

/// Returns the number of moves of all children of a family. `reach` belongs to the side that moves
/// then, in the parent.
#[inline(always)]
pub(super) fn count<const POPCOUNT: bool>(
    us: Color,
    lane: &Lane,
    reach: &Reach,
    family: &Family,
) -> u64 {
    let arrivals = arrivals(&family.moves);
    let each = |plane: Bitboard| i64::from(plane.count());
    let [a, b, c, d] = arrivals;
    let children = each(a) + (each(b) << 1) + (each(c) << 2) + (each(d) << 3);
    let by_arrival = difference(
        added_by_arrival(us, lane, reach),
        removed_by_arrival(us, lane, reach),
        ARRIVAL_BIAS,
    );
    let opened = eight!(i => slide(i, reach.slides[i] & lane.enemy.all(), lane.empty()));
    let behind = eight!(i => beyond(i, opened[i] - lane.own.all()));
    let by_departure = added_by_departure(us, lane, reach, behind);
    let changes = sum_of_products::<POPCOUNT>(arrivals, by_arrival, family.origins, by_departure);
    let correction = correction::<POPCOUNT>(us, lane, reach, family, &opened, &behind);
    let each_child =
        i64::from(reach.count::<POPCOUNT>(us, lane)) - i64::from(ARRIVAL_BIAS + DEPARTURE_BIAS);
    (children * each_child + changes + correction) as u64
}

/// Corrects the count for moves along the line of a slider that attacks the moving piece, and for
/// captures of a pawn that attacks it.
#[inline(always)]
fn correction<const POPCOUNT: bool>(
    us: Color,
    lane: &Lane,
    reach: &Reach,
    family: &Family,
    opened: &[Bitboard; 8],
    behind: &[[Bitboard; 3]; 8],
) -> i64 {
    let (ours, theirs, empty) = (lane.own.all(), lane.enemy.all(), lane.empty());
    // The target closes again what the origin opens to the slider, and the slider does not defend a
    // piece of ours that is captured there.
    let closed = eight!(i => family.along[i] & ours & opened[i]);
    let numbers = eight!(i => {
        let to = family.along[i];
        // A piece that goes towards a slider instead: what its origin opens stays closed, whatever
        // its target. The amount of the origin is moved along to the targets.
        let facing = reach.slides[opposite(i)] & theirs;
        let [ones, twos, fours] = behind[opposite(i)];
        let [away_ones, away_twos, away_fours] = behind[i];
        [
            to & (away_ones | slide(i, ones & facing, empty)),
            to & (away_twos | slide(i, twos & facing, empty)),
            to & (away_fours | slide(i, fours & facing, empty)),
        ]
    });
    // The pawn's capture of the moving piece is lost only once, with the pawn and the piece.
    let [_, east, west] = Direction::of_pawns(us);
    let seventh = Bitboard::rank(Rank::Seventh.relative_to(us));
    let [east, west] = [east.opposite(), west.opposite()];
    let east = family.along[east as usize] & reach.takers[0] & theirs.shift(east);
    let west = family.along[west as usize] & reach.takers[1] & theirs.shift(west);
    let taken = size(east) + size(west) + 3 * (size(east & seventh) + size(west & seventh));
    taken + difference_of_eight::<POPCOUNT>(closed, numbers)
}

/// Returns the number of squares of eight sets, minus the sum over all squares of eight numbers.
#[inline(always)]
fn difference_of_eight<const POPCOUNT: bool>(
    sets: [Bitboard; 8],
    numbers: [[Bitboard; 3]; 8],
) -> i64 {
    if POPCOUNT {
        let [a, b, c, d, e, f, g, h] = eight!(i => {
            let [ones, twos, fours] = numbers[i];
            size(sets[i]) - size(ones) - (size(twos) << 1) - (size(fours) << 2)
        });
        return a + b + c + d + e + f + g + h;
    }
    // Instead of a set, its complement is added to the numbers.
    let [a, b, c, d, e, f, g, last] = sets;
    let [ones, twos, fours, eights, sixteens, most] =
        sum_of_eight(numbers, [!a, !b, !c, !d, !e, !f, !g]);
    let sum = size(ones)
        + (size(twos) << 1)
        + (size(fours) << 2)
        + (size(eights) << 3)
        + (size(sixteens) << 4)
        + (size(most) << 5);
    size(last) + 7 * 64 - sum
}

// Not a closure: the compiler does not always build these into a function with features of the CPU.
#[inline(always)]
fn size(set: Bitboard) -> i64 {
    i64::from(set.count())
}

/// Returns the sum over all squares of two products of numbers.
// Without loops: the compiler vectorizes a function over lanes only if it has none.
#[inline(always)]
fn sum_of_products<const POPCOUNT: bool>(
    [a, b, c, d]: [Bitboard; 4],
    arrival: Biased,
    [e, f, g, h, i]: [Bitboard; 5],
    departure: Biased,
) -> i64 {
    if POPCOUNT {
        let on = |times: Bitboard, [a, b, c, d, e, f]: Biased| {
            let (ones, twos, fours) = (size(times & a), size(times & b), size(times & c));
            let low = ones + (twos << 1) + (fours << 2);
            low + (size(times & d) << 3) + (size(times & e) << 4) + (size(times & f) << 5)
        };
        return (on(a, arrival) + on(e, departure))
            + ((on(b, arrival) + on(f, departure)) << 1)
            + ((on(c, arrival) + on(g, departure)) << 2)
            + ((on(d, arrival) + on(h, departure)) << 3)
            + (on(i, departure) << 4);
    }
    let first = product([a, b, c, d, NO], arrival);
    let second = product([e, f, g, h, i], departure);
    let [a, b, c, d, e, f, g, h, i, j, k, l] = add::<11, 12>(first, second, NO);
    size(a)
        + (size(b) << 1)
        + (size(c) << 2)
        + (size(d) << 3)
        + (size(e) << 4)
        + (size(f) << 5)
        + (size(g) << 6)
        + (size(h) << 7)
        + (size(i) << 8)
        + (size(j) << 9)
        + (size(k) << 10)
        + (size(l) << 11)
}

/// Returns the product of two numbers, as they are multiplied on paper.
#[inline(always)]
fn product([a, b, c, d, e]: [Bitboard; 5], number: Biased) -> [Bitboard; 11] {
    let row = |times: Bitboard| {
        let [a, b, c, d, e, f] = number;
        [a & times, b & times, c & times, d & times, e & times, f & times]
    };
    let [p0, p1, p2, p3, p4, p5] = row(a);
    let [p1, p2, p3, p4, p5, p6, p7] = add::<6, 7>([p1, p2, p3, p4, p5, NO], row(b), NO);
    let [p2, p3, p4, p5, p6, p7, p8] = add::<6, 7>([p2, p3, p4, p5, p6, p7], row(c), NO);
    let [p3, p4, p5, p6, p7, p8, p9] = add::<6, 7>([p3, p4, p5, p6, p7, p8], row(d), NO);
    let [p4, p5, p6, p7, p8, p9, p10] = add::<6, 7>([p4, p5, p6, p7, p8, p9], row(e), NO);
    [p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10]
}

/// Returns the number of children that move to each square, at most 15.
#[inline(always)]
fn arrivals(moves: &Moves) -> [Bitboard; 4] {
    let Moves { slides, jumps, pawns: PawnMoves { single, double, east, west }, king } = *moves;
    let [a, b, c, d, e, f, g, h] = slides;
    let [i, j, k, l, m, n, o, p] = jumps;
    let first = sum_of_fifteen([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o]);
    let [ones, twos, fours] = sum_of_seven([p, single, double, east, west, king, NO]);
    let [ones, twos, fours, eights, _] = add::<4, 5>(first, [ones, twos, fours, NO], NO);
    [ones, twos, fours, eights]
}

/// Returns the number of moves that a piece arriving on each square removes.
#[inline(always)]
fn removed_by_arrival(us: Color, lane: &Lane, reach: &Reach) -> [Bitboard; 6] {
    let [ahead, to_east, to_west] = Direction::of_pawns(us);
    let (ours, theirs) = (lane.own.all(), lane.enemy.all());
    let slides = eight!(i => beyond(i, reach.slides[i] - ours));
    // On the squares of our own pieces: the moves they lose when they are captured.
    let [a, b, c, d, f, g, h, i] = eight!(i => jump_back(i, reach.jumps[i] - ours));
    let pushers = reach.single.shift(ahead.opposite());
    let twice = reach.double.shift(ahead.opposite());
    let east = (reach.east & theirs).shift(to_east.opposite());
    let west = (reach.west & theirs).shift(to_west.opposite());
    // A promotion counts as four moves.
    let eighth = Bitboard::rank(Rank::Eighth.relative_to(us));
    let seventh = Bitboard::rank(Rank::Seventh.relative_to(us));
    let push = (reach.single - eighth) | reach.double | (pushers - seventh);
    let again = twice | twice.shift(ahead.opposite());
    let fours = (reach.single & eighth) | (pushers & seventh);
    let (four, eight) = full(fours, east & seventh, west & seventh);

    // No square is two of knight, pawn and empty, so their ones share sets.
    let bits = [a | push, b | again, c | (east - seventh), d | (west - seventh), f, g, h];
    add::<5, 6>(sum_of_axes(slides, bits), [i, NO, four, eight, NO], NO)
}

/// Returns the number of moves that a piece leaving each square adds.
#[inline(always)]
fn added_by_departure(us: Color, lane: &Lane, reach: &Reach, behind: [[Bitboard; 3]; 8]) -> Biased {
    let [ahead, ..] = Direction::of_pawns(us);
    let (theirs, empty) = (lane.enemy.all(), lane.empty());
    let eighth = Bitboard::rank(Rank::Eighth.relative_to(us));
    let third = Bitboard::rank(Rank::Third.relative_to(us));
    let stopped = reach.pushers.shift(ahead) & theirs;
    let twice = (stopped & third & empty.shift(ahead.opposite()))
        | ((reach.single & third).shift(ahead) & theirs);
    let bits = [stopped - eighth, twice, NO, NO, NO, NO, NO];
    let added = sum_of_axes(behind, bits);
    let added = add::<5, 6>(added, [NO, NO, stopped & eighth, NO, NO], NO);
    let (east, west) = (reach.east & theirs, reach.west & theirs);
    let (one, two) = full(east - eighth, west - eighth, NO);
    let (four, eight) = full(east & eighth, west & eighth, NO);
    difference(added, [one, two, four, eight, NO, NO], DEPARTURE_BIAS)
}

/// Returns the number of squares of some slides beyond each square, up to seven, in bit planes.
///
/// A step leads off the board only from squares with nothing beyond them, so one mask is enough.
#[inline(always)]
fn beyond(i: usize, slides: Bitboard) -> [Bitboard; 3] {
    let back = Direction::ALL[opposite(i)];
    let one = |set: Bitboard| set.shift_wrapping(back);
    let two = |set: Bitboard| one(one(set));
    let four = |set: Bitboard| two(two(set));

    let from_one = slides.shift(back);
    let from_two = from_one & one(from_one);
    let from_four = from_two & two(from_two);
    // What is left of four or more squares is the number four squares on.
    let twos = from_two - (from_four - four(from_two));
    let from_one = from_one - (from_four - four(from_one));
    let ones = from_one - (twos - two(from_one));
    [ones, twos, from_four]
}

/// Returns the number of moves that a piece arriving on each square adds.
#[inline(always)]
fn added_by_arrival(us: Color, lane: &Lane, reach: &Reach) -> [Bitboard; 6] {
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

/// Returns the difference of two numbers, plus a bias.
#[inline(always)]
fn difference(a: [Bitboard; 6], b: [Bitboard; 6], bias: u32) -> Biased {
    let mut difference = [Bitboard::EMPTY; 6];
    let mut borrow = Bitboard::EMPTY;
    for i in 0..6 {
        let differ = a[i] ^ b[i];
        difference[i] = differ ^ borrow;
        borrow = (b[i] & differ) | (borrow - differ);
    }
    let bias = |i: u32| if bias >> i & 1 == 1 { Bitboard::UNIVERSE } else { NO };
    let bias = [bias(0), bias(1), bias(2), bias(3), bias(4), bias(5)];
    let [a, b, c, d, e, f, _] = add::<6, 7>(difference, bias, NO);
    [a, b, c, d, e, f]
}
