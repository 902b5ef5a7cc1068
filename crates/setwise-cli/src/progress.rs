//! Progress bars for long runs. They are drawn only if standard error is a terminal.

mod leaves;
mod shards;

use std::io::{self, IsTerminal, Read};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
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
    /// The thread that draws the bar after the delay. It ends when the sender is dropped.
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
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
        let drawer = if io::stderr().is_terminal() { draw_later(bar.clone()) } else { None };
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

/// Returns nothing if no thread can be started; then the bar is not drawn.
fn draw_later(bar: ProgressBar) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (sender, ended) = mpsc::channel();
    let drawer = thread::Builder::new().spawn(move || {
        if ended.recv_timeout(DRAW_DELAY) == Err(RecvTimeoutError::Timeout) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(250));
        }
    });
    Some((sender, drawer.ok()?))
}

impl Drop for Progress {
    fn drop(&mut self) {
        // The thread must end before the bar is cleared; otherwise it could draw the bar again.
        if let Some((sender, drawer)) = self.drawer.take() {
            drop(sender);
            // A panic of this thread does not affect the result.
            let _ = drawer.join();
        }
        self.bar.finish_and_clear();
    }
}
