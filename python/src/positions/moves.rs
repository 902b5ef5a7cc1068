//! Legal moves of a batch, moves that are played, and counts.

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use setwise::MoveVisitor;
use setwise::attacks::{self, Sliders, Task};
use setwise::dispatch;
use setwise::{Bitboard, Filter, Move as LibraryMove, MoveSet, Position, Square};
use setwise_jobs::number::DEPTH;
use setwise_perft::division::SHALLOW;

use super::entry::{BadRows, collect};
use super::{Column, Positions, ROWS_AT_A_TIME};
use crate::allocate::OutOfMemory;
use crate::arguments::Whole;
use crate::history::Accepted;
use crate::moves::Move;
use crate::{allocate, perft, work};

/// The arrays of [`Positions::legal_moves`].
type Lists<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u16>>);

#[pymethods]
impl Positions {
    /// Return the legal moves of all positions.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// offsets : ndarray of uint32, shape (n + 1,)
    ///     The moves of row *i* are ``moves[offsets[i]:offsets[i + 1]]``.
    /// moves : ndarray of uint16
    ///     Moves of 16 bits; `Move.from_bits` has the layout.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If there are 2**32 moves or more; then the batch should be cut into slices.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> positions = setwise.Positions.from_fens(["7k/8/8/8/8/8/8/K7 w - - 0 1"])
    /// >>> offsets, moves = positions.legal_moves()
    /// >>> offsets, [setwise.Move.from_bits(move).uci() for move in moves]
    /// (array([0, 3], dtype=uint32), ['a1b1', 'a1a2', 'a1b2'])
    #[pyo3(signature = (*, threads = None))]
    fn legal_moves<'py>(&self, py: Python<'py>, threads: Option<Whole>) -> PyResult<Lists<'py>> {
        let rows = self.rows();
        let offsets = allocate::array(py, [rows.len() + 1])?;
        let mut ends = offsets.try_readwrite()?;
        let ends = ends.as_slice_mut()?;
        let mut lists = allocate::filled(Vec::new(), rows.len().div_ceil(ROWS_AT_A_TIME))?;
        let counts = ends[1..].chunks_mut(ROWS_AT_A_TIME);
        let pieces = rows.chunks(ROWS_AT_A_TIME).zip(counts).zip(&mut lists);
        let is_short = rows.len() <= super::FEW_ROWS;
        work::run(py, work::threads(threads)?, is_short, pieces, |((rows, counts), moves)| {
            allocate::reserve(moves, 40 * rows.len())?;
            attacks::run_fastest(List { rows, counts, moves })
        })?;
        let mut sum: u32 = 0;
        for offset in ends {
            sum = sum.checked_add(*offset).ok_or_else(|| {
                PyValueError::new_err("2**32 legal moves or more (expected fewer rows)")
            })?;
            *offset = sum;
        }
        let moves = allocate::array(py, [sum as usize])?;
        let mut cells = moves.try_readwrite()?;
        let mut cells = cells.as_slice_mut()?;
        for list in lists {
            let (these, others) = cells.split_at_mut(list.len());
            these.copy_from_slice(&list);
            cells = others;
        }
        Ok((offsets, moves))
    }

    /// Return the number of legal moves of each position, without listing them.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of uint32, shape (n,)
    ///     The numbers.
    #[pyo3(signature = (*, threads = None))]
    fn count_legal_moves<'py>(&self, py: Python<'py>, threads: Option<Whole>) -> Column<'py, u32> {
        self.array(py, threads, [self.rows().len()], |_, rows, counts| {
            attacks::run_fastest(Count { rows, counts });
        })
    }

    /// Return the positions after one move in each.
    ///
    /// Parameters
    /// ----------
    /// moves : ndarray of uint16, or sequence of Move or str
    ///     A move for each row: bits as in `legal_moves`, moves, or texts in UCI notation.
    /// errors : {'raise', 'mask'}
    ///     Whether an illegal move is an exception, or its row is left out and listed.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// Positions or Parsed
    ///     As for `from_fens`.
    ///
    /// Raises
    /// ------
    /// RowError
    ///     If a move is not legal and `errors` is ``'raise'``.
    /// ValueError
    ///     If there are not as many moves as rows.
    /// TypeError
    ///     If the argument is not a sequence of moves.
    ///
    /// Examples
    /// --------
    /// >>> import numpy as np
    /// >>> import setwise
    /// >>> positions = setwise.Positions.from_fens([setwise.STARTING_FEN] * 2)
    /// >>> positions.play(["e2e4", "d2d4"])[1].piece_at(setwise.D4)
    /// Piece.from_symbol('P')
    /// >>> offsets, moves = positions.legal_moves()
    /// >>> first = moves[offsets[:-1]]
    /// >>> positions.play(first)[0].fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1'
    #[pyo3(signature = (moves, *, errors = BadRows::Raise, threads = None), text_signature = "($self, moves, *, errors='raise', threads=None)")]
    fn play<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        errors: BadRows,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let moves = read_moves(moves)?;
        let rows = self.rows_of("moves", moves.len())?;
        let items = allocate::collected(rows.iter().zip(moves))?;
        collect(py, &items, errors, threads, |(position, asked)| {
            asked.play(position).map(Accepted::from)
        })
    }

    /// Return the number of sequences of `depth` legal moves from each position.
    ///
    /// Parameters
    /// ----------
    /// depth : int
    ///     The number of moves, 0 to 100.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// ndarray of uint64, shape (n,)
    ///     The counts.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the depth is out of range.
    /// OverflowError
    ///     If a count is 2**64 or more.
    #[pyo3(signature = (depth, *, threads = None))]
    fn perft<'py>(
        &self,
        py: Python<'py>,
        depth: Whole,
        threads: Option<Whole>,
    ) -> Column<'py, u64> {
        let depth = depth.within("depth", &DEPTH)?;
        let threads = work::threads(threads)?;
        let counts = if depth <= SHALLOW {
            let mut counts = allocate::filled(0, self.rows().len())?;
            let counters = Mutex::new(Vec::new());
            let pieces = self.rows().iter().zip(&mut counts);
            work::run(py, threads, false, pieces, |(row, count)| {
                let kept = counters.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut counter = kept.unwrap_or_else(perft::counter);
                *count = counter.count(row, depth);
                counters.lock().unwrap_or_else(PoisonError::into_inner).push(counter);
                Ok(())
            })?;
            counts
        } else {
            let pool = perft::pool(threads)?;
            let mut counts = allocate::vec(self.rows().len())?;
            for &position in self.rows() {
                counts.push(perft::Count { position, depth, table: None }.on_threads(py, &pool)?);
            }
            counts
        };
        let too_large = |_| PyOverflowError::new_err("a count is 2**64 or more");
        let array = allocate::array(py, [counts.len()])?;
        for (cell, count) in array.try_readwrite()?.as_slice_mut()?.iter_mut().zip(counts) {
            *cell = u64::try_from(count).map_err(too_large)?;
        }
        Ok(array)
    }
}

