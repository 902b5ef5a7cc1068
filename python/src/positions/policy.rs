//! Moves as indices of policy heads: the outputs of neural networks.

use numpy::Element;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use setwise::attacks::{self, rays, walk};
use setwise::{Bitboard, Color, Move as LibraryMove, Position, Role, Square};

use super::index::integers;
use super::moves::read_moves;
use super::{Column, Columns, Positions};
use crate::allocate;
use crate::arguments::{Whole, argument, choice};
use crate::moves::uci;

/// Moves of queens and knights on an empty board.
const PLAIN: usize = 1792;

/// The planes of AlphaZero for each square: 56 moves of queens, 8 of knights, 9 underpromotions.
const TYPES: usize = 73;

/// Which index a move has.
#[derive(Clone, Copy)]
enum Policy {
    Uci,
    AlphaZero,
    Lc0,
}

argument!(Policy, |object| {
    let all = [("uci", Policy::Uci), ("alphazero", Policy::AlphaZero), ("lc0", Policy::Lc0)];
    choice("policy", &object.extract::<PyBackedStr>()?, &all)
});

impl Policy {
    /// Returns the number of indices.
    const fn size(self) -> usize {
        match self {
            Policy::Uci => PLAIN + 2 * 22 * 4,
            Policy::AlphaZero => 64 * TYPES,
            Policy::Lc0 => PLAIN + 22 * 3,
        }
    }

    /// Returns the index of a legal move.
    fn index(self, position: &Position, mv: LibraryMove) -> usize {
        let shown = uci(mv, false);
        let flip = if position.turn() == Color::Black { 56 } else { 0 };
        let seen = |square: Square| Square::masked(square.index() ^ flip);
        match self {
            Policy::Uci => uci_index(shown.from, shown.to, shown.promoted),
            Policy::AlphaZero => alphazero_index(seen(shown.from), seen(shown.to), shown.promoted),
            Policy::Lc0 => lc0_index(seen(mv.from()), seen(mv.to()), mv.promoted()),
        }
    }
}

/// Returns the squares before a square.
fn below(square: Square) -> Bitboard {
    Bitboard((1 << square.index()) - 1)
}

/// Returns the squares that queens and knights attack on the empty board.
const fn plain_targets(from: Square) -> Bitboard {
    let queen = walk::rook(from, Bitboard::EMPTY).0 | walk::bishop(from, Bitboard::EMPTY).0;
    Bitboard(queen | attacks::knights(Bitboard::of(from)).0)
}

/// The number of moves of queens and knights from the squares before each square.
const PLAIN_BEFORE: [u16; 64] = {
    let mut before = [0; 64];
    let mut square = 1;
    while square < 64 {
        let last = plain_targets(Square::masked(square as u8 - 1));
        before[square] = before[square - 1] + last.count() as u16;
        square += 1;
    }
    before
};

/// Returns the number of moves of queens and knights from the squares before a square.
fn moves_below(square: Square) -> usize {
    PLAIN_BEFORE[usize::from(square.index())].into()
}

/// Returns files as numbers: that of the first square, and the steps to that of the second.
fn files(from: Square, to: Square) -> (usize, isize) {
    let file = |square: Square| usize::from(square.index() % 8);
    (file(from), file(to) as isize - file(from) as isize)
}

/// Returns the index among the moves of an encoding with absolute squares.
fn uci_index(from: Square, to: Square, promoted: Option<Role>) -> usize {
    let Some(role) = promoted else {
        let (queen, knight) = (rays::queen(from), attacks::knight(from));
        let before = if queen.contains(to) {
            (queen & below(to)).count()
        } else {
            queen.count() + (knight & below(to)).count()
        };
        return moves_below(from) + before as usize;
    };
    // The move forward comes before captures to the left and to the right.
    let (file, step) = files(from, to);
    let place = match step {
        0 => 0,
        1 => 1 + usize::from(file > 0),
        _ => 1,
    };
    let target = (3 * file).saturating_sub(1) + place;
    let is_white = usize::from(to.index() >= 56);
    PLAIN + 4 * (22 * is_white + target) + Role::Queen as usize - role as usize
}

