//! Techniques as the options name them: one, or all.

use std::io::Write;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use setwise_techniques::{Technique, TechniqueError};

use crate::verdict::Failure;

/// Which techniques an option asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Techniques {
    /// All of them.
    All,
    /// One, by name.
    One(Technique),
}

/// Reads the name of a technique.
pub fn technique_parser() -> impl TypedValueParser<Value = Technique> {
    PossibleValuesParser::new(technique_names()).try_map(|name| name.parse::<Technique>())
}

/// Reads the name of a technique, or `all`.
pub fn techniques_parser() -> impl TypedValueParser<Value = Techniques> {
    PossibleValuesParser::new(technique_names().chain(["all"])).try_map(|name| {
        let one = |name: &str| name.parse::<Technique>().map(Techniques::One);
        if name == "all" { Ok::<_, TechniqueError>(Techniques::All) } else { one(&name) }
    })
}

fn technique_names() -> impl Iterator<Item = &'static str> {
    Technique::ALL.iter().map(|technique| technique.name())
}

/// What this CPU makes of the techniques that were asked for.
pub struct Selection {
    /// Those that it can run, in the order of the list.
    pub available: Vec<Technique>,
    /// Those of `all` that it cannot.
    pub skipped: Vec<Technique>,
}

impl Selection {
    /// Those asked for, each once. One that was asked for by name and cannot run is an error.
    pub fn of(asked: &[Techniques]) -> Result<Selection, Failure> {
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

    /// The names of those that are skipped.
    pub fn skipped_names(&self) -> Vec<&'static str> {
        self.skipped.iter().map(|technique| technique.name()).collect()
    }

    /// Names on standard error those that are skipped.
    pub fn tell_skipped(&self) {
        for technique in &self.skipped {
            let needs = technique.card().needs;
            // Without standard error there are still the others.
            let _ = writeln!(anstream::stderr(), "skipped: {technique}, which needs {needs}");
        }
    }
}

/// Says on standard error which techniques run through function pointers.
pub fn tell_slow(techniques: &[Technique]) {
    let fastest = Technique::fastest();
    let slow: Vec<&str> =
        techniques.iter().filter(|&&t| t != fastest).map(|technique| technique.name()).collect();
    let names = match slow[..] {
        [] => return,
        [name] => name.to_owned(),
        _ => format!("{} techniques", slow.len()),
    };
    // A closed standard error must not stop the count.
    let _ = writeln!(
        anstream::stderr(),
        "note: {names} through function pointers, slower than {fastest}, which is compiled in"
    );
}

/// Why a technique gave no answer.
pub fn unavailable(technique: Technique) -> Failure {
    Failure::Run(format!(
        "this CPU cannot run the technique {technique}, which needs {}",
        technique.card().needs,
    ))
}
