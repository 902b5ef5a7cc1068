//! The values of nodes: a loop over columns for each.

mod each_position;
mod over_games;

pub(super) use over_games::State;

use alloc::vec;
use core::mem;

use setwise::Direction::{East, North, NorthEast, NorthWest};
use setwise::attacks::slide;
use setwise::{Bitboard, attacks};

use super::kernels::{self, Pieces, roles};
use super::lanes::{Lane, Level, take_squares, truths, values};
use super::{Column, Columns, Truths, texts};
use crate::tree::{
    Arithmetic, Comparison, Id, Kind, Node, PairFunction, Quantifier, SetFunction, SetOperator,
    SetWord, Toward, TruthWord,
};

impl Arithmetic {
    /// Returns the result for two numbers; it saturates.
    #[inline(always)]
    pub(super) fn of(self, a: i32, b: i32) -> i32 {
        match self {
            Arithmetic::Add => a.saturating_add(b),
            Arithmetic::Subtract => a.saturating_sub(b),
            Arithmetic::Multiply => a.saturating_mul(b),
            Arithmetic::Minimum => a.min(b),
            Arithmetic::Maximum => a.max(b),
        }
    }
}

/// The recursion begins again after this number of levels.
const STEP: u16 = 32;

/// Calls a loop over columns with the instructions of a level, and an inlined closure.
macro_rules! at_level {
    ($level:expr, $loop:path, [$todo:expr, $out:expr], $input:expr, $($of:tt)*) => {
        inlined!(Level::call, [$level, ($todo, $out, $input)], |(todo, out, input)| {
            inlined!($loop, [todo, out, input], $($of)*)
        })
    };
}

impl Columns {
    /// Makes the values of a node known for some positions.
    pub(super) fn need(&mut self, id: Id, wanted: Truths) {
        let mut todo = wanted & !self.known[id];
        if !todo.any() {
            return;
        }
        if !self.plan.is_costly[id] {
            todo = todo.whole_blocks();
        }
        if self.plan.depths[id].is_multiple_of(STEP) {
            self.need_below(id, todo);
        }
        let done = self.compute(id, todo);
        self.known[id] = self.known[id] | todo | done;
    }

    /// Makes the values of nodes far below a node known, from below, so that the recursion does not
    /// become deep.
    fn need_below(&mut self, id: Id, wanted: Truths) {
        let (mut open, mut below) = (vec![id], vec![false; self.tree.len()]);
        while let Some(node) = open.pop() {
            let operands = self.plan.operands[node].iter().copied();
            let parts = self.tree.node(node).parts().filter(|_| operands.len() == 0);
            for part in operands.clone().chain(parts) {
                // Squares of variables are known only inside the loop of their quantifier.
                let is_bound = self.tree.free(part) & !self.tree.free(id) == 0;
                let is_known = !(wanted & !self.known[part]).any();
                if is_bound && !is_known && !mem::replace(&mut below[part], true) {
                    open.push(part);
                }
            }
        }
        for node in self.tree.ids().filter(|id| below[*id]) {
            if self.plan.depths[node].is_multiple_of(STEP) {
                self.need(node, wanted);
            }
        }
    }

    pub(super) fn truth(&self, id: Id) -> Truths {
        *self.columns[id].truth()
    }

    /// Evaluates a node for some positions, and returns those for which it was evaluated besides.
    fn compute(&mut self, id: Id, todo: Truths) -> Truths {
        let node = self.tree.node(id);
        match *node {
            Node::And(..) | Node::Or(..) => self.compute_operands(id, todo),
            Node::Quantified { .. } => self.compute_quantified(id, todo),
            Node::If(a, b, c) => self.compute_if(id, [a, b, c], todo),
            _ if node.is_over_games() => return self.compute_over_games(id, todo),
            _ if node.asks_position() => self.compute_by_positions(id, todo),
            _ => {
                for part in node.parts() {
                    self.need(part, todo);
                }
                match self.tree.kind(id) {
                    Kind::Set => self.compute_set(id, todo),
                    Kind::Number => self.compute_number(id, todo),
                    Kind::Truth => self.compute_truth(id, todo),
                }
            }
        }
        Truths::NONE
    }

    /// Evaluates `and` or `or`: an operand only where those before it leave the answer open.
    fn compute_operands(&mut self, id: Id, todo: Truths) {
        let is_and = matches!(self.tree.node(id), Node::And(..));
        let mut open = todo;
        for k in 0..self.plan.operands[id].len() {
            if !open.any() {
                break;
            }
            let operand = self.plan.operands[id][k];
            self.need(operand, open);
            let holds = self.truth(operand);
            open = open & if is_and { holds } else { !holds };
        }
        let holds = if is_and { open } else { todo & !open };
        let out = self.columns[id].truth_mut();
        *out = *out & !todo | holds;
    }

