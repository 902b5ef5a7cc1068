//! Words that need the generator or the text of a position: one position at a time.

use core::ops::ControlFlow;

use setwise::attacks::{self, Sliders, Task};
use setwise::node;
use setwise::{Bitboard, Filter, Move, MoveSet, MoveVisitor, Position, dispatch};

use super::level::Lane;
use super::{Columns, Numbers, Truths, texts};
use crate::tree::{Id, Node, SetFunction, TruthWord};

/// Counts the legal moves of positions.
struct CountMoves<'c> {
    positions: &'c [Position],
    todo: Truths,
    /// The number from which moves need not be counted.
    enough: u32,
    out: &'c mut Numbers,
}

/// Counts moves up to a number.
struct Counter {
    count: u32,
    enough: u32,
}

impl MoveVisitor for Counter {
    type Break = ();

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<()> {
        self.count += set.count();
        if self.count < self.enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Counts legal moves up to a number, the moves of the king last, because they take longest.
#[inline(always)]
fn count_up_to<S: Sliders>(enough: u32, node: &node::Node<S>) -> u32 {
    let position = node.position();
    let king = Bitboard::of(position.king(position.turn()));
    let mut counter = Counter { count: 0, enough };
    for from in [!king, king] {
        if node.visit(Filter::ALL.from(from), &mut counter).is_break() {
            break;
        }
    }
    counter.count
}

impl Task for CountMoves<'_> {
    type Output = ();

    fn run<S: Sliders>(self, sliders: S) {
        dispatch::call(
            (self, sliders),
            #[inline(always)]
            |(CountMoves { positions, todo, enough, out }, sliders)| {
                todo.for_each(
                    #[inline(always)]
                    |lane| {
                        let node = node::Node::new(positions[lane], sliders);
                        let moves = match enough {
                            u32::MAX => node.count(),
                            _ => count_up_to(enough, &node),
                        };
                        out.values[Lane::new(lane)] = moves as i32;
                    },
                );
            },
        );
    }
}

impl Columns {
    /// Evaluates what needs the generator or the text of a position, one position at a time.
    pub(super) fn compute_by_positions(&mut self, id: Id, todo: Truths) {
        let todo = todo & Truths::first(self.len);
        if let Node::SetFunction(_, part) = *self.tree.node(id) {
            self.need(part, todo);
        }
        let (parts, rest) = self.columns.split_at_mut(id.index());
        let (out, positions) = (&mut rest[0], &self.positions);
        match self.tree.node(id) {
            Node::NumberWord(_) => {
                let (enough, out) = (self.plan.enough_moves, out.number_mut());
                attacks::run_fastest(CountMoves { positions, todo, enough, out });
            }
            Node::SetFunction(function, part) => {
                let (from, out) = (parts[part.index()].set(), out.set_mut());
                todo.for_each(|lane| {
                    let (position, from) = (&positions[lane], from[Lane::new(lane)]);
                    let mut found = Bitboard::EMPTY;
                    let mut add = |mv: Move| match function {
                        SetFunction::Movable => found |= Bitboard::of(mv.from()),
                        _ if from.contains(mv.from()) => found |= Bitboard::of(mv.destination()),
                        _ => {}
                    };
                    let filter = match function {
                        SetFunction::CheckTargets => Filter::CHECKS.from(from),
                        _ => Filter::ALL.from(from),
                    };
                    if *function == SetFunction::PseudoTargets {
                        position.pseudo_legal_moves().into_iter().for_each(add);
                    } else {
                        let _: ControlFlow<()> = position.visit_legal_moves(filter, |moves| {
                            moves.into_iter().for_each(&mut add);
                            ControlFlow::Continue(())
                        });
                    }
                    out[Lane::new(lane)] = found;
                });
            }
            Node::TruthWord(word) => {
                let is_mate = *word == TruthWord::Checkmate;
                let out = out.truth_mut();
                todo.for_each(|lane| {
                    let position = &positions[lane];
                    out.set(lane, position.is_check() == is_mate && !position.has_legal_move());
                });
            }
            Node::Text(_, test) => {
                let (out, passes) = (out.truth_mut(), texts::position_test(test));
                todo.for_each(|lane| out.set(lane, passes(&positions[lane])));
            }
            _ => {}
        }
    }
}
