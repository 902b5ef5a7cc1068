//! Progress bars for long runs. They are drawn only if standard error is a terminal.

mod leaves;
mod shards;

use std::io::{self, IsTerminal, Read};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::style::TemplateError;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub(crate) use self::leaves::LeafProgress;
pub(crate) use self::shards::ShardProgress;

/// The delay before the bar is first drawn. A shorter run draws no bar.
const DRAW_DELAY: Duration = Duration::from_secs(1);

/// A progress bar on standard error. It is removed when dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// The timer that draws the bar after the delay.
    drawer: Option<Timer>,
}

impl Progress {
    /// Creates a bar for a number of steps; `unit` names them.
    pub(crate) fn new(steps: u64, unit: &str) -> Progress {
        let counts = format!("[{{wide_bar}}] {{pos}}/{{len}} {unit}");
        Progress::with_template(Some(steps), &counts)
    }

    /// Creates a bar for a number of bytes, with the number of bytes per second. If the total is
    /// unknown, it shows only the bytes so far.
    pub(crate) fn of_bytes(bytes: Option<u64>) -> Progress {
        let counts = match bytes {
            Some(_) => "[{wide_bar}] {bytes}/{total_bytes} {bytes_per_sec}",
            None => "{bytes} {bytes_per_sec}",
        };
        Progress::with_template(bytes, counts)
    }

    fn with_template(steps: Option<u64>, counts: &str) -> Progress {
        let template = format!("{{elapsed_precise}} {counts}");
        Progress::styled(steps, ProgressStyle::with_template(&template))
    }

    fn styled(steps: Option<u64>, style: Result<ProgressStyle, TemplateError>) -> Progress {
        let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::hidden());
        if let Ok(style) = style {
            bar.set_style(style.progress_chars("=> "));
        }
        let mut undrawn = Some(bar.clone());
        let draw = move || {
            if let Some(bar) = undrawn.take() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(Duration::from_millis(250));
            }
        };
        let drawer = io::stderr().is_terminal().then(|| Timer::start(DRAW_DELAY, draw));
        Progress { bar, drawer }
    }

    /// Advances the bar by a number of steps.
    pub(crate) fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }

    /// Returns a reader that advances the bar by the number of bytes read.
    pub(crate) fn of_reading<R: Read>(&self, source: R) -> impl Read + use<R> {
        self.bar.wrap_read(source)
    }

    /// Hides the bar while `write` writes to the terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        // The timer must end before the bar is cleared; otherwise it could draw the bar again.
        drop(self.drawer.take());
        self.bar.finish_and_clear();
    }
}

/// A thread that calls a function at intervals, until this is dropped.
pub(crate) struct Timer(Option<(Sender<()>, JoinHandle<()>)>);

impl Timer {
    /// Starts the thread. If it cannot be started, the function is never called.
    pub(crate) fn start(interval: Duration, mut call: impl FnMut() + Send + 'static) -> Timer {
        let (sender, ended) = mpsc::channel();
        let thread = thread::Builder::new().spawn(move || {
            while ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                call();
            }
        });
        Timer(thread.ok().map(|thread| (sender, thread)))
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.0.take() {
            drop(sender);
            // A panic of this thread does not affect the result.
            let _ = thread.join();
        }
    }
}

/// Locks what threads share, even if one of them panicked while it held the lock.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
