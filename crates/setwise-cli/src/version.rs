//! The text of `setwise --version`.

use setwise_techniques::Technique;

use crate::machine;

/// Returns the version, the detected CPU features and the default technique, one per line.
pub(crate) fn long() -> String {
    let technique = Technique::fastest();
    format!(
        "{}\nCPU features found: {}\ntechnique in use: {technique} ({})",
        env!("CARGO_PKG_VERSION"),
        machine::bitboard_features(),
        technique.card().title,
    )
}
