//! Which moves of a parent make its family: the *additive* moves.
//!
//! In a parent the *enemy* moves. *Own* is the side that moves in the children: its moves are
//! counted, and the conditions are about its king and its pins.
//!
//! An additive move changes the number of the own side's moves by an amount that depends only on
//! its two squares (see [`family_count`](super::family_count)). Promotions and castling are not
//! additive. A double push past a pawn may be; the captures en passant are added apart. Any other
//! move is additive unless
//!
//! 1. it gives check, or the piece stands alone between a slider of its side and the own king;
//! 2. it might pin an own piece or end a pin: the pinning slider leaves the line, or
//!    another piece moves between it and the king, a slider moves to a square from which it would
//!    pin, or one of two pieces leaves the line between a slider and the king;
//! 3. a square that the king could step on, or castles over, might become attacked or cease to be:
//!    it is not attacked, and the moving piece would attack it or stops blocking a slider that
//!    does; or the moving piece is its only attacker, or would block a slider that attacks it;
//! 4. it is a capture beside the king, who might recapture, or it concerns a castling;
//! 5. it goes along the squares that a pawn pushes over, so that the target closes again what the
//!    origin opens; or it goes along a line on which sliders attack the piece from both ends (one
//!    slider has the same effect, which is corrected in the count);
//! 6. eight knights could go to its target, which could then have more than the fifteen arrivals
//!    that the count can hold.
//!
//! All this is decided for all moves of a side at once, without a branch.
//!
//! **Source.** Lasse Hansen counted all moves that change nothing at once (2015,
//! <https://www.talkchess.com/forum3/viewtopic.php?t=57417>; Richard Delorme's MPerft,
//! `perft_nullmove`). This code also counts moves that change something.

use setwise::attacks;
use setwise::{Bitboard, Color, Direction, Rank};

use super::lane::{CastlingMasks, Lane, is_rook_direction};
use super::planes::{add, full, sum_of_axes};
use super::reach::{Moves, PawnMoves, Reach, jump, jump_back, opposite, slide, union};
use super::threats::{Checks, KingZone, Pins, Sight};

const NO: Bitboard = Bitboard::EMPTY;

/// The squares between which moves are additive.
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
    fn and(self, other: Ends) -> Ends {
        Ends { from: self.from & other.from, to: self.to & other.to }
    }
}

/// The squares between which the enemy's moves are additive, for each role.
struct EndsByRole {
    /// The condition 2 for sliders, which depends on the direction of the move.
    pins: Pins,
    pawn: Ends,
    knight: Ends,
    bishop: Ends,
    rook: Ends,
    queen: Ends,
    king: Ends,
}

impl EndsByRole {
    /// Applies the conditions 1 to 4 of the [module](self).
    #[inline(always)]
    fn of(
        us: Color,
        lane: &Lane,
        sight: &Sight,
        checks: &Checks,
        castlings: &[CastlingMasks; 2],
    ) -> EndsByRole {
        let pins = Pins::of(lane, sight);
        let zone = KingZone::of(us, lane, sight, castlings);
        let around_king = attacks::kings(lane.own.king);
        let any = Ends {
            from: !(zone.opening | pins.blockers | checks.discoverers),
            to: !(zone.closing | around_king),
        };
        let [pawn_checks, knight_checks, bishop_checks, rook_checks] = checks.squares;
        let (sole, new) = (zone.sole_attackers, zone.new_attackers);
        let bishop = any.without(sole.bishop, new.bishop | bishop_checks);
        let rook = any.without(sole.rook, new.rook | rook_checks);
        let between = pins.between;
        EndsByRole {
            pins,
            pawn: any.without(sole.pawn, new.pawn | pawn_checks | between),
            knight: any.without(sole.knight, new.knight | knight_checks | between),
            bishop,
            rook,
            queen: rook.and(bishop),
            king: any.without(sole.king, new.king | between),
        }
    }

    /// Returns the ends of the pieces that slide in a direction: rooks or bishops.
    #[inline(always)]
    fn sliders(&self, i: usize) -> Ends {
        if is_rook_direction(i) { self.rook } else { self.bishop }
    }
}

/// The squares that the own pawns would push over or onto if they were empty.
#[derive(Clone, Copy)]
struct Pushed {
    once: Bitboard,
    any: Bitboard,
}

impl Pushed {
    #[inline(always)]
    fn by(us: Color, pawns: Bitboard) -> Pushed {
        let [forward, ..] = Direction::of_pawns(us);
        let third = Bitboard::rank(Rank::Third.relative_to(us));
        let once = pawns.shift(forward);
        Pushed { once, any: once | (once & third).shift(forward) }
    }
}

/// The additive moves of a parent.
#[derive(Clone, Copy)]
pub(super) struct Family {
    pub(super) moves: Moves,
    /// The number of moves from each square, in bit planes.
    pub(super) origins: [Bitboard; 5],
    /// The targets of sliders and pawns in each direction.
    pub(super) along: [Bitboard; 8],
}

