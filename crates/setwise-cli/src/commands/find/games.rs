//! Asking games, with several threads.

use std::collections::VecDeque;
use std::io::Write;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};

use setwise::notation::pgn::Options;
use setwise_sets::{Expression, Finder, FinderOptions, Game as Asked, GameHits};
use setwise_tables::{
    Collector, Inputs, MissingTag, ReadOptions, Record, RowStatistics, Tag, Wanted, is_table, read,
};

use super::hits::{Counts, Game};
use super::{Args, Output};
use crate::commands::pgn::{note, read_with, unread};
use crate::interruption::Interruption;
use crate::verdict::{Failure, Verdict};

/// The reason why no more games are read.
enum Stop {
    Limit,
    Interruption,
    Output(std::io::Error),
}

/// Finds the games and writes them.
pub(super) fn find(
    args: &Args,
    expression: Expression,
    out: &mut impl Write,
) -> Result<Verdict, Failure> {
    let inputs = Inputs::find(&args.files).map_err(|error| Failure::Run(error.to_string()))?;
    if matches!(args.output(), Output::Pgn { .. }) {
        // A file that cannot be opened is an error of reading.
        let table = inputs.paths().iter().find(|path| is_table(path).unwrap_or(false));
        if let Some(path) = table.map(|path| path.display()) {
            let message = format!("{path} has no text of games for --pgn (expected PGN)");
            return Err(Failure::Run(message));
        }
    }
    let columns: Vec<&str> = args.tags.iter().map(|tag| tag.trim()).collect();
    let asked = expression.tags().iter().map(String::as_str).chain(columns.iter().copied());
    let seen = asked.map(|tag| (tag.to_owned(), AtomicBool::new(false))).collect();
    let finding = Finding {
        options: args.finder_options(),
        output: args.output(),
        columns: &columns,
        seen,
        expression,
    };
    let threads = NonZero::new(args.threads.number()).unwrap_or(NonZero::<usize>::MIN);
    let pgn = args.leniency.add_to(Options::default());
    let options = ReadOptions { threads, pgn, ..ReadOptions::default() };
    let interruption = Interruption::current();
    let mut counts = Counts::default();
    // The input of the last part, and its games before it.
    let (mut input, mut before) = (0, 0);
    let mut damaged = 0;
    if finding.output == Output::Csv {
        let columns: String = columns.iter().map(|tag| format!(",{tag}")).collect();
        writeln!(out, "game,ply{columns}")?;
    }
    let mut write = |part: Part| {
        let part = part.finish();
        if part.games > 0 && std::mem::replace(&mut input, part.input) != part.input {
            before = 0;
        }
        for game in &part.found {
            let number = before + game.number + 1;
            let place = counts.games + game.number + 1;
            game.write(finding.output, &inputs, (number, place), out).map_err(Stop::Output)?;
            counts.matching_games += 1;
            counts.matching_positions += game.plies.len() as u64;
            if args.limit.is_some_and(|limit| limit.get() == counts.matching_games) {
                return Err(Stop::Limit);
            }
        }
        before += part.games;
        damaged += part.damaged;
        counts.games += part.games;
        counts.positions += part.positions;
        if interruption.has_come() { Err(Stop::Interruption) } else { Ok(()) }
    };
    let read = read_with(&inputs, &options, |options| {
        read(&inputs, options, &finding, |part, _| write(part))
    });
    if let Err(Stop::Output(error)) = read {
        return Err(error.into());
    }
    if finding.output == Output::Count {
        counts.write(args.json, args.games, out)?;
    }
    if damaged > 0 {
        let games = counts.games;
        note(&format!("games with an error, asked up to it: {damaged} of {games}"));
    }
    if read.is_ok() {
        finding.note_missing_tags();
    }
    match read {
        Err(Stop::Interruption) => Ok(Verdict::Stopped),
        Ok(read) => match unread(&inputs, &read) {
            Some(failure) => Err(failure),
            None if counts.matching_games > 0 => Ok(Verdict::Right),
            None => Ok(Verdict::Wrong),
        },
        Err(_) => Ok(Verdict::Right),
    }
}

/// What is asked of each game.
struct Finding<'a> {
    expression: Expression,
    options: FinderOptions,
    output: Output,
    /// The tags that are columns.
    columns: &'a [&'a str],
    /// The tags that are asked for, and whether a game had them.
    seen: Vec<(String, AtomicBool)>,
}

/// Some consecutive games of an input.
struct Part {
    finder: Finder,
    input: u32,
    games: u64,
    positions: u64,
    /// The number of games with an error.
    damaged: u64,
    /// Games whose hits are not known yet.
    waiting: VecDeque<Game>,
    found: Vec<Game>,
}

