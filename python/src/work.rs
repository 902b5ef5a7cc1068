//! Long work: without the GIL, on threads, stopped by Ctrl-C.

use std::ffi::CString;
use std::fmt::Display;
use std::iter;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyUserWarning};
use pyo3::prelude::*;
use setwise_jobs::number::{HASH_MB, THREADS};

use crate::allocate::OutOfMemory;
use crate::arguments::Whole;

/// The time between two checks for Ctrl-C.
pub(crate) const BETWEEN_CHECKS: Duration = Duration::from_millis(20);

/// The stack of a thread that counts, as large as the stack of a program's first thread. Without
/// optimisation a count needs 1 MiB for each move of its depth but the last two.
pub(crate) const STACK_BYTES: usize = 8 << 20;

/// Returns the number of threads of an argument; by default one for each CPU.
pub(crate) fn threads(argument: Option<Whole>) -> PyResult<usize> {
    let all = || Ok(thread::available_parallelism().map_or(1, NonZero::get));
    argument.map_or_else(all, |threads| threads.within("threads", &THREADS))
}

/// Returns the size in bytes of a hash table of counts, 0 for no table.
pub(crate) fn hash_bytes(size: Whole) -> PyResult<usize> {
    Ok(usize::try_from(size.within("hash_mb", &HASH_MB)? << 20).unwrap_or(usize::MAX))
}

/// Warns the user.
pub(crate) fn warn(py: Python<'_>, message: impl Display) -> PyResult<()> {
    let message = CString::new(message.to_string())?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)
}

/// Does work piece by piece on some threads, the calling one among them.
///
/// A piece should take less than a millisecond. If `is_short`, all of the work takes less than
/// that; then it is done without releasing the GIL. The pieces are handed out in order.
///
/// # Errors
///
/// `MemoryError` if a piece could not be done, or the exception of a signal handler, such as
/// `KeyboardInterrupt`. Then some pieces are left undone.
pub(crate) fn run<P: Send>(
    py: Python<'_>,
    threads: usize,
    is_short: bool,
    mut pieces: impl Iterator<Item = P> + Send,
    work: impl Fn(P) -> Result<(), OutOfMemory> + Sync,
) -> PyResult<()> {
    if is_short {
        return Ok(pieces.try_for_each(work)?);
    }
    let queue = Mutex::new(pieces);
    let is_stopped = AtomicBool::new(false);
    let next = || match is_stopped.load(Ordering::Relaxed) {
        true => None,
        false => queue.lock().unwrap_or_else(PoisonError::into_inner).next(),
    };
    let failure = OnceLock::new();
    let attempt = |piece| {
        if let Err(error) = work(piece) {
            is_stopped.store(true, Ordering::Relaxed);
            // The first of several failures is reported.
            let _ = failure.set(error);
        }
    };
    let help = || {
        while let Some(piece) = next() {
            attempt(piece);
        }
    };
    py.detach(|| {
        thread::scope(|scope| {
            for _ in 1..threads {
                // With fewer threads the work takes longer.
                let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, help);
            }
            let mut checked = Instant::now();
            while let Some(piece) = next() {
                attempt(piece);
                if checked.elapsed() >= BETWEEN_CHECKS {
                    if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                        is_stopped.store(true, Ordering::Relaxed);
                        return Err(interrupt);
                    }
                    checked = Instant::now();
                }
            }
            Ok(())
        })
    })?;
    failure.into_inner().map_or(Ok(()), |error| Err(error.into()))
}

/// Waits for a message. Returns `None` if no more messages come.
///
/// `checked` is the time of the last check for Ctrl-C, if the calling thread answers signals. The
/// next check does not depend on the messages: they may come without a pause.
///
/// # Errors
///
/// The exception of a signal handler, such as `KeyboardInterrupt`.
pub(crate) fn receive<T>(
    received: &Receiver<T>,
    mut checked: Option<&mut Instant>,
) -> PyResult<Option<T>> {
    loop {
        if let Some(checked) = &mut checked
            && checked.elapsed() >= BETWEEN_CHECKS
        {
            Python::attach(|py| py.check_signals())?;
            **checked = Instant::now();
        }
        match received.recv_timeout(BETWEEN_CHECKS) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Runs a computation on a thread of its own, without the GIL. The calling thread calls `report`
/// with what the computation sends, and waits for Ctrl-C.
///
/// The computation must end soon after the flag that it receives is set.
///
/// # Errors
///
/// The exception of a signal handler, such as `KeyboardInterrupt`, or of `report`; `RuntimeError`
/// if the thread cannot be started.
pub(crate) fn run_and_report<T: Send, M: for<'py> IntoPyObject<'py> + Send>(
    py: Python<'_>,
    report: Option<&Py<PyAny>>,
    computation: impl FnOnce(&AtomicBool, &Sender<M>) -> T + Send,
) -> PyResult<T> {
    let is_stopped = &AtomicBool::new(false);
    let stop = || is_stopped.store(true, Ordering::Relaxed);
    run_on_a_thread(py, report, stop, |sender| computation(is_stopped, sender))
}

/// Runs a computation as [`run_and_report`] does; it must end soon after a call of `stop`.
fn run_on_a_thread<T: Send, M: for<'py> IntoPyObject<'py> + Send>(
    py: Python<'_>,
    report: Option<&Py<PyAny>>,
    stop: impl FnOnce() + Send,
    computation: impl FnOnce(&Sender<M>) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, received) = mpsc::channel();
            let thread =
                thread::Builder::new().spawn_scoped(scope, move || computation(&sender)).map_err(
                    |error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")),
                )?;
            let tell = |message| {
                let tell = |report: &Py<PyAny>| {
                    Python::attach(|py| report.call1(py, (message,)).map(drop))
                };
                report.map_or(Ok(()), tell)
            };
            let mut checked = Instant::now();
            let answered = iter::from_fn(|| receive(&received, Some(&mut checked)).transpose())
                .try_for_each(|message| tell(message?));
            if answered.is_err() {
                stop();
            }
            let result = thread.join();
            answered?;
            result.map_err(|_| PyRuntimeError::new_err("a thread failed"))
        })
    })
}

/// Runs a computation as [`run_and_report`] does, without a report.
pub(crate) fn run_and_wait<T: Send>(
    py: Python<'_>,
    computation: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    run_and_report(py, None, |is_stopped, _: &Sender<()>| computation(is_stopped))
}

/// Runs a computation as [`run_and_wait`] does; it must end soon after a call of `stop`.
pub(crate) fn run_until_stopped<T: Send>(
    py: Python<'_>,
    stop: impl FnOnce() + Send,
    computation: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    run_on_a_thread(py, None, stop, |_: &Sender<()>| computation())
}
