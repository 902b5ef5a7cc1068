//! A game that was read.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use setwise::{Color, Move, Position};
use setwise_pgn::Annotation;

use super::node::{GameNode, evaluation};
use super::place::PgnError;
use super::record::{ROOT, Record};
use crate::board::Board;
use crate::html::{self, Text};
use crate::positions::Positions;

/// The most moves that a notebook shows of a game, and the size of its board in pixels.
const MOST_PLIES: usize = 200;
const PIXELS: u32 = 320;

/// A game of `read`: its tags, and the moves of its main line with what the comments say of them.
///
/// Every move was legal when it was read. The lists of moves, SANs, clocks, evaluations and
/// comments have the same length, and are new at each access.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> text = b'[White "A"] 1. e4 {[%eval 0.3] [%clk 0:01:00]} e5 {best by test} 2. Qh5 *'
/// >>> game = next(setwise.pgn.read(text))
/// >>> game.tags, game.sans, game.clocks
/// ({'White': 'A'}, ['e4', 'e5', 'Qh5'], [60.0, None, None])
/// >>> game.evals[0]
/// Evaluation(centipawns=30, mate=None, depth=None, winner=None)
/// >>> game.board().fullmove_number
/// 2
#[pyclass(frozen, module = "setwise.pgn")]
pub(crate) struct Game {
    pub(super) record: Arc<Record>,
}

impl Game {
    pub(super) fn new(record: Record) -> Game {
        Game::of(Arc::new(record))
    }

    pub(super) fn of(record: Arc<Record>) -> Game {
        Game { record }
    }

    /// Returns the exception of the game's error, if it has one.
    pub(super) fn exception(&self) -> Option<PyErr> {
        self.record.error.clone().map(PgnError::new_err)
    }

    /// Returns the value of one kind of annotation for each move of the main line; the last of a
    /// kind counts.
    fn annotated<T: Send>(
        &self,
        py: Python<'_>,
        value: impl Fn(Annotation) -> Option<T> + Sync,
    ) -> Vec<Option<T>> {
        self.record.examine(py, |record| {
            let last = |node| record.annotations(node).filter_map(&value).last();
            record.main_line().map(last).collect()
        })
    }
}

#[pymethods]
impl Game {
    /// The number of the game in its source, from 1.
    ///
    /// Returns
    /// -------
    /// int
    ///     Games with errors are counted too.
    #[getter]
    fn number(&self) -> u64 {
        self.record.number
    }

    /// The place of the game: the offset of its first byte in the decompressed source.
    ///
    /// Returns
    /// -------
    /// int
    ///     In bytes, from 0.
    #[getter]
    fn offset(&self) -> u64 {
        self.record.offset
    }

