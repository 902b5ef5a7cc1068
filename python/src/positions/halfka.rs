//! HalfKAv2_hm, the sparse input of networks that are updated move by move.

use pyo3::prelude::*;
use setwise::{Color, Position};

use super::Positions;
use super::sparse::{self, Features, Kinds};
use crate::arguments::Whole;

/// The kinds of pieces, times the squares.
const PIECE_SQUARES: i32 = 12 * 64;

/// Writes the features of a position that a side sees, one for each piece.
fn write(position: &Position, kinds: &Kinds, us: Color, cells: &mut [i32]) {
    let flip = sparse::turned(position, us);
    let seen = position.king(us).index() ^ flip;
    let bucket = i32::from(4 * (7 - seen / 8) + (7 - seen % 8));
    let others = u8::from(us == Color::Black);
    for (square, cell) in position.board().occupied().into_iter().zip(cells) {
        let kind = i32::from(kinds[square] ^ others);
        *cell = PIECE_SQUARES * bucket + 64 * kind + i32::from(square.index() ^ flip);
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
        sparse::features(py, self, threads, |row| row.board().occupied().count(), write)
    }
}