impl Family {
    /// Returns the additive moves of the enemy, among all that it can reach.
    #[inline(always)]
    pub(super) fn of(
        us: Color,
        lane: &Lane,
        sight: &Sight,
        checks: &Checks,
        reach: &Reach,
        castlings: &[CastlingMasks; 2],
    ) -> Family {
        let Lane { own, enemy, .. } = lane;
        let empty = lane.empty();
        let ends = EndsByRole::of(us, lane, sight, checks, castlings);
        let pushed = Pushed::by(us, own.pawns);

        // Condition 5: in each direction the pieces between two sliders, and those that move
        // towards a pawn that pushes.
        let [forward, ..] = Direction::of_pawns(us);
        let facing = eight!(i => {
            let pawns = if Direction::ALL[i] == forward.opposite() { pushed.any } else { NO };
            (sight.own[opposite(i)] & sight.own[i]) | pawns
        });

        let queens = enemy.rooks & enemy.bishops;
        let pins = &ends.pins;
        let pinners = union(pins.pinners);
        // A slider that pins may move along its line, which leaves the pin as it is.
        let movers = eight!(i => {
            let other_lines = pinners - pins.pinners[i] - pins.pinners[opposite(i)];
            reach.sliders[i] - facing[i] - other_lines
        });
        let [n, e, s, w, ne, se, sw, nw] = pins.pinning;
        let (by_rook, by_bishop) = (pins.between | n | e | s | w, pins.between | ne | se | sw | nw);
        let pinned_by = eight!(i => {
            let by = if is_rook_direction(i) { by_rook } else { by_bishop };
            by - pins.segments[opposite(i)]
        });
        let pinned_by_queen = eight!(i => (by_rook | by_bishop) - pins.segments[opposite(i)]);
        let queen_movers = eight!(i => movers[i] & queens & ends.queen.from);
        let other_movers = eight!(i => movers[i] & (ends.sliders(i).from - queens));
        let slides = eight!(i => {
            let others = slide(i, other_movers[i], empty) & (ends.sliders(i).to - pinned_by[i]);
            let queens = slide(i, queen_movers[i], empty) & (ends.queen.to - pinned_by_queen[i]);
            let along_push = if Direction::ALL[i] == forward {
                let third = Bitboard::rank(Rank::Third.relative_to(us));
                (enemy.all() & pushed.once & third).shift(forward)
            } else {
                NO
            };
            (others | queens) - enemy.all() - along_push
        });
        let jumpers = reach.knights & ends.knight.from;
        let jumps = eight!(i => (jump(i, jumpers) & ends.knight.to) - enemy.all());
        // Eight pieces along the lines and seven knights are the most that go to one square.
        let [a, b, c, d, e, f, g, h] = jumps;
        let by_all = a & b & c & d & e & f & g & h;
        let jumps = eight!(i => jumps[i] - by_all);
        let pawns = pawn_moves(!us, lane, reach, ends.pawn, &facing);

        let steps = if enemy.king.meets(ends.king.from) { reach.king & ends.king.to } else { NO };
        let pushed_king = enemy.king & pushed.any;
        let king = steps - pushed_king.shift(forward) - pushed_king.shift(forward.opposite());

        let moves = Moves { slides, jumps, pawns, king };
        let numbers = eight!(i => {
            let sliders = other_movers[i] | queen_movers[i];
            let [ones, twos, fours] = targets_ahead(sliders, i, slides[i], empty);
            let steps = enemy.king & king.shift(Direction::ALL[opposite(i)]);
            [ones | steps, twos, fours]
        });
        let [ahead, east, west] = Direction::of_pawns(!us);
        let along = eight!(i => {
            let direction = Direction::ALL[i];
            slides[i]
                | match () {
                    () if direction == ahead => pawns.single | pawns.double,
                    () if direction == east => pawns.east,
                    () if direction == west => pawns.west,
                    () => NO,
                }
        });
        Family { moves, origins: origins(us, &moves, numbers), along }
    }
}

/// Returns the additive moves of the enemy's pawns, which are White's or Black's.
#[inline(always)]
fn pawn_moves(
    them: Color,
    lane: &Lane,
    reach: &Reach,
    ends: Ends,
    facing: &[Bitboard; 8],
) -> PawnMoves {
    let [ahead, east, west] = Direction::of_pawns(them);
    let (ours, empty) = (lane.own.all(), lane.empty());
    let last = Bitboard::rank(Rank::Eighth.relative_to(them));
    let third = Bitboard::rank(Rank::Third.relative_to(them));
    let targets = |pawns: Bitboard, direction: Direction| {
        (pawns & (ends.from - facing[direction as usize])).shift(direction)
    };
    let single = targets(reach.pushers, ahead) & empty;
    let to = ends.to - last;
    PawnMoves {
        single: single & to,
        double: (single & third).shift(ahead) & empty & ends.to,
        east: targets(reach.takers[0], east) & ours & to,
        west: targets(reach.takers[1], west) & ours & to,
    }
}

/// Returns the number of moves from each square, from the moves of sliders and king in each
/// direction.
#[inline(always)]
fn origins(us: Color, moves: &Moves, numbers: [[Bitboard; 3]; 8]) -> [Bitboard; 5] {
    let [a, b, c, d, e, f, g, h] = eight!(i => jump_back(i, moves.jumps[i]));
    // A pawn of one side moves back in the directions of the other side's pawns.
    let [back, from_west, from_east] = Direction::of_pawns(us);
    let PawnMoves { single, double, east, west } = moves.pawns;
    let (single, double) = (single.shift(back), double.shift(back).shift(back));
    let (east, west) = (east.shift(from_east), west.shift(from_west));
    // No square holds both a knight and a pawn, so they share sets.
    let bits = [a | single, b | double, c | east, d | west, e, f, g];
    let [i, j, k, l, m, _] = add::<5, 6>(sum_of_axes(numbers, bits), [NO; 5], h);
    [i, j, k, l, m]
}

/// Returns the number of targets that each slider has ahead of it in a direction, in bit planes.
///
/// The number of a square is the number of the next square, plus 1 if the next square is a target;
/// it is 0 behind a piece. The numbers are summed in steps of one, two and four squares, as in a
/// fill.
#[inline(always)]
fn targets_ahead(sliders: Bitboard, i: usize, to: Bitboard, empty: Bitboard) -> [Bitboard; 3] {
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
