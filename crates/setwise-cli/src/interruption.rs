//! Ctrl-C, as a question that a long run asks between two steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::verdict::INTERRUPTED;

/// Whether Ctrl-C has been pressed; all clones know it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Listens to Ctrl-C from now on. The run no longer ends by itself: it must ask. But who
    /// presses it a second time does not want to wait.
    pub(crate) fn listen() -> Interruption {
        let interruption = Interruption::default();
        let to_come = interruption.clone();
        // Without a handler Ctrl-C ends the run at once, which is as good.
        let _ = ctrlc::set_handler(move || {
            if to_come.has_come() {
                std::process::exit(INTERRUPTED.into());
            }
            to_come.come();
        });
        interruption
    }

    /// Comes, as by Ctrl-C.
    pub(crate) fn come(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has come.
    pub(crate) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
