//! Threats: pairs of an attacker and its victim, a sparse input of networks.

use std::sync::LazyLock;

use pyo3::prelude::*;
use setwise::attacks;
use setwise::{Bitboard, Color, Piece, Position, Rank, Role, Square};

use super::Positions;
use super::sparse::{self, Features, Kinds};
use crate::arguments::Whole;
use crate::techniques;

/// For each kind of piece and square: the squares that it attacks on an empty board, and the number
/// of pairs of squares before its first one.
struct Pairs {
    attacks: [[Bitboard; 64]; 12],
    first: [[i32; 64]; 12],
}

static PAIRS: LazyLock<Pairs> = LazyLock::new(|| {
    let mut pairs = Pairs { attacks: [[Bitboard::EMPTY; 64]; 12], first: [[0; 64]; 12] };
    let last_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    let mut sum = 0;
    for kind in 0..12_u8 {
        for square in Square::ALL {
            let is_possible = kind >= 2 || !last_ranks.contains(square);
            let attacked = attacked(kind, square, Bitboard::EMPTY);
            let attacked = if is_possible { attacked } else { Bitboard::EMPTY };
            pairs.attacks[usize::from(kind)][square] = attacked;
            pairs.first[usize::from(kind)][square] = sum;
            sum += attacked.count() as i32;
        }
    }
    pairs
});

/// Returns the squares that a kind of piece attacks.
fn attacked(kind: u8, square: Square, occupied: Bitboard) -> Bitboard {
    let color = if kind.is_multiple_of(2) { Color::White } else { Color::Black };
    let piece = Piece { color, role: Role::ALL[usize::from(kind / 2)] };
    techniques::attacked(attacks::DEFAULT, piece, square, occupied)
}

/// Calls a function with the square of each piece and the occupied squares that it attacks.
fn visit(position: &Position, kinds: &Kinds, mut visit: impl FnMut(Square, Bitboard)) {
    let occupied = position.board().occupied();
    for square in occupied {
        visit(square, attacked(kinds[square], square, occupied) & occupied);
    }
}

fn count(position: &Position) -> u32 {
    let mut sum = 0;
    visit(position, &sparse::kinds(position), |_, victims| sum += victims.count());
    sum
}

/// Writes the features of a position that a side sees.
fn write(position: &Position, kinds: &Kinds, us: Color, cells: &mut [i32]) {
    let pairs = &*PAIRS;
    let flip = sparse::turned(position, us);
    let seen = |square: Square| Square::masked(square.index() ^ flip);
    let others = u8::from(us == Color::Black);
    let mut cells = cells.iter_mut();
    visit(position, kinds, |square, victims| {
        let (attacker, from) = (usize::from(kinds[square] ^ others), seen(square));
        let (attacked, first) = (pairs.attacks[attacker][from], pairs.first[attacker][from]);
        for (victim, cell) in victims.into_iter().zip(&mut cells) {
            let before = Bitboard((1 << seen(victim).index()) - 1);
            let pair = first + (attacked & before).count() as i32;
            *cell = 12 * pair + i32::from(kinds[victim] ^ others);
        }
    });
}

#[pymethods]
impl Positions {
    /// Return the threats: the indices of pairs of an attacker and its victim, for both sides.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// offsets : ndarray of int32, shape (n + 1,)
    ///     The features of row *i* are those from ``offsets[i]`` to ``offsets[i + 1]``.
    /// own, opponent : ndarray of int32
    ///     The features from 0 to 90,047 that the side to move and its opponent see.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If there are 2**31 features or more; then the batch should be cut into slices.
    ///
    /// See Also
    /// --------
    /// Positions.halfka : Another set of features, with one for each piece.
    ///
    /// Notes
    /// -----
    /// A piece that attacks the square of another piece, of either color, is one feature. The
    /// attackers are in the order of their squares, and the victims of each too. Pins do not
    /// matter, nor pieces behind others.
    ///
    /// Kinds of pieces, and the turned squares, are those of `halfka`: own pawn 0, the opponent's
    /// pawn 1, and so on; the king of the side is on the files e to h. The feature is
    /// ``12 * pair + kind``, with the kind of the victim. A pair is a kind of attacker, its square,
    /// and a square that it attacks on an empty board, and they are counted from 0 in this order;
    /// pawns are on the ranks 2 to 7. There are 7,504 pairs.
    ///
    /// The order is that of this package: no other program has these indices.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> positions = setwise.Positions.from_fens(["4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
    /// >>> offsets, own, opponent = positions.threats()
    /// >>> offsets, own
    /// (array([0, 1], dtype=int32), array([24754], dtype=int32))
    #[pyo3(signature = (*, threads = None))]
    fn threats<'py>(&self, py: Python<'py>, threads: Option<Whole>) -> PyResult<Features<'py>> {
        sparse::features(py, self, threads, count, write)
    }
}
