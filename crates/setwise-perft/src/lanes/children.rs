//! The children that are not counted in families, and their queues.
//!
//! A child is its parent except for the pieces that moved and the one that was captured, so it is
//! written straight into a lane. Children that may be in check have a queue of their own, because
//! their kernel does more, and so have children without a pinned piece, whose kernel does less.
//! Legal en passant captures of a child are counted at once.

use setwise::attacks;
use setwise::{Bitboard, CastlingTargets, Direction, Role, Square};

use super::backend::LaneFeatures;
#[cfg(target_arch = "x86_64")]
use super::kernels::RemainingRows;
use super::kernels::{Remaining, Single, SpecialMoves, kind};
use super::lane::{Castlings, ENEMY, Words, is_rook_direction};
#[cfg(target_arch = "x86_64")]
use super::queue::STEP;
use super::queue::{Queue, Sums};
use super::reach::{jump_back, opposite};
use super::threats::Checks;

/// The queue of children that are not in check.
pub(super) const QUIET: usize = 0;
/// The queue of children that may be in check.
pub(super) const IN_CHECK: usize = 1;
/// The queue of children that are not in check and have no pinned piece. Only `each_alone` tests
/// children for that.
pub(super) const UNPINNED: usize = 2;

/// The children that are counted one by one, and the sums of all counts.
pub(super) struct ChildQueues {
    /// By index: [`QUIET`], [`IN_CHECK`], [`UNPINNED`].
    queues: [Queue<()>; 3],
    pub(super) sums: Sums,
    pub(super) features: LaneFeatures,
    pub(super) castlings: Castlings,
}

impl ChildQueues {
    pub(super) fn new(features: LaneFeatures) -> ChildQueues {
        ChildQueues {
            queues: [(); 3].map(Queue::new),
            sums: Sums::new(),
            features,
            castlings: Castlings::default(),
        }
    }

    /// Queues a child.
    #[inline(always)]
    fn push(&mut self, child: &Words, may_be_in_check: bool, owner: u16) {
        let queue = if may_be_in_check { IN_CHECK } else { QUIET };
        if self.queues[queue].push(child, owner) {
            self.count(queue);
        }
    }

    /// Queues the children after the first `count` of at most eight moves.
    #[inline(always)]
    pub(super) fn push_children<const N: usize>(
        &mut self,
        queue: usize,
        parent: &Words,
        [from, to]: [&[Bitboard; N]; 2],
        owner: u16,
        count: usize,
    ) {
        if self.queues[queue].push_children(parent, from, to, owner, count) {
            self.count(queue);
        }
    }

    /// Queues the first of eight children.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn push_step(
        &mut self,
        queue: usize,
        children: &[[Bitboard; STEP]; 7],
        owners: [u16; STEP],
        count: usize,
    ) {
        if self.queues[queue].push_step(children, owners, count) {
            self.count(queue);
        }
    }

    /// Counts the children in a queue.
    #[inline(never)]
    pub(super) fn count(&mut self, queue: usize) {
        let ChildQueues { queues, sums, features, castlings } = self;
        queues[queue].count(
            |rows, lanes| match queue {
                QUIET => features.count::<Single<false, true>>(rows, castlings, lanes),
                UNPINNED => features.count::<Single<false, false>>(rows, castlings, lanes),
                _ => features.count::<Single<true, true>>(rows, castlings, lanes),
            },
            sums,
        );
    }
}

/// Queues the children after the remaining moves of a parent.
#[inline(always)]
pub(super) fn queue_remaining(remaining: &Remaining<'_>, queues: &mut ChildQueues, owner: u16) {
    let Remaining { parent, checks, .. } = *remaining;
    let queens = parent.queens() - parent.own;
    let checks_by_role = checks.by_roles(queens.any());
    for (kind, targets) in remaining.plain() {
        let checks = checks_by_role[ROLES[kind] as usize];
        for to in targets {
            let from = plain_origin(kind, to, &parent);
            let to = Bitboard::of(to);
            queues.push(&parent.after(ENEMY, from, to), checks.meets(to), owner);
        }
    }
    push_special(remaining, queues, owner);
}

/// Queues the children after the remaining moves of the parent in a lane that are not plain.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub(super) fn push_special_of(
    parents: &Queue<RemainingRows>,
    lane: usize,
    queues: &mut ChildQueues,
) {
    if let Some(remaining) = Remaining::of(&parents.rows, lane) {
        push_special(&remaining, queues, parents.owner(lane));
    }
}

#[inline(always)]
fn push_special(remaining: &Remaining<'_>, queues: &mut ChildQueues, owner: u16) {
    let Remaining { parent, checks, .. } = *remaining;
    // Made only here: it is passed by reference, so making it stores the parent in memory.
    if let Some(special) = remaining.special() {
        Children { parent, checks, queues, owner }.push_special(&special);
    }
}

/// A parent, of which the enemy side moves.
pub(super) struct Children<'q> {
    pub(super) parent: Words,
    pub(super) checks: Checks,
    pub(super) queues: &'q mut ChildQueues,
    pub(super) owner: u16,
}

