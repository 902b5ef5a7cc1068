//! From the root down to the parents, which are queued; with a hash table or without.
//!
//! The table holds counts of positions three plies above the leaves and higher. Counting a parent,
//! two plies above the leaves, takes less time than a read from memory.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use setwise::attacks::Erased;
use setwise::attacks::Sliders;
use setwise::dispatch::{self, Recursion};
use setwise::node::Node;
use setwise::{Bitboard, MoveSet, Position, Role};
use setwise::{Filter, MoveVisitor};

use super::children::{self, DOUBLE_PUSH, Queues};
use super::lane::{ENEMY, OWN, Words};
use super::threats::Checks;
use crate::table::{Key, Table};

/// Counts at least two plies.
pub(super) fn count<S: Sliders>(
    position: &Position,
    depth: u8,
    sliders: S,
    queues: &Queues,
) -> u64 {
    queue_parents(position, depth, sliders, queues);
    queues.finish();
    queues.sums.take(queues.sums.owner.get())
}

/// Queues the positions of at least two plies; their moves will belong to the current owner.
pub(super) fn queue_parents<S: Sliders>(
    position: &Position,
    depth: u8,
    sliders: S,
    queues: &Queues,
) {
    if depth > 3 {
        // Few positions are on these levels, so a list of their moves costs almost nothing.
        for mv in position.legal_moves() {
            queue_parents(&position.play_unchecked(mv), depth - 1, sliders, queues);
        }
        return;
    }
    let node = &Node::new(*position, sliders);
    dispatch::run_or(&mut Walk::of(queues), (node, depth), |_, _| {
        let node = &Node::new(*position, Erased::of(sliders));
        dispatch::baseline(&mut Walk::of(queues), (node, depth));
    });
}

/// A walk over two or three plies that queues positions.
struct Walk<'q, S> {
    queues: &'q Queues,
    sliders: PhantomData<S>,
}

impl<'q, S> Walk<'q, S> {
    fn of(queues: &'q Queues) -> Walk<'q, S> {
        Walk { queues, sliders: PhantomData }
    }
}

impl<S: Sliders> Recursion for Walk<'_, S> {
    type Input<'n> = (&'n Node<S>, u8);
    type Output = ();

    #[inline(always)]
    fn level(
        &mut self,
        (node, depth): (&Node<S>, u8),
        next: impl Fn(&mut Self, (&Node<S>, u8)) + Copy,
    ) {
        let queues = self.queues;
        if depth <= 2 {
            queue_parent(node, queues);
            return;
        }
        let view = queues.view;
        let mut parents = Parents {
            node,
            words: Words::of(node.position(), view),
            checks: Checks::in_node(!view.own(), node, view),
            queues,
            other: |node: &Node<S>| next(self, (node, depth - 1)),
        };
        let ControlFlow::Continue(()) = node.visit(Filter::ALL, &mut parents);
    }
}

/// Queues a parent; or its children, if it is in check or may have an en passant capture.
#[inline(always)]
pub(super) fn queue_parent<S: Sliders>(node: &Node<S>, queues: &Queues) {
    let position = node.position();
    let may_capture_en_passant = position.pseudo_legal_en_passant().is_some();
    if queues.families && !may_capture_en_passant && !position.is_check() {
        queues.push_parent(&Words::of(position, queues.view));
    } else {
        children::queue_all(node, queues);
    }
}

/// Queues the children of a node as parents. Children that are in check or may have an en passant
/// capture are passed to `other`.
struct Parents<'n, S: Sliders, F> {
    node: &'n Node<S>,
    words: Words,
    checks: Checks,
    queues: &'n Queues,
    other: F,
}

impl<S: Sliders, F: FnMut(&Node<S>)> Parents<'_, S, F> {
    #[inline(always)]
    fn push(&self, from: Bitboard, to: Bitboard) {
        self.queues.push_parent(&self.words.after(OWN, from, to));
    }

    #[inline(always)]
    fn pass_on(&mut self, set: MoveSet) {
        let Parents { node, other, .. } = self;
        node.for_each_next(
            set,
            #[inline(always)]
            |next| other(&next),
        );
    }
}

