//! The kernels: the count of a single position, and the count of a parent's family, which also
//! finds the children that are not in the family.

use setwise::{Bitboard, Rank};

use super::family::Family;
use super::family_count;
use super::lane::{Castlings, ENEMY, OWN, Words};
use super::queue::{Kernel, LANE_ROWS, Row, Rows};
use super::reach::{Moves, PawnMoves, Reach, rays, sight};
use super::threats::{Checks, Sight};

/// The kernel that counts the moves of positions that are not in check; with `CHECK`, of any
/// position.
pub(super) enum Single<const CHECK: bool> {}

/// The rows of single positions.
pub(super) type SingleRows = Rows<LANE_ROWS>;

impl<const CHECK: bool> Kernel for Single<CHECK> {
    type Rows = SingleRows;

    #[inline(always)]
    fn count(rows: &SingleRows, i: usize, castlings: &Castlings) -> u64 {
        let lane = rows.lane(i);
        let king = lane.own.king;
        let empty = lane.empty();
        let dangers = sight(&lane.enemy, if CHECK { empty | king } else { empty });
        let reach = Reach::of::<CHECK>(OWN, &lane, &rays(king, empty), &dangers, &castlings.own);
        u64::from(reach.count(OWN, &lane))
    }
}

/// Indices of kinds of moves. Slides come first, in the order of
/// [`Direction::ALL`](setwise::Direction::ALL).
pub(super) mod kind {
    /// The first of the eight knight jumps.
    pub(in super::super) const JUMPS: usize = 8;
    pub(in super::super) const SINGLE_PUSH: usize = 16;
    pub(in super::super) const DOUBLE_PUSH: usize = 17;
    pub(in super::super) const CAPTURE_EAST: usize = 18;
    pub(in super::super) const CAPTURE_WEST: usize = 19;
    pub(in super::super) const KING: usize = 20;

    /// The number of the kinds above, which move one piece and do nothing else.
    pub(in super::super) const PLAIN: usize = 21;

    /// The first of the promotions: by a push, by a capture to the east, and to the west.
    pub(super) const PROMOTIONS: usize = 21;
    pub(super) const CASTLING: usize = 24;
    /// Double pushes past a pawn that may capture en passant. They are plain moves as well.
    pub(super) const PASSING: usize = 25;

    /// A power of two, so that a masked kind is a valid index.
    pub(in super::super) const ROOM: usize = 32;
}

const PLAIN_KINDS: Bitboard = Bitboard((1 << kind::PLAIN) - 1);

// The rows of parents, after the rows of the lane: first the targets of the remaining moves, by
// kind.
const REMAINING: usize = LANE_ROWS;
/// The kinds of which there are remaining moves, as a set of bits.
const KINDS: usize = REMAINING + kind::ROOM;
/// The squares from which pawns, knights, bishops and rooks give check.
const CHECKS: usize = KINDS + 1;
const DISCOVERERS: usize = CHECKS + 4;

/// The number of rows of parents.
pub(super) const PARENT_ROWS: usize = DISCOVERERS + 1;

/// The rows of parents: positions two plies above the leaves that are not in check and have no en
/// passant capture; and the moves of each that are not in its family.
pub(super) type ParentRows = Rows<PARENT_ROWS>;

/// The kernel that counts the families of parents, and stores their remaining moves.
pub(super) enum Parent {}

impl Kernel for Parent {
    type Rows = ParentRows;

    #[inline(always)]
    fn count(rows: &ParentRows, i: usize, castlings: &Castlings) -> u64 {
        let lane = rows.lane(i);
        let sight = Sight::of(&lane);
        let checks = sight.checks(OWN, &lane);
        let swapped = lane.swapped();
        let enemy_rays = rays(lane.enemy.king, lane.empty());
        let theirs = Reach::of::<false>(ENEMY, &swapped, &enemy_rays, &sight.own, &castlings.enemy);
        let family = Family::of(OWN, &lane, &sight, &checks, &theirs, &castlings.own);

        let ours = Reach::of::<false>(OWN, &lane, &sight.king, &sight.enemy, &castlings.own);
        let count = family_count::count(OWN, &lane, &ours, &family);

        let moves = theirs.moves(&swapped);
        let passing = moves.pawns.double & rows.words(i).beside_pawns(OWN);
        let remaining = moves.without(&family.moves);
        store_remaining(rows, i, &remaining, theirs.castles, passing);
        for (squares, row) in checks.squares.iter().zip(CHECKS..) {
            rows.row(row).set(i, *squares);
        }
        rows.row(DISCOVERERS).set(i, checks.discoverers);
        count
    }
}