    /// Evaluates a body for each square of a set, the lowest of all positions at once.
    fn compute_quantified(&mut self, id: Id, todo: Truths) {
        let Node::Quantified { quantifier, variable, over, body } = *self.tree.node(id) else {
            return;
        };
        self.need(over, todo);
        let variable = usize::from(variable);
        *self.rests[variable] = *self.columns[over].set();
        let (mut open, mut found) = (todo, Truths::NONE);
        if let Column::Number(numbers) = &mut self.columns[id] {
            todo.for_each(|lane| numbers.values[Lane::new(lane)] = 0);
        }
        loop {
            let square = self.columns[self.plan.variables[variable]].set_mut();
            open =
                open & self.level.call((&open, &mut *self.rests[variable], square), take_squares);
            if !open.any() {
                break;
            }
            for &dependent in &self.plan.dependents[variable] {
                self.known[dependent] = Truths::NONE;
            }
            self.need(body, open);
            let holds = self.truth(body);
            match quantifier {
                Quantifier::Any => {
                    found = found | holds & open;
                    open = open & !holds;
                }
                Quantifier::All => {
                    found = found | open & !holds;
                    open = open & holds;
                }
                Quantifier::Count => {
                    let numbers = self.columns[id].number_mut();
                    (holds & open).for_each(|lane| numbers.values[Lane::new(lane)] += 1);
                }
            }
        }
        if quantifier != Quantifier::Count {
            let holds = if quantifier == Quantifier::Any { found } else { todo & !found };
            let out = self.columns[id].truth_mut();
            *out = *out & !todo | holds;
        }
    }

    fn compute_if(&mut self, id: Id, [condition, yes, no]: [Id; 3], todo: Truths) {
        self.need(condition, todo);
        let holds = self.truth(condition);
        self.need(yes, todo & holds);
        self.need(no, todo & !holds);
        let (parts, rest) = self.columns.split_at_mut(id.index());
        let (yes, no) = (&parts[yes.index()], &parts[no.index()]);
        match &mut rest[0] {
            Column::Set(out) => {
                let input = (holds, yes.set(), no.set());
                inlined!(values, [&todo, out, input], |(holds, yes, no), lane| {
                    let mask = holds.mask(lane);
                    (yes[lane] & mask) | (no[lane] - mask)
                });
            }
            Column::Number(out) => {
                let (yes, no) = (yes.number(), no.number());
                out.missing = yes.missing & holds | no.missing & !holds;
                let input = (holds, &yes.values, &no.values);
                inlined!(values, [&todo, &mut out.values, input], |(holds, yes, no), lane| {
                    if holds.mask(lane).any() { yes[lane] } else { no[lane] }
                });
            }
            Column::Truth(out) => *out = *yes.truth() & holds | *no.truth() & !holds,
        }
    }

