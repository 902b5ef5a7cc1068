//! Questions about one move.

use pyo3::prelude::*;
use setwise::{Bitboard, EXCHANGE_VALUES, Role};

use super::Board;
use crate::arguments::ValuesArgument;
use crate::moves::Move;

#[pymethods]
impl Board {
    /// Return whether a move captures a piece, with en passant.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is a capture.
    #[pyo3(signature = (r#move))]
    fn is_capture(&self, r#move: Move) -> bool {
        let (position, uci) = (&self.position, r#move.0);
        let touched = Bitboard::of(uci.from) ^ Bitboard::of(uci.to);
        touched.meets(position.board().enemy(position.turn())) || self.is_en_passant(r#move)
    }

    /// Return whether a move is an en passant capture.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    #[pyo3(signature = (r#move))]
    fn is_en_passant(&self, r#move: Move) -> bool {
        let (position, uci) = (&self.position, r#move.0);
        position.en_passant() == Some(uci.to)
            && position.board().role(Role::Pawn).contains(uci.from)
            && uci.from.file() != uci.to.file()
            && !position.board().occupied().contains(uci.to)
    }

    /// Return whether a move is castling.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move, with castling in either form.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    #[pyo3(signature = (r#move))]
    fn is_castling(&self, r#move: Move) -> bool {
        let (position, uci) = (&self.position, r#move.0);
        let rooks = position.board().pieces(position.turn(), Role::Rook);
        let files = (uci.from.file() as u8).abs_diff(uci.to.file() as u8);
        position.board().role(Role::King).contains(uci.from)
            && (files > 1 || rooks.contains(uci.to))
    }

    /// Return whether a move is castling with the rook on the king's right.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move, with castling in either form.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    #[pyo3(signature = (r#move))]
    fn is_kingside_castling(&self, r#move: Move) -> bool {
        self.is_castling(r#move) && r#move.0.to.file() > r#move.0.from.file()
    }

    /// Return whether a move is castling with the rook on the king's left.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move, with castling in either form.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it is.
    #[pyo3(signature = (r#move))]
    fn is_queenside_castling(&self, r#move: Move) -> bool {
        self.is_castling(r#move) && r#move.0.to.file() < r#move.0.from.file()
    }

    /// Return whether a move resets the halfmove clock: a capture or a pawn move.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal or pseudo-legal move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it does.
    #[pyo3(signature = (r#move))]
    fn is_zeroing(&self, r#move: Move) -> bool {
        let (position, uci) = (&self.position, r#move.0);
        let touched = Bitboard::of(uci.from) ^ Bitboard::of(uci.to);
        let board = position.board();
        touched.meets(board.role(Role::Pawn) | board.enemy(position.turn()))
    }

    /// Return whether a move makes earlier positions impossible to repeat.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     True for captures, pawn moves, moves that lose a castling right, and every move in a
    ///     position with a legal en passant capture. It may be False for a move that is irreversible
    ///     for another reason.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal.
    #[pyo3(signature = (r#move))]
    fn is_irreversible(&self, r#move: Move) -> PyResult<bool> {
        let next = self.position.play_unchecked(self.legal(r#move)?);
        Ok(self.is_zeroing(r#move)
            || next.castling_rooks() != self.position.castling_rooks()
            || self.position.legal_en_passant().is_some())
    }

    /// Return whether a move gives check.
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether it does.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal.
    #[pyo3(signature = (r#move))]
    fn gives_check(&self, r#move: Move) -> PyResult<bool> {
        Ok(self.position.gives_check(self.legal(r#move)?))
    }

    /// Return the material balance of a move by static exchange evaluation (SEE).
    ///
    /// Parameters
    /// ----------
    /// move : Move
    ///     A legal move.
    /// values : sequence of int
    ///     The values of pawn, knight, bishop, rook, queen and king.
    ///
    /// Returns
    /// -------
    /// int
    ///     What the side to move gains if both sides capture on the target square, cheapest piece
    ///     first, as long as it pays; negative for a loss.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the move is not legal.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> board = setwise.Board("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1")
    /// >>> board.see(setwise.Move.from_uci("e1e5"))
    /// 100
    #[pyo3(
        signature = (r#move, *, values = ValuesArgument(EXCHANGE_VALUES)),
        text_signature = "($self, move, *, values=(100, 300, 300, 500, 900, 10000))"
    )]
    fn see(&self, r#move: Move, values: ValuesArgument) -> PyResult<i32> {
        Ok(self.position.static_exchange_with(self.legal(r#move)?, &values.0))
    }
}