impl<S: Sliders, F: FnMut(&Node<S>)> MoveVisitor for Parents<'_, S, F> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        let view = self.queues.view;
        if !self.queues.families {
            self.pass_on(set);
            return ControlFlow::Continue(());
        }
        match set {
            MoveSet::Piece { role, from, to } => {
                let origin = view.square(from);
                let checks = to & view.set(self.checks.by(role, origin));
                for to in to - checks {
                    self.push(origin, view.square(to));
                }
                if checks.any() {
                    self.pass_on(MoveSet::Piece { role, from, to: checks });
                }
            }
            MoveSet::Pawns { shift, to } => {
                let discovered = shifted(view.set(self.checks.discoverers), shift);
                let checks = view.set(self.checks.squares[Role::Pawn as usize]);
                let mut other = to & (checks | discovered);
                if shift.abs() == DOUBLE_PUSH {
                    other |= to & view.set(self.words.beside_pawns(ENEMY));
                }
                for to in to - other {
                    let from = MoveSet::pawn_origin(to, shift);
                    self.push(view.square(from), view.square(to));
                }
                if other.any() {
                    self.pass_on(MoveSet::Pawns { shift, to: other });
                }
            }
            MoveSet::Promotions { .. } | MoveSet::EnPassant { .. } | MoveSet::Castle { .. } => {
                self.pass_on(set);
            }
        }
        ControlFlow::Continue(())
    }
}

#[inline(always)]
fn shifted(set: Bitboard, shift: i8) -> Bitboard {
    Bitboard(if shift > 0 { set.0 << shift } else { set.0 >> -shift })
}

/// The plies above the leaves of the lowest positions in the table.
pub(super) const LOWEST: u8 = 3;

/// A table, and the children of one position at a time.
pub(super) struct Memory<'t> {
    table: &'t Table,
    children: Vec<(Position, Key)>,
}

impl Memory<'_> {
    pub(super) fn of(table: &Table) -> Memory<'_> {
        Memory { table, children: Vec::new() }
    }
}

/// Counts at least two plies, with a table.
pub(super) fn count_with_table<S: Sliders>(
    position: &Position,
    depth: u8,
    sliders: S,
    queues: &Queues,
    memory: &mut Memory<'_>,
) -> u64 {
    if depth <= LOWEST {
        return count(position, depth, sliders, queues);
    }
    let (table, key) = (memory.table, Key::of(position));
    table.get_or_count(key, depth, || {
        if depth == LOWEST + 1 {
            return sum_of_children(position, sliders, queues, memory);
        }
        let children = position.legal_moves().into_iter().map(|mv| position.play_unchecked(mv));
        children.map(|child| count_with_table(&child, depth - 1, sliders, queues, memory)).sum()
    })
}

/// Returns the sum of the counts of children on the lowest level of the table.
///
/// All children that are not in the table are queued before any is counted, so that the queues are
/// full; each child owns its count.
fn sum_of_children<S: Sliders>(
    position: &Position,
    sliders: S,
    queues: &Queues,
    memory: &mut Memory<'_>,
) -> u64 {
    let Memory { table, children } = memory;
    children.clear();
    for mv in position.legal_moves() {
        let child = position.play_unchecked(mv);
        let key = Key::of(&child);
        table.prefetch(key);
        children.push((child, key));
    }
    let mut sum = 0;
    children.retain(|(_, key)| match table.get(*key, LOWEST) {
        Some(count) => {
            sum += count;
            false
        }
        None => true,
    });
    for ((child, _), owner) in children.iter().zip(0..) {
        queues.sums.owner.set(owner);
        queue_parents(child, LOWEST, sliders, queues);
    }
    queues.finish();
    for ((_, key), owner) in children.iter().zip(0..) {
        let count = queues.sums.take(owner);
        table.put(*key, LOWEST, count);
        sum += count;
    }
    sum
}