/// Stores the targets of a parent's remaining moves, by kind.
#[inline(always)]
fn store_remaining(
    rows: &ParentRows,
    i: usize,
    moves: &Moves,
    castling_rooks: Bitboard,
    passing: Bitboard,
) {
    let Moves { slides, jumps, pawns: PawnMoves { single, double, east, west }, king } = *moves;
    let last = Bitboard::rank(Rank::Eighth.relative_to(ENEMY));
    let mut kinds = 0;
    let mut store = |kind: usize, targets: Bitboard| {
        rows.row(REMAINING + kind).set(i, targets);
        kinds |= u64::from(targets.any()) << kind;
    };
    for (direction, targets) in slides.into_iter().enumerate() {
        store(direction, targets);
    }
    for (jump, targets) in jumps.into_iter().enumerate() {
        store(kind::JUMPS + jump, targets);
    }
    store(kind::SINGLE_PUSH, single - last);
    store(kind::DOUBLE_PUSH, double);
    store(kind::CAPTURE_EAST, east - last);
    store(kind::CAPTURE_WEST, west - last);
    store(kind::KING, king);
    store(kind::PROMOTIONS, single & last);
    store(kind::PROMOTIONS + 1, east & last);
    store(kind::PROMOTIONS + 2, west & last);
    store(kind::CASTLING, castling_rooks);
    store(kind::PASSING, passing);
    rows.row(KINDS).set(i, Bitboard(kinds));
}

/// The moves of a parent that are not in its family.
pub(super) struct Remaining<'r> {
    pub(super) parent: Words,
    pub(super) checks: Checks,
    rows: &'r [Row; PARENT_ROWS],
    lane: usize,
    kinds: Bitboard,
}

/// The remaining moves that are not plain.
pub(super) struct SpecialMoves {
    /// The targets of promotions by a push, by a capture to the east, and to the west.
    pub(super) promotions: [Bitboard; 3],
    pub(super) castling_rooks: Bitboard,
    /// The targets of double pushes past a pawn.
    pub(super) passing: Bitboard,
}

impl<'r> Remaining<'r> {
    /// Returns the remaining moves of the parent in a lane, or `None` if there are none.
    #[inline(always)]
    pub(super) fn of(rows: &'r ParentRows, lane: usize) -> Option<Remaining<'r>> {
        let kinds = rows.row(KINDS).get(lane);
        if kinds.is_empty() {
            return None;
        }
        let check = |i: usize| rows.row(CHECKS + i).get(lane);
        let squares = [check(0), check(1), check(2), check(3)];
        let checks = Checks { squares, discoverers: rows.row(DISCOVERERS).get(lane) };
        Some(Remaining { parent: rows.words(lane), checks, rows: rows.all(), lane, kinds })
    }

    /// Returns the kinds of plain moves, with the targets of each.
    #[inline(always)]
    pub(super) fn plain(&self) -> impl Iterator<Item = (usize, Bitboard)> {
        (self.kinds & PLAIN_KINDS).into_iter().map(|kind| {
            let kind = usize::from(kind.index()) % kind::ROOM;
            (kind, self.targets(kind))
        })
    }

    /// Returns the other moves, or `None` if there are none.
    #[inline(always)]
    pub(super) fn special(&self) -> Option<SpecialMoves> {
        let promotion = |i: usize| self.targets(kind::PROMOTIONS + i);
        (self.kinds - PLAIN_KINDS).any().then(|| SpecialMoves {
            promotions: [promotion(0), promotion(1), promotion(2)],
            castling_rooks: self.targets(kind::CASTLING),
            passing: self.targets(kind::PASSING),
        })
    }

    #[inline(always)]
    fn targets(&self, kind: usize) -> Bitboard {
        self.rows[REMAINING + kind].get(self.lane)
    }
}
