//! Rankings of contenders by their figures, as text, JSON or bars.

use std::fmt;
use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use setwise_techniques::Technique;

use crate::bars::{Bar, Group};
use crate::contest::Time;

/// The width of the column of a ratio.
const RATIO_WIDE: usize = 9;

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Million things per second.
    MillionPerSecond(&'static str),
    /// Nanoseconds per thing.
    Nanoseconds(&'static str),
}

/// The contenders of a ranking.
#[derive(Clone)]
pub(crate) struct Contenders {
    /// The kind of the contenders, such as `technique`.
    pub(crate) kind: &'static str,
    pub(crate) names: Vec<&'static str>,
    /// The names of the contenders that all are compared with. They may be absent.
    pub(crate) references: &'static [&'static str],
}

impl Contenders {
    /// Returns techniques as contenders. The references are `pext` and `walk`.
    pub(crate) fn techniques(techniques: &[Technique]) -> Contenders {
        let names = techniques.iter().map(|technique| technique.name()).collect();
        Contenders { kind: "technique", names, references: &["pext", "walk"] }
    }
}

/// The figures of all contenders on one subject, the fastest first.
#[derive(Serialize)]
pub(crate) struct Ranking {
    pub(crate) name: &'static str,
    /// A description of the subject.
    pub(crate) what: String,
    #[serde(serialize_with = "as_text")]
    pub(crate) unit: Unit,
    #[serde(skip)]
    kind: &'static str,
    #[serde(skip)]
    references: &'static [&'static str],
    results: Vec<Figure>,
}

/// The figures of a contender.
struct Figure {
    kind: &'static str,
    name: &'static str,
    /// In the best round.
    best: f64,
    /// In the median round.
    median: f64,
    /// The speed as a multiple of the speed of each reference, if the reference was measured.
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
    /// Ranks contenders by their best times.
    pub(crate) fn new(
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

    /// Writes a table with a line for each contender.
    pub(crate) fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
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

    /// Returns a bar for each contender.
    pub(crate) fn bars(&self) -> Group {
        let bar = |figure: &Figure| Bar { name: figure.name.to_owned(), figure: figure.best };
        let better = match self.unit {
            Unit::MillionPerSecond(_) => "",
            Unit::Nanoseconds(_) => " (less is better)",
        };
        let title = format!("{}: {}, {}{better}", self.name, self.what, self.unit);
        Group { title, bars: self.results.iter().map(bar).collect() }
    }
}
