//! Set expressions, asked of each row.

use std::sync::{Mutex, PoisonError};

use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use setwise_sets::{Evaluator, Expression, Kind, Value};

use super::{Positions, ROWS_AT_A_TIME};
use crate::arguments::Whole;
use crate::expression::ExpressionArgument;
use crate::{allocate, work};

/// Up to this number of operations on words, work is done at once, on the calling thread.
const FEW_OPERATIONS: u64 = 1 << 18;

impl Positions {
    /// Returns an array with a cell for the value of each row.
    fn asked<'py, T: Element>(
        &self,
        py: Python<'py>,
        threads: Option<Whole>,
        expression: &Expression,
        cell: impl Fn(Value) -> T + Sync,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        let rows = self.rows();
        let array = allocate::array(py, [rows.len()])?;
        let mut cells = array.try_readwrite()?;
        let cells = cells.as_slice_mut()?.chunks_mut(ROWS_AT_A_TIME);
        let is_short = expression.cost().saturating_mul(rows.len() as u64) <= FEW_OPERATIONS;
        // The evaluators that no thread uses.
        let evaluators = Mutex::new(Vec::new());
        let evaluators = || evaluators.lock().unwrap_or_else(PoisonError::into_inner);
        let pieces = rows.chunks(ROWS_AT_A_TIME).zip(cells);
        work::run(py, work::threads(threads)?, is_short, pieces, |(rows, cells)| {
            let kept = evaluators().pop();
            let mut evaluator = kept.unwrap_or_else(|| Evaluator::new(expression));
            evaluator.evaluate(rows, |row, value| cells[row] = cell(value));
            evaluators().push(evaluator);
            Ok(())
        })?;
        Ok(array)
    }
}

#[pymethods]
impl Positions {
    /// Return for each position whether an expression holds.
    ///
    /// Parameters
    /// ----------
    /// expression : Expression or str
    ///     A question; a set holds if it is not empty.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of bool, shape (n,)
    ///     The answers.
    ///
    /// Raises
    /// ------
    /// ExpressionError
    ///     If the text is no expression, or the expression is a number or needs games.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> positions = setwise.Positions.random(1000, seed=7)
    /// >>> positions[positions.where("checkers & [RQrq]")]
    /// <Positions of 29 rows>
    #[pyo3(signature = (expression, *, threads = None), name = "where")]
    fn holds<'py>(
        &self,
        py: Python<'py>,
        expression: ExpressionArgument,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let expression = expression.0.of_positions(Kind::Truth)?;
        self.asked(py, threads, &expression, |value| value == Value::Truth(true))
    }

    /// Return the set that an expression is at each position.
    ///
    /// Parameters
    /// ----------
    /// expression : Expression or str
    ///     A set.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of uint64, shape (n,)
    ///     The sets; bit *n* is square *n*.
    ///
    /// Raises
    /// ------
    /// ExpressionError
    ///     If the text is no expression, or the expression is no set or needs games.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> sets = setwise.Positions.from_fens([setwise.STARTING_FEN]).sets("attacks(N) & a-h3")
    /// >>> setwise.SquareSet(sets[0])
    /// SquareSet(0x0000_0000_00a5_0000)
    #[pyo3(signature = (expression, *, threads = None))]
    fn sets<'py>(
        &self,
        py: Python<'py>,
        expression: ExpressionArgument,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let expression = expression.0.of_positions(Kind::Set)?;
        self.asked(py, threads, &expression, |value| match value {
            Value::Set(set) => set.0,
            _ => 0,
        })
    }

    /// Return the number that an expression is at each position.
    ///
    /// Parameters
    /// ----------
    /// expression : Expression or str
    ///     A number.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of int32, shape (n,)
    ///     The numbers. None is missing: the words that may be, such as ``eval``, need games.
    ///
    /// Raises
    /// ------
    /// ExpressionError
    ///     If the text is no expression, or the expression is no number or needs games.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> positions = setwise.Positions.from_fens([setwise.STARTING_FEN])
    /// >>> positions.numbers("moves + count(attacks(N))")
    /// array([26], dtype=int32)
    #[pyo3(signature = (expression, *, threads = None))]
    fn numbers<'py>(
        &self,
        py: Python<'py>,
        expression: ExpressionArgument,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let expression = expression.0.of_positions(Kind::Number)?;
        self.asked(py, threads, &expression, |value| match value {
            Value::Number(Some(number)) => number,
            _ => 0,
        })
    }
}
