//! From parents to their children: the queues, and the children that are not counted in families.
//!
//! A child is its parent except for the pieces that moved and the one that was captured, so it is
//! written straight into a lane. Children that may be in check have a queue of their own, because
//! their kernel does more. Legal en passant captures of a child are counted at once.

use core::convert::Infallible;
use core::ops::ControlFlow;

use setwise::attacks;
use setwise::attacks::Sliders;
use setwise::dispatch;
use setwise::node::Node;
use setwise::{Bitboard, CastlingTargets, Direction, MoveSet, Position, Role, Square};
use setwise::{Filter, MoveVisitor};

use super::backend::Backend;
use super::kernels::{PARENT_ROWS, Parent, Remaining, Single, SpecialMoves, kind};
use super::lane::{Castlings, ENEMY, OWN, View, Words, is_rook_direction};
use super::queue::{LANE_ROWS, Queue, Sums};
use super::reach::{jump_back, opposite};
use super::threats::Checks;

/// The positions that wait to be counted, and the sums of those that were.
pub(super) struct Queues {
    parents: Queue<PARENT_ROWS>,
    /// Children that are not in check, and children that may be.
    singles: [Queue<LANE_ROWS>; 2],
    pub(super) sums: Sums,
    /// The orientation of the positions.
    pub(super) view: View,
    /// Whether families are counted together.
    pub(super) families: bool,
    backend: Backend,
    castlings: Castlings,
}

impl Queues {
    pub(super) fn new(backend: Backend) -> Queues {
        Queues {
            parents: Queue::new(),
            singles: [Queue::new(), Queue::new()],
            sums: Sums::new(),
            view: View::of(OWN),
            families: true,
            backend,
            castlings: Castlings::default(),
        }
    }

    /// Prepares a count from a root.
    pub(super) fn prepare(&mut self, root: &Position, view: View) {
        self.prepare_with(Castlings::of(root, view), view);
    }

    /// Prepares a count from several roots, of which some may have lost castling rights.
    pub(super) fn prepare_with(&mut self, castlings: Castlings, view: View) {
        self.view = view;
        self.castlings = castlings;
        self.sums.owner.set(0);
    }

    /// Queues a parent, which is not in check and has no en passant capture.
    #[inline(always)]
    pub(super) fn push_parent(&self, parent: &Words) {
        if self.parents.push(parent, self.sums.owner.get()) {
            self.count_parents();
        }
    }

    /// Queues a child.
    #[inline(always)]
    fn push_child(&self, child: &Words, may_be_in_check: bool) {
        let queue = usize::from(may_be_in_check);
        if self.singles[queue].push(child, self.sums.owner.get()) {
            self.count_singles(queue);
        }
    }

    /// Adds moves that were counted without lanes.
    #[inline(always)]
    fn add(&self, moves: u32) {
        self.sums.add(self.sums.owner.get(), u64::from(moves));
    }

    /// Counts all positions that wait.
    pub(super) fn finish(&self) {
        self.count_parents();
        self.count_singles(0);
        self.count_singles(1);
    }

    fn count_singles(&self, queue: usize) {
        let Queues { backend, castlings, .. } = self;
        self.singles[queue].count(
            |rows, lanes| match queue {
                0 => backend.count::<Single<false>>(rows, castlings, lanes),
                _ => backend.count::<Single<true>>(rows, castlings, lanes),
            },
            &self.sums,
        );
    }

    /// Counts the families of all parents, and queues their remaining children.
    #[inline(never)]
    fn count_parents(&self) {
        let Queues { backend, castlings, .. } = self;
        let parents = self
            .parents
            .count(|rows, lanes| backend.count::<Parent>(rows, castlings, lanes), &self.sums);
        let owner = self.sums.owner.get();
        // The remaining children of the counted parents, for the owners of the parents.
        dispatch::call(
            (self, parents),
            #[inline(always)]
            |(queues, parents)| {
                for parent in 0..parents {
                    if let Some(remaining) = Remaining::of(&queues.parents.rows, parent) {
                        queues.sums.owner.set(queues.parents.owner(parent));
                        queue_remaining(&remaining, queues);
                    }
                }
            },
        );
        self.sums.owner.set(owner);
    }
}

#[inline(always)]
fn queue_remaining(remaining: &Remaining<'_>, queues: &Queues) {
    let Remaining { parent, checks, .. } = *remaining;
    let queens = parent.queens() - parent.own;
    let checks_by_role = checks.by_roles(queens.any());
    for (kind, targets) in remaining.plain() {
        let checks = checks_by_role[ROLES[kind] as usize];
        for to in targets {
            let from = plain_origin(kind, to, &parent);
            let to = Bitboard::of(to);
            queues.push_child(&parent.after(ENEMY, from, to), checks.meets(to));
        }
    }
    // Made only here: it is passed by reference, so making it stores the parent in memory.
    if let Some(special) = remaining.special() {
        Children { parent, checks, queues }.push_special(&special);
    }
}

