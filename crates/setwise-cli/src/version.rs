//! The text of `setwise --version`.

use setwise::dispatch::forced_level;
use setwise_techniques::{Technique, cpu_features};

/// Returns the version, the detected CPU features, what `SETWISE_CPU` forces and the default
/// technique, one per line.
pub(crate) fn long() -> String {
    let technique = Technique::fastest();
    let forced = match forced_level() {
        Ok(None) => String::new(),
        Ok(Some(level)) => format!("\nCPU level forced by SETWISE_CPU: {level}"),
        Err(error) => format!("\nCPU level forced: none, because {error}"),
    };
    format!(
        "{}\nCPU features found: {}{forced}\ntechnique in use: {technique} ({})",
        env!("CARGO_PKG_VERSION"),
        cpu_features::detected(),
        technique.card().title,
    )
}
