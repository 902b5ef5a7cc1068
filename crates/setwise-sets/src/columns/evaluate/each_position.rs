//! Words that need the generator or the text of a position.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use setwise::attacks::{self, Sliders, Task, rays};
use setwise::{Bitboard, Filter, Move, MoveSet, Position, Role, Square, dispatch};

use crate::columns::kernels::{self, Pieces};
use crate::columns::lanes::{Lane, Level, values};
use crate::columns::{Columns, Numbers, Truths, texts};
use crate::endgames;
use crate::tree::{Id, Node, NumberWord, SetFunction, TruthWord};

/// Counts the legal moves of positions.
struct CountMoves<'c> {
    positions: &'c [Position],
    todo: Truths,
    /// The number from which moves need not be counted.
    enough: u32,
    out: &'c mut Numbers,
}

/// Counts legal moves up to a number: the moves of the king last, because they take longest.
#[inline(always)]
fn count_up_to<S: Sliders>(enough: u32, position: &Position, sliders: S) -> u32 {
    let king = Bitboard::of(position.king(position.turn()));
    let mut count = 0;
    let mut add = |moves: MoveSet| {
        count += moves.count();
        if count < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let visited = position.visit_legal_moves_with(sliders, Filter::ALL.from(!king), &mut add);
    if visited.is_continue() {
        let _ = position.visit_legal_moves_with(sliders, Filter::ALL.from(king), &mut add);
    }
    count
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
                        let position = &positions[lane];
                        let moves = match enough {
                            u32::MAX => position.count_legal_moves_with(sliders),
                            _ => count_up_to(enough, position, sliders),
                        };
                        out.values[Lane::new(lane)] = moves as i32;
                    },
                );
            },
        );
    }
}

/// Returns the number of legal castling moves and captures en passant.
fn count_special_moves(position: &Position) -> usize {
    let (board, turn) = (position.board(), position.turn());
    let (own, king) = (board.color(turn), position.king(turn));
    // The squares between king and rook are always part of a path, and seldom empty.
    let is_free = |rook: &Square| !rays::between(king, *rook).meets(board.occupied());
    let castling = |rook: &Square| is_free(rook) && position.is_legal(Move::castle(king, *rook));
    let en_passant = position.en_passant().map_or(0, |to| {
        let pawns = attacks::pawns(!turn, Bitboard::of(to)) & board.role(Role::Pawn) & own;
        pawns.into_iter().filter(|&from| position.is_legal(Move::en_passant(from, to))).count()
    });
    en_passant + (position.castling_rooks() & own).into_iter().filter(castling).count()
}

impl Columns {
    /// Counts the legal moves in the blocks in which many positions are asked for, and returns the
    /// other positions that are asked for.
    fn count_moves_in_blocks(&mut self, id: Id, todo: Truths) -> Truths {
        // From this number of positions, the loop over a block is faster.
        let many = match self.level {
            Level::V4(_) => 8,
            Level::V3(_) => 48,
            Level::Portable => u32::MAX,
        };
        let dense = Truths(todo.0.map(|word| if word.count_ones() < many { 0 } else { !0 }));
        let out = &mut self.columns[id].number_mut().values;
        let input = (&dense, &mut *out, (&*self.pieces, self.black));
        inlined!(Level::call, [self.level, input], |(dense, out, input)| {
            inlined!(values, [dense, out, input], |(pieces, black), lane| {
                kernels::count_moves(&Pieces::at(pieces, lane), black.mask(lane))
            });
        });
        (dense & Truths::first(self.len)).for_each(|lane| {
            let position = &self.positions[lane];
            if position.en_passant().is_some() || position.castling_rooks().any() {
                out[Lane::new(lane)] += count_special_moves(position) as i32;
            }
        });
        todo & !dense
    }

    /// Evaluates what needs the generator or the text of a position, one position at a time.
    pub(in crate::columns) fn compute_by_positions(&mut self, id: Id, todo: Truths) {
        let todo = todo & Truths::first(self.len);
        match *self.tree.node(id) {
            Node::NumberWord(NumberWord::MateIn) => {
                let out = self.columns[id].number_mut();
                todo.for_each(|lane| {
                    let outcome = endgames::outcome(&self.positions[lane]);
                    let mate = outcome.filter(|(outcome, _)| outcome.is_ne());
                    out.values[Lane::new(lane)] = mate.map_or(0, |(_, moves)| moves.into());
                    out.missing.set(lane, mate.is_none());
                });
            }
            Node::TruthWord(word @ (TruthWord::Won | TruthWord::Drawn | TruthWord::Lost)) => {
                let wanted = match word {
                    TruthWord::Won => Ordering::Greater,
                    TruthWord::Drawn => Ordering::Equal,
                    _ => Ordering::Less,
                };
                let out = self.columns[id].truth_mut();
                todo.for_each(|lane| {
                    let outcome = endgames::outcome(&self.positions[lane]);
                    out.set(lane, outcome.is_some_and(|(outcome, _)| outcome == wanted));
                });
            }
            Node::NumberWord(_) => {
                let todo = self.count_moves_in_blocks(id, todo);
                let (enough, out) = (self.plan.enough_moves, self.columns[id].number_mut());
                attacks::run_fastest(CountMoves { positions: &self.positions, todo, enough, out });
            }
            Node::SetFunction(function, part) => {
                self.need(part, todo);
                let (parts, rest) = self.columns.split_at_mut(id.index());
                let (from, out) = (parts[part.index()].set(), rest[0].set_mut());
                todo.for_each(|lane| {
                    let (position, from) = (&self.positions[lane], from[Lane::new(lane)]);
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
                    if function == SetFunction::PseudoTargets {
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
                let is_mate = word == TruthWord::Checkmate;
                let out = self.columns[id].truth_mut();
                todo.for_each(|lane| {
                    let position = &self.positions[lane];
                    out.set(lane, position.is_check() == is_mate && !position.has_legal_move());
                });
            }
            Node::Text(_, ref test) => {
                let passes = texts::position_test(test);
                let out = self.columns[id].truth_mut();
                todo.for_each(|lane| out.set(lane, passes(&self.positions[lane])));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