/// Returns the index among the moves of Leela Chess Zero, as the side to move sees them.
fn lc0_index(from: Square, to: Square, promoted: Option<Role>) -> usize {
    match promoted {
        None | Some(Role::Knight) => {
            let reached = rays::queen(from) | attacks::knight(from);
            moves_below(from) + (reached & below(to)).count() as usize
        }
        Some(role) => {
            let (file, step) = files(from, to);
            PLAIN + 3 * (3 * file).saturating_add_signed(step) + Role::Queen as usize
                - role as usize
        }
    }
}

/// The steps of kings, clockwise from north, as ranks and files.
const COMPASS: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The steps of knights, clockwise from north-north-east.
const KNIGHT: [(isize, isize); 8] =
    [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// Returns the index among the planes of AlphaZero, as the side to move sees them.
fn alphazero_index(from: Square, to: Square, promoted: Option<Role>) -> usize {
    let (_, files) = files(from, to);
    let ranks = (to.index() / 8) as isize - (from.index() / 8) as isize;
    let place = |steps: &[_; 8], step| steps.iter().position(|&it| it == step);
    let plane = match promoted {
        Some(role @ (Role::Knight | Role::Bishop | Role::Rook)) => {
            64 + 3 * 1_usize.saturating_add_signed(files) + role as usize - Role::Knight as usize
        }
        _ => match place(&KNIGHT, (ranks, files)) {
            Some(step) => 56 + step,
            None => {
                let direction = place(&COMPASS, (ranks.signum(), files.signum())).unwrap_or(0);
                7 * direction + ranks.unsigned_abs().max(files.unsigned_abs()) - 1
            }
        },
    };
    TYPES * usize::from(from.index()) + plane
}

impl Positions {
    /// Returns an array with a cell for each row and the argument that belongs to it.
    fn with_each<'py, A: Sync, T: Element>(
        &self,
        py: Python<'py>,
        threads: Option<Whole>,
        (name, arguments): (&str, &[A]),
        value: impl Fn(&Position, &A) -> T + Sync,
    ) -> Column<'py, T> {
        let rows = self.rows_of(name, arguments.len())?.len();
        self.array(py, threads, [rows], |first, rows, cells| {
            for ((row, argument), cell) in rows.iter().zip(&arguments[first..]).zip(cells) {
                *cell = value(row, argument);
            }
        })
    }
}

