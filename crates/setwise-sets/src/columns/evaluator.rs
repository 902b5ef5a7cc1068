//! Positions in, values out.

use alloc::vec::Vec;
use core::fmt;

use setwise::Position;

use super::level::Lane;
use super::{Column, Columns, LANES, Truths};
use crate::Game;
use crate::define::Value;
use crate::expression::Expression;
use crate::tree::{Id, Tree};

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
pub struct Evaluator {
    columns: Columns,
    root: Id,
    values: Vec<Option<Value>>,
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator").finish_non_exhaustive()
    }
}

impl Evaluator {
    /// Returns an evaluator of an expression.
    pub fn new(expression: &Expression) -> Evaluator {
        Evaluator::of_tree(expression.tree().clone(), expression.root())
    }

    /// Returns an evaluator of a node of a tree.
    pub(crate) fn of_tree(tree: Tree, root: Id) -> Evaluator {
        Evaluator { columns: Columns::new(tree, &[root]), root, values: Vec::new() }
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
        self.columns.values_of_game(&first, true, self.root, &mut self.values);
        self.columns.record_positions(positions, &self.values);
        self.columns.need(self.root, Truths::first(positions.len()));
    }
}
