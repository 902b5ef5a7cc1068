//! The search: how good a position is if both sides play well.
//!
//! [`Thread::search`] is a principal variation search. Read it from top to bottom: what ends a node
//! at once, what the value of the position alone decides, and the loop over the moves, with what is
//! left out, how deep a move is searched, and when it is searched again.

mod order;
mod quiescence;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use setwise::{Bitboard, Filter, Game, Move, Position, Role, SearchPosition, Stage, StagedPicker};

use crate::control::Control;
use crate::endgames::Endgames;
use crate::evaluation::evaluation;
use crate::history::{History, Played, played};
use crate::score::{INFINITE, LEAST_MATE, MATE, MAX_PLY, is_mate};
use crate::table::{Bound, Entry, Table};

/// What all threads of a search share.
pub(crate) struct Shared<'s> {
    pub(crate) table: &'s Table,
    pub(crate) control: &'s Control,
    pub(crate) now: fn() -> Duration,
    /// When to stop at the latest, by the clock.
    pub(crate) deadline: Option<Duration>,
    pub(crate) max_nodes: Option<u64>,
    /// The nodes of all threads, which each thread adds to now and then.
    pub(crate) nodes: &'s AtomicU64,
    pub(crate) endgames: Option<&'s Endgames>,
}

/// A thread's part of a ply.
#[derive(Default)]
struct Ply {
    /// Quiet moves that were good in other positions of this ply, the last one first.
    killers: [Option<Move>; 2],
    /// The move that is left out, to learn whether it is the only good one.
    excluded: Option<Move>,
    evaluation: i32,
    played: Played,
    /// How many nodes of this ply ended with a cut, below the same node two plies before.
    cuts: u32,
    /// The best line from here.
    line: Vec<Move>,
}

/// A root move with what the last iteration found.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    pub(crate) score: i32,
    pub(crate) line: Vec<Move>,
    pub(crate) nodes: u64,
}

/// The state of a thread.
pub(crate) struct Thread {
    history: History,
    plies: Vec<Ply>,
    /// The keys of the game and of the line that is searched.
    keys: Vec<u64>,
    pub(crate) nodes: u64,
    pub(crate) deepest: usize,
    /// The moves at the root, the best of the last iteration first.
    pub(crate) roots: Vec<RootMove>,
    /// The number of first root moves that are left out, for the next best lines.
    pub(crate) first_root: usize,
    is_stopped: bool,
    /// By depth and number of the move: how much less deep a quiet move is searched, in 1/1024.
    reductions: Vec<[i32; 64]>,
}

/// A position of the tree.
struct Node {
    position: SearchPosition,
    ply: usize,
}

impl Thread {
    pub(crate) fn new() -> Thread {
        // About the logarithm, from divisions, which are the same on every machine.
        let logarithm = |n: usize| 1.16 * (2..=n).map(|k| 1.0 / k as f64).sum::<f64>();
        let reduction = |depth: usize, count: usize| {
            (1024.0 * (1.1 + logarithm(depth) * logarithm(count) / 1.8)) as i32
        };
        Thread {
            history: History::new(),
            plies: (0..MAX_PLY + 4).map(|_| Ply::default()).collect(),
            keys: Vec::new(),
            nodes: 0,
            deepest: 0,
            roots: Vec::new(),
            first_root: 0,
            is_stopped: false,
            reductions: (0..64)
                .map(|depth| std::array::from_fn(|count| reduction(depth, count)))
                .collect(),
        }
    }

    /// Forgets what was learned, for another game.
    pub(crate) fn forget(&mut self) {
        self.history.forget();
    }

    /// Prepares for a search of some root moves.
    pub(crate) fn begin(&mut self, game: &Game, roots: &[Move]) {
        self.history.fade();
        self.keys = game.keys().chain([game.key()]).collect();
        (self.nodes, self.deepest, self.first_root, self.is_stopped) = (0, 0, 0, false);
        let root = |&mv: &Move| RootMove { mv, score: -INFINITE, line: vec![mv], nodes: 0 };
        self.roots = roots.iter().map(root).collect();
        for ply in &mut self.plies {
            (ply.excluded, ply.played, ply.cuts, ply.killers) = (None, None, 0, [None; 2]);
        }
    }

