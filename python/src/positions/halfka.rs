//! HalfKAv2_hm, the sparse input of networks that are updated move by move.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise::{Color, Position};

use super::{FEW_ROWS, Positions, ROWS_AT_A_TIME};
use crate::arguments::Whole;
use crate::{allocate, work};

/// The arrays of [`Positions::halfka`].
type Features<'py> =
    (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>);

/// The kinds of pieces, times the squares.
const PIECE_SQUARES: i32 = 12 * 64;

/// Writes the features of a position that a side sees, one for each piece.
fn write(position: &Position, us: Color, cells: &mut [i32]) {
    let king = position.king(us).index();
    let mirror = if king % 8 < 4 { 7 } else { 0 };
    let flip = mirror ^ if us == Color::White { 0 } else { 56 };
    let seen = king ^ flip;
    let bucket = 4 * (7 - seen / 8) + (7 - seen % 8);
    let board = position.board();
    for (square, cell) in board.occupied().into_iter().zip(cells) {
        let Some(piece) = board.piece_at(square) else { continue };
        let kind = 2 * piece.role as i32 + i32::from(piece.color != us);
        *cell = PIECE_SQUARES * i32::from(bucket) + 64 * kind + i32::from(square.index() ^ flip);
    }
}

#[pymethods]
impl Positions {
    /// Return the features HalfKAv2_hm: the indices of those that are 1, for both sides.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// offsets : ndarray of int32, shape (n + 1,)
    ///     The features of row *i* are those from ``offsets[i]`` to ``offsets[i + 1]``.
    /// own, opponent : ndarray of int32
    ///     The features from 0 to 24,575 that the side to move and its opponent see.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If there are 2**31 features or more; then the batch should be cut into slices.
    ///
    /// Notes
    /// -----
    /// Each piece is one feature, in the order of the squares. A side sees the board from its own
    /// side, Black's from top to bottom, and mirrored from left to right if its king is on the
    /// files a to d. Then the feature is ``768 * bucket + 64 * kind + square``. The bucket is
    /// ``4 * (7 - rank) + 7 - file`` of the king, which is on the files e to h, with files and
    /// ranks from 0. The kinds are own pawn 0, the opponent's pawn 1, and so on for knights,
    /// bishops, rooks, queens and kings.
    ///
    /// These are the indices of nnue-pytorch (commit 9f729465). The files of networks that
    /// Stockfish reads have one kind for both kings, so their indices are
    /// ``704 * bucket + 64 * min(kind, 10) + square``.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> positions = setwise.Positions.from_fens(["4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
    /// >>> offsets, own, opponent = positions.halfka()
    /// >>> offsets, own
    /// (array([0, 3], dtype=int32), array([24452, 24199, 24572], dtype=int32))
    #[pyo3(signature = (*, threads = None))]
    fn halfka<'py>(&self, py: Python<'py>, threads: Option<Whole>) -> PyResult<Features<'py>> {
        let rows = self.rows();
        let offsets = allocate::array(py, [rows.len() + 1])?;
        let mut sum: i32 = 0;
        for (row, offset) in rows.iter().zip(&mut offsets.try_readwrite()?.as_slice_mut()?[1..]) {
            sum = sum.checked_add(row.board().occupied().count() as i32).ok_or_else(|| {
                PyValueError::new_err("2**31 features or more (expected fewer rows)")
            })?;
            *offset = sum;
        }
        let (own, opponent) =
            (allocate::array(py, [sum as usize])?, allocate::array(py, [sum as usize])?);
        let (mut own_cells, mut opponent_cells) = (own.try_readwrite()?, opponent.try_readwrite()?);
        let mut cells = (own_cells.as_slice_mut()?, opponent_cells.as_slice_mut()?);
        let pieces = rows.chunks(ROWS_AT_A_TIME).map(|rows| {
            let count = rows.iter().map(|row| row.board().occupied().count() as usize).sum();
            let (own, opponent) = std::mem::take(&mut cells);
            let ((own, own_rest), (opponent, opponent_rest)) =
                (own.split_at_mut(count), opponent.split_at_mut(count));
            cells = (own_rest, opponent_rest);
            (rows, own, opponent)
        });
        let is_short = rows.len() <= FEW_ROWS;
        work::run(py, work::threads(threads)?, is_short, pieces, |(rows, own, opponent)| {
            let mut start = 0;
            for row in rows {
                let end = start + row.board().occupied().count() as usize;
                write(row, row.turn(), &mut own[start..end]);
                write(row, !row.turn(), &mut opponent[start..end]);
                start = end;
            }
            Ok(())
        })?;
        Ok((offsets, own, opponent))
    }
}
