//! The chess player.

use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use setwise::Move as LibraryMove;
use setwise_jobs::number;
use setwise_player::{
    Control, Endgames, Limits, Line, Options, Player as LibraryPlayer, Report, Score,
};

use crate::arguments::{LocalPath, Own, Real, Whole, argument};
use crate::board::Board;
use crate::moves::Move;
use crate::work;

/// The time of a search without a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A chess player, which finds the best moves of a position.
///
/// It keeps what it has found in a hash table, which makes the search of the next position of a
/// game faster.
///
/// Parameters
/// ----------
/// hash_mb : int
///     The size of the hash table in MiB, 1 to 16777216.
/// threads : int or None
///     The number of threads that search together, 1 to 1024; None is one for each CPU.
/// endgames : bool
///     Whether a second thread computes endgame tables of up to four pieces while at most six pieces are
///     left. The search uses each as soon as it is complete, so its result depends on time.
/// directory : str or path-like, optional
///     With `endgames`, a directory with files of tables, as `setwise endgame build` writes them. A
///     table that has a file is read instead of computed. A damaged file is a `UserWarning` of the
///     search during which it is read, or of the next one.
///
/// Raises
/// ------
/// ValueError
///     If a number is out of range, or there is a directory without `endgames`.
/// NotADirectoryError
///     If the directory is none.
/// OSError
///     If the system gives no thread for the tables.
/// MemoryError
///     If the hash table or the memory of the threads cannot be allocated.
///
/// Examples
/// --------
/// >>> import setwise
/// >>> player = setwise.Player()
/// >>> board = setwise.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
/// >>> analysis = player.think(board, depth=4)
/// >>> board.san(analysis.best), analysis.lines[0].mate
/// ('Ra8#', 1)
#[pyclass(frozen, module = "setwise")]
pub(crate) struct Player {
    player: Mutex<LibraryPlayer>,
    hash: usize,
    threads: usize,
    endgames: Option<Endgames>,
}

