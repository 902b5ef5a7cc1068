//! Parents in lanes: positions two moves above the leaves, whose additive moves are counted at
//! once and whose others are handed out.

use super::additive::family;
use super::checks::Checks;
use super::difference;
use super::kinds;
use super::lane::{Castlings, Lane};
use super::reach::{Moves, Reach, rays};
use super::rows::{Kernel, Positions, Row, Rows, row};
use super::seen::Seen;
use crate::{Bitboard, Color, Rank};

const PLAIN_KINDS: Bitboard = Bitboard((1 << kinds::PLAIN) - 1);

/// Parents that wait, none of them in check, and what the kernel leaves of each.
#[repr(align(64))]
pub(super) struct ParentRows {
    parents: Positions,
    /// The targets of moves whose children are to be counted singly, of each kind; of castling, the
    /// rooks.
    left: [Row; kinds::ROOM],
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
            left: [const { row() }; kinds::ROOM],
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

        let moves = theirs.moves(&swapped);
        let [_, double, ..] = moves.pawns;
        let (castles, passing) = (theirs.castles, double & lane.own.beside_pawns());
        let Moves { slides, jumps, pawns: [single, double, east, west], king } =
            moves.without(&family.moves);
        let last = Bitboard::rank(Rank::First.relative_to(us));
        let ([a, b, c, d, e, f, g, h], [j, k, l, m, n, o, p, q]) = (slides, jumps);
        let [r, s, t] = [single - last, east - last, west - last];
        let [u, v, w] = [single & last, east & last, west & last];
        // In the order of their kinds.
        let left: [Bitboard; kinds::ALL] = [
            a, b, c, d, e, f, g, h, j, k, l, m, n, o, p, q, r, double, s, t, king, u, v, w,
            castles, passing,
        ];
        let mut any = 0;
        for (kind, (set, row)) in left.iter().zip(&rows.left).enumerate() {
            row[i].set(*set);
            any |= u64::from(set.any()) << kind;
        }
        rows.kinds[i].set(Bitboard(any));
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
            let kind = usize::from(kind.index()) % kinds::ROOM;
            (kind, self.rows.left[kind][self.lane].get())
        })
    }

    /// The targets of the others, if there are any: promotions by a step, to the east and to the
    /// west, then the rooks of castling, then double steps past a pawn.
    #[inline(always)]
    pub(super) fn others(&self) -> Option<[Bitboard; kinds::ALL - kinds::PLAIN]> {
        let left = |kind: usize| self.rows.left[kinds::PLAIN + kind][self.lane].get();
        (self.kinds - PLAIN_KINDS).any().then(|| [left(0), left(1), left(2), left(3), left(4)])
    }
}
