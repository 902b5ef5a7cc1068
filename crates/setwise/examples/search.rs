//! A small engine to copy and extend: alpha-beta with a transposition table, quiescence search,
//! null moves, repetition, time control and UCI.
//!
//! ```console
//! $ cargo build --release -p setwise --example search
//! $ printf 'position startpos moves f2f3 e7e5 g2g4\ngo depth 3\n' | target/release/examples/search
//! ```
//!
//! How it uses the library:
//!
//! * [`attacks::use_fastest`] lets the lists of moves come from the fastest technique of this CPU.
//!   The search itself is plain code.
//! * A [`SearchPosition`] is a value that keeps its key, checkers and pins: a move makes a new one,
//!   and nothing is taken back.
//! * A [`Filter`] selects the moves of the quiescence search, `static_exchange_at_least` leaves out
//!   captures that lose material, and a [`Picker`] orders moves only as far as they are searched.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use setwise::attacks;
use setwise::notation::uci::NULL_MOVE;
use setwise::{Color, Filter, Game, Move, Picker, Piece, Position, Role, SearchPosition};

#[cfg(test)]
#[path = "search/tests.rs"]
mod tests;

/// The score of a mate at the root, and the longest line. A mate in n plies is worth n less.
const MATE: i32 = 30_000;
const MAX_PLY: i32 = 100;
/// The moves of the quiescence search: captures and promotions, and all moves in check.
const NOISY: Filter = Filter::CAPTURES.or(Filter::PROMOTIONS).or(Filter::EVASIONS);
const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// When to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Limits {
    depth: Option<i32>,
    nodes: Option<u64>,
    time: Option<Duration>,
}

/// What the table knows of a position. The score is exact if it is a bound on both sides.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    best: Option<Move>,
    score: i32,
    depth: i32,
    is_lower_bound: bool,
    is_upper_bound: bool,
}

/// The state of a search.
#[derive(Default)]
struct Search {
    table: Vec<Entry>,
    /// The keys of the positions before the current one, from the start of the game.
    keys: Vec<u64>,
    nodes: u64,
    max_nodes: Option<u64>,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    /// The best move at the root.
    best: Option<Move>,
}

/// A node of the search tree, and how to search it.
struct Node<'n> {
    position: &'n SearchPosition,
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: i32,
}

impl Search {
    fn new(stop: Arc<AtomicBool>) -> Search {
        attacks::use_fastest();
        Search { table: vec![Entry::default(); 1 << 18], stop, ..Search::default() }
    }

    /// Returns the score of a node, for the side to move.
    fn search(&mut self, node: Node<'_>) -> i32 {
        let Node { position, mut alpha, beta, depth, ply } = node;
        let key = position.key();
        self.nodes += 1;
        if self.is_stopped() || ply > 0 && self.is_draw(position) {
            return 0;
        }
        let slot = key as usize % self.table.len();
        let entry = Some(self.table[slot]).filter(|entry| entry.key == key).unwrap_or_default();
        let score = of_mate(entry.score, -ply);
        let is_settled =
            (score >= beta || entry.is_upper_bound) && (score <= alpha || entry.is_lower_bound);
        if entry.key == key && entry.depth >= depth && ply > 0 && is_settled {
            return score;
        }
        let is_check = position.is_check();
        let is_quiescence = depth <= 0;
        let depth = depth + i32::from(is_check && !is_quiescence);
        let evaluation = evaluation(position);
        let mut best = if is_quiescence && !is_check { evaluation } else { ply - MATE };
        if best >= beta || ply == MAX_PLY {
            return if ply == MAX_PLY { evaluation } else { best };
        }
        let search = |search: &mut Self, position: &SearchPosition, alpha: i32, depth| {
            search.keys.push(key);
            let (alpha, beta, ply) = (-beta, -alpha, ply + 1);
            let score = -search.search(Node { position, alpha, beta, depth, ply });
            search.keys.pop();
            score
        };
        // If the side to move is well even without a move, a less deep search is enough.
        let may_pass = depth > 2 && ply > 0 && beta < MATE - MAX_PLY;
        if may_pass
            && evaluation >= beta
            && position.has_non_pawn_material(position.turn())
            && let Some(passed) = position.null_move()
            && search(self, &passed, beta - 1, depth - 3) >= beta
        {
            return beta;
        }
        let moves = position.legal_moves_matching(if is_quiescence { NOISY } else { Filter::ALL });
        if moves.is_empty() && !is_quiescence && !is_check {
            return 0; // stalemate
        }
        let first_alpha = alpha;
        alpha = alpha.max(best);
        let mut best_move = entry.best;
        for mv in Picker::new(moves, |mv| order(position, mv, entry.best)) {
            if is_quiescence && !is_check && !position.static_exchange_at_least(mv, 0) {
                continue;
            }
            let score = search(self, &position.play_unchecked(mv), alpha, depth - 1);
            if self.is_stopped() {
                return 0;
            } else if score <= best {
                continue;
            }
            (best, best_move, alpha) = (score, Some(mv), alpha.max(score));
            if ply == 0 {
                self.best = best_move;
            }
            if alpha >= beta {
                break;
            }
        }
        let (is_lower_bound, is_upper_bound) = (best > first_alpha, best < beta);
        let (score, best, depth) = (of_mate(best, ply), best_move, depth.max(0));
        self.table[slot] = Entry { key, best, score, depth, is_lower_bound, is_upper_bound };
        of_mate(score, -ply)
    }

