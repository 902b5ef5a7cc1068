//! The bar of a count: how many leaves so far, how fast, and for how long still.

use std::fmt::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{FormattedDuration, ProgressState, ProgressStyle};

use super::Progress;

/// The bar has so many steps.
const STEPS: f64 = 1e4;

/// A bar for a count of leaves; gone when dropped. Any thread may tell it of what it has counted.
pub(crate) struct LeafProgress {
    progress: Progress,
    so_far: Arc<Mutex<SoFar>>,
}

/// What has been counted.
#[derive(Clone, Copy, Default)]
struct SoFar {
    leaves: u128,
    /// Of the whole.
    share: f64,
}

impl LeafProgress {
    /// Nothing has been counted yet.
    pub(crate) fn new() -> LeafProgress {
        let so_far = Arc::<Mutex<SoFar>>::default();
        let drawn = Arc::clone(&so_far);
        let figures = move |state: &ProgressState, out: &mut dyn Write| {
            // What cannot be drawn is not missed.
            let _ = lock(&drawn).write(state.elapsed(), out);
        };
        let template = "{elapsed_precise} [{wide_bar}] {figures}";
        let style = ProgressStyle::with_template(template).map(|s| s.with_key("figures", figures));
        LeafProgress { progress: Progress::styled(Some(STEPS as u64), style), so_far }
    }

    /// So many more leaves, and such a share of the whole, are counted.
    pub(crate) fn advance(&self, leaves: u128, share: f64) {
        let mut so_far = lock(&self.so_far);
        so_far.leaves += leaves;
        so_far.share += share;
        let steps = so_far.share * STEPS;
        // Drawing locks it again.
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
        // Parts take about as long as their shares say.
        match Duration::try_from_secs_f64(seconds * (1.0 - share).max(0.0) / share) {
            Ok(left) => write!(out, "{} left", FormattedDuration(left)),
            Err(_) => out.write_str("unknown time left"),
        }
    }
}

/// What has been counted, also after a thread has panicked.
fn lock(so_far: &Mutex<SoFar>) -> MutexGuard<'_, SoFar> {
    so_far.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_comes_from_the_share() {
        for (leaves, share, text) in [
            (0, 0.0, "0 leaves, 0.0 million/s, unknown time left"),
            (60_000_000, 0.25, "60000000 leaves, 2.0 million/s, 00:01:30 left"),
            (90_000_000, 1.0, "90000000 leaves, 3.0 million/s, 00:00:00 left"),
            // Shares may add up to a little more.
            (90_000_000, 1.0 + 1e-12, "90000000 leaves, 3.0 million/s, 00:00:00 left"),
        ] {
            let mut drawn = String::new();
            let so_far = SoFar { leaves, share };
            so_far.write(Duration::from_secs(30), &mut drawn).expect("it is a string");
            assert_eq!(drawn, text);
        }
    }
}
