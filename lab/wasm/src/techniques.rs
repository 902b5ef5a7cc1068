//! The sliding-attack techniques: those that run here, and those that need a CPU feature.

use setwise_techniques::Technique;

use crate::json::{Value, json};

/// The techniques that need a feature of an x86-64 CPU. A build for another CPU does not have them.
const NEED_X86_64: &[&str] = &["dual-hyperbola", "gfni-hyperbola", "pext", "pext-compressed"];

/// Returns the techniques, starting with the simplest.
pub(crate) fn list() -> Value {
    let here = Technique::ALL.iter().filter(|technique| !needs_cpu(technique.name()));
    let cards = here.map(|technique| {
        let card = technique.card();
        json!({
            "name": technique.name(),
            "title": card.title,
            "people": card.people,
            "year": card.year,
            "source": card.source,
            "tableBytes": card.table_bytes,
        })
    });
    json!({ "techniques": cards.collect::<Value>(), "absent": NEED_X86_64.iter().copied().collect::<Value>() })
}

/// Returns whether a technique needs a CPU feature that no browser offers.
pub(crate) fn needs_cpu(name: &str) -> bool {
    NEED_X86_64.contains(&name)
}
