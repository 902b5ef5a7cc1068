//! The sentences that explain the steps of a technique, apart from its formula.
//!
//! [`Technique::trace`](crate::Technique::trace) and [`Fill::trace`](crate::fill::Fill::trace) pass
//! a [`Spoken`] to the formula, which says the sentences to the trace of the caller. Tests find each
//! step without a sentence, and each sentence that is never said.

use super::{Expression, Term, Trace};

/// The sentences of the steps of some parts of a lookup, in the order of the steps.
///
/// A step is named by its result: a name that ends with `*` stands for all names that begin so. A
/// step takes the first sentence for its name behind those that the steps before it in this part
/// took, or else the last one for its name.
#[derive(Clone, Copy, Debug)]
pub struct Sentences {
    /// The titles of the parts; empty for all parts that have no sentence of their own.
    parts: &'static [&'static str],
    /// The names of the steps, with their sentences.
    steps: &'static [(&'static str, &'static str)],
}

impl Sentences {
    /// Returns the sentences of the steps with these names.
    pub const fn of(steps: &'static [(&'static str, &'static str)]) -> Sentences {
        Sentences { parts: &[], steps }
    }

    /// Returns the sentences of the steps with these names in the parts with these titles.
    ///
    /// Before the first part begins, its title is the name of the piece: `rook`.
    pub const fn of_parts(
        parts: &'static [&'static str],
        steps: &'static [(&'static str, &'static str)],
    ) -> Sentences {
        Sentences { parts, steps }
    }

    /// Returns all sentences.
    #[cfg(test)]
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.steps.iter().map(|(_, text)| *text)
    }
}

/// What is said of the union that [`trace_queen`](super::Traced::trace_queen) shows.
const QUEEN: Sentences = Sentences::of_parts(
    &["both"],
    &[(
        "attacked",
        "A queen attacks what a rook and a bishop on her square attack, so OR unites both sets.",
    )],
);

/// A trace that says the sentences of each step to another trace, before it shows the step.
///
/// It is never silent.
pub struct Spoken<'t> {
    sentences: &'static [Sentences],
    part: &'static str,
    /// The number of sentences before the one that the next step may take.
    taken: usize,
    trace: &'t mut dyn Trace,
}

impl<'t> Spoken<'t> {
    /// Creates the trace of a lookup that begins in a part.
    pub fn new(
        sentences: &'static [Sentences],
        part: &'static str,
        trace: &'t mut dyn Trace,
    ) -> Spoken<'t> {
        Spoken { sentences, part, taken: 0, trace }
    }

    /// Returns the sentence of the step with this name. The sentences of the part itself come
    /// before the sentences of all parts.
    fn sentence(&mut self, name: &str) -> Option<&'static str> {
        for of_the_part in [true, false] {
            let (mut index, mut found) = (0, None);
            for group in self.sentences.iter().chain([&QUEEN]) {
                let applies = if of_the_part {
                    group.parts.contains(&self.part)
                } else {
                    group.parts.is_empty()
                };
                for &(step, sentence) in group.steps {
                    let is_named = match step.strip_suffix('*') {
                        Some(start) => name.starts_with(start),
                        None => name == step,
                    };
                    // The first that is not taken, or else the last.
                    if applies && is_named && found.is_none_or(|(at, _)| at < self.taken) {
                        found = Some((index, sentence));
                    }
                    index += 1;
                }
            }
            if let Some((at, sentence)) = found {
                self.taken = self.taken.max(at + 1);
                return Some(sentence);
            }
        }
        None
    }
}

impl Trace for Spoken<'_> {
    fn part(&mut self, title: &'static str) {
        (self.part, self.taken) = (title, 0);
        self.trace.part(title);
    }

    fn say(&mut self, text: &'static str) {
        self.trace.say(text);
    }

    fn step(&mut self, expression: &dyn Expression, result: Term) {
        if let Some(sentence) = self.sentence(result.text()) {
            self.trace.say(sentence);
        }
        self.trace.step(expression, result);
    }
}

/// A trace that keeps the sentences.
#[cfg(test)]
#[derive(Default)]
pub(crate) struct Said(pub(crate) Vec<&'static str>);

#[cfg(test)]
impl Trace for Said {
    fn part(&mut self, _: &'static str) {}

    fn say(&mut self, text: &'static str) {
        self.0.push(text);
    }

    fn step(&mut self, _: &dyn Expression, _: Term) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Set;
    use setwise::Bitboard;

    #[test]
    fn a_step_takes_the_next_sentence_of_its_name_and_part() {
        const SENTENCES: &[Sentences] = &[
            Sentences::of(&[("o", "first"), ("by *", "by"), ("o", "second")]),
            Sentences::of_parts(&["north", "south"], &[("o", "vertical")]),
        ];
        let mut said = Said::default();
        let mut spoken = Spoken::new(SENTENCES, "rook", &mut said);
        let mut steps = |names: &[&'static str]| {
            for &name in names {
                spoken.set(name, Set("a1", Bitboard(1)));
            }
            spoken.part(if names.len() > 3 { "north" } else { "both" });
        };
        steps(&["o", "by rank 1", "o", "o"]);
        steps(&["o", "other", "by"]);
        steps(&["o", "attacked"]);
        let expected = ["first", "by", "second", "second", "vertical", "first", QUEEN.steps[0].1];
        assert_eq!(said.0, expected);
    }
}
