//! Requests to stop a run: by a signal, or by the program that called
//! [`run_with`](crate::run_with).

use std::cell::RefCell;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How often a run that waits for something else looks for an interruption.
pub(crate) const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// How long a run may continue after a signal. It includes the time until the signal is noticed.
const GRACE: Duration = Duration::from_millis(850);

/// The hidden environment variable with another time in milliseconds. With a long one, a test finds
/// a run that does not end by itself, whatever the speed of the machine.
const GRACE_VARIABLE: &str = "SETWISE_GRACE_MS";

fn grace() -> Duration {
    let value = std::env::var(GRACE_VARIABLE).ok().and_then(|value| value.parse().ok());
    value.map_or(GRACE, Duration::from_millis)
}

thread_local! {
    /// The interruption of the run on this thread.
    static CURRENT: RefCell<Interruption> = RefCell::default();
}

/// A request to stop a run. Clones share it.
///
/// A run stops within a fraction of a second. It first prints the results that are finished.
///
/// ```
/// use setwise_cli::{Cause, Interruption, run_with};
///
/// let interruption = Interruption::new();
/// let remote = interruption.clone();
/// std::thread::spawn(move || remote.request(Cause::Interrupt));
/// let arguments = ["setwise", "perft", "100"].map(Into::into);
/// assert_eq!(run_with(arguments, &interruption), 130);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interruption {
    /// The exit code of the run; 0 if it has not been requested to stop.
    code: Arc<AtomicUsize>,
    /// Whether a pager runs, to which Ctrl-C belongs.
    is_paged: Arc<AtomicBool>,
}

/// The reason of an [`Interruption`], which decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The user stops the run, as with Ctrl-C (the signal SIGINT). The exit code is 130.
    Interrupt,
    /// The system stops the run, as with the signal SIGTERM. The exit code is 143.
    Terminate,
}

impl Cause {
    /// Returns the number of the signal.
    fn signal(self) -> i32 {
        match self {
            Cause::Interrupt => signal_hook::consts::SIGINT,
            Cause::Terminate => signal_hook::consts::SIGTERM,
        }
    }

    /// Returns the exit code of a run that this stopped: 128 and the number of the signal, as in a
    /// shell.
    pub fn exit_code(self) -> u8 {
        match self {
            Cause::Interrupt => 130,
            Cause::Terminate => 143,
        }
    }
}

impl Interruption {
    /// Creates an interruption that has not come.
    pub fn new() -> Interruption {
        Interruption::default()
    }

    /// Installs handlers for SIGINT (Ctrl-C) and SIGTERM, and returns the interruption that they
    /// request. Only a program that runs nothing else should call this.
    ///
    /// The process exits 0.9 seconds after the first signal even if the run has not ended, as when
    /// it is blocked because no one reads its output.
    pub fn on_signals() -> Interruption {
        let interruption = Interruption::new();
        let watched = interruption.clone();
        let watch = thread::Builder::new().spawn(move || {
            loop {
                thread::sleep(CHECK_INTERVAL);
                let code = watched.code.load(Ordering::Relaxed);
                let is_for_pager = code == usize::from(Cause::Interrupt.exit_code())
                    && watched.is_paged.load(Ordering::Relaxed);
                if code != 0 && !is_for_pager {
                    thread::sleep(grace());
                    std::process::exit(watched.exit_code().into());
                }
            }
        });
        if watch.is_err() {
            // A run that is blocked would not end, so a signal ends the process immediately.
            return interruption;
        }
        for cause in [Cause::Interrupt, Cause::Terminate] {
            let code = Arc::clone(&interruption.code);
            // If a handler cannot be installed, the signal ends the process immediately.
            let _ =
                signal_hook::flag::register_usize(cause.signal(), code, cause.exit_code().into());
        }
        interruption
    }

    /// Requests that the run stops. Later requests have no effect.
    pub fn request(&self, cause: Cause) {
        let code = cause.exit_code().into();
        // A failure means that there was a request before.
        let _ = self.code.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Returns whether the run has been requested to stop.
    pub fn has_come(&self) -> bool {
        self.code.load(Ordering::Relaxed) != 0
    }

    /// Ignores Ctrl-C until the result is dropped: the terminal sends it to the pager too, for
    /// which it is a key.
    pub(crate) fn leave_to_pager(&self) -> Paging {
        self.is_paged.store(true, Ordering::Relaxed);
        Paging { interruption: self.clone() }
    }

    /// Returns the exit code of the run that was stopped.
    pub(crate) fn exit_code(&self) -> u8 {
        match self.code.load(Ordering::Relaxed) {
            0 => Cause::Interrupt.exit_code(),
            code => code as u8,
        }
    }

    /// Returns the interruption of the run on this thread.
    pub(crate) fn current() -> Interruption {
        CURRENT.with_borrow(Interruption::clone)
    }

    /// Makes this the interruption of the run on this thread, until the result is dropped.
    pub(crate) fn make_current(&self) -> Scope {
        Scope { before: CURRENT.replace(self.clone()) }
    }

    /// Returns the error of a reader that stops because of an interruption, if it has come.
    pub(crate) fn check(&self) -> io::Result<()> {
        if self.has_come() { Err(io::Error::other("interrupted")) } else { Ok(()) }
    }
}

/// Restores the interruption of a thread when dropped.
pub(crate) struct Scope {
    before: Interruption,
}

impl Drop for Scope {
    fn drop(&mut self) {
        CURRENT.set(std::mem::take(&mut self.before));
    }
}

/// Forgets a Ctrl-C that came while the pager ran, when dropped.
pub(crate) struct Paging {
    interruption: Interruption,
}

impl Drop for Paging {
    fn drop(&mut self) {
        let Interruption { code, is_paged } = &self.interruption;
        let interrupt = Cause::Interrupt.exit_code().into();
        // A failure means that there was no signal, or another one.
        let _ = code.compare_exchange(interrupt, 0, Ordering::Relaxed, Ordering::Relaxed);
        is_paged.store(false, Ordering::Relaxed);
    }
}

/// A reader that fails after an interruption of the run. Its source must not block.
pub(crate) struct Interruptible<R> {
    source: R,
    interruption: Interruption,
}

impl<R> Interruptible<R> {
    /// Wraps a source, for the run on this thread.
    pub(crate) fn new(source: R) -> Interruptible<R> {
        Interruptible { source, interruption: Interruption::current() }
    }
}

impl<R: Read> Read for Interruptible<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interruption.check()?;
        self.source.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_request_decides_the_exit_code() {
        let interruption = Interruption::new();
        assert!(!interruption.has_come() && interruption.check().is_ok());
        interruption.clone().request(Cause::Terminate);
        interruption.request(Cause::Interrupt);
        assert!(interruption.has_come() && interruption.check().is_err());
        assert_eq!(interruption.exit_code(), 143);
    }

    #[test]
    fn an_inner_run_has_its_own_interruption() {
        let (outer, inner) = (Interruption::new(), Interruption::new());
        let scope = outer.make_current();
        inner.request(Cause::Interrupt);
        let within = inner.make_current();
        assert!(Interruption::current().has_come());
        drop(within);
        assert!(!Interruption::current().has_come());
        outer.request(Cause::Interrupt);
        assert!(Interruption::current().has_come());
        drop(scope);
        assert!(!Interruption::current().has_come());
    }

    #[test]
    fn the_exit_codes_follow_the_numbers_of_the_signals() {
        for cause in [Cause::Interrupt, Cause::Terminate] {
            assert_eq!(i32::from(cause.exit_code()), 128 + cause.signal());
        }
    }
}
