//! Random positions.

use pyo3::prelude::*;
use setwise::Position;
use setwise_jobs::number::ANY;

use super::{FEW_ROWS, Positions, ROWS_AT_A_TIME};
use crate::arguments::Whole;
use crate::{allocate, chess960, work};

/// The most moves that are played.
const MOST_PLIES: u64 = 1000;

/// The most rows of a random batch: 4 GiB.
const MOST_ROWS: usize = (4 << 30) / size_of::<Position>();

#[pymethods]
impl Positions {
    /// Return positions of random games.
    ///
    /// Parameters
    /// ----------
    /// n : int
    ///     The number of positions.
    /// seed : int
    ///     The same seed gives the same positions in any version of the same minor number.
    /// plies : int
    ///     The most moves that are played, 0 to 1000. The number is chosen evenly from 0 to this.
    /// chess960 : bool
    ///     Whether games begin at a random start position of Chess960.
    /// threads : int, optional
    ///     The number of threads, 1 to 1024; by default one for each CPU.
    ///
    /// Returns
    /// -------
    /// Positions
    ///     The batch. A game that ends early counts with its last position.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If a number is out of range.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> setwise.Positions.random(3, seed=1) == setwise.Positions.random(3, seed=1, threads=1)
    /// True
    #[staticmethod]
    #[pyo3(
        signature = (n, seed = Whole(0), *, plies = Whole(100), chess960 = false, threads = None),
        text_signature = "(n, seed=0, *, plies=100, chess960=False, threads=None)"
    )]
    fn random(
        py: Python<'_>,
        n: Whole,
        seed: Whole,
        plies: Whole,
        chess960: bool,
        threads: Option<Whole>,
    ) -> PyResult<Positions> {
        let n = n.within("n", &(0..=MOST_ROWS))?;
        let seed = seed.within("seed", &ANY)?;
        let plies = plies.within("plies", &(0..=MOST_PLIES))?;
        let threads = work::threads(threads)?;
        let mut rows = allocate::filled(Position::INITIAL, n)?;
        let pieces = rows.chunks_mut(ROWS_AT_A_TIME / 32).enumerate();
        work::run(py, threads, n * 8 <= FEW_ROWS, pieces, |(piece, rows)| {
            for (index, row) in (piece * ROWS_AT_A_TIME / 32..).zip(rows) {
                let mut random = Random::new(seed, index as u64);
                *row = random.position(plies, chess960);
            }
            Ok(())
        })?;
        Ok(Positions::of(rows))
    }
}

/// A generator of pseudo-random numbers: SplitMix64 (Guy Steele, Doug Lea, Christine Flood, 2014).
struct Random(u64);

impl Random {
    /// Creates the generator of a row.
    fn new(seed: u64, row: u64) -> Random {
        let mut random = Random(seed);
        Random(random.next() ^ row.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number below a bound, which is at least 1.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    fn position(&mut self, plies: u64, chess960: bool) -> Position {
        let start = if chess960 {
            Position::chess960(self.below(chess960::STARTS.into()) as u16)
        } else {
            None
        };
        let mut position = start.unwrap_or(Position::INITIAL);
        for _ in 0..self.below(plies + 1) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[self.below(moves.len() as u64) as usize]);
        }
        position
    }
}