#[pymethods]
impl Positions {
    /// Return the index of one move of each position in the policy of a neural network.
    ///
    /// Parameters
    /// ----------
    /// moves : ndarray of uint16, or sequence of Move or str
    ///     A move for each row, as for `play`.
    /// policy : {'uci', 'alphazero', 'lc0'}
    ///     Which index; see the notes.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of int32, shape (n,)
    ///     The indices, and -1 for moves that are not legal.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If there are not as many moves as rows, or the policy is unknown.
    /// TypeError
    ///     If the argument is not a sequence of moves.
    ///
    /// See Also
    /// --------
    /// Positions.policy_moves : The inverse.
    ///
    /// Notes
    /// -----
    /// Squares are ordered a1, b1, … h8, and promotions queen, rook, bishop, knight.
    ///
    /// ``'uci'``, 1,968 indices: the texts of moves in UCI notation. First are the moves without
    /// promotion, by origin: to the squares that a queen attacks on the empty board, then to those
    /// of a knight. Promotions follow, Black's first, by file: forward, to the left and to the
    /// right of White. It is the order of the actions of searchless_chess
    /// (https://github.com/google-deepmind/searchless_chess).
    ///
    /// ``'alphazero'``, 4,672 indices, as the side to move sees the board: 73 times the origin,
    /// plus the plane. Planes 0 to 55 are moves of a queen, for each of eight directions clockwise
    /// from north one to seven squares; 56 to 63 moves of a knight, clockwise from
    /// north-north-east; 64 to 72 underpromotions to the left, forward and to the right, to knight,
    /// bishop and rook. The paper (see `planes`) has these planes and does not say their order; it
    /// is that of gym-chess (https://github.com/iamlucaswolf/gym-chess) for White. For Black
    /// gym-chess rotates the board; here it is mirrored from top to bottom, as in `planes`.
    ///
    /// ``'lc0'``, 1,858 indices, as the side to move sees the board: moves of queen and knight by
    /// origin and target, which include promotions to a knight; then the other promotions by origin
    /// and target. It is the order of Leela Chess Zero (``src/neural/encoder.cc``). Castling is the
    /// king's move to its rook; in the other two it is the king's move, but for Chess960.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> positions = setwise.Positions.from_fens([setwise.STARTING_FEN] * 2)
    /// >>> positions.policy_indices(["e2e4", "e2e5"], "lc0")
    /// array([322,  -1], dtype=int32)
    #[pyo3(signature = (moves, policy, *, threads = None))]
    fn policy_indices<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        policy: Policy,
        threads: Option<Whole>,
    ) -> Column<'py, i32> {
        let moves = read_moves(moves)?;
        self.with_each(py, threads, ("moves", &moves), |row, asked| match asked.legal(row) {
            Some(mv) => policy.index(row, mv) as i32,
            None => -1,
        })
    }

    /// Return the legal moves of each position as a mask of the policy of a neural network.
    ///
    /// Parameters
    /// ----------
    /// policy : {'uci', 'alphazero', 'lc0'}
    ///     Which indices; see `policy_indices`.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of bool, shape (n, indices)
    ///     Whether each index is that of a legal move.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> mask = setwise.Positions.from_fens([setwise.STARTING_FEN]).policy_mask("alphazero")
    /// >>> mask.shape, int(mask.sum())
    /// ((1, 4672), 20)
    #[pyo3(signature = (policy, *, threads = None))]
    fn policy_mask<'py>(
        &self,
        py: Python<'py>,
        policy: Policy,
        threads: Option<Whole>,
    ) -> Columns<'py, bool> {
        let size = policy.size();
        self.array(py, threads, [self.rows().len(), size], |_, rows, cells| {
            for (row, cells) in rows.iter().zip(cells.chunks_exact_mut(size)) {
                for &mv in &row.legal_moves() {
                    cells[policy.index(row, mv)] = true;
                }
            }
        })
    }

    /// Return the move of one index of the policy of a neural network in each position.
    ///
    /// Parameters
    /// ----------
    /// indices : array of int
    ///     An index for each row, as `policy_indices` gives them.
    /// policy : {'uci', 'alphazero', 'lc0'}
    ///     Which index; see `policy_indices`.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of uint16, shape (n,)
    ///     Moves of 16 bits, as in `legal_moves`, and 0 where no legal move has the index.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If there are not as many indices as rows, or the policy is unknown.
    /// TypeError
    ///     If the indices are not integers.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> moves = setwise.Positions.from_fens([setwise.STARTING_FEN]).policy_moves([322], "lc0")
    /// >>> setwise.Move.from_bits(moves[0])
    /// Move.from_uci('e2e4')
    #[pyo3(signature = (indices, policy, *, threads = None))]
    fn policy_moves<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
        policy: Policy,
        threads: Option<Whole>,
    ) -> Column<'py, u16> {
        let indices = integers(&py.import("numpy")?.call_method1("asarray", (indices,))?)?;
        let indices = allocate::collected(indices.as_array().iter().copied())?;
        self.with_each(py, threads, ("indices", &indices), |row, &index| {
            let moves = row.legal_moves();
            let found = moves.iter().find(|&&mv| policy.index(row, mv) as i64 == index);
            found.map_or(0, |mv| mv.to_bits())
        })
    }
}
