//! The values of nodes: a loop over columns for each.

use alloc::vec;
use core::mem;

use setwise::attacks::slide;
use setwise::{Bitboard, Direction, attacks};

use super::kernels::{self, Pieces, roles};
use super::level::{Lane, Level, take_squares, truths, values};
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

impl Comparison {
    /// Returns the value of a comparison with a missing value.
    pub(super) fn holds_if_missing(self) -> bool {
        self == Comparison::NotEqual
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
        if self.plan.heights[id].is_multiple_of(STEP) {
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
            self.plan.each_part(&self.tree, node, |part| {
                // Squares of variables are known only inside the loop of their quantifier.
                let is_bound = self.tree.free(part) & !self.tree.free(id) == 0;
                let is_known = !(wanted & !self.known[part]).any();
                if is_bound && !is_known && !mem::replace(&mut below[part], true) {
                    open.push(part);
                }
            });
        }
        for node in self.tree.ids().filter(|id| below[*id]) {
            if self.plan.heights[node].is_multiple_of(STEP) {
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
            Node::Quantified { quantifier, variable, over, body } => {
                self.compute_quantified(id, todo, quantifier, variable, over, body);
            }
            Node::If(a, b, c) => self.compute_if(id, [a, b, c], todo),
            Node::Then(..)
            | Node::Next(..)
            | Node::Ever(_)
            | Node::ForLast(..)
            | Node::WithinLast(..)
            | Node::Times(_) => return self.compute_over_games(id, todo),
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
    fn compute_quantified(
        &mut self,
        id: Id,
        todo: Truths,
        quantifier: Quantifier,
        variable: u8,
        over: Id,
        body: Id,
    ) {
        self.need(over, todo);
        let variable = usize::from(variable);
        *self.rests[variable] = *self.columns[over].set();
        let (mut open, mut found) = (todo, Truths::NONE);
        if let Column::Number(numbers) = &mut self.columns[id] {
            todo.for_each(|lane| numbers.values[Lane::new(lane)] = 0);
        }
        loop {
            // Without the variable in the body, its squares are only counted.
            let square = match self.plan.variables[variable] {
                Some(square) => self.columns[square].set_mut(),
                None => &mut self.unused,
            };
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
        macro_rules! each {
            ($($loop:tt)*) => { at_level!(level, values, [&todo, out], $($loop)*) };
        }
        macro_rules! map {
            ($of:path, $a:expr) => {
                each!(set($a), |a, lane| $of(a[lane]))
            };
        }
        macro_rules! of_pawns {
            ($of:path, $a:expr) => {
                each!((pieces, set($a)), |(pieces, a), lane| {
                    $of(&Pieces::at(pieces, lane)) & a[lane]
                })
            };
        }
        macro_rules! of_set {
            ($of:path, $a:expr) => {
                each!((pieces, set($a)), |(pieces, a), lane| {
                    $of(&Pieces::at(pieces, lane), a[lane])
                })
            };
        }
        // Attack functions are instantiated for the pieces of one role, and for all.
        macro_rules! with_roles {
            ($of:ident, $roles:expr, $a:expr) => {
                match $roles {
                    roles::PAWN => of_set!(kernels::$of::<{ roles::PAWN }>, $a),
                    roles::KNIGHT => of_set!(kernels::$of::<{ roles::KNIGHT }>, $a),
                    roles::KING => of_set!(kernels::$of::<{ roles::KING }>, $a),
                    roles::BISHOP => {
                        of_set!(kernels::$of::<{ roles::BISHOP }>, $a);
                    }
                    roles::ROOK => of_set!(kernels::$of::<{ roles::ROOK }>, $a),
                    _ => of_set!(kernels::$of::<{ roles::ALL }>, $a),
                }
            };
        }
        match *self.tree.node(id) {
            Node::Piece(color, role) => {
                each!((pieces, color, role), |(pieces, color, role), lane| {
                    let sets = &pieces[lane.block];
                    sets[*role as usize][lane.place] & sets[6 + *color as usize][lane.place]
                });
            }
            Node::Side(color) => {
                each!((pieces, color), |(pieces, color), lane| {
                    pieces[lane.block][6 + *color as usize][lane.place]
                });
            }
            Node::SetWord(word) => match word {
                SetWord::Empty => each!(pieces, |pieces, lane| Pieces::at(pieces, lane).empty()),
                SetWord::Pinned => {
                    each!(pieces, |pieces, lane| kernels::pinned(&Pieces::at(pieces, lane)));
                }
                SetWord::Checkers => each!((pieces, black), |(pieces, black), lane| {
                    let pieces = Pieces::at(pieces, lane);
                    let own = pieces.of_turn(black.mask(lane));
                    kernels::checkers(&pieces, own)
                }),
                SetWord::Enemy => each!((pieces, black), |(pieces, black), lane| {
                    Pieces::at(pieces, lane).of_turn(!black.mask(lane))
                }),
                _ => each!((pieces, black), |(pieces, black), lane| {
                    Pieces::at(pieces, lane).of_turn(black.mask(lane))
                }),
            },
            Node::Join(operator, a, b) => {
                let input = (set(a), set(b));
                match operator {
                    SetOperator::And => each!(input, |(a, b), lane| a[lane] & b[lane]),
                    SetOperator::Minus => each!(input, |(a, b), lane| a[lane] - b[lane]),
                    SetOperator::Xor => each!(input, |(a, b), lane| a[lane] ^ b[lane]),
                    SetOperator::Or => each!(input, |(a, b), lane| a[lane] | b[lane]),
                }
            }
            Node::SetFunction(function, a) => match function {
                SetFunction::Complement => each!(set(a), |a, lane| !a[lane]),
                SetFunction::Attacks => with_roles!(attacks, plan.roles[a], a),
                SetFunction::Attackers => with_roles!(attackers, plan.asked_roles[id], a),
                SetFunction::Forward => of_set!(kernels::step_forward, a),
                SetFunction::File => {
                    each!(set(a), |a, lane| kernels::lines(Direction::North, a[lane]));
                }
                SetFunction::Rank => {
                    each!(set(a), |a, lane| kernels::lines(Direction::East, a[lane]));
                }
                SetFunction::Diagonal => each!(set(a), |a, lane| {
                    kernels::lines(Direction::NorthEast, a[lane])
                        | kernels::lines(Direction::NorthWest, a[lane])
                }),
                SetFunction::Around => map!(attacks::kings, a),
                SetFunction::Passed => of_pawns!(kernels::passed, a),
                SetFunction::Isolated => of_pawns!(kernels::isolated, a),
                SetFunction::Doubled => of_pawns!(kernels::doubled, a),
                SetFunction::Connected => of_pawns!(kernels::connected, a),
                SetFunction::Backward => of_pawns!(kernels::backward, a),
                SetFunction::Hanging => each!((pieces, set(a)), |(pieces, a), lane| {
                    kernels::hanging(&Pieces::at(pieces, lane)) & a[lane]
                }),
                SetFunction::FlipVertical => map!(Bitboard::flip_vertical, a),
                SetFunction::MirrorHorizontal => map!(Bitboard::mirror_horizontal, a),
                SetFunction::FlipDiagonal => map!(Bitboard::flip_diagonal, a),
                SetFunction::FlipAntiDiagonal => map!(Bitboard::flip_anti_diagonal, a),
                SetFunction::Rotate180 => map!(Bitboard::rotate_180, a),
                SetFunction::RotateClockwise => map!(Bitboard::rotate_90_clockwise, a),
                SetFunction::RotateCounterclockwise => {
                    map!(Bitboard::rotate_90_counterclockwise, a);
                }
                _ => {}
            },
            Node::Toward(Toward::Steps(steps), direction, a) => {
                let (kept, turn) = kernels::steps(direction, steps);
                each!(set(a), |a, lane| Bitboard((a[lane] & kept).0.rotate_left(turn)));
            }
            Node::Toward(Toward::Fill, direction, a) => {
                each!(set(a), |a, lane| kernels::fill(direction, a[lane]));
            }
            Node::Toward(Toward::Slide, direction, a) => {
                each!((pieces, set(a)), |(pieces, a), lane| {
                    slide(direction, a[lane], Pieces::at(pieces, lane).empty())
                });
            }
            Node::Pair(function, a, b) => {
                let input = (set(a), set(b));
                match function {
                    PairFunction::Between => {
                        each!(input, |(a, b), lane| kernels::between(a[lane], b[lane]));
                    }
                    PairFunction::Line => {
                        each!(input, |(a, b), lane| kernels::line(a[lane], b[lane]));
                    }
                    PairFunction::Behind => {
                        each!((pieces, input), |(pieces, (a, b)), lane| {
                            kernels::behind(&Pieces::at(pieces, lane), a[lane], b[lane])
                        });
                    }
                }
            }
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
                match comparison {
                    Comparison::Equal => each!(input, |(a, b), lane| a[lane] == b[lane]),
                    Comparison::NotEqual => each!(input, |(a, b), lane| a[lane] != b[lane]),
                    Comparison::Less => each!(input, |(a, b), lane| a[lane] < b[lane]),
                    Comparison::LessOrEqual => each!(input, |(a, b), lane| a[lane] <= b[lane]),
                    Comparison::Greater => each!(input, |(a, b), lane| a[lane] > b[lane]),
                    Comparison::GreaterOrEqual => {
                        each!(input, |(a, b), lane| a[lane] >= b[lane]);
                    }
                }
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
