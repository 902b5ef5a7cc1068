//! Pieces.

use pyo3::prelude::*;
use setwise::{Color, Piece as LibraryPiece};

use crate::arguments::{ColorArgument, RoleArgument, role_number};
use crate::errors::out_of_range;

/// A piece: its type and its color.
///
/// Parameters
/// ----------
/// piece_type : int
///     From ``PAWN`` (1) to ``KING`` (6).
/// color : bool
///     ``WHITE`` (True) or ``BLACK`` (False).
///
/// Raises
/// ------
/// ValueError
///     If the type is out of range.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> knight = setwise.Piece(setwise.KNIGHT, setwise.WHITE)
/// >>> knight.symbol(), setwise.Piece.from_symbol("N") == knight
/// ('N', True)
#[pyclass(frozen, eq, hash, module = "setwise")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Piece(pub(crate) LibraryPiece);

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: RoleArgument, color: ColorArgument) -> Piece {
        Piece(LibraryPiece { color: color.0, role: piece_type.0 })
    }

    /// Return the piece of a FEN letter.
    ///
    /// Parameters
    /// ----------
    /// symbol : str
    ///     One of ``PNBRQKpnbrqk``.
    ///
    /// Returns
    /// -------
    /// Piece
    ///     The piece; an upper-case letter is White's.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the text is not such a letter.
    #[staticmethod]
    fn from_symbol(symbol: &str) -> PyResult<Piece> {
        let mut letters = symbol.chars();
        match (letters.next().and_then(LibraryPiece::from_letter), letters.next()) {
            (Some(piece), None) => Ok(Piece(piece)),
            _ => Err(out_of_range("piece symbol", format!("{symbol:?}"), "one of PNBRQKpnbrqk")),
        }
    }

    /// The type, from ``PAWN`` (1) to ``KING`` (6).
    ///
    /// Returns
    /// -------
    /// int
    ///     The type.
    #[getter]
    fn piece_type(&self) -> u8 {
        role_number(self.0.role)
    }

    /// The color: True for White, False for Black.
    ///
    /// Returns
    /// -------
    /// bool
    ///     The color.
    #[getter]
    fn color(&self) -> bool {
        self.0.color == Color::White
    }

    /// Return the FEN letter: upper case for White, lower case for Black.
    ///
    /// Returns
    /// -------
    /// str
    ///     One letter.
    fn symbol(&self) -> char {
        self.0.letter()
    }

    /// Return the chess character of Unicode.
    ///
    /// Parameters
    /// ----------
    /// invert_color : bool
    ///     Whether to return the character of the other color.
    ///
    /// Returns
    /// -------
    /// str
    ///     One character.
    #[pyo3(signature = (*, invert_color = false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        unicode(self.0, invert_color)
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.letter())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (u8, bool)) {
        (py.get_type::<Piece>().into_any(), (self.piece_type(), self.color()))
    }
}

/// Returns the chess character of a piece, or of the piece of the other color.
pub(crate) fn unicode(piece: LibraryPiece, invert_color: bool) -> char {
    let is_white = (piece.color == Color::White) != invert_color;
    let symbols = if is_white {
        ['♙', '♘', '♗', '♖', '♕', '♔']
    } else {
        ['♟', '♞', '♝', '♜', '♛', '♚']
    };
    symbols[piece.role as usize]
}
