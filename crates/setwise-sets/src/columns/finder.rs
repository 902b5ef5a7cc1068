//! Where a question is asked: games in, hits out; or positions in, values out.

use alloc::vec::Vec;
use core::ops::Range;

use setwise::{Bitboard, Position};

use super::lanes::{Lane, Truths};
use super::replay::Replay;
use super::{Column, Columns, LANES};
use crate::Game;
use crate::expression::Expression;
use crate::tree::{Id, Kind, Node, SetWord, Tree};

/// What is asked of each game.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct FinderOptions {
    /// Only the first position of each game that matches is wanted.
    pub first_only: bool,
}

/// The positions of a game that match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameHits<'h> {
    /// The token that was pushed with the game.
    pub token: u64,
    /// The plies of the positions that match, in ascending order: 0 is the start.
    pub plies: &'h [u32],
    /// The number of positions of the game.
    pub positions: u32,
    /// For each [`Expression::with_value`] its values at the plies.
    pub values: &'h [Values],
}

/// A value of an expression or of a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A set of squares.
    Set(Bitboard),
    /// A number; `None` if it is missing, such as the evaluation of a position without one.
    Number(Option<i32>),
    /// True or false.
    Truth(bool),
}

/// The place of a part of an expression in its text, in bytes, and its value; `None` if it depends
/// on the square of a quantifier.
pub type PartValue = (Range<usize>, Option<Value>);

/// The values of one expression at each of some positions, of its [`Kind`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Sets of squares.
    Sets(Vec<Bitboard>),
    /// Numbers; `None` if a value is missing.
    Numbers(Vec<Option<i32>>),
    /// Truths.
    Truths(Vec<bool>),
}

impl Values {
    fn new(kind: Kind) -> Values {
        match kind {
            Kind::Set => Values::Sets(Vec::new()),
            Kind::Number => Values::Numbers(Vec::new()),
            Kind::Truth => Values::Truths(Vec::new()),
        }
    }

    /// Returns the value at one of the positions, by its index.
    ///
    /// # Panics
    ///
    /// Panics if the index is not below the number of positions.
    pub fn at(&self, index: usize) -> Value {
        match self {
            Values::Sets(sets) => Value::Set(sets[index]),
            Values::Numbers(numbers) => Value::Number(numbers[index]),
            Values::Truths(truths) => Value::Truth(truths[index]),
        }
    }

    fn clear(&mut self) {
        match self {
            Values::Sets(sets) => sets.clear(),
            Values::Numbers(numbers) => numbers.clear(),
            Values::Truths(truths) => truths.clear(),
        }
    }

    /// Adds the values of a column, which is of the same kind, at a range of positions.
    fn extend(&mut self, column: &Column, lanes: Range<usize>) {
        match (self, column) {
            (Values::Sets(out), Column::Set(sets)) => {
                out.extend_from_slice(&sets.as_flattened()[lanes]);
            }
            (Values::Numbers(out), Column::Number(numbers)) => {
                let start = out.len();
                out.extend(numbers.values.as_flattened()[lanes.clone()].iter().copied().map(Some));
                if numbers.missing.any() {
                    let added = out[start..].iter_mut().zip(lanes);
                    added
                        .filter(|(_, lane)| numbers.missing.get(*lane))
                        .for_each(|(n, _)| *n = None);
                }
            }
            (Values::Truths(out), Column::Truth(truths)) => {
                out.extend(lanes.map(|lane| truths.get(lane)));
            }
            _ => {}
        }
    }
}

/// Finds the positions that match an expression, many games at a time.
///
/// Hits are returned once a batch is full, in the order in which games were pushed.
#[derive(Debug)]
pub struct Finder {
    columns: Columns,
    root: Id,
    /// The nodes whose values are wanted.
    wanted: Vec<Id>,
    options: FinderOptions,
    waiting: Vec<Waiting>,
    plies: Vec<u32>,
    /// The values of the wanted nodes at the plies.
    values: Vec<Values>,
}

/// A game whose hits have not been returned.
#[derive(Debug)]
struct Waiting {
    token: u64,
    positions: u32,
    /// The answer, if it is the same for all positions; else they are in the batch.
    known: Option<bool>,
    lanes: Range<usize>,
}

impl Finder {
    /// Returns a finder of the positions for which an expression holds. A set holds if it is not
    /// empty; a number holds nowhere ([`Expression::question`] refuses it).
    pub fn new(expression: &Expression, options: FinderOptions) -> Finder {
        let (mut tree, mut root) = (expression.tree().clone(), expression.root());
        if tree.kind(root) == Kind::Number {
            root = tree.insert(Node::SetWord(SetWord::Nothing));
        }
        if tree.kind(root) == Kind::Set {
            root = tree.insert(Node::NotEmpty(root));
        }
        Finder::of_tree(tree, root, expression.values(), options)
    }