    /// Searches deeper and deeper, reports each depth, and returns the best move.
    fn best_move(&mut self, game: &Game, limits: Limits, report: impl Fn(String)) -> Option<Move> {
        let position = &SearchPosition::from(*game.position());
        self.keys = game.keys().collect();
        (self.nodes, self.max_nodes) = (0, limits.nodes);
        self.deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        self.best = position.legal_moves().first().copied();
        self.best?;
        for depth in 1..=limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY) {
            let root = Node { position, alpha: -MATE, beta: MATE, depth, ply: 0 };
            let score = self.search(root);
            if self.is_stopped() {
                break;
            }
            report(format!("info depth {depth} score cp {score} nodes {}", self.nodes));
            // A mate that has been found does not become shorter.
            if score.abs() >= MATE - depth {
                break;
            }
        }
        self.best
    }

    fn is_stopped(&self) -> bool {
        let is_over = |deadline| self.nodes.is_multiple_of(1024) && Instant::now() > deadline;
        if self.deadline.is_some_and(is_over) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.max_nodes.is_some_and(|max| self.nodes > max) || self.stop.load(Ordering::Relaxed)
    }

    /// One repetition is enough for a draw.
    fn is_draw(&self, position: &SearchPosition) -> bool {
        let plies = usize::from(position.halfmoves());
        self.keys
            .iter()
            .rev()
            .take(plies)
            .skip(1)
            .step_by(2)
            .any(|&earlier| earlier == position.key())
            || plies >= 100 && !position.is_checkmate()
            || position.is_insufficient_material()
    }
}

/// Converts the score of a mate by the plies between the root and a node.
fn of_mate(score: i32, ply: i32) -> i32 {
    if score.abs() < MATE - MAX_PLY { score } else { score + ply * score.signum() }
}

/// The move of the table first, then the captures of the most valuable pieces.
fn order(position: &Position, mv: Move, first: Option<Move>) -> i32 {
    let captured = position.captured(mv).map_or(0, |role| WORTH[role]);
    if Some(mv) == first { i32::MAX } else { captured }
}

/// Returns the material and the placement of the pieces, for the side to move.
fn evaluation(position: &Position) -> i32 {
    let mut score = 0;
    for square in position.board().occupied() {
        let Some(Piece { color, role }) = position.piece_at(square) else { continue };
        let (file, rank) = (square.file() as i32, square.relative_to(color).rank() as i32);
        let center = 7 - (2 * file - 7).abs().max((2 * rank - 7).abs());
        let place = match role {
            Role::Pawn => 2 * rank * rank + center,
            Role::King if position.board().pieces(!color, Role::Queen).any() => -6 * center,
            Role::King | Role::Knight | Role::Bishop => 6 * center,
            Role::Rook | Role::Queen => center,
        };
        score += if color == position.turn() { WORTH[role] + place } else { -WORTH[role] - place };
    }
    score
}

/// Reads the arguments of `position`.
fn game(words: &[&str]) -> Option<Game> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match words.get(..end)? {
        ["startpos"] => Position::INITIAL,
        ["fen", fields @ ..] => fields.join(" ").parse().ok()?,
        _ => return None,
    };
    let mut game = Game::new(start);
    for word in words.iter().skip(end + 1) {
        game.play(game.position().parse_uci(word).ok()?).ok()?;
    }
    Some(game)
}

/// Reads the arguments of `go`; a thirtieth of the time that is left, and half the increment.
fn limits(words: &[&str], turn: Color) -> Limits {
    let number = |name| words.windows(2).find(|pair| pair[0] == name)?[1].parse::<u64>().ok();
    let [clock, increment] = match turn {
        Color::White => ["wtime", "winc"],
        Color::Black => ["btime", "binc"],
    };
    let share = number(clock).map(|left| left / 30 + number(increment).unwrap_or(0) / 2);
    let time = number("movetime").or(share).map(Duration::from_millis);
    let depth = number("depth").map(|depth| depth.min(MAX_PLY as u64) as i32);
    Limits { depth, nodes: number("nodes"), time }
}

fn main() {
    let stop = Arc::new(AtomicBool::new(false));
    let search = Arc::new(Mutex::new(Search::new(Arc::clone(&stop))));
    let join = |thread: JoinHandle<()>| thread.join().expect("a search does not panic");
    let (mut current, mut threads, mut is_endless) = (Game::default(), Vec::new(), false);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci", ..] => println!("id name Setwise example\nid author Setwise\nuciok"),
            ["isready", ..] => println!("readyok"),
            ["position", arguments @ ..] => match game(arguments) {
                Some(game) => current = game,
                None => println!("info string invalid position"),
            },
            ["go", arguments @ ..] => {
                stop.store(true, Ordering::Relaxed);
                threads.drain(..).for_each(join);
                stop.store(false, Ordering::Relaxed);
                let limits = limits(arguments, current.position().turn());
                is_endless = limits == Limits::default();
                let (search, game) = (Arc::clone(&search), current.clone());
                threads.push(thread::spawn(move || {
                    let Ok(mut search) = search.lock() else { return };
                    let best = search.best_move(&game, limits, |info| println!("{info}"));
                    let text = best.map(|mv| game.position().uci(mv).to_string());
                    println!("bestmove {}", text.as_deref().unwrap_or(NULL_MOVE));
                }));
            }
            ["stop" | "quit", ..] => stop.store(true, Ordering::Relaxed),
            _ => {}
        }
        if words.first() == Some(&"quit") {
            break;
        }
    }
    // At the end of the input without `quit`, a search with limits goes on until them.
    if is_endless {
        stop.store(true, Ordering::Relaxed);
    }
    threads.into_iter().for_each(join);
}
