//! Asking lines of positions.

use std::io::Write;

use serde_json::json;
use setwise_sets::{Expression, Finder, Game};

use super::hits::Counts;
use super::{Args, Output};
use crate::history;
use crate::position_lines::{TextLines, position};
use crate::standard_error::print_wrong;
use crate::verdict::{Exit, Verdict};

/// Finds the positions and writes their lines.
pub(super) fn find(args: &Args, expression: &Expression, out: &mut impl Write) -> Exit {
    let mut counts = Counts::default();
    let mut wrong = 0_u64;
    let mut finder = Finder::new(expression, args.finder_options());
    let output = args.output();
    for path in &args.files {
        let mut lines = TextLines::open(path, None)?;
        let name = lines.name.clone();
        while let Some(line) = lines.next()? {
            let read = line.text.and_then(|text| Ok((position(&text, history::checked)?, text)));
            let (position, text) = match read {
                Ok(read) => read,
                Err(fault) => {
                    wrong += 1;
                    let (number, column, message) = (line.number, fault.column, fault.message);
                    print_wrong(format_args!("{name}:{number}:{column}: {message}"));
                    continue;
                }
            };
            counts.positions += 1;
            let game = Game::of_position(position);
            let mut holds = false;
            finder.push(0, &game, &mut |hits| holds |= !hits.plies.is_empty());
            finder.flush(&mut |hits| holds |= !hits.plies.is_empty());
            if !holds {
                continue;
            }
            counts.matching_positions += 1;
            match output {
                Output::Count => {}
                Output::Fens => writeln!(out, "{}", position.fen())?,
                Output::Json => {
                    let (line, fen) = (line.number, position.fen().to_string());
                    writeln!(out, "{}", json!({ "file": name, "line": line, "fen": fen }))?;
                }
                _ => writeln!(out, "{text}")?,
            }
            if args.limit.is_some_and(|limit| limit == counts.matching_positions) {
                return Ok(Verdict::Right);
            }
        }
    }
    if output == Output::Count {
        counts.write_positions(args.json, out)?;
    }
    let found = counts.matching_positions > 0 && wrong == 0;
    Ok(if found { Verdict::Right } else { Verdict::Wrong })
}
