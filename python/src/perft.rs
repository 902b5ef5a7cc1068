//! Counts of move sequences.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::{ThreadPool, ThreadPoolBuilder};
use setwise::{Move as LibraryMove, Position};
use setwise_jobs::number::DEPTH;
use setwise_perft::division::{self, PartSize, SHALLOW};
use setwise_perft::{Backend, Counter, Table};

use crate::arguments::{self, Whole, argument};
use crate::board::{Board, read_fen};
use crate::moves::Move;
use crate::work;

/// Count the sequences of `depth` legal moves.
///
/// Parameters
/// ----------
/// position : Board or str
///     A board or a FEN.
/// depth : int
///     The number of moves, 0 to 100.
/// threads : int, optional
///     The number of threads, 1 to 1024; by default one for each CPU.
/// hash_mb : int, optional
///     The largest size in MiB of a hash table of counts; by default 0, which is none.
/// divide : bool
///     Whether to return the counts by first move.
///
/// Returns
/// -------
/// int or dict of str to int
///     The count, or with `divide` the counts by first move in UCI notation.
///
/// Raises
/// ------
/// FenError
///     If the FEN is not valid.
/// ValueError
///     If a number is out of range.
/// MemoryError
///     If the hash table cannot be allocated.
///
/// Notes
/// -----
/// The GIL is released, and Ctrl-C stops the count within about a second.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> setwise.perft(setwise.STARTING_FEN, 5)
/// 4865609
/// >>> setwise.perft("k7/8/8/8/8/8/8/7K w - - 0 1", 2, divide=True)
/// {'h1g1': 3, 'h1g2': 3, 'h1h2': 3}
#[pyfunction]
#[pyo3(
    signature = (position, depth, *, threads = None, hash_mb = None, divide = false),
)]
pub(crate) fn perft(
    py: Python<'_>,
    position: Start,
    depth: Whole,
    threads: Option<Whole>,
    hash_mb: Option<Whole>,
    divide: bool,
) -> PyResult<Py<PyAny>> {
    let depth = depth.within("depth", &DEPTH)?;
    let threads = work::threads(threads)?;
    let table = table(&position.0.position, depth, hash_mb)?;
    let Board { position, chess960, .. } = position.0;
    let count = Count { position, depth, table };
    if !divide {
        let leaves = if depth <= SHALLOW {
            count.leaves(&mut counter(), &position, depth)
        } else {
            count.on_threads(py, &pool(threads)?)?
        };
        return leaves.into_py_any(py);
    }
    let counts = PyDict::new(py);
    for (mv, leaves) in count.by_first_move(py, &pool(threads)?)? {
        counts.set_item(Move::of(mv, chess960).0.to_string(), leaves)?;
    }
    counts.into_py_any(py)
}

/// A board or a FEN.
pub(crate) struct Start(pub(crate) Board);

argument!(Start, |object| match object.cast::<Board>() {
    Ok(board) => Ok(Start(board.try_borrow()?.clone())),
    Err(_) => Ok(Start(read_fen(object.py(), &arguments::fen(&object)?, None)?)),
});

/// Creates a counter for one thread.
pub(crate) fn counter() -> Counter {
    Counter::new(Backend::fastest())
}

fn table(position: &Position, depth: u8, size: Option<Whole>) -> PyResult<Option<Table>> {
    let size = size.unwrap_or(Whole(0));
    let bytes = work::hash_bytes(size)?;
    let table = (bytes > 0).then(|| counter().table(bytes, position, depth)).transpose();
    table.map_err(|error| PyMemoryError::new_err(format!("hash_mb {size}: {error}")))
}

/// A count to be done.
pub(crate) struct Count {
    pub(crate) position: Position,
    pub(crate) depth: u8,
    pub(crate) table: Option<Table>,
}

impl Count {
    fn leaves(&self, counter: &mut Counter, position: &Position, depth: u8) -> u128 {
        match &self.table {
            Some(table) => counter.count_with_table(table, position, depth),
            None => counter.count(position, depth),
        }
    }

    fn by_first_move(
        &self,
        py: Python<'_>,
        pool: &ThreadPool,
    ) -> PyResult<Vec<(LibraryMove, u128)>> {
        let counts = work::run_and_wait(py, |is_stopped: &AtomicBool| {
            let leaves = |counter: &mut Counter, part: division::Part<'_>| {
                let goes_on = !is_stopped.load(Ordering::Relaxed);
                goes_on.then(|| self.leaves(counter, part.position, part.depth))
            };
            let (position, size) = (&self.position, &PartSize::default());
            pool.install(|| division::by_first_move(position, self.depth, size, counter, leaves))
        })?;
        Ok(counts.into_iter().filter_map(|(mv, leaves)| Some((mv, leaves?))).collect())
    }

    /// Returns the count, which all threads of a pool make.
    pub(crate) fn on_threads(&self, py: Python<'_>, pool: &ThreadPool) -> PyResult<u128> {
        Ok(self.by_first_move(py, pool)?.into_iter().map(|(_, leaves)| leaves).sum())
    }
}

pub(crate) fn pool(threads: usize) -> PyResult<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(work::STACK_BYTES).build();
    let failed =
        |error| PyRuntimeError::new_err(format!("cannot start {threads} threads: {error}"));
    pool.map_err(failed)
}