impl Player {
    /// Returns the player, unless it is used by another call.
    fn lock(&self) -> PyResult<MutexGuard<'_, LibraryPlayer>> {
        match self.player.try_lock() {
            Ok(player) => Ok(player),
            Err(TryLockError::Poisoned(error)) => Ok(error.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "the player is busy with another call (expected one call at a time; threads that \
                 search at the same time need a player each)",
            )),
        }
    }
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(
        signature = (
            hash_mb = Whole(16), threads = Some(Whole(1)), endgames = false, directory = None
        ),
        text_signature = "(hash_mb=16, threads=1, endgames=False, directory=None)"
    )]
    fn new(
        py: Python<'_>,
        hash_mb: Whole,
        threads: Option<Whole>,
        endgames: bool,
        directory: Option<LocalPath>,
    ) -> PyResult<Player> {
        let directory = directory.map(|path| path.0);
        if directory.is_some() && !endgames {
            return Err(PyValueError::new_err("a directory of tables without endgames=True"));
        }
        let endgames = endgames.then(|| Endgames::new(directory)).transpose()?;
        let hash = hash_mb.within("hash_mb", &number::PLAYER_HASH_MB)?;
        let threads = work::threads(threads)?;
        let options = Options { hash, threads, ..Options::default() };
        let player = py.detach(|| LibraryPlayer::new(&options));
        let mut player = player.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        player.use_endgames(endgames.clone());
        Ok(Player { player: Mutex::new(player), hash, threads, endgames })
    }

    /// Find the best moves of a position.
    ///
    /// The search ends at the first limit that is reached. Without `nodes`, `depth` and `time` it
    /// takes at most one second. With one thread, and with limits of nodes or depth only, a new
    /// player always gives the same result.
    ///
    /// Parameters
    /// ----------
    /// board : Board
    ///     The position, with the moves that led to it: a repeated position is a draw. The board is
    ///     copied, so it may be changed during the search.
    /// nodes : int, optional
    ///     The number of positions to search. Several threads may exceed it by some thousands.
    /// depth : int, optional
    ///     The depth in plies, 1 to 255. No search is deeper than 120 plies.
    /// time : float, optional
    ///     The time in seconds, 0 to 10**9.
    /// mate : int, optional
    ///     The search also ends when it has found a mate in this number of moves, 1 to 255.
    /// moves : iterable of Move, optional
    ///     The legal moves to choose from; by default all.
    /// lines : int
    ///     The number of best moves to find, each with its line, 1 to 500.
    ///
    /// Returns
    /// -------
    /// Analysis
    ///     The lines, the best first: fewer if the search ended before they were searched, and none
    ///     if the position has no legal move.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If one of the moves is not legal.
    /// ValueError
    ///     If a number is out of range, or `moves` is empty.
    /// RuntimeError
    ///     If the player is used by another thread.
    ///
    /// Notes
    /// -----
    /// The GIL is released, and Ctrl-C stops the search.
    ///
    /// Examples
    /// --------
    /// >>> import setwise
    /// >>> board = setwise.Board()
    /// >>> moves = [board.parse_san(san) for san in ("d4", "e4", "h4")]
    /// >>> analysis = setwise.Player().think(board, nodes=2000, moves=moves, lines=3)
    /// >>> sorted(board.san(line.moves[0]) for line in analysis.lines)
    /// ['d4', 'e4', 'h4']
    #[pyo3(
        signature = (
            board, *, nodes = None, depth = None, time = None, mate = None, moves = None,
            lines = Whole(1)
        ),
        text_signature = "($self, board, *, nodes=None, depth=None, time=None, mate=None, \
                          moves=None, lines=1)"
    )]
    fn think<'py>(
        &self,
        py: Python<'py>,
        board: Own<'py, Board>,
        nodes: Option<Whole>,
        depth: Option<Whole>,
        time: Option<Real>,
        mate: Option<Whole>,
        moves: Option<Moves>,
        lines: Whole,
    ) -> PyResult<Bound<'py, PyAny>> {
        let has_limit = nodes.is_some() || depth.is_some() || time.is_some();
        let time = time.map(|time| time.within("time", &number::TIME)).transpose()?;
        let mut limits = Limits {
            nodes: nodes.map(|nodes| nodes.within("nodes", &number::POSITIVE)).transpose()?,
            depth: depth.map(|depth| depth.within("depth", &number::SEARCH)).transpose()?,
            time: time.map(Duration::from_secs_f64).or((!has_limit).then_some(DEFAULT_TIME)),
            mate: mate.map(|mate| mate.within("mate", &number::SEARCH)).transpose()?,
            lines: lines.within("lines", &number::LINES)?,
            ..Limits::default()
        };
        if let Some(Moves(moves)) = moves {
            let legal = moves.into_iter().map(|mv| board.legal(mv));
            limits.moves = legal.collect::<PyResult<Vec<LibraryMove>>>()?;
        }
        let (game, chess960) = (board.game(), board.chess960);
        // Another thread may play a move while the player thinks.
        drop(board);
        let mut player = self.lock()?;
        let (player, control) = (&mut *player, Control::default());
        let search = || player.think(&game, &limits, &control, &mut |_| {});
        let report = work::run_until_stopped(py, || control.stop(), search)?;
        for fault in self.endgames.iter().flat_map(Endgames::take_faults) {
            work::warn(py, fault)?;
        }
        analysis(py, &report, chess960)
    }

    /// Forget everything that was found, as before another game.
    ///
    /// Raises
    /// ------
    /// RuntimeError
    ///     If the player is used by another thread.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        let mut player = self.lock()?;
        let player = &mut *player;
        py.detach(|| player.forget());
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Player(hash_mb={}, threads={})", self.hash, self.threads)
    }
}

/// Moves of any iterable, at least one.
struct Moves(Vec<Move>);

argument!(Moves, |object| {
    let mut moves = Vec::new();
    for mv in object.try_iter()? {
        let mv = mv?.extract()?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    if moves.is_empty() {
        return Err(PyValueError::new_err("moves is empty (expected at least one legal move)"));
    }
    Ok(Moves(moves))
});

/// Returns the object of Python for what a search has found.
fn analysis<'py>(py: Python<'py>, report: &Report, chess960: bool) -> PyResult<Bound<'py, PyAny>> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make = MAKE.import(py, "setwise._analysis", "make_analysis")?;
    let mut lines = Vec::new();
    for Line { score, moves } in &report.lines {
        let (score, mate) = match *score {
            Score::Centipawns(score) => (Some(score), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        let moves = moves.iter().map(|&mv| Move::of(mv, chess960).object(py));
        lines.push((score, mate, moves.collect::<PyResult<Vec<_>>>()?));
    }
    make.call1((lines, report.depth, report.nodes, report.time.as_secs_f64()))
}
