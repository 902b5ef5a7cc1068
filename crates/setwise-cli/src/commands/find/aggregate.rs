//! Counts of what matches: by a number or a tag, and by squares.

use std::fmt;
use std::io::{self, Write};

use serde_json::json;
use setwise::{File, Rank, Square};
use setwise_sets::Definitions;
use setwise_tables::{Aggregate, Group, GroupCounts, Groups, Heat};

use super::hits::output_error;
use super::{Args, at_option};
use crate::drawing;
use crate::standard_output;
use crate::verdict::Failure;

/// Returns the counts that --by or --heat asks for.
pub(super) fn of(args: &Args, known: &Definitions) -> Result<Option<Aggregate>, Failure> {
    Ok(match (&args.by, &args.heat) {
        (Some(by), _) => Some(Aggregate::by(by, known).map_err(at_option("--by", by))?),
        (None, Some(set)) => Some(Aggregate::heat(set, known).map_err(at_option("--heat", set))?),
        (None, None) => None,
    })
}

/// Writes counts in the format of the options.
pub(super) fn write(counts: &Aggregate, args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    match counts {
        Aggregate::Groups(groups) if args.json => json_of_groups(groups, out)?,
        Aggregate::Groups(groups) if args.csv => csv_of_groups(groups, out)?,
        Aggregate::Groups(groups) => {
            let title = args.by.as_deref().unwrap_or_default().trim();
            let bars = standard_output::height().map(|_| standard_output::width());
            write!(out, "{}", GroupTable { title, groups, bars })?;
        }
        Aggregate::Heat(_, heat) => match &args.svg {
            Some(path) => drawing::write(path, &Picture(heat), out)?,
            None => write_heat(heat, args, out)?,
        },
    }
    Ok(())
}

/// Returns the text of a group. A terminal must not obey it.
fn name(group: &Group) -> String {
    match group {
        Group::Number(number) => number.to_string(),
        Group::Text(text) => text.replace(char::is_control, "·"),
        Group::Missing => String::new(),
    }
}

fn json_of_groups(groups: &Groups, out: &mut impl Write) -> io::Result<()> {
    groups.iter().try_for_each(|(group, counts)| {
        let group = match group {
            Group::Number(number) => json!(number),
            Group::Text(text) => json!(text),
            Group::Missing => json!(null),
        };
        let GroupCounts { positions, games, .. } = counts;
        let score = counts.white_score();
        let object =
            json!({ "group": group, "positions": positions, "games": games, "white_score": score });
        writeln!(out, "{object}")
    })
}

fn csv_of_groups(groups: &Groups, out: &mut impl Write) -> io::Result<()> {
    let mut rows = csv::Writer::from_writer(out);
    rows.write_record(["group", "positions", "games", "white_score"]).map_err(output_error)?;
    for (group, counts) in groups.iter() {
        let group = if let Group::Text(text) = group { text.clone() } else { name(group) };
        let score = counts.white_score().map_or_else(String::new, |score| format!("{score:.4}"));
        let [positions, games] = [counts.positions, counts.games].map(|number| number.to_string());
        rows.write_record([group, positions, games, score]).map_err(output_error)?;
    }
    rows.flush()
}

/// A line for each group; with a width of the terminal a bar for its positions.
struct GroupTable<'g> {
    title: &'g str,
    groups: &'g Groups,
    bars: Option<usize>,
}

