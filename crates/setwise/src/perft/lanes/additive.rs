//! Additive moves: those that change the number of the other side's moves by what belongs to their
//! two squares (see [`difference`](super::difference)).
//!
//! A move is additive unless
//!
//! 1. it gives check, or its man stands alone between a slider of his side and the king;
//! 2. it might pin a man of the other side, or unpin one: the pinning slider goes away, somebody
//!    steps between it and the king, a slider goes to where it would pin, or one of two men goes
//!    away from between a slider and the king;
//! 3. a square that the king could step on, or castles over, might be attacked anew or no longer:
//!    nobody attacks it, and the man would, or keeps a slider from it; or the man alone attacks it,
//!    or would stand before a slider that does;
//! 4. it takes beside the king, who might take back, or has to do with a castling;
//! 5. it goes towards a slider that looks at the man, or along the squares that a pawn pushes over,
//!    so that what its origin opens its target closes again. (Away from a slider it is the same,
//!    and counted back.)
//!
//! All this is asked of all moves of a side at once, without a branch.
//!
//! Lasse Hansen counted once all the moves that change nothing (2015,
//! <https://www.talkchess.com/forum3/viewtopic.php?t=57417>; Richard Delorme's MPerft,
//! `perft_nullmove`); this counts those that change something, too.

use super::checks::Checks;
use super::lane::{Castling, Lane};
use super::pins::Pins;
use super::planes::{add, full, low, sum_of_eight};
use super::reach::{Moves, Reach, is_rooks, jump, jump_back, opposite, slide};
use super::seen::Seen;
use super::zone::Zone;
use crate::movegen::pawn_directions;
use crate::{Bitboard, Color, Direction, Rank, leapers};

const NO: Bitboard = Bitboard::EMPTY;

/// The squares between which men move additively.
#[derive(Clone, Copy)]
struct Ends {
    from: Bitboard,
    to: Bitboard,
}

impl Ends {
    #[inline(always)]
    fn without(self, from: Bitboard, to: Bitboard) -> Ends {
        Ends { from: self.from - from, to: self.to - to }
    }

    #[inline(always)]
    fn both(self, other: Ends) -> Ends {
        Ends { from: self.from & other.from, to: self.to & other.to }
    }
}

/// The additive moves of a parent, a family.
#[derive(Clone, Copy)]
pub(super) struct Family {
    pub(super) moves: Moves,
    /// How many moves go out from each square, in planes.
    pub(super) origins: [Bitboard; 5],
    /// The targets of sliders and pawns in each direction.
    pub(super) along: [Bitboard; 8],
}

