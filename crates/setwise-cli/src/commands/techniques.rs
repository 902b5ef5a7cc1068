//! `setwise techniques`: lists the sliding-attack techniques.

use std::io::{self, Write};

use serde::Serialize;
use setwise_techniques::cpu_features::this_cpu;
use setwise_techniques::{Card, Technique};

use crate::verdict::{Exit, Verdict};

/// List the sliding-attack techniques
///
/// A technique is an algorithm that computes the squares attacked by rooks, bishops and queens. For
/// each one, prints the name for the option --technique, its title, authors and year, the size of
/// its tables in bytes, the CPU features that it needs, whether this CPU has them, and the source
/// that describes it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise techniques
  setwise techniques --json")]
pub(crate) struct Args {
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

/// Prints the techniques.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    if args.json {
        let cards: Vec<JsonCard> = Technique::ALL.iter().copied().map(JsonCard::of).collect();
        serde_json::to_writer(&mut *out, &cards).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(Verdict::Right);
    }
    for &technique in Technique::ALL {
        let card = technique.card();
        writeln!(out, "{technique}: {} ({}, {})", card.title, card.people, card.year)?;
        let needs = if card.needs.is_empty() { "nothing" } else { card.needs };
        let here = match technique.is_available() {
            true => "runs here".to_owned(),
            false => format!("does not run on {}", this_cpu()),
        };
        writeln!(out, "    {} bytes of tables; needs {needs}; {here}", card.table_bytes)?;
        writeln!(out, "    {}", card.source)?;
        for document in card.documents {
            writeln!(out, "    {document}")?;
        }
    }
    Ok(Verdict::Right)
}

/// A technique in JSON.
#[derive(Serialize)]
struct JsonCard {
    /// The name for the option `--technique`.
    name: &'static str,
    title: &'static str,
    people: &'static str,
    year: &'static str,
    source: &'static str,
    /// The names of the documents that describe it, of the four behind this project.
    documents: Vec<&'static str>,
    table_bytes: usize,
    /// The CPU features that it needs; empty if it needs none.
    needs: &'static str,
    /// Whether this CPU can run it.
    available: bool,
}

impl JsonCard {
    fn of(technique: Technique) -> JsonCard {
        let Card { title, people, year, source, documents, table_bytes, needs, .. } =
            technique.card();
        let documents = documents.iter().map(|document| document.name()).collect();
        let name = technique.name();
        let available = technique.is_available();
        JsonCard { name, title, people, year, source, documents, table_bytes, needs, available }
    }
}
