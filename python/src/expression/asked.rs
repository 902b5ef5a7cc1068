//! An expression that is asked of many positions, call by call.

use std::sync::{Mutex, MutexGuard, PoisonError};

use setwise::Position;
use setwise_sets::{Evaluator, Expression, Value};

/// The most parts of an expression whose evaluator is kept: about a megabyte.
const MOST_PARTS: usize = 256;

/// An expression for positions alone, with the evaluators that no thread uses.
pub(crate) struct Asked {
    pub(crate) expression: Expression,
    idle: Mutex<Vec<Evaluator>>,
}

impl Asked {
    pub(super) fn new(expression: Expression) -> Asked {
        Asked { expression, idle: Mutex::new(Vec::new()) }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Evaluator>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a function with the index and the value of each position, in order.
    #[inline]
    pub(crate) fn evaluate(&self, positions: &[Position], value: impl FnMut(usize, Value)) {
        let idle = self.idle().pop();
        let mut evaluator = idle.unwrap_or_else(|| Evaluator::new(&self.expression));
        evaluator.evaluate(positions, value);
        self.idle().push(evaluator);
    }

    /// Frees the evaluators but one for the next call, or all if they are large.
    pub(crate) fn finish(&self) {
        self.idle().truncate(usize::from(self.expression.parts() <= MOST_PARTS));
    }
}
