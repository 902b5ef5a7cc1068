//! `setwise techniques`: list the ways to find what sliders attack.

use std::io::Write;

use serde_json::{Value, json};
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
        let cards: Vec<Value> = Technique::ALL.iter().copied().map(card).collect();
        writeln!(out, "{}", Value::Array(cards))?;
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

fn card(technique: Technique) -> Value {
    let card = technique.card();
    json!({
        "name": technique.name(),
        "title": card.title,
        "people": card.people,
        "year": card.year,
        "source": card.source,
        "table_bytes": card.table_bytes,
        "needs": card.needs,
        "available": technique.is_available(),
    })
}
