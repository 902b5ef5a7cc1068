//! A Ctrl-C flag, which a long computation checks from time to time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::verdict::INTERRUPTED;

/// A flag that Ctrl-C sets. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Installs a Ctrl-C handler that sets the flag. The process then ends only when the
    /// computation checks the flag; a second Ctrl-C ends it immediately.
    pub(crate) fn on_ctrl_c() -> Interruption {
        let interruption = Interruption::default();
        let flag = interruption.clone();
        // If the handler cannot be installed, Ctrl-C ends the process immediately.
        let _ = ctrlc::set_handler(move || {
            if flag.has_come() {
                std::process::exit(INTERRUPTED.into());
            }
            flag.set();
        });
        interruption
    }

    /// Sets the flag, as Ctrl-C does.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag is set.
    pub(crate) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
