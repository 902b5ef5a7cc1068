//! A progress bar for runs that take long, on a terminal only.

mod leaves;

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::style::TemplateError;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub(crate) use self::leaves::LeafProgress;

/// A run that is over sooner draws no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on standard error; gone when dropped.
pub struct Progress {
    bar: ProgressBar,
    /// The thread that draws the bar when patience is over. It ends when the sender is dropped.
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// A bar for so many steps of some unit.
    pub fn new(steps: u64, unit: &str) -> Progress {
        let counts = format!("[{{wide_bar}}] {{pos}}/{{len}} {unit}");
        Progress::with_template(Some(steps), &counts)
    }

    /// A bar for so many bytes, with their speed; without an end if nobody knows how many there
    /// are.
    pub fn of_bytes(bytes: Option<u64>) -> Progress {
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
        let drawer = io::stderr().is_terminal().then(|| draw_later(bar.clone()));
        Progress { bar, drawer }
    }

    /// So many steps are done.
    pub fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }

    /// Takes the bar away while something else is written to the terminal.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

fn draw_later(bar: ProgressBar) -> (Sender<()>, JoinHandle<()>) {
    let (sender, ended) = mpsc::channel();
    let drawer = thread::spawn(move || {
        if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(250));
        }
    });
    (sender, drawer)
}

impl Drop for Progress {
    fn drop(&mut self) {
        // The thread has ended before the bar is cleared, so that it cannot draw it once more.
        if let Some((sender, drawer)) = self.drawer.take() {
            drop(sender);
            // It has nothing to say, even had it panicked.
            let _ = drawer.join();
        }
        self.bar.finish_and_clear();
    }
}