    /// Searches the root to a depth, in a window around the score of the last iteration, which
    /// grows until it has the score. Returns `None` if it was stopped.
    pub(crate) fn iterate(
        &mut self,
        shared: &Shared<'_>,
        position: Position,
        depth: i32,
    ) -> Option<()> {
        let guess = self.roots[self.first_root].score;
        let mut width =
            if depth >= 5 && !is_mate(guess) { 16 + guess.abs() / 64 } else { 2 * INFINITE };
        let (mut alpha, mut beta) = ((guess - width).max(-INFINITE), (guess + width).min(INFINITE));
        if guess == -INFINITE {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
        let root = Node { position: position.into(), ply: 0 };
        loop {
            let score = self.search(shared, &root, alpha, beta, depth, false);
            let first = self.first_root;
            self.roots[first..].sort_by_key(|root| -root.score);
            if self.is_stopped {
                return None;
            }
            if score > alpha && score < beta {
                return Some(());
            }
            width *= 2;
            if score <= alpha {
                (alpha, beta) = ((score - width).max(-INFINITE), (alpha + beta) / 2);
            } else {
                beta = (score + width).min(INFINITE);
            }
        }
    }

    /// Returns the score of a node for the side to move: exact inside the window, a bound outside.
    ///
    /// `is_cut` says that the node is expected to have a score of at least beta.
    fn search(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        is_cut: bool,
    ) -> i32 {
        let &Node { ref position, ply } = node;
        let key = position.key();
        let (is_root, is_exact) = (ply == 0, beta - alpha > 1);
        self.plies[ply].line.clear();
        if depth <= 0 {
            return self.quiescence(shared, node, alpha, beta);
        }
        self.count(shared);
        self.deepest = self.deepest.max(ply);
        if self.is_stopped {
            return 0;
        }
        if !is_root {
            if self.is_draw(position) {
                return 0;
            }
            if let Some(score) = shared.endgames.and_then(|tables| tables.score(position, ply)) {
                return score;
            }
            if ply >= MAX_PLY {
                return evaluation(position);
            }
            // No line from here is better than a mate that has been found nearer to the root.
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.plies[ply].excluded;
        let entry = if excluded.is_some() { None } else { shared.table.get(key, ply) };
        if let Some(entry) = &entry
            && !is_exact
            && entry.depth >= depth
            && entry.decides(alpha, beta)
            && position.halfmoves() < 90
        {
            return entry.score;
        }
        let known = entry.and_then(|entry| entry.best);

        // What the value of the position alone decides.
        let is_check = position.is_check();
        let plain = match &entry {
            _ if is_check => -INFINITE,
            Some(entry) => entry.evaluation,
            None if excluded.is_some() => self.plies[ply].evaluation,
            None => evaluation(position),
        };
        let mut value = if is_check { -INFINITE } else { fading(position, plain) };
        self.plies[ply].evaluation = plain;
        let earlier = ply.checked_sub(2).map_or(INFINITE, |ply| self.plies[ply].evaluation);
        let is_improving = !is_check && plain > earlier;
        if let Some(entry) = &entry
            && !is_check
            && !is_mate(entry.score)
            && entry.bound.fits(entry.score, value)
        {
            value = entry.score;
        }
        if !is_exact && !is_check && excluded.is_none() {
            // So far above the window that a quiet move will hardly fall below it.
            if depth <= 8
                && value - 55 * (depth - i32::from(is_improving)) >= beta
                && value < LEAST_MATE
            {
                return (value + beta) / 2;
            }
            // Good even without a move.
            let may_pass = ply == 0 || self.plies[ply - 1].played.is_some();
            if depth >= 3
                && may_pass
                && value >= beta
                && beta > -LEAST_MATE
                && pieces(position).more_than_one()
                && let Some(passed) = position.null_move()
            {
                let less = 3 + depth / 3 + ((value - beta) / 200).min(3);
                shared.table.prefetch(passed.key());
                self.plies[ply].played = None;
                self.keys.push(passed.key());
                let child = Node { position: passed, ply: ply + 1 };
                let score = -self.search(shared, &child, -beta, -beta + 1, depth - less, !is_cut);
                self.keys.pop();
                if self.is_stopped {
                    return 0;
                }
                if score >= beta {
                    return if is_mate(score) { beta } else { score };
                }
            }
        }

        let mut picker = StagedPicker::new(position, known, self.plies[ply].killers);
        self.plies[ply + 2].cuts = 0;
        let before = self.before(ply);
        let (first_alpha, mut best, mut best_move) = (alpha, -INFINITE, None);
        let (mut quiets, mut captures) = (Vec::<Move>::new(), Vec::<Move>::new());
        let mut count = 0_usize;
        while let Some((stage, mv, worth)) = self.next(&mut picker, position, before) {
            if Some(mv) == excluded
                || is_root && !self.roots[self.first_root..].iter().any(|root| root.mv == mv)
            {
                continue;
            }
            count += 1;
            let is_quiet = position.is_quiet(mv);
            let mut less = self.reductions[depth.min(63) as usize][count.min(63)];

            // Moves that are left out because others are likely better.
            let may_leave_out = !is_root && best > -LEAST_MATE && alpha < LEAST_MATE;
            if may_leave_out && position.has_non_pawn_material(position.turn()) {
                if is_quiet {
                    let enough = (3 + depth * depth) / (2 - i32::from(is_improving));
                    if count as i32 > enough && !position.gives_check(mv) {
                        picker.skip_quiets(Filter::CHECKS);
                        continue;
                    }
                }
                let left = (depth - less / 1024).max(1);
                let worst = if is_quiet { -50 * left } else { -90 * depth };
                if depth <= 9 && !position.static_exchange_at_least(mv, worst) {
                    continue;
                }
            }

            // A move that alone holds the score is searched deeper.
            let mut more = 0;
            if let Some(entry) = &entry
                && !is_root
                && stage == Stage::Table
                && depth >= 7
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !is_mate(entry.score)
                && ply < MAX_PLY / 2
            {
                let below = entry.score - 2 * depth;
                self.plies[ply].excluded = Some(mv);
                let score = self.search(shared, node, below - 1, below, (depth - 1) / 2, is_cut);
                self.plies[ply].excluded = None;
                if self.is_stopped {
                    return 0;
                }
                if score < below {
                    more = 1 + i32::from(!is_exact && score < below - 20);
                } else if below >= beta {
                    return below;
                } else if entry.score >= beta {
                    more = -1;
                }
            }

            let child = self.play(shared, node, mv);
            let nodes = self.nodes;
            let deeper = depth - 1 + more;
            let mut score = -INFINITE;
            let is_late = depth >= 3
                && count > 1 + usize::from(is_root)
                && (is_quiet || stage == Stage::LosingCaptures);
            let mut is_searched = false;
            if is_late {
                let history = if is_quiet { worth } else { self.history.capture(position, mv) };
                less += 1024
                    * (i32::from(is_cut) + i32::from(self.plies[ply + 1].cuts > 3)
                        - i32::from(is_exact)
                        - i32::from(child.position.is_check()));
                less += 512 * i32::from(!is_improving);
                less -= history / 8;
                let reduced = (deeper - less / 1024).clamp(1, deeper.max(1));
                score = -self.search(shared, &child, -alpha - 1, -alpha, reduced, true);
                is_searched = score <= alpha || reduced >= deeper;
            }
            // Searched again in full depth if it is better than thought.
            if !is_searched && (!is_exact || count > 1) {
                score = -self.search(shared, &child, -alpha - 1, -alpha, deeper, !is_cut);
            }
            if is_exact && (count == 1 || score > alpha) {
                score = -self.search(shared, &child, -beta, -alpha, deeper, false);
            }
            self.keys.pop();
            if self.is_stopped {
                return 0;
            }
            if is_root {
                self.keep_root(mv, nodes, (count == 1 || score > alpha).then_some(score));
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if is_exact {
                        self.keep_line(ply, mv);
                    }
                    if score >= beta {
                        self.plies[ply].cuts += 1;
                        break;
                    }
                }
            }
            if is_quiet { quiets.push(mv) } else { captures.push(mv) }
        }

        if count == 0 {
            return match excluded {
                Some(_) => alpha,
                None if is_check => ply as i32 - MATE,
                None => 0,
            };
        }
        // All moves were left out.
        best = if best == -INFINITE { alpha } else { best };
        if let Some(mv) = best_move
            && best >= beta
        {
            self.learn(node, mv, before, depth, &quiets, &captures);
        }
        if excluded.is_none() && !(is_root && self.first_root > 0) {
            let bound = Bound::of(best, first_alpha, beta);
            let evaluation = if is_check { 0 } else { plain };
            let entry = Entry { best: best_move, score: best, evaluation, depth, bound };
            shared.table.put(key, ply, entry);
        }
        best
    }

    /// Plays a move, and tells the table.
    fn play(&mut self, shared: &Shared<'_>, node: &Node, mv: Move) -> Node {
        let position = node.position.play_unchecked(mv);
        shared.table.prefetch(position.key());
        self.plies[node.ply].played = played(&node.position, mv);
        self.keys.push(position.key());
        Node { position, ply: node.ply + 1 }
    }

    /// Returns the pieces and targets that were played one and two plies before.
    fn before(&self, ply: usize) -> [Played; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.plies[ply].played))
    }

    /// Puts a move before the line of the next ply.
    fn keep_line(&mut self, ply: usize, mv: Move) {
        let (plies, rest) = self.plies.split_at_mut(ply + 1);
        let line = &mut plies[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&rest[0].line);
    }

    /// Keeps what was found of a root move; without a score it is worse than the best.
    fn keep_root(&mut self, mv: Move, nodes: u64, score: Option<i32>) {
        let line = score.map(|_| self.plies[1].line.clone());
        let nodes = self.nodes - nodes;
        if let Some(root) = self.roots.iter_mut().find(|root| root.mv == mv) {
            root.nodes += nodes;
            root.score = score.unwrap_or(-INFINITE);
            if let Some(line) = line {
                root.line = [vec![mv], line].concat();
            }
        }
    }

    /// Counts a node, and looks from time to time whether to stop.
    fn count(&mut self, shared: &Shared<'_>) {
        if self.is_stopped {
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            let all = shared.nodes.fetch_add(1024, Relaxed) + 1024;
            let is_late = || shared.deadline.is_some_and(|deadline| (shared.now)() >= deadline);
            self.is_stopped |= shared.control.is_stopped()
                || shared.max_nodes.is_some_and(|max| all >= max)
                || !shared.control.is_pondering() && is_late();
        }
        // Few nodes are counted exactly.
        self.is_stopped |= shared.max_nodes.is_some_and(|max| self.nodes >= max);
    }

    /// One repetition is enough for a draw.
    fn is_draw(&self, position: &SearchPosition) -> bool {
        let plies = usize::from(position.halfmoves());
        let is_repeated = || {
            let earlier = self.keys.iter().rev().take(plies + 1).skip(4).step_by(2);
            earlier.into_iter().any(|&earlier| earlier == position.key())
        };
        plies >= 4 && is_repeated()
            || plies >= 100 && !position.is_checkmate()
            || position.board().occupied().count() <= 4 && position.is_insufficient_material()
    }
}

/// Returns an evaluation nearer to a draw the longer no capture or pawn move has been played.
fn fading(position: &Position, evaluation: i32) -> i32 {
    let value = evaluation * (200 - i32::from(position.halfmoves()).min(100)) / 200;
    value.clamp(1 - LEAST_MATE, LEAST_MATE - 1)
}

/// The knights, bishops, rooks and queens of the side to move. With less than two it may be that
/// every move is bad, so that passing tells nothing.
fn pieces(position: &Position) -> Bitboard {
    let board = position.board();
    board.color(position.turn()) - board.role(Role::Pawn) - board.role(Role::King)
}
