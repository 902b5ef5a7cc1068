//! The definition of the language: an evaluator that computes one value at one position at a time,
//! as the documentation of the language says it. It is the reference for the evaluator in columns.
//! Both read the same [tree](crate::tree) and [`Game`], and share nothing else.

mod board;
mod history;
pub(crate) mod text;

use alloc::vec::Vec;
use core::cmp::Ordering;

use setwise::{Bitboard, Color, Role};

use crate::endgames;
use crate::tree::{
    Arithmetic, Comparison, Id, Node, NumberWord, Quantifier, SetOperator, SetWord, Tree, TruthWord,
};
use crate::{Expression, Game, Value};
use history::History;

/// Returns the value of an expression at each position of a game, from the start to the last.
///
/// The cost is the product of the parts of the expression and the positions, times the squares of
/// quantifiers; `repetition` compares each pair of positions.
pub fn evaluate(expression: &Expression, game: &Game<'_>) -> Vec<Value> {
    let mut values = evaluate_tree(expression.tree(), game);
    values.swap_remove(expression.root().index())
}

/// Returns the values of each node of a tree at each position of a game; nothing for a node that
/// depends on variables.
pub(crate) fn evaluate_tree(tree: &Tree, game: &Game<'_>) -> Vec<Vec<Value>> {
    let bodies = (0..tree.len()).map(|id| body_nodes(tree, Id(id as u16))).collect();
    let values = (0..tree.len()).map(|_| Vec::new()).collect();
    let mut definition = Definition { tree, game, history: History::new(game), bodies, values };
    for id in tree.ids().filter(|id| tree.free(*id) == 0) {
        let value = |ply| {
            let values = [Value::Truth(false)].repeat(tree.len());
            let mut at = At { ply, variables: [Bitboard::EMPTY; 8], values };
            definition.value(id, &mut at)
        };
        definition.values[id] = (0..=game.moves.len()).map(value).collect();
    }
    definition.values
}

/// A tree and a game. A node is evaluated after its parts, so their values are known.
struct Definition<'d, 'g> {
    tree: &'d Tree,
    game: &'d Game<'g>,
    history: History,
    /// For each quantifier, the nodes to evaluate for each of its squares.
    bodies: Vec<Vec<Id>>,
    /// The values of each node at each position; nothing for those that depend on variables.
    values: Vec<Vec<Value>>,
}

/// A position of the game, and what holds for the current squares of quantifiers.
struct At {
    ply: usize,
    variables: [Bitboard; 8],
    /// The values of the nodes that depend on variables, by their numbers.
    values: Vec<Value>,
}

/// Returns the nodes in the body of a quantifier, but for the bodies of those inside it, that depend
/// on variables, each after its parts; nothing for other nodes.
fn body_nodes(tree: &Tree, id: Id) -> Vec<Id> {
    let &Node::Quantified { body, .. } = tree.node(id) else { return Vec::new() };
    let mut is_in_body = [false].repeat(tree.len());
    is_in_body[body] = true;
    for id in (0..=body.0).rev().map(Id).filter(|id| tree.free(*id) != 0) {
        if is_in_body[id] {
            match tree.node(id) {
                Node::Quantified { over, .. } => is_in_body[*over] = true,
                node => node.parts().for_each(|part| is_in_body[part] = true),
            }
        }
    }
    let ids = (0..=body.0).map(Id).filter(|id| is_in_body[*id]);
    ids.filter(|id| tree.free(*id) != 0).collect()
}

