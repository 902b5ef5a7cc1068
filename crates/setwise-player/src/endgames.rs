//! Tables of three and four pieces, which a background thread computes when a search needs them.

use std::io::{self, ErrorKind};
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rayon::{ThreadPool, ThreadPoolBuilder};
use setwise::{Board, Position, Role};
use setwise_endgames::{Material, Outcome, Progress, SharedTables};

use crate::evaluation::evaluation;
use crate::score::MATE;

/// The most pieces besides the kings of a position whose tables are computed: the tables of four
/// pieces that two captures lead to.
const MOST_PIECES: u32 = 4;

/// Endgame tables for a player, of three and four pieces.
///
/// When a player thinks about a position of at most six pieces, a background thread begins to
/// compute the tables of all materials of at most four pieces that captures and promotions lead to.
/// The search does not wait for it: it uses the tables that are complete by then. Clones share the
/// tables. A table takes up to 12 MiB and a second of a core, all together 220 MiB and 9 s. When the
/// last clone is dropped, the computation ends.
///
/// ```
/// use setwise::Game;
/// use setwise_player::{Control, Endgames, Limits, Options, Player, Score};
///
/// let endgames = Endgames::new(None)?;
/// let game = Game::new("8/8/8/8/8/2k5/1R6/K7 w - - 0 1".parse()?);
/// endgames.want(game.position());
/// endgames.wait();
///
/// let mut player = Player::new(&Options::default())?;
/// player.use_endgames(Some(endgames));
/// let report = player.think(&game, &Limits::default(), &Control::default(), &mut |_| {});
/// assert_eq!(report.lines[0].score, Score::Mate(16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Endgames {
    /// One thread, which also keeps the computation from using the threads of other pools.
    pool: Arc<ThreadPool>,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    tables: SharedTables,
    /// The number of the last request.
    last: AtomicU64,
    /// See [`Endgames::take_faults`].
    faults: Mutex<Vec<String>>,
}

impl Endgames {
    /// Starts the background thread, which waits for positions. Tables whose files are in the directory
    /// (`Table::write_to` of `setwise-endgames`) are read instead of computed, unless they are damaged:
    /// see [`take_faults`](Endgames::take_faults).
    ///
    /// # Errors
    ///
    /// Fails if the path is no directory, or the system gives no thread.
    pub fn new(directory: Option<PathBuf>) -> io::Result<Endgames> {
        if let Some(path) = directory.as_ref().filter(|path| !path.is_dir()) {
            let message = format!("{} is no directory", path.display());
            return Err(io::Error::new(ErrorKind::NotADirectory, message));
        }
        let pool = ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
        let state = State { tables: SharedTables::new(directory), ..State::default() };
        Ok(Endgames { pool: Arc::new(pool), state: Arc::new(state) })
    }

    /// Asks for the tables of a position. Tables that were asked for before are not begun any more.
    pub fn want(&self, position: &Position) {
        let mut wanted = materials(position.board());
        wanted.retain(|material| self.state.tables.complete().get(material).is_none());
        if wanted.is_empty() {
            return;
        }
        let (state, pool) = (Arc::clone(&self.state), Arc::downgrade(&self.pool));
        let number = state.last.fetch_add(1, Relaxed) + 1;
        self.pool.spawn(move || state.compute(&wanted, number, &pool));
    }

    /// Waits until the tables of the last position are computed.
    pub fn wait(&self) {
        self.pool.install(|| ());
    }

    /// Returns why files of the directory were not used since the last call, each with its path. Their
    /// tables are computed.
    pub fn take_faults(&self) -> Vec<String> {
        mem::take(&mut *self.state.faults())
    }

    /// Returns the score of a position at a ply for the side to move, or `None` if its table is not
    /// complete, or the 50-move rule could end the game before the mate.
    ///
    /// A draw has a small share of the evaluation, so that the better side goes on.
    pub(crate) fn score(&self, position: &Position, ply: usize) -> Option<i32> {
        if position.board().occupied().count() > 4 {
            return None;
        }
        let outcome = self.state.tables.complete().probe(position)?;
        let plies = i32::from(outcome.plies().unwrap_or(0));
        let mate = MATE - ply as i32 - plies;
        match outcome {
            Outcome::Draw => Some(evaluation(position) / 128),
            _ if i32::from(position.halfmoves()) + plies > 100 => None,
            Outcome::Win(_) => Some(mate),
            Outcome::Loss(_) => Some(-mate),
        }
    }
}

impl State {
    /// Computes tables, until there is a later request or no pool.
    fn compute(&self, wanted: &[Material], number: u64, pool: &Weak<ThreadPool>) {
        // A table that is begun is completed for the next request.
        let goes_on =
            |is_begun| pool.strong_count() > 0 && (is_begun || self.last.load(Relaxed) == number);
        let step = |step: Progress| match goes_on(step.plies > 1) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let damaged = |error: io::Error| {
            self.faults().push(format!("{error}; the table is computed"));
            Ok(())
        };
        // The one error is that the computation has stopped.
        let mut wanted = wanted.iter().take_while(|_| goes_on(false));
        let _ = wanted.try_for_each(|material| self.tables.add(material, damaged, step).map(drop));
    }

    fn faults(&self) -> MutexGuard<'_, Vec<String>> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The options of the protocol: whether tables are used, and the directory of files.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    is_on: bool,
    directory: Option<PathBuf>,
    endgames: Option<Endgames>,
}

impl Choice {
    pub(crate) const OPTIONS: &str = "option name EndgameTables type check default false\n\
                                      option name EndgamePath type string default <empty>\n";

    /// Sets an option, whose name is in small letters, or returns `None` if it is another one. The error
    /// says why the value is not taken.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        let (mut is_on, mut directory) = (self.is_on, self.directory.clone());
        match (name, value.to_lowercase().as_str()) {
            ("endgametables", word @ ("true" | "false")) => is_on = word == "true",
            ("endgametables", _) => return Some(Err("expected true or false".to_owned())),
            ("endgamepath", "" | "<empty>") => directory = None,
            ("endgamepath", _) => directory = Some(value.into()),
            _ => return None,
        }
        let made = Endgames::new(directory.clone()).map_err(|error| error.to_string());
        Some(made.map(|made| *self = Choice { is_on, directory, endgames: is_on.then_some(made) }))
    }

    pub(crate) fn get(&self) -> Option<Endgames> {
        self.endgames.clone()
    }
}

/// Returns the materials of at most four pieces that captures lead to, or the material of the board
/// itself; none if there are too many pieces.
fn materials(board: &Board) -> Vec<Material> {
    let kings = board.role(Role::King);
    let others = board.occupied() - kings;
    let mut materials = Vec::new();
    if others.count() > MOST_PIECES {
        return materials;
    }
    for (first, second) in others.into_iter().flat_map(|a| others.into_iter().map(move |b| (a, b)))
    {
        let mut board = *board;
        for square in others.without(first).without(second) {
            board.remove(square);
        }
        materials.extend(Material::of(&board).ok().filter(|after| !materials.contains(after)));
    }
    materials
}

#[cfg(test)]
mod tests;
