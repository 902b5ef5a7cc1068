//! The moves of a board as a collection.

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
    fn count(&self, py: Python<'_>) -> usize {
        MoveIterator::pseudo_legal(&self.0.borrow(py)).moves.len()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.count(py)
    }

    fn __bool__(&self, py: Python<'_>) -> bool {
        self.count(py) > 0
    }

    pub(crate) fn __contains__(&self, py: Python<'_>, mv: &Move) -> bool {
        let board = self.0.borrow(py);
        let mut moves = MoveIterator::pseudo_legal(&board).moves;
        moves.any(|found| mv.means(found))
    }

    fn __iter__(&self, py: Python<'_>) -> MoveIterator {
        MoveIterator::pseudo_legal(&self.0.borrow(py))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let board = self.0.borrow(py);
        let moves = MoveIterator::pseudo_legal(&board).moves;
        let texts: Vec<String> =
            moves.map(|mv| Move::of(mv, board.chess960).0.to_string()).collect();
        format!("<PseudoLegalMoves ({})>", texts.join(", "))
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

    /// Returns an iterator over the pseudo-legal moves, with castling only if it is legal.
    fn pseudo_legal(board: &Board) -> MoveIterator {
        let mut moves = Vec::from(&board.position.pseudo_legal_moves()[..]);
        moves.retain(|&mv| !mv.is_castle() || board.position.is_legal(mv));
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
