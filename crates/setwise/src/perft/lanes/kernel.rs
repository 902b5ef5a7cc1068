//! The kernel: how many legal moves a position has, without a branch and without a table.
//!
//! It is written for one position, in words and constants only, so that a loop over it becomes a
//! loop over registers: with AVX-512 some 470 instructions count eight positions.

use crate::Role;

/// A direction: what a step adds to a square's index, and the squares that a step may reach.
#[derive(Clone, Copy)]
struct Step {
    shift: i32,
    reach: u64,
}

pub(super) const NOT_A: u64 = !0x0101_0101_0101_0101;
pub(super) const NOT_H: u64 = !0x8080_8080_8080_8080;
const ALL: u64 = !0;

const STEPS: [Step; 8] = [
    Step { shift: 8, reach: ALL },
    Step { shift: 1, reach: NOT_A },
    Step { shift: -8, reach: ALL },
    Step { shift: -1, reach: NOT_H },
    Step { shift: 9, reach: NOT_A },
    Step { shift: -7, reach: NOT_A },
    Step { shift: -9, reach: NOT_H },
    Step { shift: 7, reach: NOT_H },
];
const OPPOSITE: [usize; 8] = [2, 3, 0, 1, 6, 7, 4, 5];

#[inline(always)]
const fn shifted(set: u64, shift: i32) -> u64 {
    if shift > 0 { set << shift } else { set >> -shift }
}

/// Kogge-Stone's propagators of a direction: the squares over which one, two and four steps slide.
#[derive(Clone, Copy)]
struct Propagators(u64, u64, u64);

#[inline(always)]
fn propagators(step: Step, empty: u64) -> Propagators {
    let one = empty & step.reach;
    let two = one & shifted(one, step.shift);
    let four = two & shifted(two, 2 * step.shift);
    Propagators(one, two, four)
}

/// The sliders and all squares that they pass.
#[inline(always)]
fn filled(step: Step, over: Propagators, sliders: u64) -> u64 {
    let mut filled = sliders;
    filled |= over.0 & shifted(filled, step.shift);
    filled |= over.1 & shifted(filled, 2 * step.shift);
    filled | over.2 & shifted(filled, 4 * step.shift)
}

#[inline(always)]
fn stepped(step: Step, set: u64) -> u64 {
    shifted(set, step.shift) & step.reach
}

/// The men of one side. Queens are among both kinds of sliders.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) pawns: u64,
    pub(super) knights: u64,
    pub(super) bishops: u64,
    pub(super) rooks: u64,
    pub(super) king: u64,
}

impl Side {
    #[inline(always)]
    pub(super) fn all(self) -> u64 {
        self.pawns | self.knights | self.bishops | self.rooks | self.king
    }
}