impl Part {
    /// Asks the games that are waiting.
    fn finish(mut self) -> Part {
        let Part { finder, waiting, found, .. } = &mut self;
        finder.flush(&mut |hits| answer(hits, waiting, found));
        self
    }
}

/// Keeps the game that has waited longest if it matches.
fn answer(hits: GameHits<'_>, waiting: &mut VecDeque<Game>, found: &mut Vec<Game>) {
    if let Some(mut game) = waiting.pop_front()
        && !hits.plies.is_empty()
    {
        game.plies = hits.plies.to_vec();
        found.push(game);
    }
}

impl Collector for Finding<'_> {
    type Part = Part;

    fn wanted(&self) -> Wanted {
        let is_other = |name: &str| Tag::from_name(name).is_none();
        Wanted {
            clocks: self.expression.asks_clocks(),
            evals: self.expression.asks_evals(),
            other_tags: self.seen.iter().any(|(name, _)| is_other(name)),
            ..Wanted::default()
        }
    }

    fn part(&self) -> Part {
        Part {
            finder: Finder::new(&self.expression, self.options),
            input: 0,
            games: 0,
            positions: 0,
            damaged: 0,
            waiting: VecDeque::new(),
            found: Vec::new(),
        }
    }

    fn add(&self, part: &mut Part, record: &Record) {
        for (name, seen) in &self.seen {
            if !seen.load(Ordering::Relaxed) && record.tags.by_name(name).is_some() {
                seen.store(true, Ordering::Relaxed);
            }
        }
        part.input = record.input;
        part.waiting.push_back(self.game(part.games, record));
        part.games += 1;
        part.positions += record.moves.len() as u64 + 1;
        part.damaged += u64::from(record.error_name().is_some());
        let game = Asked {
            start: record.start,
            moves: &record.moves,
            tag: &|name| record.tags.by_name(name),
            result: record.termination.map(|result| result.as_str()),
            error: record.error_name(),
            clocks: &record.clocks,
            evals: &record.evals,
        };
        let Part { finder, waiting, found, .. } = part;
        finder.push(0, &game, &mut |hits| answer(hits, waiting, found));
    }

    fn wants_text(&self) -> bool {
        matches!(self.output, Output::Pgn { .. })
    }

    fn takes_tables(&self) -> bool {
        true
    }

    fn wants_tag(&self, tag: Tag) -> bool {
        let is_named = matches!(self.output, Output::Lines | Output::Json);
        let name = tag.name();
        self.expression.reads_tag(name)
            || self.columns.contains(&name)
            || is_named && matches!(tag, Tag::White | Tag::Black | Tag::Result)
    }

    fn skips(&self, rows: &RowStatistics<'_>) -> bool {
        let ranges = self.expression.tag_ranges();
        ranges
            .iter()
            .any(|(name, range)| Tag::from_name(name).is_some_and(|tag| rows.has_none(tag, range)))
    }

    fn skip(&self, part: &mut Part, rows: &RowStatistics<'_>, moves: u64) {
        for (name, seen) in &self.seen {
            if Tag::from_name(name).is_some_and(|tag| rows.has_tag(tag)) {
                seen.store(true, Ordering::Relaxed);
            }
        }
        part.input = rows.input;
        part.games += rows.games;
        part.positions = part.positions.saturating_add(rows.games).saturating_add(moves);
        part.damaged += rows.errors;
    }

    fn text(&self, part: &mut Part, text: Option<&[u8]>) {
        let number = part.games - 1;
        let game = part.waiting.back_mut().or(part.found.last_mut());
        if let Some(game) = game.filter(|game| game.number == number) {
            game.text = text.unwrap_or_default().to_vec();
        }
    }
}

impl Finding<'_> {
    /// Returns what is written of a game if it matches.
    fn game(&self, number: u64, record: &Record) -> Game {
        let is_named = matches!(self.output, Output::Lines | Output::Json);
        let name = |tag| match is_named {
            // A terminal must not obey a name.
            true => record.tags.get(tag).unwrap_or("?").replace(char::is_control, "·"),
            false => String::new(),
        };
        let value = |name: &&str| record.tags.by_name(name).unwrap_or_default().to_owned();
        let has_moves = self.output == Output::Fens;
        Game {
            input: record.input,
            byte: (!record.is_row).then_some(record.place.offset),
            number,
            white: name(Tag::White),
            black: name(Tag::Black),
            result: record.result().as_str(),
            tags: self.columns.iter().map(value).collect(),
            moves: has_moves.then(|| (record.start, record.moves.clone())),
            text: Vec::new(),
            plies: Vec::new(),
        }
    }

    /// Names the tags that no game had.
    fn note_missing_tags(&self) {
        for (name, seen) in &self.seen {
            if !seen.load(Ordering::Relaxed) {
                note(&MissingTag::new(name).to_string());
            }
        }
    }
}
