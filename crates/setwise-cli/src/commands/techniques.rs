//! `setwise techniques`: lists the sliding-attack techniques.

use std::io::{self, Write};

use serde::Serialize;
use setwise::attacks::Card;
use setwise_techniques::Technique;

use crate::verdict::{Failure, Verdict};

/// List the sliding-attack techniques
///
/// Prints for each technique the name that --technique takes, its inventors and year, the size of its
/// tables, what it needs of the CPU, and where it is described.
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

/// Prints the cards.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
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
        let here = if technique.is_available() { "runs here" } else { "does not run here" };
        writeln!(out, "    {} bytes of tables; needs {needs}; {here}", card.table_bytes)?;
        writeln!(out, "    {}", card.source)?;
        for document in card.documents {
            writeln!(out, "    {document}")?;
        }
    }
    Ok(Verdict::Right)
}

/// A card as JSON has it.
#[derive(Serialize)]
struct JsonCard {
    /// What `--technique` takes.
    name: &'static str,
    title: &'static str,
    people: &'static str,
    year: &'static str,
    source: &'static str,
    /// The names of those of the four documents behind this project that describe it.
    documents: Vec<&'static str>,
    table_bytes: usize,
    /// What the CPU must have; empty for nothing.
    needs: &'static str,
    /// Whether it runs here.
    available: bool,
}

impl JsonCard {
    fn of(technique: Technique) -> JsonCard {
        let Card { title, people, year, source, documents, table_bytes, needs } = technique.card();
        let documents = documents.iter().map(|document| document.name()).collect();
        let name = technique.name();
        let available = technique.is_available();
        JsonCard { name, title, people, year, source, documents, table_bytes, needs, available }
    }
}
