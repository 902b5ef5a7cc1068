//! The progress bar of a perft count: leaves so far, leaves per second and remaining time.

use std::fmt::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use indicatif::{FormattedDuration, ProgressState, ProgressStyle};

use super::{Progress, lock};

/// The number of steps of the bar.
const STEPS: f64 = 1e4;

/// A progress bar for a count of leaves. Any thread may advance it. It is removed when dropped.
pub(crate) struct LeafProgress {
    progress: Progress,
    so_far: Arc<Mutex<SoFar>>,
}

/// The progress of a count.
#[derive(Clone, Copy, Default)]
struct SoFar {
    leaves: u128,
    /// The counted share of the whole, from 0 to 1.
    share: f64,
}

impl LeafProgress {
    /// Creates a bar at 0 leaves.
    pub(crate) fn new() -> LeafProgress {
        let so_far = Arc::<Mutex<SoFar>>::default();
        let drawn = Arc::clone(&so_far);
        let figures = move |state: &ProgressState, out: &mut dyn Write| {
            // An error of drawing does not affect the count.
            let _ = lock(&drawn).write(state.elapsed(), out);
        };
        let template = "{elapsed_precise} [{wide_bar}] {figures}";
        let style = ProgressStyle::with_template(template).map(|s| s.with_key("figures", figures));
        LeafProgress { progress: Progress::styled(Some(STEPS as u64), style), so_far }
    }

    /// Advances the bar by a number of leaves and by their share of the whole.
    pub(crate) fn advance(&self, leaves: u128, share: f64) {
        let mut so_far = lock(&self.so_far);
        so_far.leaves += leaves;
        so_far.share += share;
        let steps = so_far.share * STEPS;
        // Unlocked here because drawing locks it again.
        drop(so_far);
        self.progress.bar.set_position(steps as u64);
    }
}

impl SoFar {
    fn write(self, elapsed: Duration, out: &mut dyn Write) -> fmt::Result {
        let SoFar { leaves, share } = self;
        let seconds = elapsed.as_secs_f64();
        let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
        write!(out, "{leaves} leaves, {speed:.1} million/s, ")?;
        // The estimate assumes that time is proportional to the share.
        match Duration::try_from_secs_f64(seconds * (1.0 - share).max(0.0) / share) {
            Ok(left) => write!(out, "{} left", FormattedDuration(left)),
            Err(_) => out.write_str("unknown time left"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_time_is_estimated_from_the_share() {
        for (leaves, share, text) in [
            (0, 0.0, "0 leaves, 0.0 million/s, unknown time left"),
            (60_000_000, 0.25, "60000000 leaves, 2.0 million/s, 00:01:30 left"),
            (90_000_000, 1.0, "90000000 leaves, 3.0 million/s, 00:00:00 left"),
            // Rounded shares may add up to slightly more than 1.
            (90_000_000, 1.0 + 1e-12, "90000000 leaves, 3.0 million/s, 00:00:00 left"),
        ] {
            let mut drawn = String::new();
            let so_far = SoFar { leaves, share };
            so_far.write(Duration::from_secs(30), &mut drawn).expect("it is a string");
            assert_eq!(drawn, text);
        }
    }
}