impl Definition<'_, '_> {
    /// Returns the value of a node, given the values of its parts.
    fn value(&self, id: Id, at: &mut At) -> Value {
        let position = &self.history.positions[at.ply];
        let ply = at.ply;
        let set = |id| self.set(id, at);
        let number = |id| self.number(id, at);
        let truth = |id| self.truth(id, at);
        match *self.tree.node(id) {
            Node::Squares(squares) => Value::Set(board::rectangle(squares)),
            Node::Piece(color, role) => Value::Set(position.board().pieces(color, role)),
            Node::Side(color) => Value::Set(position.board().color(color)),
            Node::SetWord(word) => Value::Set(self.set_word(word, ply)),
            Node::Variable(variable) => Value::Set(at.variables[usize::from(variable)]),
            Node::Join(operator, a, b) => Value::Set(match operator {
                SetOperator::And => set(a) & set(b),
                SetOperator::Minus => set(a) & !set(b),
                SetOperator::Xor => set(a) ^ set(b),
                SetOperator::Or => set(a) | set(b),
            }),
            Node::SetFunction(function, a) => {
                Value::Set(board::function(function, set(a), position))
            }
            Node::Toward(function, direction, a) => {
                Value::Set(board::toward(function, direction, set(a), position))
            }
            Node::Pair(function, a, b) => {
                Value::Set(board::pair(function, set(a), set(b), position))
            }

            Node::Int(int) => Value::Number(Some(int)),
            Node::NumberWord(word) => Value::Number(self.number_word(word, ply)),
            Node::TagNumber(ref name) => Value::Number(self.game.tag_number(name)),
            Node::Count(a) => Value::Number(Some(set(a).into_iter().count() as i32)),
            Node::Value(a) => {
                let roles =
                    set(a).into_iter().filter_map(|square| position.board().role_at(square));
                Value::Number(Some(roles.map(value_of).sum()))
            }
            Node::Times(a) => {
                let held = self.truths(a).into_iter().take(ply + 1).filter(|held| *held);
                Value::Number(Some(held.count() as i32))
            }
            Node::Arithmetic(operator, a, b) => {
                Value::Number(number(a).zip(number(b)).map(|(a, b)| match operator {
                    Arithmetic::Add => a.saturating_add(b),
                    Arithmetic::Subtract => a.saturating_sub(b),
                    Arithmetic::Multiply => a.saturating_mul(b),
                    Arithmetic::Minimum => a.min(b),
                    Arithmetic::Maximum => a.max(b),
                }))
            }
            Node::Negative(a) => Value::Number(number(a).map(i32::saturating_neg)),
            Node::Absolute(a) => Value::Number(number(a).map(i32::saturating_abs)),

            Node::TruthWord(word) => Value::Truth(self.truth_word(word, ply)),
            Node::NotEmpty(a) => Value::Truth(set(a).any()),
            Node::Compare(comparison, a, b) => Value::Truth(match number(a).zip(number(b)) {
                Some((a, b)) => comparison.holds(a.cmp(&b)),
                None => comparison == Comparison::NotEqual,
            }),
            Node::SameSet(a, b) => Value::Truth(set(a) == set(b)),
            Node::Within(a, b) => {
                let (a, b) = (set(a), set(b));
                Value::Truth(a.into_iter().all(|square| b.contains(square)))
            }
            Node::Text(ref field, ref test) => {
                Value::Truth(text::holds(field, test, self.game, &self.history, ply))
            }
            Node::And(a, b) => Value::Truth(truth(a) && truth(b)),
            Node::Or(a, b) => Value::Truth(truth(a) || truth(b)),
            Node::Not(a) => Value::Truth(!truth(a)),
            Node::Ever(a) => Value::Truth(self.truths(a).contains(&true)),
            Node::ForLast(a, n) => {
                let first = (ply + 1).checked_sub(n as usize);
                Value::Truth(
                    first.is_some_and(|first| !self.truths(a)[first..=ply].contains(&false)),
                )
            }
            Node::WithinLast(a, n) => {
                let first = (ply + 1).saturating_sub(n as usize);
                Value::Truth(self.truths(a)[first..=ply].contains(&true))
            }
            Node::Then(a, b) => Value::Truth(truth(b) && self.truths(a)[..ply].contains(&true)),
            Node::Next(a, b) => Value::Truth(truth(b) && ply > 0 && self.truths(a)[ply - 1]),
            Node::Route(a, ref route) => Value::Truth(self.history.has_route(ply, set(a), route)),

            Node::Quantified { quantifier, variable, over, body } => {
                let mut squares = Vec::new();
                let over = set(over);
                for square in over {
                    at.variables[usize::from(variable)] = Bitboard::of(square);
                    for &id in &self.bodies[id] {
                        at.values[id] = self.value(id, at);
                    }
                    if self.truth(body, at) {
                        squares.push(square);
                    }
                }
                match quantifier {
                    Quantifier::Any => Value::Truth(!squares.is_empty()),
                    Quantifier::All => Value::Truth(squares.len() == over.into_iter().count()),
                    Quantifier::Count => Value::Number(Some(squares.len() as i32)),
                }
            }
            Node::If(condition, yes, no) => self.part(if truth(condition) { yes } else { no }, at),
        }
    }

    /// Returns the value of a part that has been evaluated.
    fn part(&self, id: Id, at: &At) -> Value {
        self.values[id].get(at.ply).copied().unwrap_or(at.values[id])
    }