    /// Returns a finder of the positions for which the root of a tree holds, and of the values of
    /// some nodes there.
    pub(crate) fn of_tree(tree: Tree, root: Id, values: &[Id], options: FinderOptions) -> Finder {
        let roots = [&[root], values].concat();
        Finder {
            values: values.iter().map(|&id| Values::new(tree.kind(id))).collect(),
            columns: Columns::new(tree, &roots),
            root,
            wanted: values.to_vec(),
            options,
            waiting: Vec::new(),
            plies: Vec::new(),
        }
    }

    /// Adds a game. `found` is called with the hits of each game before it whose hits are known,
    /// and of this game if they are.
    pub fn push(&mut self, token: u64, game: &Game<'_>, found: &mut impl FnMut(GameHits<'_>)) {
        let positions = game.moves.len() + 1;
        let known = self.columns.find_game_values(game, true, self.root);
        // Where values are wanted, the positions are needed all the same.
        let known = known.filter(|holds| !holds || self.wanted.is_empty());
        if known.is_none() && positions > LANES - self.columns.len || self.waiting.len() == LANES {
            self.flush(found);
        }
        let is_long = known.is_none() && positions > LANES;
        let positions = u32::try_from(positions).unwrap_or(u32::MAX);
        if is_long {
            self.find_in_long_game(game);
            return found(GameHits { token, plies: &self.plies, positions, values: &self.values });
        }
        let start = self.columns.len;
        if known.is_none() {
            let mut replay = Replay::new(&self.columns, game);
            self.columns.record(game, &mut replay);
        }
        self.waiting.push(Waiting { token, positions, known, lanes: start..self.columns.len });
    }

    /// Returns whether a game matches at each of its positions (`true`) or at none (`false`), if its
    /// tags, result, length and error are enough to tell; if the game is not read yet, its tags alone.
    /// No move is replayed.
    pub fn decide(&mut self, game: &Game<'_>, is_read: bool) -> Option<bool> {
        self.columns.find_game_values(game, is_read, self.root)
    }

    /// Returns the hits of the games that are waiting.
    pub fn flush(&mut self, found: &mut impl FnMut(GameHits<'_>)) {
        let holds = self.holds();
        let mut waiting = core::mem::take(&mut self.waiting);
        for game in waiting.drain(..) {
            self.forget_hits();
            let Waiting { token, positions, known, lanes } = game;
            match known {
                Some(false) => {}
                Some(true) if self.options.first_only => self.plies.push(0),
                Some(true) => self.plies.extend(0..positions),
                None => self.add_hits(holds, lanes, 0),
            }
            found(GameHits { token, plies: &self.plies, positions, values: &self.values });
        }
        self.waiting = waiting;
        self.columns.clear();
    }

    fn forget_hits(&mut self) {
        self.plies.clear();
        self.values.iter_mut().for_each(Values::clear);
    }

    /// Returns the positions of the batch that match. The values are known there then.
    fn holds(&mut self) -> Truths {
        let all = Truths::first(self.columns.len);
        if !all.any() {
            return all;
        }
        self.columns.need(self.root, all);
        let holds = self.columns.truth(self.root) & all;
        for &id in &self.wanted {
            self.columns.need(id, holds);
        }
        holds
    }

    /// Adds the plies of hits in some lanes, of which the first is a ply.
    fn add_hits(&mut self, holds: Truths, lanes: Range<usize>, first_ply: usize) {
        let start = lanes.start;
        let mut hits = holds & Truths::of_range(lanes.clone());
        if self.options.first_only {
            let first = hits.first_in(lanes.clone()).filter(|_| self.plies.is_empty());
            hits = first.map_or(Truths::NONE, |lane| Truths::of_range(lane..lane + 1));
        }
        let ply = |lane| u32::try_from(first_ply + lane - start).unwrap_or(u32::MAX);
        hits.for_each_run(|run| {
            self.plies.extend(run.clone().map(ply));
            for (values, &id) in self.values.iter_mut().zip(&self.wanted) {
                values.extend(&self.columns.columns[id], run.clone());
            }
        });
    }

    /// Finds the hits in a game that is longer than a batch: once through the game for each depth
    /// of the nodes `ever`, and once more.
    fn find_in_long_game(&mut self, game: &Game<'_>) {
        self.forget_hits();
        self.columns.forget_game();
        self.columns.is_part = true;
        let ever = self.columns.plan.ever.iter();
        let passes = ever.map(|(_, inside)| inside + 1).max().unwrap_or(0);
        for pass in 0..=passes {
            let mut replay = Replay::new(&self.columns, game);
            let mut ply = 0;
            while !replay.is_done {
                self.columns.record(game, &mut replay);
                if pass == passes {
                    let holds = self.holds();
                    self.add_hits(holds, 0..self.columns.len, ply);
                }
                self.columns.follow_long_game();
                ply += self.columns.len;
                self.columns.clear();
                if self.options.first_only && !self.plies.is_empty() {
                    break;
                }
            }
            self.columns.decide_ever(pass);
        }
        self.columns.forget_game();
        self.columns.is_part = false;
    }
}