    /// The tags in the order of the text, as a new dict; the last tag of a name counts.
    ///
    /// Returns
    /// -------
    /// dict of str to str
    ///     Values by name; a value that is not UTF-8 is decoded as Windows-1252.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in &self.record.tags {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// The result at the end of the moves or, if there is none, the result in the tag.
    ///
    /// Returns
    /// -------
    /// str
    ///     ``'1-0'``, ``'0-1'``, ``'1/2-1/2'`` or ``'*'``.
    #[getter]
    fn result(&self) -> &'static str {
        self.record.result().as_str()
    }

    /// The error of the game, if it cannot be read to its end.
    ///
    /// Returns
    /// -------
    /// PgnError or None
    ///     What is wrong and where; the moves are those before it.
    #[getter]
    fn error(&self) -> Option<PyErr> {
        self.exception()
    }

    /// The moves of the main line; a null move is false.
    ///
    /// Returns
    /// -------
    /// list of Move
    ///     Castling has the form of the game's boards.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.mainline_moves(py)
    }

    /// The moves of the main line in standard algebraic notation.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     As `Board.san` writes them, whatever the text has; a null move is ``'--'``.
    #[getter]
    fn sans<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let sans: Vec<String> = self.record.examine(py, |record| {
            record.replayed().map(|(position, mv, _)| san(&position, mv)).collect()
        });
        PyList::new(py, sans)
    }

    /// The clock times after the moves of the main line, from comments such as ``[%clk 0:09:58]``.
    ///
    /// Returns
    /// -------
    /// list of float or None
    ///     Seconds that the side that moved has left; None where the comment has none.
    #[getter]
    fn clocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let clocks = self.annotated(py, |annotation| match annotation {
            Annotation::Clock(time) => Some(time.as_secs_f64()),
            _ => None,
        });
        PyList::new(py, clocks)
    }

    /// The evaluations after the moves of the main line, from comments such as ``[%eval 0.31]``.
    ///
    /// Returns
    /// -------
    /// list of Evaluation or None
    ///     Evaluations for White; None where the comment has none.
    #[getter]
    fn evals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let evals = self.annotated(py, |annotation| match annotation {
            Annotation::Evaluation(value, depth) => Some((value, depth)),
            _ => None,
        });
        let mut turn = self.record.start.turn() == Color::White;
        let evals = evals.into_iter().map(|found| {
            turn = !turn;
            found.map(|(value, depth)| evaluation(py, value, depth, turn)).transpose()
        });
        PyList::new(py, evals.collect::<PyResult<Vec<_>>>()?)
    }

    /// The comments after the moves of the main line.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     Several comments of a move are joined by a space; without any, the text is empty.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let comments: Vec<String> = self
            .record
            .examine(py, |record| record.main_line().map(|node| record.after(node)).collect());
        PyList::new(py, comments)
    }

    /// The root of the tree of moves: the node before the first move.
    ///
    /// Returns
    /// -------
    /// GameNode
    ///     It has variations only if `read` was asked for them.
    #[getter]
    fn root(&self) -> GameNode {
        GameNode::new(Arc::clone(&self.record), ROOT)
    }

    /// The board before the first move, as a new board.
    ///
    /// Returns
    /// -------
    /// Board
    ///     The position of the tag ``FEN``, or the initial position.
    #[getter]
    fn start(&self) -> Board {
        Board::of(self.record.start, self.record.chess960)
    }

    /// Return the board after the last move of the main line.
    ///
    /// Returns
    /// -------
    /// Board
    ///     A new board with the moves of the game.
    fn board(&self, py: Python<'_>) -> Board {
        self.end(py).board(py)
    }

    /// The tags as python-chess has them: the seven of the roster first.
    ///
    /// Returns
    /// -------
    /// dict of str to str
    ///     A new dict. A tag of the roster that the game does not have is ``'?'``, as a date
    ///     ``'????.??.??'``; `result` is ``'*'`` without a result.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for tag in ["Event", "Site", "Date", "Round", "White", "Black"] {
            headers.set_item(tag, if tag == "Date" { "????.??.??" } else { "?" })?;
        }
        headers.set_item("Result", self.result())?;
        for (name, value) in &self.record.tags {
            headers.set_item(name, value)?;
        }
        Ok(headers)
    }

    /// Return the nodes of the main line.
    ///
    /// Returns
    /// -------
    /// list of GameNode
    ///     A node for each move.
    fn mainline(&self, py: Python<'_>) -> Vec<GameNode> {
        self.root().mainline(py)
    }

    /// Return the moves of the main line, as `moves`.
    ///
    /// Returns
    /// -------
    /// list of Move
    ///     Null moves are false.
    fn mainline_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.root().mainline_moves(py)
    }

    /// Return the node of the last move of the main line.
    ///
    /// Returns
    /// -------
    /// GameNode
    ///     The root if there is no move.
    fn end(&self, py: Python<'_>) -> GameNode {
        self.root().end(py)
    }

    /// Return the positions of the main line.
    ///
    /// Returns
    /// -------
    /// Positions
    ///     The position before each move, and that after the last one: one row more than moves.
    fn positions(&self, py: Python<'_>) -> Positions {
        Positions::of(self.record.examine(py, |record| {
            let mut rows = vec![record.start];
            rows.extend(record.replayed().map(|(_, _, position)| position));
            rows
        }))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.record.examine(py, |record| record.main_line().count())
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let editable = slf.py().import("setwise._editable")?.getattr("EditableGame")?;
        editable.call_method1("from_game", (slf,))?.str()
    }

    fn __repr__(&self) -> String {
        let (white, black) = (self.record.tag("White"), self.record.tag("Black"));
        format!("<Game {}: {white} - {black}, {}>", self.record.number, self.result())
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        self.record.examine(py, |record| {
            let (mut position, mut last, mut moves) = (record.start, None, String::new());
            for (played, (before, mv, after)) in record.replayed().enumerate() {
                if played < MOST_PLIES {
                    moves += &numbered(&before, mv, played == 0);
                }
                (position, last) = (after, mv);
            }
            let [white, black] = ["White", "Black"].map(|tag| Text(record.tag(tag)));
            let [event, site, date] = ["Event", "Site", "Date"].map(|tag| Text(record.tag(tag)));
            let result = record.result().as_str();
            let more = if record.main_line().count() > MOST_PLIES { "…" } else { "" };
            let error = record.error.as_ref().map_or("", |fault| &fault.0);
            let diagram = position.diagram();
            html::figure(
                last.map_or(diagram, |mv| diagram.last_move(mv)),
                PIXELS,
                format_args!(
                    "<div style=\"max-width:{PIXELS}px\"><b>{white} - {black}, {result}</b><br>\
                     {event}, {site}, {date}<br>{moves}{more}<br>{}</div>",
                    Text(error)
                ),
            )
        })
    }
}

/// Returns a move in SAN, with its number before a move of White and at the start.
fn numbered(position: &Position, mv: Option<Move>, is_first: bool) -> String {
    let san = san(position, mv);
    match (position.turn(), is_first) {
        (Color::White, _) => format!("{}. {san} ", position.fullmoves()),
        (Color::Black, true) => format!("{}... {san} ", position.fullmoves()),
        (Color::Black, false) => format!("{san} "),
    }
}

/// Returns a move in SAN.
pub(super) fn san(position: &Position, mv: Option<Move>) -> String {
    mv.map_or_else(|| "--".to_owned(), |mv| position.san(mv).to_string())
}
