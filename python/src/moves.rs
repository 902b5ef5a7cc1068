//! Moves, as python-chess has them: two squares and a promotion.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use setwise::notation::uci::{CastlingForm, NULL_MOVE, Uci};
use setwise::{File, Move as LibraryMove, Role, Square};

use crate::arguments::{Own, RoleArgument, SquareArgument, Whole, argument, role_number};
use crate::errors::{self, InvalidMoveError, out_of_range};

/// An immutable move: two squares and the promotion, without a position.
///
/// Castling is the king's move, ``e1g1``. On a Chess960 board it is the king's move to the square
/// of its rook, ``e1h1``. A board accepts both forms. The null move, ``0000``, is false.
///
/// Parameters
/// ----------
/// from_square, to_square : int
///     Squares from 0 to 63.
/// promotion : int, optional
///     The piece type that a pawn becomes: ``KNIGHT``, ``BISHOP``, ``ROOK`` or ``QUEEN``.
///
/// Raises
/// ------
/// ValueError
///     If a square is out of range, or the promotion is to a pawn or a king.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> setwise.Move(setwise.E7, setwise.E8, setwise.QUEEN)
/// Move.from_uci('e7e8q')
/// >>> move = setwise.Move.from_uci("g1f3")
/// >>> move.to_square == setwise.F3, move in setwise.Board().legal_moves
/// (True, True)
#[pyclass(frozen, eq, hash, module = "setwise")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move(pub(crate) Uci);

