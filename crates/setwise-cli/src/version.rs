//! What `--version` says: the version, and what this CPU makes of it.

use setwise_techniques::Technique;

use crate::machine;

/// The version, the CPU features found, and the technique in use, a line each.
pub(crate) fn long() -> String {
    let technique = Technique::fastest();
    format!(
        "{}\nCPU features found: {}\ntechnique in use: {technique} ({})",
        env!("CARGO_PKG_VERSION"),
        machine::bitboard_features(),
        technique.card().title,
    )
}
