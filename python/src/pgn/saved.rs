//! Games in pickles.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use setwise::Move;
use setwise_pgn::{MAX_TREE_MOVES, Termination};

use super::game::Game;
use super::node::GameNode;
use super::place::GameFault;
use super::record::{NodeIndex, Note, Record};
use super::recorder::play;
use crate::arguments::Whole;
use crate::board::saved_move;
use crate::history::Accepted;

/// The number and the offset of a game, whether it is of Chess960, and its result.
type Facts = (u64, u64, bool, Option<String>);

/// The parent of each node after the root, and its move: 0 is the null move.
type Moves = Vec<(NodeIndex, u16)>;

/// For each note its node, its kind, and its place in the text: comments before and after a move;
/// or the kind [`GLYPH`], the number of the glyph, and zero.
type Notes = Vec<(NodeIndex, u8, usize, usize)>;

const BEFORE: u8 = 0;
const AFTER: u8 = 1;
const GLYPH: u8 = 2;

#[pymethods]
impl Game {
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, record) = (slf.py(), &*slf.get().record);
        let nodes = (1..record.len() as NodeIndex).map(|index| {
            let node = record.node(index);
            (node.parent, node.mv.map_or(0, Move::to_bits))
        });
        let notes = (0..record.len() as NodeIndex).flat_map(|index| {
            record.notes(index).map(move |note| match note {
                Note::Before(range) => (index, BEFORE, range.start, range.end),
                Note::After(range) => (index, AFTER, range.start, range.end),
                Note::Nag(glyph) => (index, GLYPH, usize::from(*glyph), 0),
            })
        });
        let result = record.termination.map(|result| result.as_str().to_owned());
        let facts: Facts = (record.number, record.offset, record.chess960, result);
        let start = PyBytes::new(py, &record.start.pack_with_counters());
        let (nodes, notes): (Moves, Notes) = (nodes.collect(), notes.collect());
        let text = PyBytes::new(py, &record.text);
        let tree = (start, nodes, notes, text).into_pyobject(py)?;
        let state = (facts, record.tags.clone(), tree, record.error.clone()).into_pyobject(py)?;
        Ok((slf.get_type().getattr("_restore")?, state))
    }

    /// Returns a node by its number, for a pickle.
    fn _node(&self, node: Whole) -> PyResult<GameNode> {
        let node = node.within("node", &(0..=self.record.len() as NodeIndex - 1))?;
        Ok(GameNode::new(Arc::clone(&self.record), node))
    }

    /// Returns the game of a pickle.
    #[staticmethod]
    fn _restore(
        facts: Facts,
        tags: Vec<(String, String)>,
        tree: (Vec<u8>, Moves, Notes, Vec<u8>),
        error: Option<GameFault>,
    ) -> PyResult<Game> {
        let invalid = |what: String| PyValueError::new_err(format!("a pickled game has {what}"));
        let (start, moves, notes, text) = tree;
        let mut record = Record::new();
        (record.number, record.offset, record.chess960, _) = facts;
        if let Some(result) = facts.3 {
            let found = Termination::from_bytes(result.as_bytes());
            record.termination =
                Some(found.ok_or_else(|| invalid(format!("the result {result:?}")))?);
        }
        (record.tags, record.text, record.error) = (tags, text, error);
        let start = Accepted::packed(&start).map_err(|error| invalid(error.to_string()))?;
        record.start = start.position;
        if moves.len() > MAX_TREE_MOVES {
            return Err(invalid(format!(
                "{} moves (expected at most {MAX_TREE_MOVES})",
                moves.len()
            )));
        }
        let mut positions = vec![record.start];
        for (parent, bits) in moves {
            let before = positions.get(parent as usize);
            let before =
                before.ok_or_else(|| invalid(format!("a move after the node {parent}")))?;
            let mv = saved_move(before, bits).map_err(invalid)?;
            positions.push(play(before, mv));
            record.add(parent, mv);
        }
        for (node, kind, start, end) in notes {
            let is_in_text = start <= end && end <= record.text.len();
            let note = match kind {
                BEFORE if is_in_text => Note::Before(start..end),
                AFTER if is_in_text => Note::After(start..end),
                GLYPH if start <= usize::from(u16::MAX) => Note::Nag(start as u16),
                _ => return Err(invalid(format!("the note {kind} at {start} to {end}"))),
            };
            if node as usize >= record.len() {
                return Err(invalid(format!("a note of the node {node}")));
            }
            record.note(node, note);
        }
        Ok(Game::new(record))
    }
}

#[pymethods]
impl GameNode {
    /// The pickle has the whole game.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (NodeIndex,))> {
        let game = Bound::new(py, Game::of(Arc::clone(&self.record)))?;
        Ok((game.getattr("_node")?, (self.node,)))
    }
}
