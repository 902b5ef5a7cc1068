//! The end of a line: exchanges are played to their end.

use setwise::{Filter, Picker};

use super::order::capture_order;
use super::{Node, Shared, Thread, fading};
use crate::evaluation::evaluation;
use crate::score::{INFINITE, LEAST_MATE, MATE, MAX_PLY, is_mate};
use crate::table::{Bound, Entry};

impl Thread {
    /// Searches captures and promotions only, and all moves in check, so that the value is not
    /// taken in the middle of an exchange.
    pub(super) fn quiescence(
        &mut self,
        shared: &Shared<'_>,
        node: &Node,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let &Node { ref position, ply } = node;
        let key = position.key();
        let is_exact = beta - alpha > 1;
        self.plies[ply].line.clear();
        self.count(shared);
        self.deepest = self.deepest.max(ply);
        if self.is_stopped || self.is_draw(position) {
            return 0;
        }
        if let Some(score) = shared.endgames.and_then(|tables| tables.score(position, ply)) {
            return score;
        }
        let is_check = position.is_check();
        if ply >= MAX_PLY {
            return if is_check { 0 } else { evaluation(position) };
        }
        let entry = shared.table.get(key, ply);
        if let Some(entry) = &entry
            && !is_exact
            && entry.decides(alpha, beta)
        {
            return entry.score;
        }
        let plain = match &entry {
            _ if is_check => -INFINITE,
            Some(entry) => entry.evaluation,
            None => evaluation(position),
        };
        let mut best = ply as i32 - MATE;
        if !is_check {
            best = fading(position, plain);
            if let Some(entry) = &entry
                && !is_mate(entry.score)
                && entry.bound.fits(entry.score, best)
            {
                best = entry.score;
            }
        }
        if best >= beta {
            return best;
        }
        let (first_alpha, value, mut best_move) = (alpha, best, None);
        alpha = alpha.max(best);
        let known = entry.and_then(|entry| entry.best);
        let moves = position
            .legal_moves_matching(Filter::CAPTURES.or(Filter::PROMOTIONS).or(Filter::EVASIONS));
        let before = self.before(ply);
        let history = &self.history;
        let quiets = history.quiets(position, before);
        let picker = Picker::new(moves, |mv| match Some(mv) {
            mv if mv == known => i32::MAX,
            _ if position.is_quiet(mv) => quiets.of(mv) - (1 << 20),
            _ => capture_order(history, position, mv),
        });
        for (count, mv) in picker.enumerate() {
            if best > -LEAST_MATE {
                if is_check && count > 0 && position.is_quiet(mv) {
                    break;
                }
                // A capture that does not bring the value into the window.
                if !is_check && value + 150 <= alpha && !position.static_exchange_at_least(mv, 1) {
                    best = best.max(value + 150);
                    continue;
                }
                if !position.static_exchange_at_least(mv, 0) {
                    continue;
                }
            }
            let child = self.play(shared, node, mv);
            let score = -self.quiescence(shared, &child, -beta, -alpha);
            self.keys.pop();
            if self.is_stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move) = (score, Some(mv));
                    if is_exact {
                        self.keep_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let bound = Bound::of(best, first_alpha, beta);
        let evaluation = if is_check { 0 } else { plain };
        let entry = Entry { best: best_move, score: best, evaluation, depth: 0, bound };
        shared.table.put(key, ply, entry);
        best
    }
}
