//! The progress of a job: shards, rows and bytes so far, and the remaining time.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressStyle};
use setwise_jobs::forecast::{Forecast, SoFar};

use super::{Progress, Timer, lock};
use crate::standard_error::print_line;

/// The number of steps of the bar.
const STEPS: f64 = 1e4;

/// The progress of the shards of a job. Any thread may advance it. On a terminal it is a bar, which
/// is removed when dropped; elsewhere it is a line at intervals.
pub(crate) struct ShardProgress {
    progress: Progress,
    shared: Arc<Mutex<Shared>>,
    /// Writes the lines.
    _log: Option<Timer>,
}

/// What the thread that writes lines reads.
struct Shared {
    forecast: Forecast,
    threads: usize,
    /// The number of shards that have failed.
    failed: u32,
    /// The time at which the stage was begun.
    begun: Instant,
}

impl ShardProgress {
    /// Creates the progress of a job that runs on some threads. Lines are written at intervals
    /// unless it is `None`.
    pub(crate) fn new(forecast: Forecast, threads: usize, log: Option<Duration>) -> ShardProgress {
        let style = ProgressStyle::with_template("{elapsed_precise} [{wide_bar}] {msg}");
        let progress = Progress::styled(Some(STEPS as u64), style);
        let shared = Shared { forecast, threads, failed: 0, begun: Instant::now() };
        let shared = Arc::new(Mutex::new(shared));
        let log = log.filter(|_| !io::stderr().is_terminal());
        let read = Arc::clone(&shared);
        let write = move || {
            let line = lock(&read).line();
            line.into_iter().for_each(print_line);
        };
        let _log = log.map(|interval| Timer::start(interval, write));
        ShardProgress { progress, shared, _log }
    }

    /// Tells that a stage begins.
    pub(crate) fn begin(&self, begin: impl FnOnce(&mut Forecast)) {
        lock(&self.shared).begun = Instant::now();
        self.change(begin);
    }

    /// Changes the forecast: a shard is done.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Forecast)) {
        let mut shared = lock(&self.shared);
        change(&mut shared.forecast);
        self.progress.bar.set_position((shared.forecast.share_done() * STEPS) as u64);
        self.progress.bar.set_message(shared.message());
    }

    /// Counts a shard that failed, and calls `write`, which writes to the terminal, as
    /// [`ShardProgress::aside`] does.
    pub(crate) fn fail(&self, write: impl FnOnce()) {
        lock(&self.shared).failed += 1;
        self.aside(write);
    }

    /// Hides the bar while `write` writes to the terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.progress.aside(write)
    }
}

impl Shared {
    fn left(&self) -> FormattedDuration {
        let left = self.forecast.seconds_left() / self.threads.max(1) as f64;
        FormattedDuration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
    }

    /// Returns the message of the bar.
    fn message(&self) -> String {
        let SoFar { stage, shards, done, rows, bytes } = &self.forecast.so_far;
        let (megabytes, left) = (*bytes as f64 / 1e6, self.left());
        format!("{stage} {done}/{shards}, {rows} rows, {megabytes:.1} MB, about {left} left")
    }

    /// Returns the line of a log; `None` before the first stage.
    fn line(&self) -> Option<String> {
        let SoFar { stage, shards, done, rows, .. } = &self.forecast.so_far;
        if stage.is_empty() {
            return None;
        }
        let rate = *rows as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        let (failed, left) = (self.failed, self.left());
        Some(format!(
            "{stage}: {done} of {shards} shards done, {failed} failed, {rate:.0} rows/s, about \
             {left} left"
        ))
    }
}
