//! Tables of three and four pieces, which a background thread computes when a search needs them.

use std::io::{self, ErrorKind};
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use setwise::{Board, Position, Role};
use setwise_endgames::{Material, Outcome, Tables};

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
pub struct Endgames(Arc<Background>);

#[derive(Debug)]
struct Background {
    /// One thread, which also keeps the computation from using the threads of other pools.
    pool: rayon::ThreadPool,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    directory: Option<PathBuf>,
    /// The complete tables. The lock is held while they are replaced, not while they are computed.
    tables: RwLock<Tables>,
    /// The number of the last request, or [`STOPPED`].
    last: AtomicU64,
    /// See [`Endgames::take_faults`].
    faults: Mutex<Vec<String>>,
}

const STOPPED: u64 = u64::MAX;

impl Drop for Background {
    fn drop(&mut self) {
        self.state.last.store(STOPPED, Relaxed);
    }
}

impl Endgames {
    /// Starts the background thread, which waits for positions. Tables whose files are in the directory
    /// (`Table::write_to` of `setwise-endgames`) are read instead of computed, unless they are damaged:
    /// see [`take_faults`](Endgames::take_faults).
    ///
    /// # Errors
    ///
    /// Fails if the system gives no thread.
    pub fn new(directory: Option<PathBuf>) -> io::Result<Endgames> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.map_err(io::Error::other)?;
        let state = State { directory, ..State::default() };
        Ok(Endgames(Arc::new(Background { pool, state: Arc::new(state) })))
    }

    /// Asks for the tables of a position. Tables that were asked for before are not begun any more.
    pub fn want(&self, position: &Position) {
        let Background { pool, state } = &*self.0;
        let tables = state.tables();
        let mut wanted = materials(position.board());
        wanted.retain(|material| tables.get(material).is_none());
        if wanted.is_empty() {
            return;
        }
        let (state, number) = (Arc::clone(state), state.last.fetch_add(1, Relaxed) + 1);
        pool.spawn(move || state.compute(&wanted, number));
    }

    /// Waits until the tables of the last position are computed.
    pub fn wait(&self) {
        self.0.pool.install(|| ());
    }

    /// Returns why files of the directory were not used since the last call, each with its path. Their
    /// tables are computed.
    pub fn take_faults(&self) -> Vec<String> {
        mem::take(&mut *self.0.state.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the score of a position at a ply for the side to move, or `None` if its table is not
    /// complete, or the 50-move rule could end the game before the mate.
    ///
    /// A draw has a small share of the evaluation, so that the better side goes on.
    pub(crate) fn score(&self, position: &Position, ply: usize) -> Option<i32> {
        if position.board().occupied().count() > 4 {
            return None;
        }
        // A search never waits: while the lock is taken, there is no table.
        let outcome = self.0.state.tables.try_read().ok()?.probe(position)?;
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
    /// Computes tables, until there is a later request.
    fn compute(&self, wanted: &[Material], number: u64) {
        let mut tables = self.tables();
        while let Some(missing) = wanted.iter().find_map(|it| tables.missing(it).first().copied())
            && self.last.load(Relaxed) == number
        {
            let step = |_| match self.last.load(Relaxed) {
                STOPPED => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
            let mut made =
                tables.read_or_build(self.directory.as_deref(), &missing, step).map(drop);
            if let Err(error) = &made
                && error.kind() != ErrorKind::Interrupted
            {
                let fault = format!("{error}; the table is computed");
                self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
                made = tables.build_with(&missing, step).map(drop).map_err(io::Error::other);
            }
            if made.is_ok() {
                *self.tables.write().unwrap_or_else(PoisonError::into_inner) = tables.clone();
            }
        }
    }

    fn tables(&self) -> Tables {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).clone()
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
        match (name, value.to_lowercase().as_str()) {
            ("endgametables", is_on @ ("true" | "false")) => self.is_on = is_on == "true",
            ("endgametables", _) => return Some(Err("expected true or false".to_owned())),
            ("endgamepath", "" | "<empty>") => self.directory = None,
            ("endgamepath", _) => {
                let directory = PathBuf::from(value);
                if !directory.is_dir() {
                    return Some(Err(format!("{value} is no directory")));
                }
                self.directory = Some(directory);
            }
            _ => return None,
        }
        self.endgames = None;
        if self.is_on {
            match Endgames::new(self.directory.clone()) {
                Ok(endgames) => self.endgames = Some(endgames),
                Err(error) => return Some(Err(error.to_string())),
            }
        }
        Some(Ok(()))
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
