//! Set expressions, asked of each row.

use numpy::{Element, PyArrayMethods};
use pyo3::prelude::*;
use setwise_sets::{Kind, Value};

use super::{Column, Positions, fill_cells};
use crate::allocate::OutOfMemory;
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
        expression: &ExpressionArgument,
        wanted: Kind,
        cell: impl Fn(Value) -> T + Sync,
    ) -> Column<'py, T> {
        let asked = expression.0.of_positions(wanted)?;
        answers(py, work::threads(threads)?, asked, self.rows(), |_, rows, cells| {
            asked.evaluate(rows, |row, value| cells[row] = cell(value));
            Ok(())
        })
    }
}

/// Returns an array with a cell for each row, which a function fills as in [`fill_cells`].
pub(super) fn answers<'py, I: Sync, T: Element>(
    py: Python<'py>,
    threads: usize,
    asked: &Asked,
    rows: &[I],
    fill: impl Fn(usize, &[I], &mut [T]) -> Result<(), OutOfMemory> + Sync,
) -> Column<'py, T> {
    let array = allocate::array(py, [rows.len()])?;
    let mut cells = array.try_readwrite()?;
    let cost = asked.expression.cost().saturating_mul(rows.len() as u64);
    let is_short = !asked.expression.asks_endgames() && cost <= FEW_OPERATIONS;
    let done = fill_cells(py, threads, is_short, rows, cells.as_slice_mut()?, fill);
    asked.finish();
    done?;
    Ok(array)
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
        self.asked(py, threads, &expression, Kind::Truth, truth)
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
        self.asked(py, threads, &expression, Kind::Set, set)
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
        self.asked(py, threads, &expression, Kind::Number, number)
    }
}
