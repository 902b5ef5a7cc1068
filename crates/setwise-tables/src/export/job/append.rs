//! Plans the parts that are added to a data set.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use setwise_jobs::input::{Comparison, Input};
use setwise_jobs::kind::Interruption;
use setwise_jobs::{Error, Job, Record};
use setwise_pgn::files::Inputs;
use setwise_pgn::threads::{Beginning, PlaceRange, place_at};

use super::dataset::{DataSet, Part};
use super::inputs::{ReadRange, compare};
use super::options::{Append, InputPart, place, stored};
use super::{DATASET, ExportJob, Step, cut, stages};
use crate::export::collector::{LastGame, Tables, TablesCollector};
use crate::export::options::ExportOptions;
use crate::read::{ReadOptions, read};
use crate::record::GamePlace;
use crate::select::Selection;

/// How an input of a data set has changed.
enum Change {
    /// It has the same bytes, and maybe another time.
    Same(Input),
    /// It has more bytes behind the same.
    Grown(Input),
    /// It has other bytes.
    Other(Input),
}

/// A round that is planned.
struct Plan<'p> {
    list: DataSet,
    parts: Vec<InputPart>,
    dropped: BTreeSet<u32>,
    pgn: setwise_pgn::Options,
    part_bytes: u64,
    interruption: Interruption<'p>,
}

/// Plans a round that adds what is new in inputs to a data set, or opens the job that is there, if
/// nothing is new.
pub(super) fn extend(
    job: Job,
    inputs: &Inputs,
    pgn: setwise_pgn::Options,
    options: &ExportOptions,
    part_bytes: u64,
    interruption: Interruption<'_>,
) -> Result<Job, Error> {
    let kind = ExportJob::open(&job)?;
    let refused = |reason: &str| Error::refused(&options.directory, reason);
    if !kind.has_options(pgn, options) {
        return Err(refused("the directory has a job with other options"));
    }
    let absolute = |path: &PathBuf| setwise_files::absolute(path).map_err(Error::io("find", path));
    let mut named: Vec<PathBuf> = inputs.paths().iter().map(absolute).collect::<Result<_, _>>()?;
    let list = job.stages().last().map(|stage| Record::read(&job, stage, 0)).transpose()?;
    let list = list.flatten().and_then(|record| record.files.into_iter().next());
    let is_complete = list.is_some();
    let planned: HashMap<&Path, &Input> =
        kind.identities.iter().map(|input| (&*input.path, input)).collect();
    let is_known = |path: &PathBuf| {
        let input = planned.get(&**path);
        input.is_some_and(|input| matches!(input.compare(), Ok(Comparison::Same)))
    };
    if !is_complete && named.iter().all(is_known) {
        return Ok(job);
    }
    let (of, file) = match (list, &kind.options.append) {
        (Some(file), _) => (kind.options.round(), file),
        (None, Some(append)) => (append.of, append.list.clone()),
        (None, None) => {
            return Err(refused(
                "the data set is not complete, and its inputs are others or have changed (run its \
                 job first, or plan it in another directory)",
            ));
        }
    };
    if !is_complete {
        // The round is planned again, with all inputs of which it was to read parts.
        let read: BTreeSet<u32> = kind.options.parts.iter().map(|part| part.input).collect();
        let planned = (0..).zip(&kind.identities).filter(|(input, _)| read.contains(input));
        let planned = planned.map(|(_, input)| input.path.clone());
        let known: HashSet<&PathBuf> = named.iter().collect();
        let planned: Vec<PathBuf> = planned.filter(|path| !known.contains(path)).collect();
        named.splice(0..0, planned);
    }
    let list = DataSet::read(&job, of, &file)?;
    let first = list.parts.iter().map(|part| part.number).max();
    let first = first.map_or(0, |last| last.saturating_add(1));
    let (parts, dropped) = (Vec::new(), BTreeSet::new());
    let mut plan = Plan { list, parts, dropped, pgn, part_bytes, interruption };
    plan.change(&named, options.replaces)?;
    plan.add(named)?;
    if options.unique_games {
        plan.remake_with_left_out();
    }
    if plan.parts.is_empty() && is_complete {
        return Ok(job);
    }
    let Plan { list: DataSet { inputs, bases, .. }, parts, dropped, .. } = plan;
    let round = kind.options.round().saturating_add(1);
    let dropped = dropped.into_iter().collect();
    let append = Append { round, of, list: file, dropped, first, bases };
    let mut stored = kind.options;
    (stored.parts, stored.append) = (parts, Some(append));
    let stages = stages(&stored);
    let stored = serde_json::to_value(&stored).map_err(|error| Error::Wrong(error.to_string()))?;
    job.replan(stored, inputs, stages, &Step::name(DATASET, of))
}

