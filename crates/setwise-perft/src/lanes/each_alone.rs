//! The children of a position that are all counted individually: with `--each-alone`, and of a
//! parent in check or with a possible en passant capture, which has no family.
//!
//! Their moves are listed first, and then the children are made four at a time: a register has the
//! same word of four children. A list mixes the moves of all pieces, because most pieces have fewer
//! than four targets.

use core::convert::Infallible;
use core::ops::ControlFlow;

use setwise::attacks::{Sliders, rays};
use setwise::{Bitboard, Filter, MoveSet, MoveVisitor, Position, Role};

use super::children::{ChildQueues, Children, DOUBLE_PUSH, IN_CHECK, QUIET, UNPINNED, shifted};
use super::lane::{OWN, View, Words};
use super::threats::Checks;

/// The children that are made at once, and the targets that are listed at once.
const STEP: usize = 4;

/// The lists of the moves of one position, by the queues of their children.
pub(super) struct EachAlone([MoveList; 3]);

impl EachAlone {
    pub(super) fn new() -> EachAlone {
        EachAlone([MoveList::EMPTY; 3])
    }

    /// Queues all children of a position.
    #[inline(always)]
    pub(super) fn push<S: Sliders>(
        &mut self,
        position: &Position,
        sliders: S,
        view: View,
        queues: &mut ChildQueues,
        owner: u16,
    ) {
        let parent = Words::of(position, view);
        let checks = Checks::in_position(view.own(), position, sliders, view);
        let children = Children { parent, checks, queues, owner };
        let EachAlone(lists) = self;
        let mut lister = Lister { children, lists, pins: Pins::of(&parent), view };
        let ControlFlow::Continue(()) =
            position.visit_legal_moves_with(sliders, Filter::ALL, &mut lister);
        for (queue, list) in lists.iter_mut().enumerate() {
            let ((from, _), (to, _)) = (list.from.as_chunks(), list.to.as_chunks());
            for ((from, to), start) in from.iter().zip(to).zip((0..list.len).step_by(STEP)) {
                let count = (list.len - start).min(STEP);
                queues.push_children::<STEP>(queue, &parent, [from, to], owner, count);
            }
            list.len = 0;
        }
    }
}

/// Moves of one piece each.
struct MoveList {
    from: [Bitboard; MoveList::ROOM + STEP],
    to: [Bitboard; MoveList::ROOM + STEP],
    len: usize,
}

impl MoveList {
    /// More moves than a position has.
    const ROOM: usize = 512;

    const EMPTY: MoveList = MoveList {
        from: [Bitboard::EMPTY; MoveList::ROOM + STEP],
        to: [Bitboard::EMPTY; MoveList::ROOM + STEP],
        len: 0,
    };

    /// Adds the moves to some squares, of which `origin` returns the origin.
    // It writes four moves always, so that the end of the loop is mostly predicted. What is beyond
    // the length is overwritten.
    #[inline(always)]
    fn add(&mut self, mut targets: Bitboard, origin: impl Fn(Bitboard) -> Bitboard) {
        while targets.any() {
            let start = self.len % MoveList::ROOM;
            self.len = start + (targets.count() as usize).min(STEP);
            for i in start..start + STEP {
                let to = targets.isolate_first();
                targets -= to;
                (self.from[i], self.to[i]) = (origin(to), to);
            }
        }
    }
}

/// The enemy's moves after which a piece of the own side might be pinned.
struct Pins {
    /// The pieces of which any move might leave a pinned piece: all, if there is one already, or
    /// those that stand with one piece of the own side between a slider and the king.
    from: Bitboard,
    /// The squares from which bishops and rooks might pin.
    lines: [Bitboard; 2],
}

impl Pins {
    #[inline(always)]
    fn of(parent: &Words) -> Pins {
        let own = parent.own;
        let Some(king) = (parent.kings & own).first() else {
            return Pins { from: Bitboard::UNIVERSE, lines: [Bitboard::EMPTY; 2] };
        };
        let lines = [rays::bishop(king), rays::rook(king)];
        let sliders = ((lines[0] & parent.bishops) | (lines[1] & parent.rooks)) - own;
        let mut from = Bitboard::EMPTY;
        for slider in sliders {
            let between = rays::between(slider, king) & parent.occupied();
            let others = between - own;
            // A capture leaves the line closed, so only a piece that moves away opens a pin.
            if (between & own).count() == 1 && !others.more_than_one() {
                from |= if others.is_empty() { Bitboard::UNIVERSE } else { others };
            }
        }
        Pins { from, lines }
    }

    /// Returns the targets of a role's moves that might leave a pinned piece, from some squares.
    #[inline(always)]
    fn by(&self, role: Role, from: Bitboard) -> Bitboard {
        let [bishop, rook] = self.lines;
        match role {
            _ if self.from.meets(from) => Bitboard::UNIVERSE,
            Role::Pawn | Role::Knight | Role::King => Bitboard::EMPTY,
            Role::Bishop => bishop,
            Role::Rook => rook,
            Role::Queen => bishop | rook,
        }
    }
}

/// A visitor that lists moves of one piece, and queues the children after other moves.
struct Lister<'q> {
    children: Children<'q>,
    lists: &'q mut [MoveList; 3],
    pins: Pins,
    view: View,
}

impl Lister<'_> {
    /// Lists moves that may give check on some squares, and leave a pinned piece on others.
    /// `origin` returns the origin of a target.
    #[inline(always)]
    fn list(
        &mut self,
        origin: impl Fn(Bitboard) -> Bitboard,
        to: Bitboard,
        checks: Bitboard,
        pins: Bitboard,
    ) {
        let quiet = to - checks;
        self.lists[UNPINNED].add(quiet - pins, &origin);
        self.lists[QUIET].add(quiet & pins, &origin);
        self.lists[IN_CHECK].add(to & checks, origin);
    }
}

impl MoveVisitor for Lister<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        let view = self.view;
        let Lister { children, pins, .. } = self;
        match set {
            MoveSet::Piece { role, from, to } => {
                let from = view.square(from);
                let checks = children.checks.by(role, from);
                let pins = pins.by(role, from);
                self.list(|_| from, view.set(to), checks, pins);
            }
            MoveSet::Pawns { shift, to } => {
                let from = view.set(shifted(to, -shift));
                let to = view.set(to);
                // In the lanes the enemy's pawns move down.
                let distance = from.0.trailing_zeros() - to.0.trailing_zeros();
                let origin = |to: Bitboard| Bitboard(to.0 << distance);
                if shift.abs() == DOUBLE_PUSH {
                    for to in to & children.parent.beside_pawns(OWN) {
                        let to = Bitboard::of(to);
                        children.add_en_passant(origin(to), to);
                    }
                }
                let [checks, ..] = children.checks.by_roles(true);
                let pins = pins.by(Role::Pawn, from);
                self.list(origin, to, checks, pins);
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
