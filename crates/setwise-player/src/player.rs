//! The player: iterations, threads, and reports.

use std::fmt;
use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use setwise::{Game, Move, Position, attacks};

use crate::control::Control;
use crate::endgames::Endgames;
use crate::evaluation::evaluation;
use crate::limits::{Budget, Limits};
use crate::score::{INFINITE, MATE, MAX_PLY, is_mate};
use crate::search::{RootMove, Shared, Thread};
use crate::table::Table;

/// What a player is made of.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The size of the hash table in MiB: 16 by default.
    pub hash: usize,
    /// The number of threads, which share the table: 1 by default.
    pub threads: usize,
    /// The time since some moment. By default it is the clock of the system, which there is not in
    /// a browser.
    pub now: fn() -> Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options { hash: 16, threads: 1, now: since_start }
    }
}

fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// There is not enough memory for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryError {
    /// The size of the hash table that was asked for, in MiB.
    pub hash: usize,
    /// The number of threads that was asked for.
    pub threads: usize,
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryError { hash, threads } = self;
        let s = if *threads == 1 { "" } else { "s" };
        write!(f, "no memory for a hash table of {hash} MiB and {threads} thread{s}")
    }
}

impl std::error::Error for MemoryError {}

/// The most memory that a thread takes, in bytes.
const MAX_OF_THREAD: usize = 2 << 20;

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// A mate in a number of moves of the side that gives it; if it is negative, against the side
    /// to move.
    Mate(i32),
}

impl Score {
    fn of(score: i32) -> Score {
        match score {
            score if !is_mate(score) => Score::Centipawns(score),
            score if score > 0 => Score::Mate((MATE - score + 1) / 2),
            score => Score::Mate(-(MATE + score) / 2),
        }
    }
}

/// Writes the score in words: `+0.35 pawns`, `mate in 3`, or `mated in 3`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centipawns(score) => write!(f, "{:+.2} pawns", f64::from(score) / 100.0),
            Score::Mate(moves) if moves > 0 => write!(f, "mate in {moves}"),
            Score::Mate(moves) => write!(f, "mated in {}", -moves),
        }
    }
}

/// A move with its score, and how the game is expected to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move.
    pub score: Score,
    /// The expected moves; the first is the move of the line.
    pub moves: Vec<Move>,
}

impl Line {
    /// Returns the first moves in standard notation, at most `count`, from the position that was
    /// searched.
    pub fn san(&self, position: &Position, count: usize) -> String {
        let mut position = *position;
        let san = |&mv| {
            let san = position.san(mv).to_string();
            position = position.play_unchecked(mv);
            san
        };
        self.moves.iter().take(count).map(san).collect::<Vec<_>>().join(" ")
    }
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The best lines, the best first; empty if there is no legal move.
    pub lines: Vec<Line>,
    /// The depth of the last iteration that ended, in plies.
    pub depth: u32,
    /// The number of plies of the longest line that was looked at.
    pub deepest: u32,
    /// The number of positions.
    pub nodes: u64,
    /// The time that was taken.
    pub time: Duration,
    /// How many of 1000 entries of the hash table are of this search.
    pub table_used: u32,
}

impl Report {
    /// Returns the best move, or `None` if there is no legal move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// Returns the expected answer to the best move.
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }
}

/// Plays chess. What it has learned of positions and moves it keeps for the next move.
pub struct Player {
    table: Table,
    threads: Vec<Thread>,
    now: fn() -> Duration,
    /// See [`Player::use_endgames`].
    pub(crate) endgames: Option<Endgames>,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("threads", &self.threads.len()).finish_non_exhaustive()
    }
}

impl Player {
    /// Returns a player. At least one thread and four entries are used. A thread takes less than
    /// 2 MiB, besides its stack.
    ///
    /// # Errors
    ///
    /// Fails if there is no memory for the hash table and what the threads learn.
    pub fn new(options: &Options) -> Result<Player, MemoryError> {
        attacks::use_fastest();
        let Options { hash, threads, now } = *options;
        let threads = threads.max(1);
        let error = MemoryError { hash, threads };
        let table = Table::new(hash).ok_or(error)?;
        // Room for all threads, because nothing tells whether a thread was given its memory.
        let mut room = Vec::<[u8; MAX_OF_THREAD]>::new();
        room.try_reserve_exact(threads).map_err(|_| error)?;
        drop(black_box(room));
        let threads = (0..threads).map(|_| Thread::new()).collect();
        Ok(Player { table, threads, now, endgames: None })
    }

