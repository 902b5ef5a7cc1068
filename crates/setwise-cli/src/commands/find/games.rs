//! Asking games, with several threads.

use std::io::Write;
use std::num::NonZero;

use setwise_pgn::Options;
use setwise_sets::{Definitions, Expression};
use setwise_tables::{
    Aggregate, Find, FindOptions, FoundPart, Inputs, ReadOptions, Workers, read, unread,
};

use super::aggregate;
use super::hits::{Counts, write_game};
use super::table::{Table, note_older};
use super::{Args, Output};
use crate::commands::pgn::read_with;
use crate::interruption::Interruption;
use crate::standard_error::print_wrong;
use crate::verdict::{Exit, Failure, Verdict};

/// The reason why no more games are read.
enum Stop {
    Limit,
    Interruption,
    Failed(Failure),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Stop {
        Stop::Failed(error.into())
    }
}

/// Finds the games and writes them.
pub(super) fn find(
    args: &Args,
    expression: Expression,
    (mut counted, known): (Option<Aggregate>, &Definitions),
    out: &mut impl Write,
) -> Exit {
    let inputs = Inputs::find(&args.files).map_err(|error| Failure::Run(error.to_string()))?;
    let output = args.output();
    let tags: Vec<String> = args.tags.iter().map(|tag| tag.trim().to_owned()).collect();
    let names: String = tags.iter().map(|tag| format!(",{tag}")).collect();
    let mut options = FindOptions {
        first_only: args.games,
        tags,
        names: matches!(output, Output::Lines | Output::Json),
        moves: output == Output::Fens,
        text: matches!(output, Output::Pgn { .. }),
        keys: args.to.is_some(),
    };
    let failed = |error: &dyn std::fmt::Display| Failure::Run(error.to_string());
    let threads = NonZero::new(args.threads.number()).unwrap_or(NonZero::<usize>::MIN);
    let mut table = Table::begin(args, known, threads)?;
    let asked = match (&counted, &table) {
        (Some(counts), _) => {
            counts.ask(expression, &mut options).map_err(|error| failed(&error))?
        }
        (None, Some(table)) => table.ask(expression)?,
        (None, None) => expression,
    };
    let find = Find::new(asked, options);
    let pgn = args.leniency.add_to(Options::default());
    let options = ReadOptions { threads, pgn, ..ReadOptions::default() };
    let interruption = Interruption::current();
    let mut counts = Counts::default();
    // The input of the last part, and its games before it.
    let (mut input, mut before) = (0, 0);
    let mut damaged = 0;
    if output == Output::Csv && counted.is_none() {
        writeln!(out, "game,ply{names}")?;
    }
    let mut write = |mut part: FoundPart, workers: &Workers<'_>| {
        part.finish();
        if let Some(table) = &mut table {
            table.push(&part, workers).map_err(Stop::Failed)?;
        }
        if part.games > 0 && std::mem::replace(&mut input, part.input) != part.input {
            before = 0;
        }
        for game in &part.found {
            let number = before + game.number + 1;
            let place = counts.games + game.number + 1;
            match &mut counted {
                Some(counts) => counts
                    .add(game)
                    .map_err(|error| Stop::Failed(Failure::Run(format!("--by: {error}"))))?,
                None => write_game(game, output, &inputs, (number, place), out)?,
            }
            counts.matching_games += 1;
            counts.matching_positions += game.plies.len() as u64;
            if args.limit.is_some_and(|limit| limit == counts.matching_games) {
                return Err(Stop::Limit);
            }
        }
        before += part.games;
        damaged += part.damaged;
        counts.games += part.games;
        counts.positions += part.positions;
        if interruption.has_come() { Err(Stop::Interruption) } else { Ok(()) }
    };
    let read = read_with(&inputs, &options, |options| read(&inputs, options, &find, &mut write));
    let read = match read {
        Err(Stop::Failed(failure)) => return Err(failure),
        read => read,
    };
    if let (Some(counts), Ok(_)) = (&counted, &read) {
        aggregate::write(counts, args, out)?;
    }
    if output == Output::Count {
        counts.write(args.json, args.games, out)?;
    }
    if let (Some(table), Ok(_)) = (table, &read) {
        table.finish(out)?;
    }
    if damaged > 0 {
        let games = counts.games;
        print_wrong(format_args!("games with an error, asked up to it: {damaged} of {games}"));
    }
    if read.is_ok() {
        note_older(&inputs);
        find.missing_tags().iter().for_each(print_wrong);
    }
    match read {
        Err(Stop::Interruption) => Ok(Verdict::Stopped),
        Ok(read) => match unread(&inputs, &read) {
            unread if !unread.is_empty() => Err(Failure::Run(unread.join("\n"))),
            _ if counts.matching_games > 0 => Ok(Verdict::Right),
            _ => Ok(Verdict::Wrong),
        },
        Err(_) => Ok(Verdict::Right),
    }
}
