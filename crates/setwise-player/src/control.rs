//! Stopping a search from another thread.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

const RUNNING: u8 = 0;
const PONDERING: u8 = 1;
const STOPPED: u8 = 2;

/// Stops a search from another thread, or tells it that the opponent has played the expected move.
///
/// A search that is stopped returns the best move that it has found. It looks every thousand
/// nodes, which is a millisecond or two.
#[derive(Debug, Default)]
pub struct Control(AtomicU8);

impl Control {
    /// Returns the control of a search whose clock does not run until [`Control::ponderhit`].
    pub fn pondering() -> Control {
        Control(AtomicU8::new(PONDERING))
    }

    /// Ends the search, now or when it begins.
    pub fn stop(&self) {
        self.0.store(STOPPED, Relaxed);
    }

    /// Lets the limits of time count: the opponent has played the expected move.
    pub fn ponderhit(&self) {
        // A search that was stopped stays so.
        let _ = self.0.compare_exchange(PONDERING, RUNNING, Relaxed, Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.0.load(Relaxed) == STOPPED
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.0.load(Relaxed) == PONDERING
    }
}