    /// Evaluates a set whose parts are known.
    fn compute_set(&mut self, id: Id, todo: Truths) {
        let (parts, rest) = self.columns.split_at_mut(id.index());
        let out = rest[0].set_mut();
        let (plan, level, pieces, black) = (&self.plan, self.level, &*self.pieces, &self.black);
        let set = |id: Id| parts[id.index()].set();
        // A loop that gives a set for the pieces of each position and the side to move, or for the
        // pieces and the sets of one or two parts.
        macro_rules! each {
            (|$pieces:pat_param, $black:pat_param| $of:expr) => {
                at_level!(level, values, [&todo, out], (pieces, black), |(pieces, black), lane| {
                    let ($pieces, $black) = (&Pieces::at(pieces, lane), black.mask(lane));
                    $of
                })
            };
            ($a:expr, |$pieces:pat_param, $set:pat_param| $of:expr) => {
                at_level!(level, values, [&todo, out], (pieces, set($a)), |(pieces, a), lane| {
                    let ($pieces, $set) = (&Pieces::at(pieces, lane), a[lane]);
                    $of
                })
            };
            ($a:expr, $b:expr, |$pieces:pat_param, $x:pat_param, $y:pat_param| $of:expr) => {
                at_level!(
                    level,
                    values,
                    [&todo, out],
                    (pieces, set($a), set($b)),
                    |(pieces, a, b), lane| {
                        let ($pieces, $x, $y) = (&Pieces::at(pieces, lane), a[lane], b[lane]);
                        $of
                    }
                )
            };
        }
        // Attack functions are instantiated for the pieces of one role, and for all.
        macro_rules! with_roles {
            ($of:ident, $roles:expr, $a:expr) => {
                with_roles!($of, $roles, $a, [PAWN KNIGHT KING BISHOP ROOK])
            };
            ($of:ident, $roles:expr, $a:expr, [$($role:ident)+]) => {
                match $roles {
                    $(roles::$role => {
                        each!($a, |pieces, a| kernels::$of::<{ roles::$role }>(pieces, a))
                    })+
                    _ => each!($a, |pieces, a| kernels::$of::<{ roles::ALL }>(pieces, a)),
                }
            };
        }
        match *self.tree.node(id) {
            Node::Piece(color, role) => {
                let input = (pieces, color, role);
                at_level!(level, values, [&todo, out], input, |(pieces, color, role), lane| {
                    let sets = &pieces[lane.block];
                    sets[*role as usize][lane.place] & sets[6 + *color as usize][lane.place]
                });
            }
            Node::Side(color) => {
                at_level!(level, values, [&todo, out], (pieces, color), |(pieces, color), lane| {
                    pieces[lane.block][6 + *color as usize][lane.place]
                });
            }
            Node::SetWord(word) => match word {
                SetWord::Empty => each!(|pieces, _| pieces.empty()),
                SetWord::Pinned => each!(|pieces, _| kernels::pinned(pieces)),
                SetWord::Checkers => {
                    each!(|pieces, black| kernels::checkers(pieces, pieces.of_turn(black)));
                }
                SetWord::Enemy => each!(|pieces, black| pieces.of_turn(!black)),
                _ => each!(|pieces, black| pieces.of_turn(black)),
            },
            Node::Join(operator, a, b) => match operator {
                SetOperator::And => each!(a, b, |_, a, b| a & b),
                SetOperator::Minus => each!(a, b, |_, a, b| a - b),
                SetOperator::Xor => each!(a, b, |_, a, b| a ^ b),
                SetOperator::Or => each!(a, b, |_, a, b| a | b),
            },
            Node::SetFunction(function, a) => match function {
                SetFunction::Complement => each!(a, |_, a| !a),
                SetFunction::Attacks => with_roles!(attacks, plan.roles[a], a),
                SetFunction::Attackers => with_roles!(attackers, plan.asked_roles[id], a),
                SetFunction::Forward => each!(a, |pieces, a| kernels::step_forward(pieces, a)),
                SetFunction::File => each!(a, |_, a| kernels::lines(North, a)),
                SetFunction::Rank => each!(a, |_, a| kernels::lines(East, a)),
                SetFunction::Diagonal => {
                    each!(a, |_, a| kernels::lines(NorthEast, a) | kernels::lines(NorthWest, a));
                }
                SetFunction::Around => each!(a, |_, a| attacks::kings(a)),
                SetFunction::Passed => each!(a, |pieces, a| kernels::passed(pieces) & a),
                SetFunction::Isolated => each!(a, |pieces, a| kernels::isolated(pieces) & a),
                SetFunction::Doubled => each!(a, |pieces, a| kernels::doubled(pieces) & a),
                SetFunction::Connected => each!(a, |pieces, a| kernels::connected(pieces) & a),
                SetFunction::Backward => each!(a, |pieces, a| kernels::backward(pieces) & a),
                SetFunction::Hanging => each!(a, |pieces, a| kernels::hanging(pieces) & a),
                SetFunction::FlipVertical => each!(a, |_, a| a.flip_vertical()),
                SetFunction::MirrorHorizontal => each!(a, |_, a| a.mirror_horizontal()),
                SetFunction::FlipDiagonal => each!(a, |_, a| a.flip_diagonal()),
                SetFunction::FlipAntiDiagonal => each!(a, |_, a| a.flip_anti_diagonal()),
                SetFunction::Rotate180 => each!(a, |_, a| a.rotate_180()),
                SetFunction::RotateClockwise => each!(a, |_, a| a.rotate_90_clockwise()),
                SetFunction::RotateCounterclockwise => {
                    each!(a, |_, a| a.rotate_90_counterclockwise());
                }
                _ => {}
            },
            Node::Toward(Toward::Steps(steps), direction, a) => {
                let (kept, turn) = kernels::steps(direction, steps);
                each!(a, |_, a| Bitboard((a & kept).0.rotate_left(turn)));
            }
            Node::Toward(Toward::Fill, direction, a) => {
                each!(a, |_, a| kernels::fill(direction, a));
            }
            Node::Toward(Toward::Slide, direction, a) => {
                each!(a, |pieces, a| slide(direction, a, pieces.empty()));
            }
            Node::Pair(function, a, b) => match function {
                PairFunction::Between => each!(a, b, |_, a, b| kernels::between(a, b)),
                PairFunction::Line => each!(a, b, |_, a, b| kernels::line(a, b)),
                PairFunction::Behind => {
                    each!(a, b, |pieces, a, b| kernels::behind(pieces, a, b));
                }
            },
            _ => {}
        }
    }

