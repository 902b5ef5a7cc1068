//! Parents in lanes: positions two moves above the leaves, whose additive moves are counted at
//! once and whose others are handed out.

use super::additive::{Seen, family};
use super::checks::Checks;
use super::difference;
use super::lane::{Castlings, Lane};
use super::reach::{Moves, Reach, rays};
use super::rows::{Kernel, Positions, Row, Rows, row};
use crate::{Bitboard, Color};

const LANES: usize = 16;

/// The sets of moves that the kernel leaves of a parent: slides, jumps, pawns' steps, the king's
/// steps, the rooks with which he castles, and double steps past a pawn of the other side.
pub(super) const SETS: usize = 23;
pub(super) const JUMPS: usize = 8;
pub(super) const PAWNS: usize = 16;
pub(super) const KING: usize = 20;
pub(super) const CASTLES: usize = 21;

/// Parents that wait, none of them in check, and what the kernel leaves of each.
#[repr(align(64))]
pub(super) struct ParentRows {
    parents: Positions<LANES>,
    /// The targets of moves whose children are to be counted singly.
    left: [Row<LANES>; SETS],
    /// Which of these sets are not empty.
    any: Row<LANES>,
    rook_checks: Row<LANES>,
    bishop_checks: Row<LANES>,
    discoverers: Row<LANES>,
}

impl Rows for ParentRows {
    const LANES: usize = LANES;

    fn new() -> ParentRows {
        ParentRows {
            parents: Positions::new(),
            left: [const { row() }; SETS],
            any: row(),
            rook_checks: row(),
            bishop_checks: row(),
            discoverers: row(),
        }
    }

    #[inline(always)]
    fn put(&self, lane: usize, position: &Lane) {
        self.parents.put(lane, position);
    }
}

/// Counts the additive moves of parents, and leaves the others.
pub(super) enum Parent {}

impl Kernel for Parent {
    type Rows = ParentRows;

    const STEP: usize = LANES;

    #[inline(always)]
    fn count(us: Color, rows: &ParentRows, i: usize, [own, enemy]: &Castlings) -> u64 {
        let lane = rows.parents.get(i);
        let seen = Seen::of(&lane);
        let checks = seen.checks(us, &lane);
        let swapped = lane.swapped();
        let empty = !(lane.own.all() | lane.enemy.all());
        let rays = rays(lane.enemy.king, empty);
        let theirs = Reach::of::<false>(!us, &swapped, &rays, &seen.own, enemy);
        let family = family(us, &lane, &seen, &checks, &theirs, own);

        let ours = Reach::of::<false>(us, &lane, &seen.rays, &seen.enemy, own);
        let count = difference::count(us, &lane, &ours, &family);

        let all = theirs.moves(&swapped);
        let Moves { slides, jumps, pawns, king } = family.moves;
        let [a, b, c, d, e, f, g, h] = eight!(i => all.slides[i] - slides[i]);
        let [j, k, l, m, n, o, p, q] = eight!(i => all.jumps[i] - jumps[i]);
        let [r, s, t, u] = {
            let ([a, b, c, d], [single, double, east, west]) = (all.pawns, pawns);
            [a - single, b - double, c - east, d - west]
        };
        let passing = theirs.double & lane.own.beside_pawns();
        let (v, w, x) = (all.king - king, theirs.castles, passing);
        let left = [a, b, c, d, e, f, g, h, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x];
        let mut any = 0;
        for (set, row) in left.iter().zip(&rows.left) {
            row[i].set(*set);
        }
        for (place, set) in left.iter().enumerate() {
            any |= u64::from(set.any()) << place;
        }
        rows.any[i].set(Bitboard(any));
        let [_, _, bishop, rook, ..] = checks.squares;
        rows.bishop_checks[i].set(bishop);
        rows.rook_checks[i].set(rook);
        rows.discoverers[i].set(checks.discoverers);
        count
    }
}

/// What the kernel left of a parent.
pub(super) struct Left<'r> {
    rows: &'r ParentRows,
    lane: usize,
}

impl ParentRows {
    #[inline(always)]
    pub(super) fn left(&self, lane: usize) -> Left<'_> {
        Left { rows: self, lane }
    }
}

impl Left<'_> {
    #[inline(always)]
    pub(super) fn parent(&self) -> Lane {
        self.rows.parents.get(self.lane)
    }

    /// Which sets are not empty, as squares.
    #[inline(always)]
    pub(super) fn any(&self) -> Bitboard {
        self.rows.any[self.lane].get()
    }

    /// One of the sets.
    #[inline(always)]
    pub(super) fn set(&self, place: usize) -> Bitboard {
        self.rows.left[place][self.lane].get()
    }

    /// Which moves give check to a color's king, who moves on the last level.
    #[inline(always)]
    pub(super) fn checks(&self, us: Color) -> Checks {
        let ParentRows { parents, rook_checks, bishop_checks, discoverers, .. } = self.rows;
        let king = parents.get(self.lane).own.king;
        let sliders = [rook_checks, bishop_checks].map(|row| row[self.lane].get());
        Checks::to(us, king, sliders, discoverers[self.lane].get())
    }
}
