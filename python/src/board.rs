//! The board: a position with the moves that led to it.

/// Defines methods that answer yes or no: about the board, or about an argument.
macro_rules! questions {
    (|$board:ident| $($name:ident $what:literal, $answer:literal, $value:expr;)*) => {
        #[pymethods]
        impl Board {
            $(
                #[doc = concat!("Return whether ", $what, ".")]
                ///
                /// Returns
                /// -------
                /// bool
                #[doc = concat!("    Whether ", $answer, ".")]
                fn $name(&self) -> bool {
                    let $board = self;
                    $value
                }
            )*
        }
    };
    (
        |$board:ident, $argument:ident: $kind:ty| $declared:literal, $meaning:literal;
        $($name:ident $what:literal, $answer:literal, $value:expr;)*
    ) => {
        #[pymethods]
        impl Board {
            $(
                #[doc = concat!("Return whether ", $what, ".")]
                ///
                /// Parameters
                /// ----------
                #[doc = $declared]
                #[doc = concat!("    ", $meaning)]
                ///
                /// Returns
                /// -------
                /// bool
                #[doc = concat!("    Whether ", $answer, ".")]
                #[pyo3(signature = ($argument))]
                fn $name(&self, $argument: $kind) -> bool {
                    let $board = self;
                    $value
                }
            )*
        }
    };
}

mod move_kinds;
mod notation;
mod outcome;
mod pieces;
mod play;
pub(crate) mod python_chess;

use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyBytes;
use setwise::{Color, Game, Move as LibraryMove, Position};

pub(crate) use self::notation::fen;
use crate::arguments::{self, Whole, argument};
use crate::errors;
use crate::history::{self, Accepted};
use crate::moves::Move;

/// A legal position with the moves that led to it.
///
/// A method has the name that it has in python-chess where the meaning is the same. Unlike there, a board always
/// holds a legal position, `push` refuses an illegal move, and the fields are read-only.
///
/// Parameters
/// ----------
/// fen : str or chess.Board
///     A FEN of four to six fields; by default the initial position. Castling rights may be
///     ``KQkq``, X-FEN or Shredder-FEN. Or a board of python-chess, with its moves.
/// chess960 : bool, optional
///     Whether castling moves are written as the king's move to its rook. By default True if the
///     castling rights need it.
///
/// Raises
/// ------
/// FenError
///     If the text is not a FEN, the position is not legal, or its castling rights need Chess960 and
///     `chess960` is False.
/// IllegalMoveError
///     If a move of the board of python-chess is not legal.
/// TypeError
///     If the FEN is not a text. In python-chess, None is an empty board.
/// ValueError
///     If the moves of the board of python-chess do not lead to its position.
///
/// Warns
/// -----
/// HistoryWarning
///     If the position cannot occur in a game only because of the moves before it.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> board = setwise.Board()
/// >>> for san in ["f3", "e5", "g4"]:
/// ...     move = board.push_san(san)
/// >>> [board.san(move) for move in board.legal_moves if board.gives_check(move)]
/// ['Qh4#']
/// >>> board.push_san("Qh4#")
/// Move.from_uci('d8h4')
/// >>> board.outcome()
/// Outcome(termination=<Termination.CHECKMATE: 1>, winner=False)
#[pyclass(module = "setwise")]
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) position: Position,
    /// Whether castling moves are written as the king's move to its rook.
    ///
    /// Returns
    /// -------
    /// bool
    ///     Whether the board is in Chess960 mode.
    #[pyo3(get)]
    pub(crate) chess960: bool,
    played: Vec<Played>,
}

/// A move, with the position before it; `None` is the null move.
#[derive(Clone, Copy)]
struct Played {
    mv: Option<LibraryMove>,
    before: Position,
}

/// As in python-chess: the same pieces, side to move, castling rights, legal en passant square and
/// counters; the moves before do not matter.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.position.repeats(&other.position)
            && self.position.halfmoves() == other.position.halfmoves()
            && self.position.fullmoves() == other.position.fullmoves()
    }
}

impl Board {
    /// Returns a board without moves.
    pub(crate) fn of(position: Position, chess960: bool) -> Board {
        Board { position, chess960: chess960 || position.is_chess960(), played: Vec::new() }
    }

    /// Returns the board after legal moves; `None` is a null move.
    pub(crate) fn after(
        start: Position,
        chess960: bool,
        moves: impl IntoIterator<Item = Option<LibraryMove>>,
    ) -> Board {
        let mut board = Board::of(start, chess960);
        moves.into_iter().for_each(|mv| board.play(mv));
        board
    }

    /// Returns the legal move that a move means, or `None`.
    pub(crate) fn find(&self, mv: Move) -> Option<LibraryMove> {
        mv.0.find(&self.position)
    }

    /// Returns the legal move that a move means.
    pub(crate) fn legal(&self, mv: Move) -> PyResult<LibraryMove> {
        self.find(mv).ok_or_else(|| {
            let text = if mv.is_null() { "0000".to_owned() } else { mv.0.to_string() };
            errors::IllegalMoveError::new_err(format!(
                "{text} is not legal in {}",
                self.position.fen()
            ))
        })
    }