    /// Evaluates a number whose parts are known.
    fn compute_number(&mut self, id: Id, todo: Truths) {
        let (parts, rest) = self.columns.split_at_mut(id.index());
        let out = rest[0].number_mut();
        let number = |id: Id| parts[id.index()].number();
        macro_rules! each {
            ($($loop:tt)*) => { at_level!(self.level, values, [&todo, &mut out.values], $($loop)*) };
        }
        match *self.tree.node(id) {
            Node::Count(a) => {
                each!(parts[a.index()].set(), |a, lane| a[lane].count() as i32);
            }
            Node::Value(a) => {
                each!((&*self.pieces, parts[a.index()].set()), |(pieces, a), lane| {
                    kernels::value(&Pieces::at(pieces, lane), a[lane])
                });
            }
            Node::Arithmetic(operator, a, b) => {
                let (a, b) = (number(a), number(b));
                out.missing = a.missing | b.missing;
                let input = (&a.values, &b.values);
                macro_rules! operators {
                    ($($operator:ident)+) => {
                        match operator {
                            $(Arithmetic::$operator => each!(input, |(a, b), lane| {
                                Arithmetic::$operator.of(a[lane], b[lane])
                            }),)+
                        }
                    };
                }
                operators!(Add Subtract Multiply Minimum Maximum);
            }
            Node::Negative(a) => {
                out.missing = number(a).missing;
                each!(&number(a).values, |a, lane| a[lane].saturating_neg());
            }
            Node::Absolute(a) => {
                out.missing = number(a).missing;
                each!(&number(a).values, |a, lane| a[lane].saturating_abs());
            }
            _ => {}
        }
    }

    /// Evaluates a truth whose parts are known.
    fn compute_truth(&mut self, id: Id, todo: Truths) {
        let (parts, rest) = self.columns.split_at_mut(id.index());
        let out = rest[0].truth_mut();
        let set = |id: Id| parts[id.index()].set();
        macro_rules! each {
            ($($loop:tt)*) => { at_level!(self.level, truths, [&todo, &mut *out], $($loop)*) };
        }
        match self.tree.node(id) {
            Node::TruthWord(TruthWord::Check) => {
                let input = (&*self.pieces, self.black);
                each!(input, |(pieces, black), lane| {
                    let pieces = Pieces::at(pieces, lane);
                    kernels::checkers(&pieces, pieces.of_turn(black.mask(lane))).any()
                });
            }
            Node::Text(_, test) => {
                let passes = texts::material_test(test);
                (todo & Truths::first(self.len)).for_each(|lane| {
                    out.set(lane, passes(&Pieces::at(&self.pieces, Lane::new(lane))));
                });
            }
            Node::TruthWord(TruthWord::BlackToMove) => *out = self.black,
            Node::TruthWord(_) => *out = !self.black,
            Node::NotEmpty(a) => each!(set(*a), |a, lane| a[lane].any()),
            Node::SameSet(a, b) => each!((set(*a), set(*b)), |(a, b), lane| a[lane] == b[lane]),
            Node::Within(a, b) => {
                each!((set(*a), set(*b)), |(a, b), lane| (a[lane] - b[lane]).is_empty());
            }
            Node::Compare(comparison, a, b) => {
                let (a, b) = (parts[a.index()].number(), parts[b.index()].number());
                let input = (&a.values, &b.values);
                macro_rules! comparisons {
                    ($($comparison:ident $sign:tt)+) => {
                        match comparison {
                            $(Comparison::$comparison => {
                                each!(input, |(a, b), lane| a[lane] $sign b[lane])
                            })+
                        }
                    };
                }
                comparisons!(Equal == NotEqual != Less < LessOrEqual <= Greater > GreaterOrEqual >=);
                let missing = a.missing | b.missing;
                *out = if comparison.holds_if_missing() { *out | missing } else { *out & !missing };
            }
            Node::Not(a) => *out = !*parts[a.index()].truth(),
            Node::Route(a, route) => {
                let Some(&last) = route.last() else { return };
                let there = self.routes[id];
                each!((set(*a), there), |(a, there), lane| {
                    (a[lane] & Bitboard::of(last) & there.mask(lane)).any()
                });
            }
            _ => {}
        }
    }
}