/// The enemy's additive moves, among all that it can reach.
#[inline(always)]
pub(super) fn family(
    us: Color,
    lane: &Lane,
    seen: &Seen,
    checks: &Checks,
    reach: &Reach,
    castlings: &[Castling; 2],
) -> Family {
    let Lane { own, enemy, .. } = lane;
    let (ours, theirs) = (own.all(), enemy.all());
    let empty = lane.empty();
    let around = leapers::kings(own.king);
    let pins = Pins::of(lane, seen);
    let zone = Zone::of(us, lane, seen, castlings);
    let any = Ends {
        from: !(zone.opening | pins.unpinning | checks.discoverers),
        to: !(zone.closing | pins.between | around),
    };
    let [n, e, s, w, ne, se, sw, nw] = pins.pinning;
    let [pawn_checks, knight_checks, bishop_checks, rook_checks] = checks.squares;
    let rook_checks = rook_checks | n | e | s | w;
    let bishop_checks = bishop_checks | ne | se | sw | nw;
    let (alone, anew) = (zone.alone, zone.anew);
    let rook = any.without(alone.rook, anew.rook | rook_checks);
    let bishop = any.without(alone.bishop, anew.bishop | bishop_checks);
    let queen = rook.both(bishop);
    let knight = any.without(alone.knight, anew.knight | knight_checks);
    let pawn = any.without(alone.pawn, anew.pawn | pawn_checks);
    let steps = any.without(alone.king, anew.king);

    // Sliders that look at a man whom he goes towards, and pawns that push there.
    let [forward, ..] = pawn_directions(us);
    let third = Bitboard::rank(Rank::Third.relative_to(us));
    let pushed = own.pawns.shift(forward);
    let pushed_twice = (pushed & third).shift(forward);
    let pushed_any = pushed | pushed_twice;
    let facing = eight!(i => {
        let pushed = if Direction::ALL[i] == forward.opposite() { pushed_any } else { NO };
        seen.own[opposite(i)] | pushed
    });

    let queens = enemy.rooks & enemy.bishops;
    let movers = eight!(i => reach.sliders[i] - facing[i]);
    let queen_movers = eight!(i => movers[i] & queens & queen.from);
    let other_movers = eight!(i => {
        let Ends { from, .. } = if is_rooks(i) { rook } else { bishop };
        movers[i] & (from - queens)
    });
    let slides = eight!(i => {
        let Ends { to, .. } = if is_rooks(i) { rook } else { bishop };
        let others = slide(i, other_movers[i], empty) & to;
        let queens = slide(i, queen_movers[i], empty) & queen.to;
        let stays = if Direction::ALL[i] == forward {
            (theirs & pushed & third).shift(forward)
        } else {
            NO
        };
        (others | queens) - theirs - stays
    });
    let jumpers = reach.knights & knight.from;
    let jumps = eight!(i => (jump(i, jumpers) & knight.to) - theirs);

    let [ahead, east, west] = pawn_directions(!us);
    let last = Bitboard::rank(Rank::First.relative_to(us));
    let third = Bitboard::rank(Rank::Sixth.relative_to(us));
    let pawns = |pawns: Bitboard, direction: Direction| {
        (pawns & (pawn.from - facing[direction as usize])).shift(direction)
    };
    let single = pawns(reach.pushers, ahead) & empty;
    let double = (single & third).shift(ahead) & empty & pawn.to;
    let to = pawn.to - last;
    let pawns = [
        single & to,
        double,
        pawns(reach.takers[0], east) & ours & to,
        pawns(reach.takers[1], west) & ours & to,
    ];

    let goes = if enemy.king.meets(steps.from) { reach.king & steps.to } else { NO };
    let pushed = enemy.king & pushed_any;
    let king = goes - pushed.shift(ahead) - pushed.shift(ahead.opposite());

    let moves = Moves { slides, jumps, pawns, king };
    let numbers = eight!(i => {
        let sliders = other_movers[i] | queen_movers[i];
        let [ones, twos, fours] = ahead_of(sliders, i, slides[i], empty);
        let steps = enemy.king & king.shift(Direction::ALL[opposite(i)]);
        [ones | steps, twos, fours]
    });
    let [single, double, to_east, to_west] = pawns;
    let along = eight!(i => {
        let direction = Direction::ALL[i];
        slides[i]
            | match () {
                () if direction == ahead => single | double,
                () if direction == east => to_east,
                () if direction == west => to_west,
                () => NO,
            }
    });
    Family { moves, origins: origins(us, &moves, numbers), along }
}

/// How many moves go out from each square, when it is known of sliders and king in each direction.
#[inline(always)]
fn origins(us: Color, moves: &Moves, numbers: [[Bitboard; 3]; 8]) -> [Bitboard; 5] {
    let [a, b, c, d, e, f, g, h] = eight!(i => jump_back(i, moves.jumps[i]));
    // The way back of the one side's pawns is the way of the other's.
    let [back, from_west, from_east] = pawn_directions(us);
    let [single, double, to_east, to_west] = moves.pawns;
    let (single, double) = (single.shift(back), double.shift(back).shift(back));
    // Knights and pawns are never the same, so they share sets.
    let (to_east, to_west) = (to_east.shift(from_east), to_west.shift(from_west));
    let bits = [a | single, b | double, c | to_east, d | to_west, e, f, g];
    let [i, j, k, l, m, _] = low(add::<6, 7>(sum_of_eight(numbers, bits), [NO; 6], h));
    [i, j, k, l, m]
}

/// How many of some squares each slider has before it, up to the first man.
///
/// A square's number is that of the next one, which is 0 behind a man, and 1 more if that is among
/// them; numbers of steps of one, two and four are added up as a fill adds up squares.
#[inline(always)]
fn ahead_of(sliders: Bitboard, i: usize, to: Bitboard, empty: Bitboard) -> [Bitboard; 3] {
    let back = Direction::ALL[opposite(i)];
    let one = |set: Bitboard| set.shift_wrapping(back);
    let two = |set: Bitboard| one(one(set));
    let four = |set: Bitboard| two(two(set));

    let ones = to.shift(back);
    let open = empty.shift(back);
    let next = open & one(ones);
    let (ones, twos) = (ones ^ next, ones & next);

    let open = open & one(open);
    let (ones, carry) = full(ones, open & two(ones), NO);
    let (twos, fours) = full(twos, open & two(twos), carry);

    let open = open & two(open);
    let (ones_sum, carry) = full(ones, open & four(ones), NO);
    let (twos_sum, carry) = full(twos, open & four(twos), carry);
    let fours_sum = fours ^ (open & four(fours)) ^ carry;
    [ones_sum & sliders, twos_sum & sliders, fours_sum & sliders]
}