/// Computes the values of an expression at positions, many at a time.
///
/// Each position is asked as a game without moves ([`Game::of_position`]).
///
/// ```
/// use setwise::Position;
/// use setwise_sets::{Definitions, Evaluator, Expression, Source, Value};
///
/// let expression = Expression::parse_with("moves", &Definitions::standard(), Source::Positions)?;
/// let mut moves = Vec::new();
/// Evaluator::new(&expression).evaluate(&[Position::INITIAL], |_, value| moves.push(value));
/// assert_eq!(moves, [Value::Number(Some(20))]);
/// # Ok::<(), setwise_sets::ExpressionError>(())
/// ```
#[derive(Debug)]
pub struct Evaluator {
    columns: Columns,
    root: Id,
}

impl Evaluator {
    /// Returns an evaluator of an expression.
    pub fn new(expression: &Expression) -> Evaluator {
        Evaluator::of_tree(expression.tree().clone(), expression.root())
    }

    /// Returns an evaluator of a node of a tree.
    pub(crate) fn of_tree(tree: Tree, root: Id) -> Evaluator {
        Evaluator { columns: Columns::new(tree, &[root]), root }
    }

    /// Calls a function with the index and the value of each position, in order.
    #[inline]
    pub fn evaluate(&mut self, positions: &[Position], mut value: impl FnMut(usize, Value)) {
        for (batch, positions) in positions.chunks(LANES).enumerate() {
            self.compute(positions);
            let lanes = (0..positions.len()).map(|lane| (batch * LANES + lane, lane));
            match &self.columns.columns[usize::from(self.root.0)] {
                Column::Set(sets) => {
                    lanes.for_each(|(index, lane)| value(index, Value::Set(sets[Lane::new(lane)])));
                }
                Column::Number(numbers) => lanes.for_each(|(index, lane)| {
                    let number = numbers.values[Lane::new(lane)];
                    let is_missing = numbers.missing.get(lane);
                    value(index, Value::Number((!is_missing).then_some(number)));
                }),
                Column::Truth(truths) => {
                    lanes.for_each(|(index, lane)| value(index, Value::Truth(truths.get(lane))));
                }
            }
        }
    }

    /// Computes the values of a batch.
    fn compute(&mut self, positions: &[Position]) {
        self.columns.clear();
        let first = Game::of_position(positions[0]);
        self.columns.find_game_values(&first, true, self.root);
        self.columns.record_positions(positions);
        self.columns.need(self.root, Truths::first(positions.len()));
    }
}

/// Returns the value of an expression at each position of one game, from the start to the last.
pub fn evaluate(expression: &Expression, game: &Game<'_>) -> Vec<Value> {
    let values = values(expression, &[expression.root()], game);
    (0..=game.moves.len()).map(|ply| values[0].at(ply)).collect()
}

/// Returns the value of an expression at a position, and the values of its parts in the order of
/// their ends.
pub fn evaluate_parts(expression: &Expression, position: &Position) -> (Value, Vec<PartValue>) {
    let (tree, root) = (expression.tree(), expression.root());
    let closed = tree.parts.iter().map(|part| part.1).filter(|id| tree.free(*id) == 0);
    let asked: Vec<Id> = [root].into_iter().chain(closed).collect();
    let values = values(expression, &asked, &Game::of_position(*position));
    let mut of_closed = values[1..].iter().map(|values| values.at(0));
    let parts = tree.parts.iter().map(|(place, id)| {
        let is_closed = tree.free(*id) == 0;
        (place.clone(), if is_closed { of_closed.next() } else { None })
    });
    (values[0].at(0), parts.collect())
}

/// Returns the values of nodes at each position of a game.
fn values(expression: &Expression, asked: &[Id], game: &Game<'_>) -> Vec<Values> {
    let mut tree = expression.tree().clone();
    let everywhere = tree.insert(Node::SetWord(SetWord::All));
    let everywhere = tree.insert(Node::NotEmpty(everywhere));
    let mut finder = Finder::of_tree(tree, everywhere, asked, FinderOptions::default());
    let mut values = Vec::new();
    let mut found = |hits: GameHits<'_>| values = hits.values.to_vec();
    finder.push(0, game, &mut found);
    finder.flush(&mut found);
    values
}