    /// Forgets everything, for another game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.threads.iter_mut().for_each(Thread::forget);
    }

    /// Lets the player use endgame tables from now on, or none: by default it uses none.
    #[cfg(feature = "endgames")]
    #[cfg_attr(docsrs, doc(cfg(feature = "endgames")))]
    pub fn use_endgames(&mut self, endgames: Option<Endgames>) {
        self.endgames = endgames;
    }

    /// Finds the best move of the position at the end of a game, and reports each iteration.
    ///
    /// With one thread and a limit of depth or nodes, the result depends on nothing but the game
    /// and what the player has searched before.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn FnMut(&Report),
    ) -> Report {
        let began = (self.now)();
        let position = game.position();
        let mut moves = position.legal_moves().to_vec();
        if limits.moves.iter().any(|mv| moves.contains(mv)) {
            moves.retain(|mv| limits.moves.contains(mv));
        }
        if moves.is_empty() {
            return Report::default();
        }
        self.table.begin();
        for thread in &mut self.threads {
            thread.begin(game, &moves);
        }
        let endgames = self.endgames.as_ref();
        if let Some(endgames) = endgames {
            endgames.want(position);
        }
        let budget = Budget::of(limits);
        let nodes = AtomicU64::new(0);
        let shared = Shared {
            table: &self.table,
            control,
            now: self.now,
            deadline: budget.longest.map(|time| began + time),
            max_nodes: limits.nodes,
            nodes: &nodes,
            endgames,
        };
        let deepest = limits.depth.map_or(MAX_PLY as u32, |depth| depth.clamp(1, MAX_PLY as u32));
        // The tables know the score of each root move.
        let is_known = endgames.is_some_and(|endgames| endgames.score(position, 0).is_some());
        let deepest = if is_known { 1 } else { deepest };
        let over = Control::default();
        let (first, helpers) = self.threads.split_first_mut().expect("at least one thread");
        thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().enumerate() {
                let shared = Shared { control: &over, deadline: None, ..shared };
                let help = move || {
                    // Half of the helpers are a ply ahead, so that they do not all do the same.
                    let start = 1 + number as i32 % 2;
                    for depth in start..=MAX_PLY as i32 {
                        if helper.iterate(&shared, *position, depth).is_none() {
                            break;
                        }
                    }
                };
                // Without a thread the others search alone.
                let _ = thread::Builder::new().spawn_scoped(scope, help);
            }
            // The scope waits for the helpers, also after a panic.
            let _end = StopAtEnd(&over);
            let mut main = Main { thread: first, shared: &shared, position, limits, began, budget };
            main.iterations(deepest, observer)
        })
    }
}

/// Stops a search when it is dropped.
struct StopAtEnd<'c>(&'c Control);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The thread that decides when to end.
struct Main<'m> {
    thread: &'m mut Thread,
    shared: &'m Shared<'m>,
    position: &'m Position,
    limits: &'m Limits,
    began: Duration,
    budget: Budget,
}

impl Main<'_> {
    fn iterations(&mut self, deepest: u32, observer: &mut dyn FnMut(&Report)) -> Report {
        let lines = self.limits.lines.clamp(1, self.thread.roots.len());
        let mut report = self.report(0, lines);
        let mut unchanged = 0;
        for depth in 1..=deepest {
            let before = report.best();
            let mut is_over = false;
            for line in 0..lines {
                self.thread.first_root = line;
                is_over = self.thread.iterate(self.shared, *self.position, depth as i32).is_none();
                if is_over {
                    break;
                }
            }
            self.thread.first_root = 0;
            if is_over {
                let last = self.report(depth, lines);
                (report.nodes, report.time) = (last.nodes, last.time);
                // What the unfinished iteration found first is at least as good as the old move. If
                // it is the old move, its line is longer.
                let is_known = self.thread.roots[0].score > -INFINITE;
                if lines == 1 && is_known && last.best() != report.best() {
                    report.lines = last.lines;
                    observer(&report);
                }
                break;
            }
            self.thread.roots[..lines].sort_by_key(|root| -root.score);
            report = self.report(depth, lines);
            observer(&report);
            unchanged = if report.best() == before { unchanged + 1 } else { 0 };
            if self.is_enough(&report, unchanged) {
                break;
            }
        }
        report
    }

    /// Returns whether no deeper iteration is worth its time.
    fn is_enough(&self, report: &Report, unchanged: u32) -> bool {
        let Some(Line { score, .. }) = report.lines.first() else { return true };
        if let (Some(wanted), Score::Mate(moves)) = (self.limits.mate, *score)
            && moves > 0
            && moves.unsigned_abs() <= wanted
        {
            return true;
        }
        let Some(usual) = self.budget.usual.filter(|_| !self.shared.control.is_pondering()) else {
            return false;
        };
        // Less time for a move that most of the search was about, and that stays the best.
        let share = self.thread.roots[0].nodes as f64 / self.thread.nodes.max(1) as f64;
        let clear = (1.6 - share).max(0.5) * [1.5, 1.2, 1.0, 0.9, 0.8][unchanged.min(4) as usize];
        let is_only = self.thread.roots.len() == 1;
        report.time >= usual.mul_f64(if is_only { 0.1 } else { clear * 0.75 })
    }

    fn nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed).max(self.thread.nodes)
    }

    fn report(&self, depth: u32, lines: usize) -> Report {
        // A move that was not searched is not reported; if none was, the first has the score of the
        // position.
        let roots = &self.thread.roots[..lines];
        let known = 1 + roots.iter().skip(1).take_while(|root| root.score > -INFINITE).count();
        let line = |root: &RootMove| {
            let is_known = root.score > -INFINITE;
            let score = if is_known { root.score } else { evaluation(self.position) };
            Line { score: Score::of(score), moves: root.line.clone() }
        };
        Report {
            lines: roots[..known].iter().map(line).collect(),
            depth,
            deepest: self.thread.deepest as u32,
            nodes: self.nodes(),
            time: (self.shared.now)() - self.began,
            table_used: self.shared.table.permille_used() as u32,
        }
    }
}

/// Searches some positions to a depth, and returns the number of nodes: the same on every machine,
/// so that a change that must not change the play shows that it does not.
pub fn bench(depth: u32) -> u64 {
    let mut player = Player::new(&Options::default()).expect("memory for 16 MiB");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let count = |line: &str| {
        player.forget();
        let position: Position = line.parse().expect("a valid position");
        player.think(&Game::new(position), &limits, &Control::default(), &mut |_| {}).nodes
    };
    BENCH.lines().map(count).sum()
}

/// Positions of openings, middlegames and endings.
const BENCH: &str = include_str!("bench.fen");
