//! The sliding-attack techniques: those that run here, and those that need a CPU feature.

use setwise_techniques::Technique;

use crate::answer::{Document, object};

/// The techniques that need a feature of an x86-64 CPU. A build for another CPU does not have them.
const NEED_X86_64: &[&str] = &["dual-hyperbola", "gfni-hyperbola", "pext", "pext-compressed"];

/// Returns the techniques, starting with the simplest.
pub(crate) fn list() -> Document {
    let here = Technique::ALL.iter().filter(|technique| !needs_cpu(technique.name()));
    let cards = here
        .map(|technique| object!({ "name": technique.name(), "title": technique.card().title }));
    object!({ "techniques": cards.collect::<Vec<_>>(), "absent": NEED_X86_64 })
}

/// Returns whether a technique needs a CPU feature that no browser offers.
pub(crate) fn needs_cpu(name: &str) -> bool {
    NEED_X86_64.contains(&name)
}
