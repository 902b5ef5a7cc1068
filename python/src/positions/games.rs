//! Positions of games, with the positions before them: planes with history.

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use setwise::notation::fen::Form;
use setwise::{Move, Position};

use super::entry::{BadRows, BadRowsFound};
use super::planes::{Format, Layout};
use super::{FEW_ROWS, Positions, fill_cells};
use crate::allocate::OutOfMemory;
use crate::arguments::Whole;
use crate::{allocate, work};

/// The most earlier positions that planes have, and the position itself.
const MOST_STEPS: usize = 8;

/// The game of each row, and the number of moves before the row.
pub(super) struct Games {
    games: Vec<(Option<PyBackedStr>, PyBackedBytes)>,
    plies: Vec<u32>,
}

impl Games {
    /// Calls a function with each row and the positions before it, the latest first, each with the
    /// number of times that it has occurred before, and with the cells of the row.
    ///
    /// # Errors
    ///
    /// `RowError` about the first row that is no position of its game.
    pub(super) fn visit<T: Send>(
        &self,
        py: Python<'_>,
        threads: Option<Whole>,
        rows: &[Position],
        steps: usize,
        cells: &mut [T],
        width: usize,
        write: impl Fn(&[(&Position, u32)], &mut [T]) + Sync,
    ) -> PyResult<()> {
        let (threads, found) = (work::threads(threads)?, BadRowsFound::default());
        let is_short = rows.len() <= FEW_ROWS / 16;
        fill_cells(py, threads, is_short, rows, cells, |first, rows, cells| {
            let mut positions = Vec::new();
            let rows = rows.iter().zip(cells.chunks_mut(width));
            for (row, (position, cells)) in (first..).zip(rows) {
                if let Err(fault) = self.replay(row, position, &mut positions)? {
                    return found.refuse(row, fault);
                }
                let mut past = [(position, 0); MOST_STEPS];
                let steps = steps.min(MOST_STEPS).min(positions.len());
                for (step, past) in past[..steps].iter_mut().enumerate() {
                    let last = positions.len() - 1 - step;
                    *past = (&positions[last], earlier(&positions[..last], &positions[last]));
                }
                write(&past[..steps], cells);
            }
            Ok(())
        })?;
        found.report(py, BadRows::Raise).map(drop)
    }

    /// Stores the positions of a game up to the position of a row, or returns why it is no position
    /// of its game.
    fn replay(
        &self,
        row: usize,
        expected: &Position,
        positions: &mut Vec<Position>,
    ) -> Result<Result<(), String>, OutOfMemory> {
        let ((start, moves), ply) = (&self.games[row], self.plies[row]);
        let (moves, _) = moves.as_chunks();
        let Some(moves) = moves.get(..ply as usize) else {
            let moves = moves.len();
            let message =
                format!("ply {ply} of a game of {moves} moves (expected at most {moves})");
            return Ok(Err(message));
        };
        let mut position = match start {
            None => Position::INITIAL,
            Some(fen) => match Position::parse_fen_form(fen, Form::Lenient) {
                Ok(position) => position,
                Err(error) => return Ok(Err(format!("the start of its game: {error}"))),
            },
        };
        positions.clear();
        allocate::reserve(positions, moves.len() + 1)?;
        positions.push(position);
        for (index, bits) in moves.iter().enumerate() {
            let bits = u16::from_le_bytes(*bits);
            let Some(next) = after(&position, bits) else {
                return Ok(Err(format!(
                    "move {} of its game, {bits:#06x}, is not legal (expected a legal move)",
                    index + 1
                )));
            };
            position = next;
            positions.push(position);
        }
        let is_same = position.board() == expected.board()
            && position.turn() == expected.turn()
            && position.castling_rooks() == expected.castling_rooks()
            && position.en_passant() == expected.en_passant();
        let other = "the game has another position (expected the games of the rows)";
        Ok(if is_same { Ok(()) } else { Err(other.to_owned()) })
    }
}

/// Returns the position after a move, if it is legal; 0 is the null move.
fn after(position: &Position, bits: u16) -> Option<Position> {
    let Some(mv) = Move::from_bits(bits) else {
        return if bits == 0 { position.null_move() } else { None };
    };
    let is_legal = position.is_pseudo_legal(mv) && position.keeps_king_safe(mv);
    is_legal.then(|| position.play_unchecked(mv))
}

/// Returns how often a position has occurred before, among positions that end with the one before
/// it.
fn earlier(before: &[Position], position: &Position) -> u32 {
    let back = before.iter().rev().take(position.halfmoves().into());
    back.filter(|before| before.repeats(position)).count() as u32
}

#[pymethods]
impl Positions {
    /// Returns the planes ``'alphazero'`` (119, of 8 time steps) and ``'lc0'`` with the history of
    /// the games of the rows: of each row the start, the moves as words of 16 bits, and the number
    /// of moves before it.
    fn _planes_of_games<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        dtype: &str,
        games: Vec<(Option<PyBackedStr>, PyBackedBytes)>,
        plies: PyReadonlyArray1<'py, u32>,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let layout = match Layout::parse(layout)? {
            Layout::AlphaZero => Layout::AlphaZeroOfGame,
            other => other,
        };
        let plies = plies.as_array().to_vec();
        let count = self.rows().len();
        if games.len() != count || plies.len() != count {
            let message =
                format!("{} games and {} plies for {count} rows", games.len(), plies.len());
            return Err(PyValueError::new_err(message));
        }
        let games = &Games { games, plies };
        let format = Format { layout, relative: true, out: None, threads, games: Some(games) };
        self.planes_of_type(py, dtype, format)
    }
}
