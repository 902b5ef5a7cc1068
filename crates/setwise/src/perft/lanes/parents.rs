//! Parents in lanes: positions two moves above the leaves, whose additive moves are counted at
//! once and whose others are handed out.

use super::additive::family;
use super::checks::Checks;
use super::difference;
use super::lane::{Castlings, Lane};
use super::reach::{Moves, Reach, rays};
use super::rows::{Kernel, Positions, Row, Rows, row};
use super::seen::Seen;
use crate::{Bitboard, Color, Rank};

/// The kinds of moves that go from one square to another and change nothing else: slides and
/// jumps, eight each, pawns' steps by one, by two, to the east and to the west, and the king's.
pub(super) const PLAIN: usize = 21;

/// And the others: promotions by the same steps, but for that by two, castling, and double steps
/// that pass a pawn of the other side.
pub(super) const KINDS: usize = PLAIN + 5;

const PLAIN_KINDS: Bitboard = Bitboard((1 << PLAIN) - 1);

/// A power of two, so that a kind is known to have a row.
const KIND_ROWS: usize = 32;

/// Parents that wait, none of them in check, and what the kernel leaves of each.
#[repr(align(64))]
pub(super) struct ParentRows {
    parents: Positions,
    /// The targets of moves whose children are to be counted singly, of each kind; of castling, the
    /// rooks.
    left: [Row; KIND_ROWS],
    /// Of which kinds there are any: a set of kinds, read like a set of squares.
    kinds: Row,
    /// The squares from which pawns, knights, bishops and rooks give check.
    checks: [Row; 4],
    discoverers: Row,
}

impl Rows for ParentRows {
    fn new() -> ParentRows {
        ParentRows {
            parents: Positions::new(),
            left: [const { row() }; KIND_ROWS],
            kinds: row(),
            checks: [const { row() }; 4],
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

    #[inline(always)]
    fn count(us: Color, rows: &ParentRows, i: usize, [own, enemy]: &Castlings) -> u64 {
        let lane = rows.parents.get(i);
        let seen = Seen::of(&lane);
        let checks = seen.checks(us, &lane);
        let swapped = lane.swapped();
        let rays = rays(lane.enemy.king, lane.empty());
        let theirs = Reach::of::<false>(!us, &swapped, &rays, &seen.own, enemy);
        let family = family(us, &lane, &seen, &checks, &theirs, own);

        let ours = Reach::of::<false>(us, &lane, &seen.rays, &seen.enemy, own);
        let count = difference::count(us, &lane, &ours, &family);

        let all = theirs.moves(&swapped);
        let Moves { slides, jumps, pawns: [single, double, east, west], king } = family.moves;
        let [a, b, c, d, e, f, g, h] = eight!(i => all.slides[i] - slides[i]);
        let [j, k, l, m, n, o, p, q] = eight!(i => all.jumps[i] - jumps[i]);
        let [all_single, all_double, all_east, all_west] = all.pawns;
        let (single, double) = (all_single - single, all_double - double);
        let (east, west) = (all_east - east, all_west - west);
        let last = Bitboard::rank(Rank::First.relative_to(us));
        let passing = all_double & lane.own.beside_pawns();
        let plain = [single - last, double, east - last, west - last, all.king - king];
        let promotions = [single & last, east & last, west & last];
        let ([r, s, t, u, v], [w, x, y]) = (plain, promotions);
        let castles = theirs.castles;
        let left = [
            a, b, c, d, e, f, g, h, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, castles,
            passing,
        ];
        let mut kinds = 0;
        for (kind, (set, row)) in left.iter().zip(&rows.left).enumerate() {
            row[i].set(*set);
            kinds |= u64::from(set.any()) << kind;
        }
        rows.kinds[i].set(Bitboard(kinds));
        for (squares, row) in checks.squares.iter().zip(&rows.checks) {
            row[i].set(*squares);
        }
        rows.discoverers[i].set(checks.discoverers);
        count
    }
}

/// What the kernel left of a parent.
pub(super) struct Left<'r> {
    pub(super) parent: Lane,
    pub(super) checks: Checks,
    rows: &'r ParentRows,
    lane: usize,
    kinds: Bitboard,
}

impl ParentRows {
    /// What is left of a parent, if it is anything.
    #[inline(always)]
    pub(super) fn left(&self, lane: usize) -> Option<Left<'_>> {
        let kinds = self.kinds[lane].get();
        if kinds.is_empty() {
            return None;
        }
        let [pawn, knight, bishop, rook] = &self.checks;
        let squares = [pawn, knight, bishop, rook].map(|row| row[lane].get());
        let checks = Checks { squares, discoverers: self.discoverers[lane].get() };
        Some(Left { parent: self.parents.get(lane), checks, rows: self, lane, kinds })
    }
}

impl Left<'_> {
    /// The plain moves: their kinds, and the targets of each.
    #[inline(always)]
    pub(super) fn plain(&self) -> impl Iterator<Item = (usize, Bitboard)> {
        (self.kinds & PLAIN_KINDS).into_iter().map(|kind| {
            let kind = usize::from(kind.index()) % KIND_ROWS;
            (kind, self.rows.left[kind][self.lane].get())
        })
    }

    /// The targets of the others, if there are any: promotions by a step, to the east and to the
    /// west, then the rooks of castling, then double steps past a pawn.
    #[inline(always)]
    pub(super) fn others(&self) -> Option<[Bitboard; KINDS - PLAIN]> {
        let left = |kind: usize| self.rows.left[PLAIN + kind][self.lane].get();
        (self.kinds - PLAIN_KINDS).any().then(|| [left(0), left(1), left(2), left(3), left(4)])
    }
}
