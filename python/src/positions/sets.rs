//! Sets of squares, keys and answers for each row, and mirror images.

use pyo3::prelude::*;
use setwise::attacks;
use setwise::{Bitboard, Color, Position, Role};

use super::{Column, Columns, Positions};
use crate::allocate;
use crate::arguments::Whole;

/// Defines methods that answer yes or no for each row.
macro_rules! answers {
    ($($name:ident $what:literal |$row:ident| $answer:expr;)*) => {
        #[pymethods]
        impl Positions {
            $(
                #[doc = concat!("Return for each position whether ", $what, ".")]
                ///
                /// Parameters
                /// ----------
                /// threads : int, optional
                ///     The number of threads, 1 to 1024; by default one for each CPU.
                ///
                /// Returns
                /// -------
                /// ndarray of bool, shape (n,)
                ///     The answers.
                #[pyo3(signature = (*, threads = None))]
                fn $name<'py>(
                    &self,
                    py: Python<'py>,
                    threads: Option<Whole>,
                ) -> Column<'py, bool> {
                    self.column(py, threads, |$row| $answer)
                }
            )*
        }
    };
}

answers! {
    is_check "the side to move is in check" |row| row.is_check();
    is_checkmate "the side to move is checkmated" |row| row.is_checkmate();
    is_stalemate "the side to move is stalemated" |row| row.is_stalemate();
    is_insufficient_material "neither side has enough material to give mate"
        |row| row.is_insufficient_material();
    turns "White is to move" |row| row.turn() == Color::White;
}

#[pymethods]
impl Positions {
    /// Return the sets of pieces.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of uint64, shape (n, 8)
    ///     Pawns, knights, bishops, rooks, queens and kings of both sides, then White's and Black's
    ///     pieces. Bit *n* is square *n*.
    ///
    /// Examples
    /// --------
    /// >>> import numpy as np
    /// >>> import setwise
    /// >>> sets = setwise.Positions.from_fens([setwise.STARTING_FEN]).bitboards()
    /// >>> np.bitwise_count(sets)
    /// array([[16,  4,  4,  4,  2,  2, 16, 16]], dtype=uint8)
    #[pyo3(signature = (*, threads = None))]
    fn bitboards<'py>(&self, py: Python<'py>, threads: Option<Whole>) -> Columns<'py, u64> {
        self.columns(py, threads, |row| {
            let [pawns, knights, bishops, rooks, queens, kings] =
                Role::ALL.map(|role| row.board().role(role).0);
            let [white, black] = Color::ALL.map(|color| row.board().color(color).0);
            [pawns, knights, bishops, rooks, queens, kings, white, black]
        })
    }

    /// Return the squares that each side attacks.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of uint64, shape (n, 2)
    ///     The squares that White attacks and those that Black attacks, also squares of own pieces
    ///     and those that a pin forbids.
    #[pyo3(signature = (*, threads = None))]
    fn attacks<'py>(&self, py: Python<'py>, threads: Option<Whole>) -> Columns<'py, u64> {
        self.columns(py, threads, |row| Color::ALL.map(|color| attacked(row, color).0))
    }

    /// Return the Zobrist keys of opening books in the Polyglot format.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of uint64, shape (n,)
    ///     The keys; the counters do not matter.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> positions = setwise.Positions.from_fens([setwise.STARTING_FEN])
    /// >>> int(positions.keys()[0]) == setwise.Board().zobrist()
    /// True
    #[pyo3(signature = (*, threads = None))]
    fn keys<'py>(&self, py: Python<'py>, threads: Option<Whole>) -> Column<'py, u64> {
        self.column(py, threads, Position::polyglot_key)
    }

    /// Return the positions with the colors exchanged.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// Positions
    ///     A new batch; see `Board.mirror`.
    #[pyo3(signature = (*, threads = None))]
    fn mirror(&self, py: Python<'_>, threads: Option<Whole>) -> PyResult<Positions> {
        let mut mirrored = allocate::filled(Position::INITIAL, self.rows().len())?;
        self.fill(py, threads, &mut mirrored, |_, rows, mirrored| {
            for (row, mirrored) in rows.iter().zip(mirrored) {
                *mirrored = row.color_flipped();
            }
        })?;
        Ok(Positions::of(mirrored))
    }
}

/// Returns the squares that a side attacks.
fn attacked(position: &Position, color: Color) -> Bitboard {
    let (board, occupied) = (position.board(), position.board().occupied());
    let of = |role| board.pieces(color, role);
    let mut attacked = attacks::pawns(color, of(Role::Pawn))
        | attacks::knights(of(Role::Knight))
        | attacks::kings(of(Role::King));
    for square in board.bishop_sliders(color) {
        attacked |= attacks::bishop(square, occupied);
    }
    for square in board.rook_sliders(color) {
        attacked |= attacks::rook(square, occupied);
    }
    attacked
}