impl fmt::Display for GroupTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups = || self.groups.iter();
        let names = groups().map(|(group, _)| name(group).chars().count());
        let width = names.chain([self.title.chars().count()]).max().unwrap_or(0).min(40);
        writeln!(f, "{:<width$}  {:>10}  {:>8}  White scores", self.title, "positions", "games")?;
        let most = groups().map(|(_, counts)| counts.positions).max().unwrap_or(0).max(1);
        for (group, counts) in groups() {
            let name = match group {
                Group::Missing => "-".to_owned(),
                group => name(group).chars().take(width).collect(),
            };
            let score = counts.white_score();
            let score = score.map_or("-".to_owned(), |score| format!("{:.1} %", 100.0 * score));
            let GroupCounts { positions, games, .. } = counts;
            match group {
                Group::Text(_) => write!(f, "{name:<width$}")?,
                _ => write!(f, "{name:>width$}")?,
            }
            write!(f, "  {positions:>10}  {games:>8}  {score:>12}")?;
            if let Some(columns) = self.bars {
                let room = columns.saturating_sub(width + 38) as u64;
                let bar = (u128::from(*positions) * u128::from(room)).div_ceil(u128::from(most));
                write!(f, "  {}", "▇".repeat(bar as usize))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn write_heat(heat: &Heat, args: &Args, out: &mut impl Write) -> io::Result<()> {
    if args.json {
        let squares = Square::ALL.map(|square| (square.to_string(), json!(heat.of(square))));
        let squares = squares.into_iter().collect::<serde_json::Map<_, _>>();
        let object = json!({ "positions": heat.positions(), "squares": squares });
        return writeln!(out, "{object}");
    }
    if args.csv {
        writeln!(out, "square,positions")?;
        return Square::ALL
            .iter()
            .try_for_each(|square| writeln!(out, "{square},{}", heat.of(*square)));
    }
    let width = most(heat).to_string().len();
    for rank in Rank::ALL.into_iter().rev() {
        write!(out, "{} ", rank.digit())?;
        for file in File::ALL {
            write!(out, "  {:>width$}", heat.of(Square::new(file, rank)))?;
        }
        writeln!(out)?;
    }
    let files = File::ALL.map(|file| format!("  {:>width$}", file.letter())).concat();
    writeln!(out, "  {files}\n\nof {} positions", heat.positions())
}

/// Returns the number of the square that is in the set most often.
fn most(heat: &Heat) -> u64 {
    Square::ALL.iter().map(|square| heat.of(*square)).max().unwrap_or(0)
}

/// The board as an image: squares that are in the set more often are darker.
struct Picture<'h>(&'h Heat);

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (heat, most) = (self.0, most(self.0).max(1));
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 850 850\" width=\"425\" \
             height=\"425\" font-family=\"sans-serif\" text-anchor=\"middle\"><title>The numbers \
             of {} positions on which each square is in the set</title><rect width=\"850\" \
             height=\"850\" fill=\"#fff\"/>",
            heat.positions()
        )?;
        for square in Square::ALL {
            let (x, y) = (50 + 100 * square.file() as usize, 700 - 100 * square.rank() as usize);
            let count = heat.of(square);
            let share = count as f64 / most as f64;
            let ink = if share > 0.6 { "#fff" } else { "#222" };
            write!(
                f,
                "<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" stroke=\"#999\" \
                 fill=\"#b3261e\" fill-opacity=\"{share:.3}\"/><text x=\"{}\" y=\"{}\" \
                 font-size=\"26\" fill=\"{ink}\">{count}</text>",
                x + 50,
                y + 60
            )?;
        }
        for (index, (file, rank)) in File::ALL.into_iter().zip(Rank::ALL).enumerate() {
            let (x, y) = (100 + 100 * index, 760 - 100 * index);
            let (file, rank) = (file.letter(), rank.digit());
            write!(f, "<text x=\"{x}\" y=\"835\" font-size=\"30\">{file}</text>")?;
            write!(f, "<text x=\"25\" y=\"{y}\" font-size=\"30\">{rank}</text>")?;
        }
        writeln!(f, "</svg>")
    }
}

#[cfg(test)]
mod tests {
    use setwise_tables::{FoundGame, GroupBy};

    use super::*;

    #[test]
    fn bars_are_as_long_as_the_terminal_allows() {
        let by = GroupBy::parse("ply", &Definitions::standard()).expect("a number");
        let mut groups = Groups::new(by);
        for (number, length) in [(1, 1), (2, 4)] {
            let values = setwise_sets::Values::Numbers(vec![Some(number); length]);
            let game =
                FoundGame { plies: vec![0; length], values: vec![values], ..FoundGame::default() };
            groups.add(&game).expect("few groups");
        }
        let table = GroupTable { title: "ply", groups: &groups, bars: Some(49) }.to_string();
        let ends: Vec<usize> = table.lines().map(|line| line.matches('▇').count()).collect();
        assert_eq!(ends, [0, 2, 8]);
    }
}