impl Children<'_> {
    /// Queues the children after promotions, castlings and double pushes past a pawn.
    #[inline(never)]
    fn push_special(&mut self, special: &SpecialMoves) {
        for (direction, targets) in BACKWARDS.into_iter().zip(special.promotions) {
            for to in targets {
                let to = Bitboard::of(to);
                self.push_promotions(to.shift(direction), to);
            }
        }
        special.castling_rooks.into_iter().for_each(|rook| self.push_castling(rook));
        for pawn in special.passing {
            let pawn = Bitboard::of(pawn);
            self.add_en_passant(pawn.shift(BACKWARDS[0]).shift(BACKWARDS[0]), pawn);
        }
    }

    #[inline(never)]
    pub(super) fn push_promotions(&mut self, from: Bitboard, to: Bitboard) {
        for role in Role::PROMOTIONS {
            let mut child = self.parent.after(ENEMY, from, to);
            child.promote(to, role);
            self.queues.push(&child, true, self.owner);
        }
    }

    #[inline(never)]
    pub(super) fn push_castling(&mut self, rook: Square) {
        let mut child = self.parent;
        let Some(king) = (child.kings - child.own).first() else { return };
        let to = CastlingTargets::of(king, rook);
        child.kings ^= Bitboard::of(king);
        child.kings ^= Bitboard::of(to.king);
        child.rooks ^= Bitboard::of(rook);
        child.rooks ^= Bitboard::of(to.rook);
        self.queues.push(&child, true, self.owner);
    }

    #[inline(never)]
    pub(super) fn push_en_passant(&mut self, from: Bitboard, to: Bitboard) {
        let mut child = self.parent.after(ENEMY, from, to);
        child.remove(to.shift(BACKWARDS[0]));
        self.queues.push(&child, true, self.owner);
    }

    /// Adds the en passant captures after a double push, which the kernels do not count.
    #[inline(never)]
    pub(super) fn add_en_passant(&mut self, from: Bitboard, to: Bitboard) {
        let child = self.parent.after(ENEMY, from, to);
        self.queues.sums.add(self.owner, child.en_passant_captures(to).into());
    }
}

/// The amount that a double push adds to a square's index, or subtracts.
pub(super) const DOUBLE_PUSH: i8 = 16;

/// Returns the squares whose indices are greater by an amount.
#[inline(always)]
pub(super) fn shifted(set: Bitboard, shift: i8) -> Bitboard {
    Bitboard(if shift > 0 { set.0 << shift } else { set.0 >> -shift })
}

/// The directions in which pawns of the enemy side move back: from a push, and from captures to the
/// east and to the west.
const BACKWARDS: [Direction; 3] = {
    let [push, east, west] = Direction::of_pawns(ENEMY);
    [push.opposite(), east.opposite(), west.opposite()]
};

/// Returns the square of the enemy piece that makes a plain move of some kind to a square.
///
/// A kernel stores the targets of a kind as one set, which does not say from where a piece comes.
/// So the origin is searched here, for the few moves that are not in a family.
#[inline(always)]
fn plain_origin(kind: usize, to: Square, parent: &Words) -> Bitboard {
    let pieces = if kind == kind::KING { parent.kings } else { parent.occupied() };
    let candidates = ORIGINS[kind % kind::ROOM][to] & pieces;
    let first = candidates.isolate_first();
    let last = Bitboard(1 << (63 ^ (candidates.0 | 1).leading_zeros()));
    if FROM_ABOVE >> kind & 1 == 1 { first } else { last }
}

/// For each kind of plain move, the role of the piece, or rook or bishop if it may be a queen.
pub(super) static ROLES: [Role; kind::ROOM] = {
    let mut roles = [Role::Bishop; kind::ROOM];
    let mut index = 0;
    while index < kind::ROOM {
        roles[index] = match index {
            0..kind::JUMPS if is_rook_direction(index) => Role::Rook,
            0..kind::JUMPS => Role::Bishop,
            kind::JUMPS..kind::SINGLE_PUSH => Role::Knight,
            kind::SINGLE_PUSH..kind::KING => Role::Pawn,
            _ => Role::King,
        };
        index += 1;
    }
    roles
};

/// For each kind of enemy move and target, the possible origins: a ray for slides, the adjacent
/// squares for the king, and otherwise one square. The nearest piece on a ray is the one that
/// moves.
pub(super) static ORIGINS: [[Bitboard; 64]; kind::ROOM] = {
    let mut table = [[Bitboard::EMPTY; 64]; kind::ROOM];
    let [from_push, from_east, from_west] = BACKWARDS;
    let mut index = 0;
    while index < 64 {
        let to = Bitboard::of(Square::ALL[index]);
        let mut i = 0;
        while i < 8 {
            let back = Direction::ALL[opposite(i)];
            let mut step = to.shift(back);
            while step.any() {
                table[i][index] = table[i][index].union(step);
                step = step.shift(back);
            }
            table[kind::JUMPS + i][index] = jump_back(i, to);
            i += 1;
        }
        table[kind::SINGLE_PUSH][index] = to.shift(from_push);
        table[kind::DOUBLE_PUSH][index] = to.shift(from_push).shift(from_push);
        table[kind::CAPTURE_EAST][index] = to.shift(from_east);
        table[kind::CAPTURE_WEST][index] = to.shift(from_west);
        table[kind::KING][index] = attacks::kings(to);
        index += 1;
    }
    table
};

/// The kinds of slides that come from higher squares, as a set of bits.
pub(super) const FROM_ABOVE: u32 = {
    let mut kinds = 0;
    let mut i = 0;
    while i < 8 {
        kinds |= (Direction::ALL[opposite(i)].is_positive() as u32) << i;
        i += 1;
    }
    kinds
};
