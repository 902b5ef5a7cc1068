//! The progress of a job: shards, rows and bytes so far, and the remaining time.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{FormattedDuration, ProgressStyle};
use setwise_jobs::Record;
use setwise_jobs::forecast::Forecast;
use setwise_jobs::job::Stage;

use super::Progress;

/// The number of steps of the bar.
const STEPS: f64 = 1e4;

/// A progress bar for the shards of a job. Any thread may advance it. It is removed when dropped.
pub(crate) struct ShardProgress {
    progress: Progress,
    threads: usize,
    so_far: Mutex<SoFar>,
}

struct SoFar {
    forecast: Forecast,
    stage: String,
    shards: u32,
    done: u32,
    rows: u64,
    bytes: u64,
}

impl ShardProgress {
    /// Creates a bar for a job that runs on some threads.
    pub(crate) fn new(forecast: Forecast, threads: usize) -> ShardProgress {
        let style = ProgressStyle::with_template("{elapsed_precise} [{wide_bar}] {msg}");
        let progress = Progress::styled(Some(STEPS as u64), style);
        let stage = String::new();
        let so_far = SoFar { forecast, stage, shards: 0, done: 0, rows: 0, bytes: 0 };
        ShardProgress { progress, threads, so_far: Mutex::new(so_far) }
    }

    /// Begins a stage, of which some shards are done.
    pub(crate) fn begin(&self, stage: &Stage, done: u32) {
        self.change(|so_far| {
            so_far.stage.clone_from(&stage.name);
            (so_far.shards, so_far.done) = (stage.shards, done);
            (so_far.rows, so_far.bytes) = (0, 0);
        });
    }

    /// Advances the bar by a shard.
    pub(crate) fn done(&self, record: &Record) {
        self.change(|so_far| {
            so_far.forecast.add(record);
            so_far.done += 1;
            so_far.rows += record.rows;
            so_far.bytes += record.bytes;
        });
    }

    /// Hides the bar while `write` writes to the terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.progress.aside(write)
    }

    fn change(&self, change: impl FnOnce(&mut SoFar)) {
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut so_far);
        self.progress.bar.set_position((so_far.forecast.share_done() * STEPS) as u64);
        self.progress.bar.set_message(so_far.message(self.threads));
    }
}

impl SoFar {
    fn message(&self, threads: usize) -> String {
        let SoFar { forecast, stage, shards, done, rows, bytes } = self;
        let left = forecast.seconds_left() / threads.max(1) as f64;
        let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
        let megabytes = *bytes as f64 / 1e6;
        format!(
            "{stage} {done}/{shards}, {rows} rows, {megabytes:.1} MB, about {} left",
            FormattedDuration(left)
        )
    }
}
