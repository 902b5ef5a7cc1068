//! Numbers with their nouns, in messages.

/// Returns `1 game`, `2 games`, `1 entry` or `2 entries`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {noun}s"),
    }
}
