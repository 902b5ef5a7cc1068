//! Set expressions, asked of each row.

use numpy::{Element, PyArrayMethods};
use pyo3::prelude::*;
use setwise_sets::{Kind, Value};

use super::{Column, Positions, ROWS_AT_A_TIME};
use crate::arguments::Whole;
use crate::expression::{Asked, ExpressionArgument};
use crate::{allocate, work};

/// Up to this number of operations on words, work is done at once, on the calling thread.
const FEW_OPERATIONS: u64 = 1 << 18;

impl Positions {
    /// Returns an array with a cell for the value of each row.
    fn asked<'py, T: Element>(
        &self,
        py: Python<'py>,
        threads: Option<Whole>,
        asked: &Asked,
        cell: impl Fn(Value) -> T + Sync,
    ) -> Column<'py, T> {
        let rows = self.rows();
        let array = allocate::array(py, [rows.len()])?;
        let mut cells = array.try_readwrite()?;
        let cells = cells.as_slice_mut()?.chunks_mut(ROWS_AT_A_TIME);
        let pieces = rows.chunks(ROWS_AT_A_TIME).zip(cells);
        let is_short = is_short(asked, rows.len());
        let done = work::run(py, work::threads(threads)?, is_short, pieces, |(rows, cells)| {
            asked.evaluate(rows, |row, value| cells[row] = cell(value));
            Ok(())
        });
        asked.finish();
        done?;
        Ok(array)
    }
}

/// Returns whether the values of some rows take less than a millisecond.
pub(super) fn is_short(asked: &Asked, rows: usize) -> bool {
    let asked = &asked.expression;
    !asked.asks_endgames() && asked.cost().saturating_mul(rows as u64) <= FEW_OPERATIONS
}

/// Returns the cell of a truth.
pub(super) fn truth(value: Value) -> bool {
    value == Value::Truth(true)
}

/// Returns the cell of a set.
pub(super) fn set(value: Value) -> u64 {
    match value {
        Value::Set(set) => set.0,
        _ => 0,
    }
}

/// Returns the cell of a number.
pub(super) fn number(value: Value) -> i32 {
    match value {
        Value::Number(Some(number)) => number,
        _ => 0,
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
    ) -> Column<'py, bool> {
        let expression = expression.0.of_positions(Kind::Truth)?;
        self.asked(py, threads, expression, truth)
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
    ) -> Column<'py, u64> {
        let expression = expression.0.of_positions(Kind::Set)?;
        self.asked(py, threads, expression, set)
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
    ) -> Column<'py, i32> {
        let expression = expression.0.of_positions(Kind::Number)?;
        self.asked(py, threads, expression, number)
    }
}
