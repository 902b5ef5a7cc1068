//! Questions about one move.

use pyo3::prelude::*;
use setwise::{Bitboard, EXCHANGE_VALUES, Role};

use super::Board;
use crate::arguments::ValuesArgument;
use crate::moves::Move;

questions! {
    |board, r#move: Move| "move : Move",
    "A legal or pseudo-legal move; castling may have either form.";
    is_capture "a move captures a piece, with en passant", "it is a capture",
        board.touches(r#move, board.enemy()) || board.is_en_passant(r#move);
    is_en_passant "a move is an en passant capture", "it is", {
        let (position, uci) = (&board.position, r#move.0);
        position.en_passant() == Some(uci.to)
            && position.board().role(Role::Pawn).contains(uci.from)
            && uci.from.file() != uci.to.file()
            && !position.board().occupied().contains(uci.to)
    };
    is_castling "a move is castling", "it is", {
        let (position, uci) = (&board.position, r#move.0);
        let rooks = position.board().pieces(position.turn(), Role::Rook);
        let files = (uci.from.file() as u8).abs_diff(uci.to.file() as u8);
        position.board().role(Role::King).contains(uci.from)
            && (files > 1 || rooks.contains(uci.to))
    };
    is_kingside_castling "a move is castling with the rook on the king's right", "it is",
        board.is_castling(r#move) && r#move.0.to.file() > r#move.0.from.file();
    is_queenside_castling "a move is castling with the rook on the king's left", "it is",
        board.is_castling(r#move) && r#move.0.to.file() < r#move.0.from.file();
    is_zeroing "a move resets the halfmove clock: a capture or a pawn move", "it does",
        board.touches(r#move, board.enemy() | board.position.board().role(Role::Pawn));
}

impl Board {
    fn enemy(&self) -> Bitboard {
        self.position.board().enemy(self.position.turn())
    }

    /// Returns whether exactly one of the two squares of a move is in a set, or both are.
    fn touches(&self, mv: Move, set: Bitboard) -> bool {
        (Bitboard::of(mv.0.from) ^ Bitboard::of(mv.0.to)).meets(set)
    }
}

#[pymethods]
impl Board {
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