/// A move that is to be played.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Bits(u16),
    Shown(Move),
}

impl Asked {
    /// Returns the move if it is legal.
    pub(super) fn legal(self, position: &Position) -> Option<LibraryMove> {
        match self {
            Asked::Bits(bits) => LibraryMove::from_bits(bits).filter(|&mv| position.is_legal(mv)),
            Asked::Shown(mv) => mv.0.find(position),
        }
    }

    fn play(self, position: &Position) -> Result<Position, IllegalMove> {
        self.legal(position).map(|mv| position.play_unchecked(mv)).ok_or(IllegalMove(self))
    }
}

/// A move that is not legal.
struct IllegalMove(Asked);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Asked::Bits(bits) => write!(f, "the move {bits:#06x} is not legal"),
            Asked::Shown(mv) => write!(f, "the move {} is not legal", mv.0),
        }
    }
}

/// Reads a move for each row.
pub(super) fn read_moves(moves: &Bound<'_, PyAny>) -> PyResult<Vec<Asked>> {
    if let Ok(array) = moves.extract::<PyReadonlyArray1<'_, u16>>() {
        let array = array.as_array();
        return Ok(allocate::collected(array.iter().map(|&bits| Asked::Bits(bits)))?);
    }
    if moves.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("one text (expected a sequence of moves)"));
    }
    let mut asked = Vec::new();
    for mv in moves.try_iter()? {
        let mv = mv?;
        let mv = if let Ok(mv) = mv.cast::<Move>() {
            Asked::Shown(*mv.get())
        } else if let Ok(text) = mv.cast::<PyString>() {
            Asked::Shown(Move::parse(&text.extract::<String>()?)?)
        } else {
            Asked::Bits(mv.extract::<Whole>()?.within("move", &(0..=u16::MAX))?)
        };
        allocate::push(&mut asked, mv)?;
    }
    Ok(asked)
}