impl Side {
    /// Adds men of a role where there are none, and takes them away where they are.
    #[inline(always)]
    pub(super) fn flip(&mut self, role: Role, squares: u64) {
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
    pub(super) castling: u64,
}

impl Lane {
    /// The same without what stands on some squares, which is no king.
    #[inline(always)]
    pub(super) fn without(self, squares: u64) -> Lane {
        let Lane { own, enemy, castling } = self;
        let own = Side {
            pawns: own.pawns & !squares,
            knights: own.knights & !squares,
            bishops: own.bishops & !squares,
            rooks: own.rooks & !squares,
            king: own.king,
        };
        Lane { own, enemy, castling: castling & !squares }
    }
}

/// What castling with one rook takes; it is the same all through a count.
#[derive(Clone, Copy, Default)]
pub(super) struct Castling {
    /// Where the rook stands; none if there is no such castling.
    pub(super) rook: u64,
    /// The squares on which nobody else may stand.
    pub(super) way: u64,
    /// The squares that nothing may attack, the king's own the first of them.
    pub(super) safe: u64,
}

#[inline(always)]
fn beside(set: u64) -> u64 {
    (set << 1 & NOT_A) | (set >> 1 & NOT_H)
}

#[inline(always)]
pub(super) fn king_attacks(king: u64) -> u64 {
    let row = king | beside(king);
    beside(king) | row << 8 | row >> 8
}

#[inline(always)]
fn knight_jumps(knights: u64) -> [u64; 8] {
    const NOT_AB: u64 = NOT_A & (NOT_A << 1);
    const NOT_GH: u64 = NOT_H & (NOT_H >> 1);
    [
        knights << 17 & NOT_A,
        knights << 10 & NOT_AB,
        knights >> 6 & NOT_AB,
        knights >> 15 & NOT_A,
        knights >> 17 & NOT_H,
        knights >> 10 & NOT_GH,
        knights << 6 & NOT_GH,
        knights << 15 & NOT_H,
    ]
}

#[inline(always)]
pub(super) fn knight_attacks(knights: u64) -> u64 {
    let [a, b, c, d, e, f, g, h] = knight_jumps(knights);
    a | b | c | d | e | f | g | h
}

/// What a direction shows: from the king outwards, and from the enemy's sliders towards him.
#[derive(Clone, Copy)]
struct View {
    /// The own man that is pinned on the king's ray.
    pin: u64,
    /// What the enemy attacks in the opposite direction.
    danger: u64,
}

#[inline(always)]
fn view<const D: usize>(empty: u64, ours: u64, king: u64, sliders: u64) -> View {
    let (out, back) = (STEPS[D], STEPS[OPPOSITE[D]]);
    let ray = stepped(out, filled(out, propagators(out, empty), king));
    let fill = filled(back, propagators(back, empty), sliders);
    let danger = stepped(back, fill);
    View { pin: ray & ours & danger, danger }
}

/// How many moves the sliders have in a direction.
#[inline(always)]
fn slides<const D: usize>(empty: u64, sliders: u64, target: u64) -> u64 {
    ones(attacks::<D>(empty, sliders) & target)
}

/// What some sliders attack along ranks and files.
#[inline(always)]
pub(super) fn rook_attacks(empty: u64, sliders: u64) -> u64 {
    attacks::<0>(empty, sliders)
        | attacks::<1>(empty, sliders)
        | attacks::<2>(empty, sliders)
        | attacks::<3>(empty, sliders)
}

/// What some sliders attack along diagonals.
#[inline(always)]
pub(super) fn bishop_attacks(empty: u64, sliders: u64) -> u64 {
    attacks::<4>(empty, sliders)
        | attacks::<5>(empty, sliders)
        | attacks::<6>(empty, sliders)
        | attacks::<7>(empty, sliders)
}

#[inline(always)]
fn attacks<const D: usize>(empty: u64, sliders: u64) -> u64 {
    let step = STEPS[D];
    stepped(step, filled(step, propagators(step, empty), sliders))
}

#[inline(always)]
fn ones(set: u64) -> u64 {
    u64::from(set.count_ones())
}

/// How many legal moves there are.
#[inline(always)]
pub(super) fn count(lane: Lane, castling: &[Castling; 2]) -> u64 {
    let Lane { own, enemy, .. } = lane;
    let king = own.king;
    let (ours, theirs) = (own.all(), enemy.all());
    let occupied = ours | theirs;
    let empty = !occupied;

    let n = view::<0>(empty, ours, king, enemy.rooks);
    let e = view::<1>(empty, ours, king, enemy.rooks);
    let s = view::<2>(empty, ours, king, enemy.rooks);
    let w = view::<3>(empty, ours, king, enemy.rooks);
    let ne = view::<4>(empty, ours, king, enemy.bishops);
    let se = view::<5>(empty, ours, king, enemy.bishops);
    let sw = view::<6>(empty, ours, king, enemy.bishops);
    let nw = view::<7>(empty, ours, king, enemy.bishops);
    let (file, rank) = (n.pin | s.pin, e.pin | w.pin);
    let (diagonal, anti_diagonal) = (ne.pin | sw.pin, nw.pin | se.pin);
    let pinned = file | rank | diagonal | anti_diagonal;
    let free = !pinned;
    let danger =
        n.danger | e.danger | s.danger | w.danger | ne.danger | se.danger | sw.danger | nw.danger;

    let danger = danger
        | enemy.pawns >> 7 & NOT_A
        | enemy.pawns >> 9 & NOT_H
        | knight_attacks(enemy.knights)
        | king_attacks(enemy.king);

    let target = !ours;
    let mut moves = ones(king_attacks(king) & !ours & !danger);
    let (along_file, along_rank) = (own.rooks & (free | file), own.rooks & (free | rank));
    let along_diagonal = own.bishops & (free | diagonal);
    let along_anti_diagonal = own.bishops & (free | anti_diagonal);
    moves += slides::<0>(empty, along_file, target);
    moves += slides::<1>(empty, along_rank, target);
    moves += slides::<2>(empty, along_file, target);
    moves += slides::<3>(empty, along_rank, target);
    moves += slides::<4>(empty, along_diagonal, target);
    moves += slides::<5>(empty, along_anti_diagonal, target);
    moves += slides::<6>(empty, along_diagonal, target);
    moves += slides::<7>(empty, along_anti_diagonal, target);
    let [a, b, c, d, e, f, g, h] = knight_jumps(own.knights & free);
    moves += ones(a & target) + ones(b & target) + ones(c & target) + ones(d & target);
    moves += ones(e & target) + ones(f & target) + ones(g & target) + ones(h & target);

    let single = (own.pawns & (free | file)) << 8 & empty;
    let double = (single & THIRD) << 8 & empty;
    let east = (own.pawns & (free | diagonal)) << 9 & NOT_A & theirs;
    let west = (own.pawns & (free | anti_diagonal)) << 7 & NOT_H & theirs;
    moves += ones(double) + ones(single) + ones(east) + ones(west);
    moves += 3 * (ones(single & EIGHTH) + ones(east & EIGHTH) + ones(west & EIGHTH));
    moves += castles(lane.castling, castling[0], occupied & !king, danger, pinned);
    moves + castles(lane.castling, castling[1], occupied & !king, danger, pinned)
}

const THIRD: u64 = 0xff << 16;
const EIGHTH: u64 = 0xff << 56;

/// One if the king may castle with a rook, and else none.
#[inline(always)]
fn castles(may: u64, castling: Castling, others: u64, danger: u64, pinned: u64) -> u64 {
    let Castling { rook, way, safe } = castling;
    let bars = !may & rook | others & !rook & way | danger & safe | pinned & rook;
    u64::from(bars == 0 && rook != 0)
}
