//! The kernels: the count of a single position, and the count of a parent's family, which also
//! finds the children that are not in the family.

use setwise::{Bitboard, Rank};

use super::family::Family;
use super::family_count;
use super::lane::{Castlings, ENEMY, OWN, Words};
use super::queue::{Kernel, Row, Rows, WordRows};
use super::reach::{Moves, PawnMoves, Reach, rays, sight};
use super::threats::{Checks, Sight};

/// The kernel that counts the moves of positions that are not in check and have no pinned piece;
/// with `CHECK`, they may be in check, and with `PINS`, they may have pinned pieces.
pub(super) enum Single<const CHECK: bool, const PINS: bool> {}

impl<const CHECK: bool, const PINS: bool> Kernel for Single<CHECK, PINS> {
    type Output = ();

    #[inline(always)]
    fn count<const POPCOUNT: bool>(
        input: &WordRows,
        (): &mut (),
        i: usize,
        castlings: &Castlings,
    ) -> u64 {
        let lane = input.lane(i);
        let king = lane.own.king;
        let empty = lane.empty();
        let dangers = sight(&lane.enemy, if CHECK { empty | king } else { empty });
        let rays = if PINS { rays(king, empty) } else { [Bitboard::EMPTY; 8] };
        let reach = Reach::of::<CHECK>(OWN, &lane, &rays, &dangers, &castlings.own);
        u64::from(reach.count::<POPCOUNT>(OWN, &lane))
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

pub(super) const PLAIN_KINDS: Bitboard = Bitboard((1 << kind::PLAIN) - 1);

/// The moves of parents that are not in their families, and the squares from which a piece gives
/// check.
pub(super) struct RemainingRows {
    /// The kinds of which there are remaining moves, as a set of bits.
    pub(super) kinds: Row,
    /// The targets of the remaining moves, by kind.
    pub(super) targets: [Row; kind::ROOM],
    /// As in [`Checks`].
    pub(super) checks: [Row; 4],
    pub(super) discoverers: Row,
}

impl RemainingRows {
    pub(super) const EMPTY: RemainingRows = RemainingRows {
        kinds: Row::EMPTY,
        targets: [Row::EMPTY; kind::ROOM],
        checks: [Row::EMPTY; 4],
        discoverers: Row::EMPTY,
    };
}

/// The kernel that counts the families of parents, and stores their remaining moves.
///
/// Parents are positions two plies above the leaves that are not in check and have no en passant
/// capture.
pub(super) enum Parent {}

impl Kernel for Parent {
    type Output = RemainingRows;

    #[inline(always)]
    fn count<const POPCOUNT: bool>(
        input: &WordRows,
        output: &mut RemainingRows,
        i: usize,
        castlings: &Castlings,
    ) -> u64 {
        let lane = input.lane(i);
        let sight = Sight::of(&lane);
        let checks = sight.checks(OWN, &lane);
        let swapped = lane.swapped();
        let enemy_rays = rays(lane.enemy.king, lane.empty());
        let theirs = Reach::of::<false>(ENEMY, &swapped, &enemy_rays, &sight.own, &castlings.enemy);
        let family = Family::of(OWN, &lane, &sight, &checks, &theirs, &castlings.own);

        let ours = Reach::of::<false>(OWN, &lane, &sight.king, &sight.enemy, &castlings.own);
        let count = family_count::count::<POPCOUNT>(OWN, &lane, &ours, &family);

        let moves = theirs.moves(&swapped);
        let passing = moves.pawns.double & input.words(i).beside_pawns(OWN);
        let remaining = moves.without(&family.moves);
        store_targets(output, i, &remaining, theirs.castles, passing);
        for (row, squares) in output.checks.iter_mut().zip(checks.squares) {
            row.set(i, squares);
        }
        output.discoverers.set(i, checks.discoverers);
        count
    }
}

/// Stores the targets of a parent's remaining moves, by kind.
#[inline(always)]
fn store_targets(
    output: &mut RemainingRows,
    i: usize,
    moves: &Moves,
    castling_rooks: Bitboard,
    passing: Bitboard,
) {
    let Moves { slides, jumps, pawns: PawnMoves { single, double, east, west }, king } = *moves;
    let last = Bitboard::rank(Rank::Eighth.relative_to(ENEMY));
    let mut kinds = 0;
    let mut store = |kind: usize, targets: Bitboard| {
        output.targets[kind].set(i, targets);
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
    output.kinds.set(i, Bitboard(kinds));
}

/// The moves of a parent that are not in its family.
pub(super) struct Remaining<'r> {
    pub(super) parent: Words,
    pub(super) checks: Checks,
    targets: &'r [Row; kind::ROOM],
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
    pub(super) fn of(rows: &'r Rows<RemainingRows>, lane: usize) -> Option<Remaining<'r>> {
        let RemainingRows { kinds, targets, checks, discoverers } = &rows.output;
        let kinds = kinds.get(lane);
        if kinds.is_empty() {
            return None;
        }
        let squares = checks.each_ref().map(|row| row.get(lane));
        let checks = Checks { squares, discoverers: discoverers.get(lane) };
        Some(Remaining { parent: rows.input.words(lane), checks, targets, lane, kinds })
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
        self.targets[kind].get(self.lane)
    }
}
