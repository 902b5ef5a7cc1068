//! Techniques ranked by their figures: as text, as JSON, and as bars.

use std::fmt;
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use setwise::techniques::Technique;

use super::contest::Time;
use crate::drawing::{Bar, Group};

/// In what a figure is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// How many million things a second.
    MillionPerSecond(&'static str),
    /// How many nanoseconds for a thing.
    Nanoseconds(&'static str),
}

/// The techniques on one subject, the fastest first.
#[derive(Serialize)]
pub(super) struct Ranking {
    pub(super) name: &'static str,
    /// What was measured.
    pub(super) what: String,
    #[serde(serialize_with = "as_text")]
    pub(super) unit: Unit,
    results: Vec<Figure>,
}

/// What a technique has reached.
#[derive(Serialize)]
struct Figure {
    technique: &'static str,
    /// In the best round.
    best: f64,
    /// In the median round.
    median: f64,
    /// How many times as fast as PEXT bitboards, if this CPU has them.
    of_pext: Option<f64>,
    /// How many times as fast as the walk.
    of_walk: Option<f64>,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::MillionPerSecond(things) => write!(f, "million {things}/s"),
            Unit::Nanoseconds(thing) => write!(f, "ns/{thing}"),
        }
    }
}

fn as_text<S: Serializer>(unit: &Unit, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(unit)
}

impl Unit {
    fn figure(self, nanoseconds: f64) -> f64 {
        match self {
            Unit::MillionPerSecond(_) => 1e3 / nanoseconds,
            Unit::Nanoseconds(_) => nanoseconds,
        }
    }
}

impl Ranking {
    /// Ranks techniques by what each took.
    pub(super) fn new(
        name: &'static str,
        what: String,
        unit: Unit,
        techniques: &[Technique],
        times: &[Time],
    ) -> Ranking {
        let mut measured: Vec<(Technique, Time)> =
            techniques.iter().copied().zip(times.iter().copied()).collect();
        measured.sort_by(|(_, a), (_, b)| a.best.total_cmp(&b.best));
        let best_of = |wanted| {
            measured.iter().find(|(technique, _)| *technique == wanted).map(|(_, time)| time.best)
        };
        let (pext, walk) = (best_of(Technique::Pext), best_of(Technique::Walk));
        let results = measured.iter().map(|(technique, time)| Figure {
            technique: technique.name(),
            best: unit.figure(time.best),
            median: unit.figure(time.median),
            of_pext: pext.map(|pext| pext / time.best),
            of_walk: walk.map(|walk| walk / time.best),
        });
        Ranking { name, what, unit, results: results.collect() }
    }

    /// A table, a technique a line.
    pub(super) fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        let Ranking { name, what, results, .. } = self;
        let unit = self.unit.to_string();
        let names = results.iter().map(|figure| figure.technique.len());
        let wide = names.chain(["technique".len()]).max().unwrap_or_default();
        let unit_wide = unit.len().max(7);
        writeln!(out, "{name}: {what}")?;
        writeln!(
            out,
            "  {:wide$}  {unit}  {:>7}  {:>7}  {:>7}",
            "technique", "median", "of pext", "of walk",
        )?;
        for Figure { technique, best, median, of_pext, of_walk } in results {
            let ratio = |ratio: &Option<f64>| match ratio {
                Some(ratio) => format!("{ratio:.2}"),
                None => "-".to_owned(),
            };
            writeln!(
                out,
                "  {technique:wide$}  {best:>unit_wide$.1}  {median:>7.1}  {:>7}  {:>7}",
                ratio(of_pext),
                ratio(of_walk),
            )?;
        }
        Ok(())
    }

    /// A bar for each technique.
    pub(super) fn bars(&self) -> Group {
        let bar = |figure: &Figure| Bar { name: figure.technique.to_owned(), figure: figure.best };
        let better = match self.unit {
            Unit::MillionPerSecond(_) => "",
            Unit::Nanoseconds(_) => " (less is better)",
        };
        let title = format!("{}: {}, {}{better}", self.name, self.what, self.unit);
        Group { title, bars: self.results.iter().map(bar).collect() }
    }
}