    /// Returns the moves after the last null move as a game.
    pub(crate) fn game(&self) -> Game {
        let null = self.played.iter().rposition(|played| played.mv.is_none());
        let moves = &self.played[null.map_or(0, |null| null + 1)..];
        let mut game = Game::new(moves.first().map_or(self.position, |played| played.before));
        moves.iter().filter_map(|played| played.mv).for_each(|mv| game.play_unchecked(mv));
        game
    }

    fn start(&self) -> &Position {
        self.played.first().map_or(&self.position, |played| &played.before)
    }

    /// Plays a legal move or, for `None`, the null move, which is not played in check.
    fn play(&mut self, mv: Option<LibraryMove>) {
        let before = self.position;
        self.position = match mv {
            Some(mv) => before.play_unchecked(mv),
            None => before.null_move().unwrap_or(before),
        };
        self.played.push(Played { mv, before });
    }

    fn shown(&self, mv: Option<LibraryMove>) -> Move {
        mv.map_or(Move::null_move(), |mv| Move::of(mv, self.chess960))
    }
}

/// The first argument of a new board.
enum Start {
    /// No argument.
    Initial,
    Fen(PyBackedStr),
    /// A board of python-chess.
    Board(Py<PyAny>),
}

argument!(Start, |object| {
    if object.is_none() {
        let message = "None (expected a FEN, or no argument for the initial position; a board \
                           always has both kings, so there is no empty board)";
        return Err(PyTypeError::new_err(message));
    }
    match arguments::fen(&object) {
        Ok(fen) => Ok(Start::Fen(fen)),
        Err(_) if python_chess::is_board(&object)? => Ok(Start::Board(object.to_owned().unbind())),
        Err(error) => Err(error),
    }
});

/// Reads a FEN for a board.
pub(crate) fn read_fen(py: Python<'_>, fen: &str, chess960: Option<bool>) -> PyResult<Board> {
    let Accepted { position, reason } = Accepted::fen(fen).map_err(errors::fen)?;
    check_chess960(&position, chess960)?;
    if let Some(reason) = reason {
        history::warn(py, fen.trim(), reason)?;
    }
    Ok(Board::of(position, chess960.unwrap_or(false)))
}

