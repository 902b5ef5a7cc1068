//! Moves that are played, taken back and looked up.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use setwise::Filter;
use setwise::notation::uci::Uci;

use super::Board;
use crate::arguments::{RoleArgument, SetArgument, SquareArgument};
use crate::errors::IllegalMoveError;
use crate::legal_moves::{LegalMoves, MoveIterator, PseudoLegalMoves};
use crate::moves::Move;

#[pymethods]
impl Board {
    /// The legal moves: iterable, with ``count()`` and ``in``.
    ///
    /// Returns
    /// -------
    /// LegalMoves
    ///     The moves of the current position, also after a move is played.
    #[getter]
    fn legal_moves(this: Bound<'_, Self>) -> LegalMoves {
        LegalMoves(this.unbind())
    }

    /// The pseudo-legal moves: iterable, with ``count()`` and ``in``.
    ///
    /// Returns
    /// -------
    /// PseudoLegalMoves
    ///     Moves that may leave the own king in check; castling only if it is legal.
    #[getter]
    fn pseudo_legal_moves(this: Bound<'_, Self>) -> PseudoLegalMoves {
        PseudoLegalMoves(this.unbind())
    }

    /// Return whether a move is pseudo-legal.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     Any move; castling may have either form.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is among `pseudo_legal_moves`.
    #[pyo3(signature = (r#move))]
    fn is_pseudo_legal(this: Bound<'_, Self>, r#move: Move) -> PyResult<bool> {
        let py = this.py();
        PseudoLegalMoves(this.unbind()).__contains__(py, r#move)
    }

    /// Return an iterator over the legal moves from some squares to some squares.
    ///
    /// Parameters
    /// ----------
    /// from_mask, to_mask : SquareSet or int or iterable of int
    ///     The origins and the targets; castling ends on the c or the g file.
    ///
    /// Returns
    /// -------
    /// iterator of Move
    ///     The moves, in no particular order.
    #[pyo3(
        signature = (from_mask = None, to_mask = None),
        text_signature = "($self, from_mask=0xffffffffffffffff, to_mask=0xffffffffffffffff)"
    )]
    fn generate_legal_moves(
        &self,
        from_mask: Option<SetArgument>,
        to_mask: Option<SetArgument>,
    ) -> MoveIterator {
        MoveIterator::legal(self, filter(Filter::ALL, from_mask, to_mask))
    }

    /// Return an iterator over the legal captures, with en passant.
    ///
    /// Parameters
    /// ----------
    /// from_mask, to_mask : SquareSet or int or iterable of int
    ///     The origins and the targets.
    ///
    /// Returns
    /// -------
    /// iterator of Move
    ///     The moves, in no particular order.
    #[pyo3(
        signature = (from_mask = None, to_mask = None),
        text_signature = "($self, from_mask=0xffffffffffffffff, to_mask=0xffffffffffffffff)"
    )]
    fn generate_legal_captures(
        &self,
        from_mask: Option<SetArgument>,
        to_mask: Option<SetArgument>,
    ) -> MoveIterator {
        MoveIterator::legal(self, filter(Filter::CAPTURES, from_mask, to_mask))
    }

    /// Return whether a move is legal.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     Any move; castling may have either form.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether `push` would play it. The null move is not legal.
    #[pyo3(signature = (r#move))]
    fn is_legal(&self, r#move: Move) -> bool {
        self.find(r#move).is_some()
    }

    /// Return the legal move from one square to another.
    ///
    /// Parameters
    /// ----------
    /// from_square, to_square : int
    ///     Squares from 0 to 63.
    /// promotion : int, optional
    ///     The piece type that a pawn becomes; by default a queen.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If there is no such legal move.
    #[pyo3(signature = (from_square, to_square, promotion = None))]
    fn find_move(
        &self,
        from_square: SquareArgument,
        to_square: SquareArgument,
        promotion: Option<RoleArgument>,
    ) -> PyResult<Move> {
        let (from, to) = (from_square.0, to_square.0);
        let promoted = promotion.map(|promotion| promotion.0);
        let find = |promoted| Uci { from, to, promoted }.find(&self.position);
        let found = match promoted {
            None => find(None).or_else(|| find(Some(setwise::Role::Queen))),
            some => find(some),
        };
        let illegal = || {
            let fen = self.position.fen();
            IllegalMoveError::new_err(format!("no legal move from {from} to {to} in {fen}"))
        };
        found.map(|mv| self.shown(Some(mv))).ok_or_else(illegal)
    }

    /// Play a move.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move, with castling in either form, or the null move if the side to move is not
    ///     in check.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal. The board is then unchanged.
    #[pyo3(signature = (r#move))]
    pub(super) fn push(&mut self, r#move: Move) -> PyResult<()> {
        if r#move.is_null() {
            return self.pass();
        }
        let mv = self.legal(r#move)?;
        self.play(Some(mv));
        Ok(())
    }

    /// Take back the last move.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If no move has been played.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<Move>> {
        let played = self.played.pop().ok_or_else(no_move)?;
        self.position = played.before;
        self.shown(played.mv).object(py)
    }

    /// Return the last move.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If no move has been played.
    fn peek(&self) -> PyResult<Move> {
        self.played.last().map(|played| self.shown(played.mv)).ok_or_else(no_move)
    }
}

impl Board {
    /// Plays the null move.
    pub(super) fn pass(&mut self) -> PyResult<()> {
        if self.position.is_check() {
            let message =
                format!("the null move is not possible in check: {}", self.position.fen());
            return Err(IllegalMoveError::new_err(message));
        }
        self.play(None);
        Ok(())
    }
}

fn no_move() -> PyErr {
    PyIndexError::new_err("no move has been played")
}

fn filter(base: Filter, from: Option<SetArgument>, to: Option<SetArgument>) -> Filter {
    let from = from.map_or(base, |from| base.from(from.0));
    to.map_or(from, |to| from.to(to.0))
}
