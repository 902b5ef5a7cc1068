//! Words that need the generator or the text of a position: one position at a time.

use core::ops::ControlFlow;

use setwise::attacks::{self, Sliders, Task};
use setwise::node;
use setwise::{Bitboard, Filter, Move, Position, dispatch};

use super::level::Lane;
use super::{Columns, Numbers, Truths, texts};
use crate::tree::{Id, Node, SetFunction, TruthWord};

/// Counts the legal moves of positions.
struct CountMoves<'c> {
    positions: &'c [Position],
    todo: Truths,
    out: &'c mut Numbers,
}

impl Task for CountMoves<'_> {
    type Output = ();

    fn run<S: Sliders>(self, sliders: S) {
        dispatch::call(
            (self, sliders),
            #[inline(always)]
            |(CountMoves { positions, todo, out }, sliders)| {
                todo.for_each(
                    #[inline(always)]
                    |lane| {
                        let moves = node::Node::new(positions[lane], sliders).count();
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
                attacks::run_fastest(CountMoves { positions, todo, out: out.number_mut() });
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
