//! Parses the names of techniques, and selects those that this CPU can run.

use clap::builder::{PossibleValue, TypedValueParser};
use setwise_techniques::Technique;
use setwise_techniques::cpu_features::this_cpu;

use crate::options::described;
use crate::standard_error::print_line;
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
    described(Technique::ALL, possible_value)
}

/// Returns the parser of a technique's name or `all`.
pub(crate) fn techniques_parser() -> impl TypedValueParser<Value = Techniques> {
    let each = Technique::ALL.iter().map(|&technique| Techniques::One(technique));
    let values: Vec<Techniques> = each.chain([Techniques::All]).collect();
    described(&values, |value| match value {
        Techniques::One(technique) => possible_value(technique),
        Techniques::All => PossibleValue::new("all"),
    })
}

fn possible_value(technique: Technique) -> PossibleValue {
    let value = PossibleValue::new(technique.name());
    // The short name of the best-known technique of a family.
    if technique == Technique::MagicFancy { value.alias("magic") } else { value }
}

/// The requested techniques, divided by whether this CPU can run them.
pub(crate) struct Selection {
    /// The techniques that this CPU can run, in the order of [`Technique::ALL`].
    pub(crate) available: Vec<Technique>,
    /// The number of techniques requested by `all` that this CPU cannot run.
    pub(crate) skipped: u64,
    /// Whether `all` was requested.
    pub(crate) is_all: bool,
}

impl Selection {
    /// Selects the requested techniques, or the fastest by default. Prints those of `all` that this
    /// CPU cannot run to standard error.
    ///
    /// # Errors
    ///
    /// A technique was requested by name and this CPU cannot run it.
    pub(crate) fn of(asked: Option<Techniques>) -> Result<Selection, Failure> {
        if let Some(Techniques::One(technique)) = asked
            && !technique.is_available()
        {
            return Err(unavailable(technique));
        }
        let all = match asked {
            Some(Techniques::All) => Technique::ALL.to_vec(),
            Some(Techniques::One(technique)) => vec![technique],
            None => vec![Technique::fastest()],
        };
        let (available, skipped): (_, Vec<_>) =
            all.into_iter().partition(|technique| technique.is_available());
        for technique in &skipped {
            let needs = technique.card().needs;
            let here = this_cpu();
            print_line(format_args!(
                "skipped: {technique}, which needs {needs} (not available on {here})"
            ));
        }
        let skipped = skipped.len() as u64;
        Ok(Selection { available, skipped, is_all: asked == Some(Techniques::All) })
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
    print_line(format_args!(
        "note: {subject} through function pointers, which is slower than the default, {fastest}"
    ));
}

/// Returns the error of a technique that this CPU cannot run.
pub(crate) fn unavailable(technique: Technique) -> Failure {
    Failure::Run(format!(
        "{} cannot run the technique {technique}, which needs {}",
        this_cpu(),
        technique.card().needs,
    ))
}
