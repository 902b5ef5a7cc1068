//! The moves of a board as a collection.

use std::vec;

use pyo3::prelude::*;
use setwise::{Filter, Move as LibraryMove};

use crate::board::Board;
use crate::moves::Move;

/// The legal moves of a board: iterable, with ``count()`` and ``in``.
///
/// It shows the moves of the board's current position, also after a move is played. An iterator that
/// has begun continues with the moves of the position in which it began.
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
    fn count(&self, py: Python<'_>) -> u32 {
        self.0.borrow(py).position.count_legal_moves()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.count(py) as usize
    }

    fn __bool__(&self, py: Python<'_>) -> bool {
        self.0.borrow(py).position.has_legal_move()
    }

    fn __contains__(&self, py: Python<'_>, mv: &Move) -> bool {
        self.0.borrow(py).find(*mv).is_some()
    }

    fn __iter__(&self, py: Python<'_>) -> MoveIterator {
        MoveIterator::legal(&self.0.borrow(py), Filter::ALL)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let board = self.0.borrow(py);
        let moves = board.position.legal_moves();
        let texts: Vec<String> =
            moves.iter().map(|&mv| board.position.san(mv).as_str().to_owned()).collect();
        format!("<LegalMoves ({})>", texts.join(", "))
    }
}

/// An iterator over moves.
#[pyclass]
pub(crate) struct MoveIterator {
    moves: vec::IntoIter<LibraryMove>,
    chess960: bool,
}

impl MoveIterator {
    /// Returns an iterator over the legal moves that match a filter.
    pub(crate) fn legal(board: &Board, filter: Filter) -> MoveIterator {
        let moves = Vec::from(&board.position.legal_moves_matching(filter)[..]);
        MoveIterator { moves: moves.into_iter(), chess960: board.chess960 }
    }
}

#[pymethods]
impl MoveIterator {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        self.moves.next().map(|mv| Move::of(mv, self.chess960).object(py)).transpose()
    }

    fn __length_hint__(&self) -> usize {
        self.moves.len()
    }
}