argument!(Move, |object| object.extract::<Own<'_, Move>>().map(|mv| *mv));

/// The null move is the move from a1 to a1, as in python-chess.
const NULL: Uci = Uci { from: Square::A1, to: Square::A1, promoted: None };

impl Move {
    /// Returns the form of a legal move that a board shows.
    pub(crate) fn of(mv: LibraryMove, chess960: bool) -> Move {
        Move(uci(mv, chess960))
    }

    /// Returns the Python object of the move. There is one for each move: making one for each of
    /// the moves of a position takes most of the time of listing them.
    pub(crate) fn object(self, py: Python<'_>) -> PyResult<Py<Move>> {
        static OBJECTS: [PyOnceLock<Py<Move>>; 5 * 64 * 64] =
            [const { PyOnceLock::new() }; 5 * 64 * 64];
        let Uci { from, to, promoted } = self.0;
        let promotion = match promoted {
            None | Some(Role::Pawn | Role::King) => 0,
            Some(role) => role as usize,
        };
        let index = promotion << 12 | (from as usize) << 6 | to as usize;
        let object = OBJECTS[index].get_or_try_init(py, || Py::new(py, self))?;
        Ok(object.clone_ref(py))
    }

    /// Returns whether this is a form of a move; castling has two.
    pub(crate) fn means(self, mv: LibraryMove) -> bool {
        self.0 == uci(mv, true) || self.0 == uci(mv, false)
    }

    /// Returns whether this is the null move.
    pub(crate) fn is_null(self) -> bool {
        self.0 == NULL
    }

    /// Returns the null move.
    pub(crate) const fn null_move() -> Move {
        Move(NULL)
    }

    /// Parses a move in UCI notation, also the null move.
    pub(crate) fn parse(text: &str) -> PyResult<Move> {
        if text == NULL_MOVE {
            return Ok(Move(NULL));
        }
        let uci: Uci = text.parse().map_err(|error| errors::uci(text, error))?;
        if uci.from == uci.to && uci.promoted.is_some() || text == "a1a1" {
            let message = format!("{text:?}: the two squares are equal");
            return Err(InvalidMoveError::new_err(message));
        }
        Ok(Move(uci))
    }

    fn text(self) -> String {
        if self.is_null() { NULL_MOVE.to_owned() } else { self.0.to_string() }
    }
}

/// Returns a legal move in UCI notation. Castling is the king's move only in standard chess:
/// elsewhere the king may not move at all, or the move may be another one.
pub(crate) fn uci(mv: LibraryMove, chess960: bool) -> Uci {
    let is_standard = mv.from().file() == File::E && matches!(mv.to().file(), File::A | File::H);
    let king_step = mv.is_castle() && is_standard && !chess960;
    mv.uci(if king_step { CastlingForm::KingStep } else { CastlingForm::KingTakesRook })
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion = None))]
    fn new(
        from_square: SquareArgument,
        to_square: SquareArgument,
        promotion: Option<RoleArgument>,
    ) -> PyResult<Move> {
        let promoted = promotion.map(|promotion| promotion.0);
        if let Some(role @ (Role::Pawn | Role::King)) = promoted {
            let expected = "KNIGHT, BISHOP, ROOK or QUEEN";
            return Err(out_of_range("promotion", role_number(role), expected));
        }
        Ok(Move(Uci { from: from_square.0, to: to_square.0, promoted }))
    }

    /// Return the move of a text in UCI notation.
    ///
    /// Parameters
    /// ----------
    /// uci : str
    ///     Two squares and an optional letter, such as ``e2e4`` or ``e7e8q``, or ``0000``.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move.
    ///
    /// Raises
    /// ------
    /// InvalidMoveError
    ///     If the text is no such move.
    #[staticmethod]
    fn from_uci(uci: &str) -> PyResult<Move> {
        Move::parse(uci)
    }

    /// Return the null move: the side to move passes.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The null move, which is false.
    #[staticmethod]
    fn null() -> Move {
        Move(NULL)
    }

    /// Return the move of the 16 bits that `Positions.legal_moves` gives.
    ///
    /// Parameters
    /// ----------
    /// bits : int
    ///     Bits 0 to 5 are the origin, bits 6 to 11 the target (for castling the rook's square), and
    ///     bits 12 to 14 the kind: 1 normal, 2 castling, 3 en passant, 4 to 7 promotion to a knight,
    ///     bishop, rook or queen. Bit 15 is 0.
    /// chess960 : bool
    ///     Whether castling is returned as the king's move to its rook.
    ///
    /// Returns
    /// -------
    /// Move
    ///     The move.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the kind is 0 or bit 15 is set.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> offsets, moves = setwise.Positions.from_fens([setwise.STARTING_FEN]).legal_moves()
    /// >>> setwise.Move.from_bits(moves[0])
    /// Move.from_uci('a2a3')
    #[staticmethod]
    #[pyo3(signature = (bits, *, chess960 = false))]
    fn from_bits(bits: Whole, chess960: bool) -> PyResult<Move> {
        let mv = u16::try_from(bits.0).ok().and_then(LibraryMove::from_bits);
        let invalid = || out_of_range("move", bits, "16 bits with a kind from 1 to 7");
        mv.map(|mv| Move::of(mv, chess960)).ok_or_else(invalid)
    }

    /// The origin square.
    ///
    /// Returns
    /// -------
    /// int
    ///     A square from 0 to 63.
    #[getter(from_square)]
    fn origin(&self) -> u8 {
        self.0.from.index()
    }

    /// The target square.
    ///
    /// Returns
    /// -------
    /// int
    ///     A square from 0 to 63.
    #[getter(to_square)]
    fn target(&self) -> u8 {
        self.0.to.index()
    }

    /// The piece type that a pawn becomes.
    ///
    /// Returns
    /// -------
    /// int or None
    ///     From ``KNIGHT`` (2) to ``QUEEN`` (5), or None if the move is not a promotion.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.0.promoted.map(role_number)
    }

    /// Return the move in UCI notation.
    ///
    /// Returns
    /// -------
    /// str
    ///     Such as ``e2e4``, ``e7e8q`` or ``0000``.
    fn uci(&self) -> String {
        self.text()
    }

    fn __bool__(&self) -> bool {
        !self.is_null()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.text())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (u8, u8, Option<u8>)) {
        let squares = (self.origin(), self.target(), self.promotion());
        (py.get_type::<Move>().into_any(), squares)
    }
}
