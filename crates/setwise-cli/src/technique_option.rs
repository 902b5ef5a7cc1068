//! Parses the names of techniques, and selects those that this CPU can run.

use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use setwise_techniques::cpu_features::this_cpu;
use setwise_techniques::{Technique, TechniqueError};

use crate::verdict::Failure;

/// The value of an option `--technique`: one technique or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Techniques {
    /// All techniques.
    All,
    /// One technique.
    One(Technique),
}

/// Returns the parser of a technique's name.
pub(crate) fn technique_parser() -> impl TypedValueParser<Value = Technique> {
    PossibleValuesParser::new(technique_values()).try_map(|name| technique(&name))
}

/// Returns the parser of a technique's name or `all`.
pub(crate) fn techniques_parser() -> impl TypedValueParser<Value = Techniques> {
    let all = PossibleValue::new("all");
    PossibleValuesParser::new(technique_values().chain([all])).try_map(|name| {
        let one = |name: &str| technique(name).map(Techniques::One);
        if name == "all" { Ok::<_, TechniqueError>(Techniques::All) } else { one(&name) }
    })
}

/// The short name of the best-known technique of a family.
const MAGIC: &str = "magic";

fn technique_values() -> impl Iterator<Item = PossibleValue> {
    Technique::ALL.iter().map(|&technique| {
        let value = PossibleValue::new(technique.name());
        if technique == Technique::MagicFancy { value.alias(MAGIC) } else { value }
    })
}

fn technique(name: &str) -> Result<Technique, TechniqueError> {
    if name == MAGIC { Ok(Technique::MagicFancy) } else { name.parse() }
}

/// The requested techniques, divided by whether this CPU can run them.
pub(crate) struct Selection {
    /// The techniques that this CPU can run, in the order of [`Technique::ALL`].
    pub(crate) available: Vec<Technique>,
    /// The techniques requested by `all` that this CPU cannot run.
    pub(crate) skipped: Vec<Technique>,
}

impl Selection {
    /// Selects the requested techniques, each once.
    ///
    /// # Errors
    ///
    /// A technique was requested by name and this CPU cannot run it.
    pub(crate) fn of(asked: &[Techniques]) -> Result<Selection, Failure> {
        for asked in asked {
            match *asked {
                Techniques::One(technique) if !technique.is_available() => {
                    return Err(unavailable(technique));
                }
                _ => {}
            }
        }
        let wanted = |technique: &Technique| {
            asked.contains(&Techniques::All) || asked.contains(&Techniques::One(*technique))
        };
        let (available, skipped) = Technique::ALL
            .iter()
            .copied()
            .filter(wanted)
            .partition(|technique| technique.is_available());
        Ok(Selection { available, skipped })
    }

    /// Prints the skipped techniques to standard error.
    pub(crate) fn tell_skipped(&self) {
        for technique in &self.skipped {
            let needs = technique.card().needs;
            // If standard error is closed, the message is lost.
            let _ = writeln!(
                anstream::stderr(),
                "skipped: {technique}, which needs {needs} (not available on {})",
                this_cpu()
            );
        }
    }
}

/// Prints a note to standard error if techniques run through function pointers.
pub(crate) fn tell_slow(techniques: &[Technique]) {
    let fastest = Technique::fastest();
    let slow: Vec<&str> =
        techniques.iter().filter(|&&t| t != fastest).map(|technique| technique.name()).collect();
    let subject = match slow[..] {
        [] => return,
        [name] => format!("{name} runs"),
        _ => format!("{} techniques run", slow.len()),
    };
    // If standard error is closed, the note is lost.
    let _ = writeln!(
        anstream::stderr(),
        "note: {subject} through function pointers, which is slower than the default, {fastest}"
    );
}

/// Returns the error of a technique that this CPU cannot run.
pub(crate) fn unavailable(technique: Technique) -> Failure {
    Failure::Run(format!(
        "{} cannot run the technique {technique}, which needs {}",
        this_cpu(),
        technique.card().needs,
    ))
}