    fn set(&self, id: Id, at: &At) -> Bitboard {
        let Value::Set(set) = self.part(id, at) else { unreachable!("a set is expected") };
        set
    }

    fn number(&self, id: Id, at: &At) -> Option<i32> {
        let Value::Number(number) = self.part(id, at) else { unreachable!("a number is expected") };
        number
    }

    fn truth(&self, id: Id, at: &At) -> bool {
        let Value::Truth(truth) = self.part(id, at) else { unreachable!("a truth is expected") };
        truth
    }

    /// Returns whether an operand of an operator on games holds, at each position.
    fn truths(&self, id: Id) -> Vec<bool> {
        self.values[id].iter().map(|value| *value == Value::Truth(true)).collect()
    }

    fn set_word(&self, word: SetWord, ply: usize) -> Bitboard {
        let position = &self.history.positions[ply];
        let (from, before) = (self.history.move_from(ply), self.history.move_before(ply));
        match word {
            SetWord::All => Bitboard::UNIVERSE,
            SetWord::Empty => position.board().empty(),
            SetWord::Nothing => Bitboard::EMPTY,
            SetWord::Light => !Bitboard::DARK,
            SetWord::Dark => Bitboard::DARK,
            SetWord::Own => position.board().color(position.turn()),
            SetWord::Enemy => position.board().color(!position.turn()),
            SetWord::Checkers => position.checkers(),
            SetWord::Pinned => position.pinned(Color::White) | position.pinned(Color::Black),
            SetWord::From => from.map(|mv| mv.from()).into_iter().collect(),
            SetWord::To => from.map(|mv| mv.destination()).into_iter().collect(),
            SetWord::LastFrom => before.map(|mv| mv.from()).into_iter().collect(),
            SetWord::LastTo => before.map(|mv| mv.destination()).into_iter().collect(),
            SetWord::Unmoved => self.history.unmoved(ply),
            SetWord::CastlingRooks => position.castling_rooks(),
            SetWord::EnPassantSquare => position.en_passant().into_iter().collect(),
        }
    }

    fn number_word(&self, word: NumberWord, ply: usize) -> Option<i32> {
        let position = &self.history.positions[ply];
        match word {
            NumberWord::Moves => Some(position.legal_moves().len() as i32),
            NumberWord::Ply => Some(ply as i32),
            NumberWord::Plies => Some(self.game.moves.len() as i32),
            NumberWord::MoveNumber => Some(position.fullmoves().min(i32::MAX as u32) as i32),
            NumberWord::Halfmoves => Some(position.halfmoves().into()),
            NumberWord::Repetition => Some(self.history.repetition(ply) as i32),
            NumberWord::Eval => self.game.eval(ply),
            NumberWord::Depth => self.game.depth(ply),
            NumberWord::Clock => self.game.clock(ply),
            NumberWord::MateIn => {
                let (outcome, moves) = endgames::outcome(position)?;
                outcome.is_ne().then_some(moves.into())
            }
        }
    }

    fn truth_word(&self, word: TruthWord, ply: usize) -> bool {
        let position = &self.history.positions[ply];
        let has_reply = !position.legal_moves().is_empty();
        let mv = self.history.move_from(ply);
        let is_outcome = |is: fn(Ordering) -> bool| {
            endgames::outcome(position).is_some_and(|(outcome, _)| is(outcome))
        };
        match word {
            TruthWord::Won => is_outcome(Ordering::is_gt),
            TruthWord::Drawn => is_outcome(Ordering::is_eq),
            TruthWord::Lost => is_outcome(Ordering::is_lt),
            TruthWord::Check => position.is_check(),
            TruthWord::Checkmate => position.is_check() && !has_reply,
            TruthWord::Stalemate => !position.is_check() && !has_reply,
            TruthWord::WhiteToMove => position.turn() == Color::White,
            TruthWord::BlackToMove => position.turn() == Color::Black,
            TruthWord::Captures => mv.is_some_and(|mv| position.is_capture(mv)),
            TruthWord::Castles => mv.is_some_and(|mv| mv.is_castle()),
            TruthWord::Promotes => mv.is_some_and(|mv| mv.promoted().is_some()),
            TruthWord::EnPassant => mv.is_some_and(|mv| mv.is_en_passant()),
            TruthWord::GivesCheck => mv.is_some() && self.history.positions[ply + 1].is_check(),
        }
    }
}

/// Returns the value of a piece in pawns.
fn value_of(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

#[cfg(test)]
mod tests;
