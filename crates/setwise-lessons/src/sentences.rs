//! The sentences of the steps of sliding-attack techniques, by equation.

/// Lines with equations, and below them, indented, the sentences of steps with these equations.
const SENTENCES: &str = include_str!("sentences.txt");

/// Returns the sentences of a step, or an empty text if the equation is of no technique.
pub(super) fn sentences(equation: &str) -> String {
    let is_text = |line: &&str| line.starts_with(' ');
    let lines = SENTENCES.lines().skip_while(|line| *line != equation);
    let text = lines.skip_while(|line| !is_text(line)).take_while(is_text);
    let text: Vec<&str> = text.map(str::trim_start).collect();
    if text.is_empty() && equation.contains(" OR ") && equation.ends_with("= attacked") {
        return "OR unites the parts.".to_owned();
    }
    text.join(" ")
}
