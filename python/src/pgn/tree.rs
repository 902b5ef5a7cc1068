//! The place of a node in its game, under python-chess's names.

use std::sync::Arc;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::game::Game;
use super::node::GameNode;
use super::record::{NodeIndex, ROOT, Record};
use crate::board::Board;
use crate::moves::Move;

/// Returns whether a node is the first variation of the node before it; the root is.
fn is_first(record: &Record, node: NodeIndex) -> bool {
    node == ROOT || record.children(record.node(node).parent).next() == Some(node)
}

#[pymethods]
impl GameNode {
    /// Return the number of half moves since the start of the game, as `Board.ply` of `board()`.
    ///
    /// Returns
    /// -------
    /// int
    ///     0 for the root of a game from the initial position.
    fn ply(&self, py: Python<'_>) -> u64 {
        let moves = self.record.examine(py, |record| record.path(self.node).len());
        Board::of(self.record.start, self.record.chess960).ply() + moves as u64
    }

    /// Return the side to move after the move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     True for White.
    pub(super) fn turn(&self, py: Python<'_>) -> bool {
        self.ply(py).is_multiple_of(2)
    }

    /// Return the move in the notation of UCI.
    ///
    /// Returns
    /// -------
    /// str
    ///     Such as ``'e2e4'``; a null move is ``'0000'``.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     For the root, which has no move.
    fn uci(&self) -> PyResult<String> {
        match self.r#move() {
            Some(mv) => Ok(mv.0.to_string()),
            None => Err(PyValueError::new_err("the root has no move")),
        }
    }

    /// Return the game of the node.
    ///
    /// Returns
    /// -------
    /// Game
    ///     A new object.
    fn game(&self) -> Game {
        Game::of(Arc::clone(&self.record))
    }

    /// Return the node before the first move.
    ///
    /// Returns
    /// -------
    /// GameNode
    ///     A new object; `Game.root` of the game.
    fn root(&self) -> GameNode {
        self.at(ROOT)
    }

    /// Return the last node of the line.
    ///
    /// Returns
    /// -------
    /// GameNode
    ///     The node itself if no move follows.
    pub(super) fn end(&self, py: Python<'_>) -> GameNode {
        let last = |record: &Record| record.line(self.node).last().unwrap_or(self.node);
        self.at(self.record.examine(py, last))
    }

    /// Return whether no move follows.
    ///
    /// Returns
    /// -------
    /// bool
    ///     True at the end of a line.
    fn is_end(&self) -> bool {
        self.record.children(self.node).next().is_none()
    }

    /// Return the nodes of the moves after this one, along the first variations.
    ///
    /// Returns
    /// -------
    /// list of GameNode
    ///     Empty at the end of a line.
    pub(super) fn mainline(&self, py: Python<'_>) -> Vec<GameNode> {
        let nodes = |record: &Record| record.line(self.node).collect::<Vec<_>>();
        self.record.examine(py, nodes).into_iter().map(|node| self.at(node)).collect()
    }

    /// Return the moves after this one, along the first variations.
    ///
    /// Returns
    /// -------
    /// list of Move
    ///     As `Game.moves` has them; null moves are false.
    pub(super) fn mainline_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves = self.record.line(self.node).map(|node| self.record.played(node).object(py));
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }

    /// Return the node of a move that follows.
    ///
    /// Parameters
    /// ----------
    /// move : int or Move or GameNode
    ///     The place among `variations`, a move, or a node that is one of them.
    ///
    /// Returns
    /// -------
    /// GameNode
    ///     A new object.
    ///
    /// Raises
    /// ------
    /// KeyError
    ///     If no such variation follows.
    fn variation(&self, r#move: &Bound<'_, PyAny>) -> PyResult<GameNode> {
        let found = self.find(r#move)?;
        found.map(|node| self.at(node)).ok_or_else(|| PyKeyError::new_err("no such variation"))
    }

    /// Return whether a move follows.
    ///
    /// Parameters
    /// ----------
    /// move : int or Move or GameNode
    ///     As for `variation`.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether `variation` would return a node.
    fn has_variation(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.find(r#move)?.is_some())
    }

    /// Return whether the node is on the main line of the game.
    ///
    /// Returns
    /// -------
    /// bool
    ///     True for the root.
    fn is_mainline(&self, py: Python<'_>) -> bool {
        self.record.examine(py, |record| {
            let parent = |&node: &NodeIndex| (node != ROOT).then(|| record.node(node).parent);
            std::iter::successors(Some(self.node), parent).all(|node| is_first(record, node))
        })
    }

    /// Return whether the node is the first variation of the node before it.
    ///
    /// Returns
    /// -------
    /// bool
    ///     True for the root.
    fn is_main_variation(&self) -> bool {
        is_first(&self.record, self.node)
    }

    /// Return whether the node begins a variation: it can then have a `starting_comment`.
    ///
    /// Returns
    /// -------
    /// bool
    ///     False for the root, and for the first of several variations.
    fn starts_variation(&self) -> bool {
        !is_first(&self.record, self.node)
    }

    /// Return the depth of the evaluation after the move, from ``[%eval 0.31,24]``.
    ///
    /// Returns
    /// -------
    /// int or None
    ///     Plies.
    fn eval_depth(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        self.eval(py)?.map_or(Ok(None), |found| found.getattr("depth")?.extract())
    }
}

impl GameNode {
    /// Returns the child that a number, a move or a node names.
    fn find(&self, wanted: &Bound<'_, PyAny>) -> PyResult<Option<NodeIndex>> {
        let mut children = self.record.children(self.node);
        if let Ok(mv) = wanted.cast::<Move>() {
            let mv = *mv.get();
            return Ok(children.find(|&child| self.record.played(child) == mv));
        }
        if let Ok(node) = wanted.cast::<GameNode>() {
            let node = node.get();
            let is_same = Arc::ptr_eq(&node.record, &self.record);
            return Ok(children.find(|&child| is_same && child == node.node));
        }
        let place: isize = wanted.extract()?;
        let place = if place < 0 {
            place + self.record.children(self.node).count() as isize
        } else {
            place
        };
        Ok(usize::try_from(place).ok().and_then(|place| children.nth(place)))
    }
}
