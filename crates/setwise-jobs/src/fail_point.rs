//! Points at which a test can end the process, as a power cut would.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The hidden environment variable: `STAGE/POINT`, or `STAGE/POINT:N` for the Nth time.
const VARIABLE: &str = "SETWISE_FAIL_POINT";

struct Wanted {
    name: String,
    times: AtomicU32,
}

fn wanted() -> Option<&'static Wanted> {
    static WANTED: OnceLock<Option<Wanted>> = OnceLock::new();
    let wanted = WANTED.get_or_init(|| {
        let value = std::env::var(VARIABLE).ok()?;
        let (name, times) = value.split_once(':').unwrap_or((&value, "1"));
        Some(Wanted { name: name.to_owned(), times: AtomicU32::new(times.parse().ok()?) })
    });
    wanted.as_ref()
}

/// Returns whether the environment asks for any point.
pub(crate) fn is_set() -> bool {
    wanted().is_some()
}

/// Ends the process without any cleanup if the environment asks for it at this point.
pub(crate) fn reached(stage: &str, point: &str) {
    let Some(wanted) = wanted() else { return };
    let here = wanted.name.split_once('/') == Some((stage, point));
    if here && wanted.times.fetch_sub(1, Ordering::Relaxed) == 1 {
        std::process::abort();
    }
}
