//! A move of a game, in the tree of its variations.

use std::collections::BTreeSet;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use setwise_pgn::{Annotation, Evaluation};

use super::game::san;
use super::record::{NodeIndex, Note, ROOT, Record};
use crate::board::Board;
use crate::moves::Move;

/// A move of a game with its comments and variations, or the root before all moves.
///
/// The names are as in python-chess's `GameNode`. A node is immutable.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> game = next(setwise.pgn.read(b"1. e4 (1. d4 $1 {better}) e5 *", variations=True))
/// >>> [node.san() for node in game.root.variations]
/// ['e4', 'd4']
/// >>> queen = game.root.variations[1]
/// >>> queen.nags, queen.comment, queen.variations
/// ({1}, 'better', [])
#[pyclass(frozen, module = "setwise.pgn")]
pub(crate) struct GameNode {
    pub(super) record: Arc<Record>,
    pub(super) node: NodeIndex,
}

impl GameNode {
    pub(super) fn new(record: Arc<Record>, node: NodeIndex) -> GameNode {
        GameNode { record, node }
    }

    pub(super) fn at(&self, node: NodeIndex) -> GameNode {
        GameNode::new(Arc::clone(&self.record), node)
    }

    /// Returns the last value of a kind of annotation.
    fn annotated<T: Send>(
        &self,
        py: Python<'_>,
        value: impl Fn(Annotation) -> Option<T> + Send,
    ) -> Option<T> {
        self.record.examine(py, |record| record.annotations(self.node).filter_map(value).last())
    }
}

#[pymethods]
impl GameNode {
    /// The move; None for the root. A null move is false.
    ///
    /// Returns
    /// -------
    /// Move or None
    ///     Castling has the form of the game's boards.
    #[getter]
    pub(super) fn r#move(&self) -> Option<Move> {
        (self.node != ROOT).then(|| self.record.played(self.node))
    }

    /// The node of the move before; None for the root.
    ///
    /// Returns
    /// -------
    /// GameNode or None
    ///     A new object.
    #[getter]
    fn parent(&self) -> Option<GameNode> {
        (self.node != ROOT).then(|| self.at(self.record.node(self.node).parent))
    }

    /// The nodes of the moves that follow: the main line first, then its variations.
    ///
    /// Returns
    /// -------
    /// list of GameNode
    ///     A new list.
    #[getter]
    fn variations(&self) -> Vec<GameNode> {
        self.record.children(self.node).map(|child| self.at(child)).collect()
    }

    /// The comments after the move, joined by spaces.
    ///
    /// Returns
    /// -------
    /// str
    ///     Empty if there is none; for the root, the comments before the first move.
    #[getter]
    fn comment(&self, py: Python<'_>) -> String {
        self.record.examine(py, |record| record.after(self.node))
    }

    /// The comments before the first move of a variation, joined by spaces.
    ///
    /// Returns
    /// -------
    /// str
    ///     Empty if there is none.
    #[getter]
    fn starting_comment(&self, py: Python<'_>) -> String {
        self.record.examine(py, |record| record.before(self.node))
    }

    /// The annotation glyphs, such as 1 for a good move (``!``).
    ///
    /// Returns
    /// -------
    /// set of int
    ///     Numbers from 0 to 65535.
    #[getter]
    fn nags(&self, py: Python<'_>) -> BTreeSet<u16> {
        self.record.examine(py, |record| {
            let nags = record.notes(self.node).filter_map(|note| match note {
                Note::Nag(nag) => Some(*nag),
                _ => None,
            });
            nags.collect()
        })
    }

    /// Return the node of the next move of the line.
    ///
    /// Returns
    /// -------
    /// GameNode or None
    ///     The first of `variations`; None at the end.
    fn next(&self) -> Option<GameNode> {
        self.record.children(self.node).next().map(|child| self.at(child))
    }

    /// Return the board after the move.
    ///
    /// Returns
    /// -------
    /// Board
    ///     A new board with the moves that lead to the node.
    pub(super) fn board(&self, py: Python<'_>) -> Board {
        self.record.examine(py, |record| board(record, self.node))
    }

    /// Return the move in standard algebraic notation.
    ///
    /// Returns
    /// -------
    /// str
    ///     As `Board.san` writes it; a null move is ``'--'``.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     For the root, which has no move.
    fn san(&self, py: Python<'_>) -> PyResult<String> {
        if self.node == ROOT {
            return Err(PyValueError::new_err("the root has no move"));
        }
        let node = self.record.node(self.node);
        let before = |record: &Record| board(record, node.parent).position;
        Ok(self.record.examine(py, |record| san(&before(record), node.mv)))
    }

    /// Return the clock time after the move, from a comment such as ``[%clk 0:09:58]``.
    ///
    /// Returns
    /// -------
    /// float or None
    ///     Seconds.
    fn clock(&self, py: Python<'_>) -> Option<f64> {
        self.annotated(py, |annotation| match annotation {
            Annotation::Clock(time) => Some(time.as_secs_f64()),
            _ => None,
        })
    }

    /// Return the time that the move took, from a comment such as ``[%emt 0:00:02]``.
    ///
    /// Returns
    /// -------
    /// float or None
    ///     Seconds.
    fn emt(&self, py: Python<'_>) -> Option<f64> {
        self.annotated(py, |annotation| match annotation {
            Annotation::ElapsedMoveTime(time) => Some(time.as_secs_f64()),
            _ => None,
        })
    }

    /// Return the evaluation after the move, from a comment such as ``[%eval 0.31]``.
    ///
    /// Returns
    /// -------
    /// Evaluation or None
    ///     The evaluation for White.
    pub(super) fn eval<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.annotated(py, |annotation| match annotation {
            Annotation::Evaluation(value, depth) => Some((value, depth)),
            _ => None,
        });
        found.map(|(value, depth)| evaluation(py, value, depth, self.turn(py))).transpose()
    }

    /// Return the arrows in the comment, from ``[%cal ...]`` and ``[%csl ...]``.
    ///
    /// Returns
    /// -------
    /// list of Arrow
    ///     In order; rings are arrows that end where they begin.
    fn arrows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let read = py.import("setwise._annotated")?.getattr("arrows_of")?;
        read.call1((self.comment(py),))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match self.san(py) {
            Ok(san) => format!("<GameNode {san}>"),
            Err(_) => "<GameNode: the root>".to_owned(),
        }
    }
}

/// Returns the board after the move of a node.
fn board(record: &Record, node: NodeIndex) -> Board {
    Board::after(record.start, record.chess960, record.path(node))
}

/// Returns an `Evaluation` of Python of a position with a side to move, true for White.
pub(super) fn evaluation<'py>(
    py: Python<'py>,
    value: Evaluation,
    depth: Option<u32>,
    turn: bool,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = CLASS.import(py, "setwise._evaluation", "Evaluation")?;
    let (centipawns, mate) = match value {
        Evaluation::Centipawns(centipawns) => (Some(centipawns), None),
        Evaluation::Mate(moves) => (None, Some(moves)),
    };
    let winner = (mate == Some(0)).then_some(!turn);
    class.call1((centipawns, mate, depth, winner))
}
