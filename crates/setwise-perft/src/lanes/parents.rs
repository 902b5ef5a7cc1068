//! From the root down to the parents, which are queued; with a hash table or without.
//!
//! The table holds counts of positions three plies above the leaves and higher. Counting a parent,
//! two plies above the leaves, takes less time than a read from memory.

use core::convert::Infallible;
use core::ops::ControlFlow;

use setwise::attacks::{Erased, Sliders};
use setwise::dispatch::{CpuFeatures, Portable, X86_64V3};
use setwise::{Bitboard, Filter, MoveSet, MoveVisitor, Position, Role};

use super::children::{DOUBLE_PUSH, shifted};
use super::lane::{Castlings, ENEMY, OWN, View, Words};
use super::queues::Queues;
use super::threats::Checks;
use crate::recursion::{self, Recursion};
use crate::table::{Key, Table};

/// Counts at least two plies below a root, with a table if there is one.
pub(crate) fn count_root<S: Sliders>(
    position: &Position,
    depth: u8,
    sliders: S,
    queues: &mut Queues,
    table: Option<&Table>,
) -> u128 {
    let view = View::of_depth(position.turn(), depth);
    queues.prepare(Castlings::of_colors(&[*position; 2], view), view);
    match table.map(Memory::of) {
        None => count(position, depth, sliders, queues),
        Some(mut memory) => count_with_table(position, depth, sliders, queues, &mut memory),
    }
}

/// Counts at least two plies.
fn count<S: Sliders>(position: &Position, depth: u8, sliders: S, queues: &mut Queues) -> u128 {
    const OWNER: u16 = 0;
    queue_parents(position, depth, sliders, queues, OWNER);
    queues.finish();
    queues.take(OWNER)
}

/// Queues the positions of at least two plies; their moves will belong to an owner.
pub(super) fn queue_parents<S: Sliders>(
    position: &Position,
    depth: u8,
    sliders: S,
    queues: &mut Queues,
    owner: u16,
) {
    let input = (position, depth);
    if let Some(v3) = X86_64V3::new() {
        recursion::run(v3, &mut Descent { queues, owner, sliders }, input);
    } else if cfg!(target_arch = "x86_64") {
        let sliders = Erased::of(sliders);
        recursion::run(Portable, &mut Descent { queues, owner, sliders }, input);
    } else {
        recursion::run(Portable, &mut Descent { queues, owner, sliders }, input);
    }
}

/// The recursion from a root to the parents.
struct Descent<'q, S> {
    queues: &'q mut Queues,
    /// The owner of the counts of all parents.
    owner: u16,
    sliders: S,
}

impl<S: Sliders> Recursion for Descent<'_, S> {
    type Input<'p> = (&'p Position, u8);
    type Output = ();

    #[inline(always)]
    fn level(
        &mut self,
        (position, depth): (&Position, u8),
        next: impl Fn(&mut Self, (&Position, u8)) + Copy,
    ) {
        match depth {
            0..=2 => queue_parent(position, self.sliders, self.queues, self.owner),
            3 => {
                let mut others = core::mem::take(&mut self.queues.others);
                queue_moves(position, self.sliders, self.queues, self.owner, &mut others);
                for set in others.drain(..) {
                    position.for_each_next(
                        set,
                        #[inline(always)]
                        |child| next(self, (child, depth - 1)),
                    );
                }
                self.queues.others = others;
            }
            // Few positions are on these levels, so a list of their moves costs almost nothing.
            _ => {
                for mv in position.legal_moves() {
                    next(self, (&position.play_unchecked(mv), depth - 1));
                }
            }
        }
    }
}

/// Queues a parent; or its children, if it is in check or may have an en passant capture.
#[inline(always)]
pub(super) fn queue_parent<S: Sliders>(
    position: &Position,
    sliders: S,
    queues: &mut Queues,
    owner: u16,
) {
    let may_capture_en_passant = position.pseudo_legal_en_passant().is_some();
    if queues.families && !may_capture_en_passant && !position.is_check() {
        queues.push_parent(&Words::of(position, queues.view), owner);
    } else {
        queues.push_children(position, sliders, owner);
    }
}

/// Queues the children of a position as parents. Appends the other moves: after them the other side is
/// in check or may capture en passant, or they change more than the square of a piece.
#[inline(always)]
fn queue_moves<S: Sliders>(
    position: &Position,
    sliders: S,
    queues: &mut Queues,
    owner: u16,
    others: &mut Vec<MoveSet>,
) {
    let view = queues.view;
    let mut pusher = ParentPusher {
        words: Words::of(position, view),
        checks: Checks::in_position(!view.own(), position, sliders, view),
        queues,
        owner,
        others,
    };
    let ControlFlow::Continue(()) =
        position.visit_legal_moves_with(sliders, Filter::ALL, &mut pusher);
}

/// Queues the children of a position, three plies above the leaves, as parents, and keeps the other
/// moves.
struct ParentPusher<'q> {
    words: Words,
    checks: Checks,
    queues: &'q mut Queues,
    owner: u16,
    others: &'q mut Vec<MoveSet>,
}

impl ParentPusher<'_> {
    #[inline(always)]
    fn push(&mut self, from: Bitboard, to: Bitboard) {
        self.queues.push_parent(&self.words.after(OWN, from, to), self.owner);
    }
}

impl MoveVisitor for ParentPusher<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        let Queues { view, families, .. } = *self.queues;
        if !families {
            self.others.push(set);
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
                    self.others.push(MoveSet::Piece { role, from, to: checks });
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
                    self.others.push(MoveSet::Pawns { shift, to: other });
                }
            }
            MoveSet::Promotions { .. } | MoveSet::EnPassant { .. } | MoveSet::Castle { .. } => {
                self.others.push(set);
            }
        }
        ControlFlow::Continue(())
    }
}

/// The plies above the leaves of the lowest positions in the table.
pub(crate) const LOWEST: u8 = 3;

/// A table, and the children of one position at a time.
struct Memory<'t> {
    table: &'t Table,
    children: Vec<(Position, Key)>,
}

impl Memory<'_> {
    fn of(table: &Table) -> Memory<'_> {
        Memory { table, children: Vec::new() }
    }
}

/// Counts at least two plies, with a table.
fn count_with_table<S: Sliders>(
    position: &Position,
    depth: u8,
    sliders: S,
    queues: &mut Queues,
    memory: &mut Memory<'_>,
) -> u128 {
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
    queues: &mut Queues,
    memory: &mut Memory<'_>,
) -> u128 {
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
        queue_parents(child, LOWEST, sliders, queues, owner);
    }
    queues.finish();
    for ((_, key), owner) in children.iter().zip(0..) {
        let count = queues.take(owner);
        table.put(*key, LOWEST, count);
        sum += count;
    }
    sum
}
