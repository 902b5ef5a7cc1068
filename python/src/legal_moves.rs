//! The moves of a board as a collection.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::vec;

use pyo3::prelude::*;
use setwise::{Filter, Move as LibraryMove};

use crate::board::Board;
use crate::moves::Move;

/// The legal moves of a board: iterable, with ``count()`` and ``in``.
///
/// It shows the moves of the board's current position, also after a move is played. An iterator
/// that has begun continues with the moves of the position in which it began.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> board = setwise.Board()
/// >>> board.legal_moves.count()
/// 20
/// >>> setwise.Move.from_uci("e2e5") in board.legal_moves
/// False
#[pyclass(frozen, module = "setwise")]
pub(crate) struct LegalMoves(pub(crate) Py<Board>);

#[pymethods]
impl LegalMoves {
    /// Return the number of moves, without listing them.
    ///
    /// Returns
    /// -------
    /// int
    ///     The number of legal moves.
    fn count(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.0.try_borrow(py)?.position.count_legal_moves())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.count(py)? as usize)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.0.try_borrow(py)?.position.has_legal_move())
    }

    fn __contains__(&self, py: Python<'_>, mv: Move) -> PyResult<bool> {
        Ok(self.0.try_borrow(py)?.find(mv).is_some())
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<MoveIterator> {
        Ok(MoveIterator::legal(&*self.0.try_borrow(py)?, Filter::ALL))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let board = self.0.try_borrow(py)?;
        let moves = board.position.legal_moves();
        let texts: Vec<String> =
            moves.iter().map(|&mv| board.position.san(mv).as_str().to_owned()).collect();
        Ok(format!("<LegalMoves ({})>", texts.join(", ")))
    }
}

/// The pseudo-legal moves of a board: iterable, with ``count()`` and ``in``.
///
/// They obey the rule of each piece, but may leave the own king in check. Castling is only among
/// them if it is legal.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> board = setwise.Board("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")
/// >>> board.legal_moves.count(), board.pseudo_legal_moves.count()
/// (4, 10)
#[pyclass(frozen, module = "setwise")]
pub(crate) struct PseudoLegalMoves(pub(crate) Py<Board>);

#[pymethods]
impl PseudoLegalMoves {
    /// Return the number of moves.
    ///
    /// Returns
    /// -------
    /// int
    ///     The number of pseudo-legal moves.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(pseudo_legal(&*self.0.try_borrow(py)?).len())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.count(py)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.count(py)? > 0)
    }

    pub(crate) fn __contains__(&self, py: Python<'_>, mv: Move) -> PyResult<bool> {
        let board = self.0.try_borrow(py)?;
        Ok(pseudo_legal(&board).into_iter().any(|found| mv.means(found)))
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<MoveIterator> {
        Ok(MoveIterator::pseudo_legal(&*self.0.try_borrow(py)?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let board = self.0.try_borrow(py)?;
        let moves = pseudo_legal(&board).into_iter();
        let texts: Vec<String> =
            moves.map(|mv| Move::of(mv, board.chess960).0.to_string()).collect();
        Ok(format!("<PseudoLegalMoves ({})>", texts.join(", ")))
    }
}

/// Returns the pseudo-legal moves, with castling only if it is legal.
fn pseudo_legal(board: &Board) -> Vec<LibraryMove> {
    let mut moves = Vec::from(&board.position.pseudo_legal_moves()[..]);
    moves.retain(|&mv| !mv.is_castle() || board.position.is_legal(mv));
    moves
}

/// An iterator over moves.
#[pyclass(frozen)]
pub(crate) struct MoveIterator {
    moves: Mutex<vec::IntoIter<LibraryMove>>,
    chess960: bool,
}

impl MoveIterator {
    /// Returns an iterator over the legal moves that match a filter.
    pub(crate) fn legal(board: &Board, filter: Filter) -> MoveIterator {
        let moves = Vec::from(&board.position.legal_moves_matching(filter)[..]);
        MoveIterator { moves: Mutex::new(moves.into_iter()), chess960: board.chess960 }
    }

    /// Returns an iterator over the pseudo-legal moves, with castling only if it is legal.
    fn pseudo_legal(board: &Board) -> MoveIterator {
        let moves = pseudo_legal(board).into_iter();
        MoveIterator { moves: Mutex::new(moves), chess960: board.chess960 }
    }

    fn lock(&self) -> MutexGuard<'_, vec::IntoIter<LibraryMove>> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl MoveIterator {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let next = self.lock().next();
        next.map(|mv| Move::of(mv, self.chess960).object(py)).transpose()
    }

    fn __length_hint__(&self) -> usize {
        self.lock().len()
    }
}
