//! Contenders ranked by their figures: as text, as JSON, and as bars.

use std::fmt;
use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use setwise::techniques::Technique;

use super::contest::Time;
use crate::drawing::{Bar, Group};

/// A ratio is so wide, and its title.
const RATIO_WIDE: usize = 9;

/// In what a figure is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// How many million things a second.
    MillionPerSecond(&'static str),
    /// How many nanoseconds for a thing.
    Nanoseconds(&'static str),
}

/// Who is measured.
#[derive(Clone)]
pub(super) struct Contenders {
    /// What they are, such as `technique`.
    pub(super) kind: &'static str,
    pub(super) names: Vec<&'static str>,
    /// Those among them, if they are there, that all are compared with.
    pub(super) references: &'static [&'static str],
}

impl Contenders {
    /// Techniques, compared with PEXT bitboards and with the walk.
    pub(super) fn techniques(techniques: &[Technique]) -> Contenders {
        let names = techniques.iter().map(|technique| technique.name()).collect();
        Contenders { kind: "technique", names, references: &["pext", "walk"] }
    }
}

/// The contenders on one subject, the fastest first.
#[derive(Serialize)]
pub(super) struct Ranking {
    pub(super) name: &'static str,
    /// What was measured.
    pub(super) what: String,
    #[serde(serialize_with = "as_text")]
    pub(super) unit: Unit,
    #[serde(skip)]
    kind: &'static str,
    #[serde(skip)]
    references: &'static [&'static str],
    results: Vec<Figure>,
}

/// What a contender has reached.
struct Figure {
    kind: &'static str,
    name: &'static str,
    /// In the best round.
    best: f64,
    /// In the median round.
    median: f64,
    /// How many times as fast as each reference, if that is there.
    of: Vec<(&'static str, Option<f64>)>,
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3 + self.of.len()))?;
        map.serialize_entry(self.kind, self.name)?;
        map.serialize_entry("best", &self.best)?;
        map.serialize_entry("median", &self.median)?;
        for (reference, ratio) in &self.of {
            map.serialize_entry(&format!("of_{reference}"), ratio)?;
        }
        map.end()
    }
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
    /// Ranks contenders by what each took.
    pub(super) fn new(
        name: &'static str,
        what: String,
        unit: Unit,
        contenders: &Contenders,
        times: &[Time],
    ) -> Ranking {
        let &Contenders { kind, ref names, references } = contenders;
        let mut measured: Vec<(&'static str, Time)> =
            names.iter().copied().zip(times.iter().copied()).collect();
        measured.sort_by(|(_, a), (_, b)| a.best.total_cmp(&b.best));
        let best_of = |reference| {
            let found = measured.iter().find(|(name, _)| *name == reference);
            (reference, found.map(|(_, time)| time.best))
        };
        let references: Vec<_> = references.iter().map(|reference| best_of(*reference)).collect();
        let results = measured.iter().map(|&(name, time)| Figure {
            kind,
            name,
            best: unit.figure(time.best),
            median: unit.figure(time.median),
            of: references
                .iter()
                .map(|&(reference, best)| (reference, best.map(|best| best / time.best)))
                .collect(),
        });
        let results = results.collect();
        Ranking { name, what, unit, kind, references: contenders.references, results }
    }

    /// A table, a contender a line.
    pub(super) fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        let Ranking { name, what, kind, results, .. } = self;
        let unit = self.unit.to_string();
        let names = results.iter().map(|figure| figure.name.len());
        let wide = names.chain([kind.len()]).max().unwrap_or_default();
        let unit_wide = unit.len().max(7);
        writeln!(out, "{name}: {what}")?;
        write!(out, "  {kind:wide$}  {unit}  {:>7}", "median")?;
        for reference in self.references {
            write!(out, "  {:>RATIO_WIDE$}", format!("of {reference}"))?;
        }
        writeln!(out)?;
        for Figure { name, best, median, of, .. } in results {
            write!(out, "  {name:wide$}  {best:>unit_wide$.1}  {median:>7.1}")?;
            for (_, ratio) in of {
                let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
                write!(out, "  {ratio:>RATIO_WIDE$}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// A bar for each contender.
    pub(super) fn bars(&self) -> Group {
        let bar = |figure: &Figure| Bar { name: figure.name.to_owned(), figure: figure.best };
        let better = match self.unit {
            Unit::MillionPerSecond(_) => "",
            Unit::Nanoseconds(_) => " (less is better)",
        };
        let title = format!("{}: {}, {}{better}", self.name, self.what, self.unit);
        Group { title, bars: self.results.iter().map(bar).collect() }
    }
}