/// Queues all children of a node, without families.
#[inline(always)]
pub(super) fn queue_all<S: Sliders>(node: &Node<S>, queues: &Queues) {
    let view = queues.view;
    let children = Children {
        parent: Words::of(node.position(), view),
        checks: Checks::in_node(view.own(), node, view),
        queues,
    };
    let mut visitor = AllChildren(children);
    let ControlFlow::Continue(()) = node.visit(Filter::ALL, &mut visitor);
}

/// A parent, of which the enemy side moves.
struct Children<'q> {
    parent: Words,
    checks: Checks,
    queues: &'q Queues,
}

impl Children<'_> {
    /// Queues the child after a plain move, which may give check on some squares.
    #[inline(always)]
    fn push(&self, from: Bitboard, to: Bitboard, checks: Bitboard) {
        self.queues.push_child(&self.parent.after(ENEMY, from, to), checks.meets(to));
    }

    /// Queues the children after promotions, castlings and double pushes past a pawn.
    #[inline(never)]
    fn push_special(&self, special: &SpecialMoves) {
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
    fn push_promotions(&self, from: Bitboard, to: Bitboard) {
        for role in Role::PROMOTIONS {
            let mut child = self.parent.after(ENEMY, from, to);
            child.promote(to, role);
            self.queues.push_child(&child, true);
        }
    }

    #[inline(never)]
    fn push_castling(&self, rook: Square) {
        let mut child = self.parent;
        let Some(king) = (child.kings - child.own).first() else { return };
        let to = CastlingTargets::of(king, rook);
        child.kings ^= Bitboard::of(king);
        child.kings ^= Bitboard::of(to.king);
        child.rooks ^= Bitboard::of(rook);
        child.rooks ^= Bitboard::of(to.rook);
        self.queues.push_child(&child, true);
    }

    #[inline(never)]
    fn push_en_passant(&self, from: Bitboard, to: Bitboard) {
        let mut child = self.parent.after(ENEMY, from, to);
        child.remove(to.shift(BACKWARDS[0]));
        self.queues.push_child(&child, true);
    }

    /// Adds the en passant captures after a double push, which the kernels do not count.
    #[inline(never)]
    fn add_en_passant(&self, from: Bitboard, to: Bitboard) {
        let child = self.parent.after(ENEMY, from, to);
        self.queues.add(child.en_passant_captures(to));
    }
}

/// A visitor that receives the moves of a node and queues the children.
struct AllChildren<'q>(Children<'q>);

impl MoveVisitor for AllChildren<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        let AllChildren(children) = self;
        let view = children.queues.view;
        match set {
            MoveSet::Piece { role, from, to } => {
                let from = view.square(from);
                let checks = children.checks.by(role, from);
                for to in to {
                    children.push(from, view.square(to), checks);
                }
            }
            MoveSet::Pawns { shift, to } => {
                let passing = if shift.abs() == DOUBLE_PUSH {
                    children.parent.beside_pawns(OWN)
                } else {
                    Bitboard::EMPTY
                };
                let [checks, ..] = children.checks.by_roles(true);
                for to in to {
                    let (from, to) =
                        (view.square(MoveSet::pawn_origin(to, shift)), view.square(to));
                    if passing.meets(to) {
                        children.add_en_passant(from, to);
                    }
                    children.push(from, to, checks);
                }
            }
            MoveSet::Promotions { shift, to } => {
                for to in to {
                    let from = view.square(MoveSet::pawn_origin(to, shift));
                    children.push_promotions(from, view.square(to));
                }
            }
            MoveSet::EnPassant { from, to } => {
                children.push_en_passant(view.square(from), view.square(to));
            }
            MoveSet::Castle { rook, .. } => {
                children.push_castling(rook.relative_to(view.own()));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The amount that a double push adds to a square's index, or subtracts.
pub(super) const DOUBLE_PUSH: i8 = 16;

/// The directions in which pawns of the enemy side move back: from a push, and from captures to the
/// east and to the west.
const BACKWARDS: [Direction; 3] = {
    let [push, east, west] = Direction::of_pawns(ENEMY);
    [push.opposite(), east.opposite(), west.opposite()]
};

/// Returns the square of the enemy piece that makes a plain move of some kind to a square.
#[inline(always)]
fn plain_origin(kind: usize, to: Square, parent: &Words) -> Bitboard {
    let pieces = if kind == kind::KING { parent.kings } else { parent.occupied() };
    let candidates = ORIGINS[kind % kind::ROOM][to] & pieces;
    let first = candidates.isolate_first();
    let last = Bitboard(1 << (63 ^ (candidates.0 | 1).leading_zeros()));
    if FROM_ABOVE >> kind & 1 == 1 { first } else { last }
}

/// For each kind of plain move, the role of the piece, or rook or bishop if it may be a queen.
static ROLES: [Role; kind::ROOM] = {
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
static ORIGINS: [[Bitboard; 64]; kind::ROOM] = {
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
const FROM_ABOVE: u32 = {
    let mut kinds = 0;
    let mut i = 0;
    while i < 8 {
        kinds |= (Direction::ALL[opposite(i)].is_positive() as u32) << i;
        i += 1;
    }
    kinds
};
