//! `setwise techniques`: list the ways to find what sliders attack.

use std::io::{self, Write};

use serde::Serialize;
use setwise::sliders::Card;
use setwise::techniques::Technique;

use crate::verdict::{Failure, Verdict};

/// List the ways to find what sliders attack
///
/// Each has a name that --technique takes, and a card: whose it is, from when, where it is
/// described, how large its tables are, and what it needs of the CPU.
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
    /// Which of the four documents that the project set out from describes it.
    seed: Option<u8>,
    table_bytes: usize,
    /// What the CPU must have; empty for nothing.
    needs: &'static str,
    /// Whether it runs here.
    available: bool,
}

impl JsonCard {
    fn of(technique: Technique) -> JsonCard {
        let Card { title, people, year, source, seed, table_bytes, needs, .. } = technique.card();
        let name = technique.name();
        let available = technique.is_available();
        JsonCard { name, title, people, year, source, seed, table_bytes, needs, available }
    }
}