impl Plan<'_> {
    /// Plans parts of the inputs of the data set that have grown or changed.
    fn change(&mut self, named: &[PathBuf], replaces: bool) -> Result<(), Error> {
        let named: HashSet<&PathBuf> = named.iter().collect();
        let mut end = self.end();
        for number in 0..self.list.inputs.len() {
            if !named.contains(&self.list.inputs[number].path) {
                continue;
            }
            let old = self.list.inputs[number].clone();
            let input = number as u32;
            self.list.inputs[number] = match self.compare(input, &old)? {
                Change::Same(now) => now,
                Change::Grown(now) => {
                    self.grow(input, &old)?;
                    let is_last = self.list.bases[number].saturating_add(old.bytes) == end;
                    if !is_last {
                        self.list.bases[number] = end;
                    }
                    end = end.max(self.list.bases[number].saturating_add(now.bytes));
                    now
                }
                Change::Other(now) if replaces => {
                    self.drop_parts(self.of_input(input).iter().map(|part| part.number).collect());
                    self.cut(InputPart::whole(input))?;
                    self.list.bases[number] = end;
                    end = end.saturating_add(now.bytes);
                    now
                }
                Change::Other(now) => {
                    return Err(match old.changed(&now) {
                        Error::Refused { path, reason } => Error::Refused {
                            path,
                            reason: format!(
                                "{reason}; its first {} bytes are not the bytes that are in the \
                                 data set (--replace, or replace=True in Python, makes the parts \
                                 of this file again)",
                                old.bytes,
                            ),
                        },
                        other => other,
                    });
                }
            };
        }
        Ok(())
    }

    /// Plans parts of the inputs that the data set does not have.
    fn add(&mut self, named: Vec<PathBuf>) -> Result<(), Error> {
        let known: HashSet<PathBuf> =
            self.list.inputs.iter().map(|input| input.path.clone()).collect();
        let mut end = self.end();
        for path in named.into_iter().filter(|path| !known.contains(path)) {
            let input = Input::of(&path)?;
            let number = self.list.inputs.len() as u32;
            self.list.inputs.push(input.clone());
            self.list.bases.push(end);
            end = end.saturating_add(input.bytes);
            self.cut(InputPart::whole(number))?;
            input.check()?;
        }
        Ok(())
    }

    /// Returns the number that is added to the place of the games of a further input.
    fn end(&self) -> u64 {
        let inputs = self.list.inputs.iter().zip(&self.list.bases);
        inputs.map(|(input, base)| base.saturating_add(input.bytes)).max().unwrap_or(0)
    }

    /// Returns the parts of an input in the order of their places.
    fn of_input(&self, input: u32) -> Vec<&Part> {
        let mut parts: Vec<&Part> =
            self.list.parts.iter().filter(|part| part.range.input == input).collect();
        parts.sort_by_key(|part| part.range.from);
        parts
    }

    fn drop_parts(&mut self, numbers: Vec<u32>) {
        self.dropped.extend(numbers);
    }

    /// Compares an input with its bytes that are in the data set.
    fn compare(&self, input: u32, old: &Input) -> Result<Change, Error> {
        let now = match old.compare()? {
            Comparison::Same => return Ok(Change::Same(old.clone())),
            Comparison::Touched(now) | Comparison::Changed(now) => now,
        };
        if now.bytes < old.bytes {
            return Ok(Change::Other(now));
        }
        let ranges: Vec<ReadRange> = self.of_input(input).into_iter().map(Part::read).collect();
        let faults = compare(&old.path, ranges.iter(), self.interruption, &mut |_| ())?;
        Ok(if !faults.is_empty() {
            Change::Other(now)
        } else if now.bytes == old.bytes {
            Change::Same(now)
        } else {
            Change::Grown(now)
        })
    }

    /// Plans the parts of an input that has grown. What is new is read alone if the last game
    /// before is complete and the same now; else its part is read again, with what is behind it.
    fn grow(&mut self, input: u32, old: &Input) -> Result<(), Error> {
        let parts = self.of_input(input);
        let is_whole = parts.iter().all(|part| part.facts.damage.is_none());
        let end = place_at(&old.path, old.bytes).map_err(Error::io("read", &old.path))?;
        let Some(end) = end.filter(|_| is_whole) else {
            // A file that can only be read from its start, or was cut.
            let all = parts.iter().map(|part| part.number).collect();
            self.drop_parts(all);
            return self.cut(InputPart::whole(input));
        };
        if let Some(last) = parts.iter().rev().find_map(|part| part.facts.last)
            && let Some(next) = self.game_after(&old.path, &last, end)?
        {
            let (from, first) = (Some(stored(end)), Some(stored(next)));
            return self.cut(InputPart { input, from, to: None, first });
        }
        let last = parts.iter().rposition(|part| part.facts.began.is_some()).unwrap_or(0);
        let rest = parts.get(last).map_or(InputPart::whole(input), |part| known(part));
        let again = parts.iter().skip(last).map(|part| part.number).collect();
        self.drop_parts(again);
        self.cut(InputPart { to: None, ..rest })
    }

    /// Returns where the first game begins after the bytes that a file had before, if the last game
    /// in them was complete and is the same now.
    fn game_after(
        &self,
        path: &Path,
        last: &LastGame,
        end: GamePlace,
    ) -> Result<Option<GamePlace>, Error> {
        let inputs = Inputs::of_files([(path.to_owned(), 0)]);
        let collector = TablesCollector::new(&inputs, Tables::default(), Selection::default());
        let range = PlaceRange { from: Beginning::Game(place(last.place)), to: Some(end) };
        let options = ReadOptions { pgn: self.pgn, range, ..ReadOptions::default() };
        let (mut games, mut found) = (0, None);
        let read = read(&inputs, &options, &collector, |part, _| {
            self.interruption.check()?;
            games += part.summary().games;
            found = part.last().or(found);
            Ok::<(), Error>(())
        })?;
        let is_same = last.is_complete && games == 1 && found == Some(*last);
        let read = read.first().filter(|read| is_same && read.error.is_none());
        Ok(read.map(|read| read.ended.unwrap_or(end)))
    }

    fn cut(&mut self, rest: InputPart) -> Result<(), Error> {
        let input = &self.list.inputs[rest.input as usize];
        let (parts, damage) = cut(input, rest, self.part_bytes, self.interruption)?;
        if let Some(damage) = damage {
            return Err(Error::io("read", &input.path)(damage));
        }
        self.parts.extend(parts);
        Ok(())
    }

    /// Plans to make parts again of which games were left out, because the games that are the same
    /// may be in a part that is dropped.
    fn remake_with_left_out(&mut self) {
        if self.dropped.is_empty() {
            return;
        }
        let others = self.list.with_left_out().filter(|part| !self.dropped.contains(&part.number));
        let again: Vec<(u32, InputPart)> = others
            .map(|part| {
                let range = known(part);
                let parts = self.list.parts.iter().map(|part| &part.range).chain(&self.parts);
                let later = parts.filter(|other| other.input == range.input).map(|it| it.from);
                let next = later.filter(|&from| from > range.from).min().flatten();
                (part.number, InputPart { to: range.to.or(next), ..range })
            })
            .collect();
        self.drop_parts(again.iter().map(|&(number, _)| number).collect());
        self.parts.splice(0..0, again.into_iter().map(|(_, part)| part));
    }
}

/// Returns a part of which it is known where its first game begins.
fn known(part: &Part) -> InputPart {
    let InputPart { from, .. } = part.range;
    InputPart { first: from.and(part.facts.began), ..part.range }
}
