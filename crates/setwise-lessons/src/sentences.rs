//! The sentences of the steps of sliding-attack techniques, by equation.

use std::sync::LazyLock;

/// Lines with equations, and below them, indented, the sentences of steps with these equations.
const SENTENCES: &str = include_str!("sentences.txt");

/// Equations and their sentences. Equations that follow each other share the sentences below them.
static BY_EQUATION: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let mut sentences = Vec::new();
    let mut lines = SENTENCES.lines().peekable();
    while lines.peek().is_some() {
        let mut equations = Vec::new();
        while let Some(equation) = lines.next_if(|line| !line.starts_with(' ')) {
            equations.push(equation);
        }
        let mut text = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with(' ')) {
            text.push(line.trim_start());
        }
        let text = text.join(" ");
        sentences.extend(equations.into_iter().map(|equation| (equation, text.clone())));
    }
    sentences
});

/// Returns the sentences of a step, or an empty text if the equation is of no technique.
pub(super) fn sentences(equation: &str) -> &'static str {
    match BY_EQUATION.iter().find(|(of, _)| *of == equation) {
        Some((_, text)) => text,
        None if equation.contains(" OR ") && equation.ends_with("= attacked") => {
            "OR unites the parts."
        }
        None => "",
    }
}
