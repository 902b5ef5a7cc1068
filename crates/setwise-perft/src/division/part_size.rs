//! The size of the parts of a count, adapted to the time that they take.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use setwise::Position;

/// The largest size of a part, adapted so that a part takes about a given time.
///
/// Use one value for all counts of a kind: it keeps the size that was found.
///
/// A program can react between two parts only, so a short time lets it react soon. The default is
/// 100 milliseconds. A part takes longer if its number of leaves is estimated too low.
#[derive(Debug)]
pub struct PartSize {
    time: Duration,
    /// The estimated number of leaves of the largest part that is counted as a whole.
    leaves: AtomicU64,
}

impl Default for PartSize {
    fn default() -> PartSize {
        PartSize::of_time(Duration::from_millis(100))
    }
}

impl PartSize {
    /// No part is split that has fewer leaves than this.
    const LEAST: u64 = 1000;

    /// Returns the size of parts that take about a given time; with [`Duration::MAX`] only the
    /// depth of a part is limited.
    pub fn of_time(time: Duration) -> PartSize {
        // A million leaves a second take a short time in any way of counting.
        let leaves = (time.as_secs_f64() * 1e6) as u64;
        PartSize { time, leaves: AtomicU64::new(leaves.max(PartSize::LEAST)) }
    }

    /// Returns the estimated number of leaves of the largest part that is counted as a whole.
    pub(super) fn leaves(&self) -> u64 {
        self.leaves.load(Ordering::Relaxed)
    }

    /// Adapts the size to the time that a part with an estimated number of leaves took.
    pub(super) fn adjust(&self, estimate: f64, time: Duration) {
        let limit = self.leaves();
        if time > self.time.saturating_mul(8) / 5 {
            let too_many = (estimate as u64).min(limit);
            self.leaves.store((too_many / 4).max(PartSize::LEAST), Ordering::Relaxed);
            return;
        }
        // A part that takes less time than a hundredth says nothing about one that takes a hundred
        // times longer.
        let possible = estimate * self.time.div_duration_f64(time.max(self.time / 100));
        if possible > limit as f64 {
            self.leaves.store(limit.saturating_mul(4).min(possible as u64), Ordering::Relaxed);
        }
    }
}

/// Returns the approximate number of leaves: the number of legal moves, times the number of moves
/// of each later ply. The latter is the largest of the same side in a sample line of four plies,
/// because a side that is in check now may have many moves later.
pub(super) fn estimate(position: &Position, depth: u8) -> f64 {
    let (mut position, mut widest) = (*position, [0; 2]);
    let mut moves = position.legal_moves();
    let first = moves.len() as f64;
    for ply in 1..depth.min(5) {
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        position = position.play_unchecked(mv);
        moves = position.legal_moves();
        let widest = &mut widest[usize::from(ply % 2)];
        *widest = moves.len().max(*widest);
    }
    let later = (1..depth).map(|ply| widest[usize::from(ply % 2)].max(1) as f64);
    first * later.product::<f64>()
}

#[cfg(test)]
mod tests {
    use setwise::perft;

    use super::*;

    /// The side to move is in check and has few moves, but both sides have queens.
    #[test]
    fn a_check_does_not_hide_a_large_count() {
        let position: Position = "1qqqq2k/7Q/8/8/8/8/8/K2QQQ2 b - - 0 1".parse().expect("a FEN");
        assert_eq!(position.count_legal_moves(), 1);
        let (leaves, found) = (perft(&position, 3) as f64, estimate(&position, 3));
        assert!((leaves / 4.0..leaves * 4.0).contains(&found), "{found}, but {leaves} leaves");
        assert_eq!(estimate(&Position::INITIAL, 1), 20.0);
        assert_eq!(estimate(&Position::INITIAL, 2), 400.0);
    }

    #[test]
    fn parts_become_smaller_if_they_take_long() {
        let size = PartSize::default();
        for (leaves, time, expected) in [
            (1e5, 101, 100_000),
            (1e5, 159, 100_000),
            (1e5, 161, 25_000),
            (1e4, 20, 50_000),
            (1e5, 1, 200_000),
            // This is too short to say anything about 200,000 leaves.
            (1e3, 0, 200_000),
            (4e4, 1000, 10_000),
            (0.0, 1000, 1000),
        ] {
            size.adjust(leaves, Duration::from_millis(time));
            assert_eq!(size.leaves(), expected, "after {leaves} in {time} ms");
        }
        for _ in 0..50 {
            size.adjust(1e30, Duration::ZERO);
        }
        assert_eq!(size.leaves(), u64::MAX);
    }

    #[test]
    fn any_time_is_a_size() {
        for (time, leaves) in [(Duration::ZERO, 1000), (Duration::MAX, u64::MAX)] {
            let size = PartSize::of_time(time);
            assert_eq!(size.leaves(), leaves);
            for passed in [Duration::ZERO, Duration::from_secs(1000)] {
                size.adjust(1e5, passed);
                assert_eq!(size.leaves(), leaves);
            }
        }
    }
}