/// Refuses a position that needs Chess960 if that is turned off.
pub(crate) fn check_chess960(position: &Position, chess960: Option<bool>) -> PyResult<()> {
    if chess960 == Some(false) && position.is_chess960() {
        let message = "the castling rights need Chess960 (expected chess960=True or None)";
        let reason = Some("chess960");
        return Err(errors::FenError::new_err((message, "castling rights", 0, reason)));
    }
    Ok(())
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(
        signature = (fen = Start::Initial, *, chess960 = None),
        text_signature = "(fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', *, chess960=None)"
    )]
    fn new(py: Python<'_>, fen: Start, chess960: Option<bool>) -> PyResult<Board> {
        match fen {
            Start::Fen(fen) => read_fen(py, &fen, chess960),
            Start::Board(board) => python_chess::with_moves(board.bind(py), chess960),
            Start::Initial => Ok(Board::of(Position::INITIAL, chess960.unwrap_or(false))),
        }
    }

    /// Return the board of a start position of Chess960.
    ///
    /// Parameters
    /// ----------
    /// scharnagl : int
    ///     The number of the position in Reinhard Scharnagl's list, 0 to 959; 518 is standard chess.
    ///
    /// Returns
    /// -------
    /// Board
    ///     The board, with `chess960` True.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the number is out of range.
    #[staticmethod]
    fn from_chess960_pos(scharnagl: Whole) -> PyResult<Board> {
        let number = scharnagl.within("Chess960 position", &(0..=crate::chess960::STARTS - 1))?;
        Ok(Board::of(Position::chess960(number).unwrap_or(Position::INITIAL), true))
    }

    /// The side to move: True for White, False for Black.
    ///
    /// Returns
    /// -------
    /// bool
    ///     The color.
    #[getter]
    fn turn(&self) -> bool {
        self.position.turn() == Color::White
    }

    /// The squares of the rooks with a castling right, as a mask.
    ///
    /// Returns
    /// -------
    /// int
    ///     A mask of 64 bits.
    #[getter]
    fn castling_rights(&self) -> u64 {
        self.position.castling_rooks().0
    }

    /// The square that a pawn has just passed by a double step.
    ///
    /// Returns
    /// -------
    /// int or None
    ///     The square, whether or not a capture is possible.
    #[getter]
    fn ep_square(&self) -> Option<u8> {
        self.position.en_passant().map(setwise::Square::index)
    }

    /// The number of moves by either side since the last capture or pawn move.
    ///
    /// Returns
    /// -------
    /// int
    ///     The halfmove clock.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.position.halfmoves()
    }

    /// The number of the next move: 1 at the start, one more after each move of Black.
    ///
    /// Returns
    /// -------
    /// int
    ///     The fullmove number.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.fullmoves()
    }

    /// The moves that were played, as a new list.
    ///
    /// Returns
    /// -------
    /// list of Move
    ///     The moves, the first one first.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.played.iter().map(|played| self.shown(played.mv)).collect()
    }

    /// Return the board before the first move.
    ///
    /// Returns
    /// -------
    /// Board
    ///     A new board without moves.
    fn root(&self) -> Board {
        Board { position: *self.start(), chess960: self.chess960, played: Vec::new() }
    }

    /// Return the number of moves by either side since the start of the game.
    ///
    /// Returns
    /// -------
    /// int
    ///     Computed from `fullmove_number` and `turn`.
    pub(crate) fn ply(&self) -> u64 {
        2 * u64::from(self.position.fullmoves() - 1) + u64::from(!self.turn())
    }

    /// Set up the initial position, without moves.
    fn reset(&mut self) {
        *self = Board::of(Position::INITIAL, self.chess960);
    }

    /// Forget the moves that were played; the position stays.
    fn clear_stack(&mut self) {
        self.played.clear();
    }

    /// Set up the position of a FEN, without moves.
    ///
    /// Parameters
    /// ----------
    /// fen : str
    ///     A FEN of four to six fields.
    ///
    /// Raises
    /// ------
    /// FenError
    ///     If the text is not a FEN or the position is not legal. The board is then unchanged.
    ///
    /// Warns
    /// -----
    /// HistoryWarning
    ///     As for `Board`.
    fn set_fen(&mut self, py: Python<'_>, fen: &str) -> PyResult<()> {
        *self = read_fen(py, fen, self.chess960.then_some(true))?;
        Ok(())
    }

    /// Return a copy.
    ///
    /// Parameters
    /// ----------
    /// stack : bool or int
    ///     Whether to copy the moves, or how many of the last ones.
    ///
    /// Returns
    /// -------
    /// Board
    ///     An independent board.
    #[pyo3(signature = (*, stack = Stack::All), text_signature = "($self, *, stack=True)")]
    fn copy(&self, stack: Stack) -> Board {
        let kept = match stack {
            Stack::All => self.played.len(),
            Stack::Last(count) => count.min(self.played.len()),
        };
        let played = self.played[self.played.len() - kept..].to_vec();
        Board { position: self.position, chess960: self.chess960, played }
    }

    // The comparison of PyO3 says that two boards differ if another thread changes one of them.
    fn __richcmp__(
        this: &Bound<'_, Self>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let py = this.py();
        let (Ok(other), CompareOp::Eq | CompareOp::Ne) = (other.cast::<Board>(), op) else {
            return Ok(py.NotImplemented());
        };
        let is_equal = *this.try_borrow()? == *other.try_borrow()?;
        (is_equal == matches!(op, CompareOp::Eq)).into_py_any(py)
    }

    /// A board can change, so it has no hash; its FEN or its Zobrist key has one.
    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, SavedArguments<'py>)> {
        let start = PyBytes::new(py, &self.start().pack_with_counters());
        let moves = self.played.iter().map(|played| played.mv.map_or(0, LibraryMove::to_bits));
        let restore = py.import("setwise._native")?.getattr("_restore_board")?;
        Ok((restore, (start, self.chess960, moves.collect())))
    }
}

/// The arguments of [`restore_board`].
type SavedArguments<'py> = (Bound<'py, PyBytes>, bool, Vec<u16>);

/// Returns the board of a pickle: its packed start, its mode and its moves, 0 for the null move.
#[pyfunction]
#[pyo3(name = "_restore_board")]
pub(crate) fn restore_board(start: &[u8], chess960: bool, moves: Vec<Whole>) -> PyResult<Board> {
    let invalid = |what: String| PyValueError::new_err(format!("a pickled board has {what}"));
    let start = Accepted::packed(start).map_err(|error| invalid(error.to_string()))?;
    let mut board = Board::of(start.position, chess960);
    for bits in moves {
        let bits = bits.within("move", &(0..=u16::MAX))?;
        board.play(saved_move(&board.position, bits).map_err(invalid)?);
    }
    Ok(board)
}

/// Returns the legal move of a pickle, `None` for the null move, or what is wrong with it.
pub(crate) fn saved_move(position: &Position, bits: u16) -> Result<Option<LibraryMove>, String> {
    let mv = LibraryMove::from_bits(bits);
    let is_possible = match mv {
        Some(mv) => position.is_legal(mv),
        None => bits == 0 && !position.is_check(),
    };
    is_possible.then_some(mv).ok_or_else(|| format!("the illegal move {bits:#06x}"))
}

/// How many of the moves are copied.
pub(crate) enum Stack {
    All,
    Last(usize),
}

argument!(Stack, |object| match object.extract::<bool>() {
    Ok(true) => Ok(Stack::All),
    Ok(false) => Ok(Stack::Last(0)),
    Err(_) => {
        Ok(Stack::Last(object.extract::<Whole>()?.within("stack", &(0..=usize::MAX))?))
    }
});