/// Lists the moves of some rows.
struct List<'r> {
    rows: &'r [Position],
    counts: &'r mut [u32],
    moves: &'r mut Vec<u16>,
}

impl Task for List<'_> {
    type Output = Result<(), OutOfMemory>;

    fn run<S: Sliders>(self, sliders: S) -> Result<(), OutOfMemory> {
        dispatch::call(
            self,
            #[inline(always)]
            |input| {
                let mut list = Moves { bits: [0; MOST_MOVES + CHUNK], len: 0 };
                for (row, count) in input.rows.iter().zip(input.counts) {
                    list.len = 0;
                    let ControlFlow::Continue(()) =
                        row.visit_legal_moves_with(sliders, Filter::ALL, &mut list);
                    *count = list.len as u32;
                    allocate::reserve(input.moves, list.len)?;
                    input.moves.extend_from_slice(&list.bits[..list.len]);
                }
                Ok(())
            },
        )
    }
}

/// The most moves that a position can have, with room to spare.
const MOST_MOVES: usize = 448;

/// The number of moves that are written at once.
const CHUNK: usize = 4;

/// The moves of one position.
struct Moves {
    bits: [u16; MOST_MOVES + CHUNK],
    len: usize,
}

impl Moves {
    /// Adds one move for each target square, some of them at once: the last ones may be too many,
    /// and are overwritten.
    #[inline(always)]
    fn add_all(&mut self, mut targets: Bitboard, mv: impl Fn(Square) -> LibraryMove) {
        let mut start = self.len.min(MOST_MOVES);
        self.len = (self.len + targets.count() as usize).min(MOST_MOVES);
        while targets.any() {
            for entry in &mut self.bits[start..start + CHUNK] {
                *entry = mv(Square::masked(targets.0.trailing_zeros() as u8)).to_bits();
                targets = targets.reset_first();
            }
            start = (start + CHUNK).min(MOST_MOVES);
        }
    }
}

impl MoveVisitor for Moves {
    type Break = Infallible;

    #[inline(always)]
    fn moves(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        match set {
            MoveSet::Piece { from, to, .. } => self.add_all(to, |to| LibraryMove::normal(from, to)),
            MoveSet::Pawns { shift, to } => {
                self.add_all(to, |to| LibraryMove::normal(MoveSet::pawn_origin(to, shift), to));
            }
            _ => {
                for mv in set {
                    self.add_all(Bitboard::of(mv.to()), |_| mv);
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Counts the moves of some rows.
struct Count<'r> {
    rows: &'r [Position],
    counts: &'r mut [u32],
}

impl Task for Count<'_> {
    type Output = ();

    fn run<S: Sliders>(self, sliders: S) {
        dispatch::call(
            self,
            #[inline(always)]
            |input| {
                for (row, count) in input.rows.iter().zip(input.counts) {
                    *count = row.count_legal_moves_with(sliders);
                }
            },
        );
    }
}
