//! The progress of a job: shards, rows and bytes so far, and the remaining time.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{FormattedDuration, ProgressStyle};
use setwise_jobs::forecast::{Forecast, SoFar};

use super::Progress;

/// The number of steps of the bar.
const STEPS: f64 = 1e4;

/// A progress bar for the shards of a job. Any thread may advance it. It is removed when dropped.
pub(crate) struct ShardProgress {
    progress: Progress,
    threads: usize,
    forecast: Mutex<Forecast>,
}

impl ShardProgress {
    /// Creates a bar for a job that runs on some threads.
    pub(crate) fn new(forecast: Forecast, threads: usize) -> ShardProgress {
        let style = ProgressStyle::with_template("{elapsed_precise} [{wide_bar}] {msg}");
        let progress = Progress::styled(Some(STEPS as u64), style);
        ShardProgress { progress, threads, forecast: Mutex::new(forecast) }
    }

    /// Changes the forecast: a stage begins, or a shard is done.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Forecast)) {
        let mut forecast = self.forecast.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut forecast);
        self.progress.bar.set_position((forecast.share_done() * STEPS) as u64);
        self.progress.bar.set_message(message(&forecast, self.threads));
    }

    /// Hides the bar while `write` writes to the terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.progress.aside(write)
    }
}

fn message(forecast: &Forecast, threads: usize) -> String {
    let SoFar { stage, shards, done, rows, bytes } = &forecast.so_far;
    let left = forecast.seconds_left() / threads.max(1) as f64;
    let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
    let megabytes = *bytes as f64 / 1e6;
    format!(
        "{stage} {done}/{shards}, {rows} rows, {megabytes:.1} MB, about {} left",
        FormattedDuration(left)
    )
}
