//! Data sets: the files of the parts as tables, and the list of them.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use setwise_files::{copy, create_directories, delete, facts, file_id, names, read, url};
use setwise_jobs::input::Input;
use setwise_jobs::job::Stage;
use setwise_jobs::kind::{Interruption, Shard, Summary as ShardSummary};
use setwise_jobs::record::{Output, OutputFile, Record, ResultFile, sync_directory};
use setwise_jobs::{Error, Job};
use setwise_pgn::threads::PlaceRange;

use super::inputs::ReadRange;
use super::options::{Append, InputPart, JobOptions, place};
use super::shard::{Start, start, summary};
use super::{DATASET, ExportJob, Facts, KEYS, Outcome, Step};
use crate::export::collector::{Summary, Table};
use crate::export::options::ExportedFile;
use crate::export::repeated::{Repeated, Repeats};
use crate::export::schema::SCHEMA_VERSION;
use crate::read::damage_of;
use crate::record::GamePlace;

/// The name of the list in the directory of the data set.
const LIST: &str = "_setwise.json";

/// The list of the files of a data set.
#[derive(Serialize, Deserialize)]
pub(super) struct DataSet {
    schema_version: u32,
    /// The options, without the parts of inputs.
    options: JobOptions,
    /// The inputs, as in `job.json`.
    pub(super) inputs: Vec<Input>,
    /// What is added to the place of each input's games in their `game_id`.
    pub(super) bases: Vec<u64>,
    /// The games that were read.
    games: Summary,
    /// The games of which an earlier one has the key.
    repeated: Repeated,
    tables: Vec<TableOfParts>,
    /// The keys of the games of each part.
    keys: TableOfParts,
    pub(super) parts: Vec<Part>,
}

#[derive(Serialize, Deserialize)]
struct TableOfParts {
    name: String,
    rows: u64,
    bytes: u64,
    files: Vec<PartFile>,
}

#[derive(Serialize, Deserialize)]
struct PartFile {
    /// The number of the part.
    part: u32,
    /// The path from the directory of the data set.
    path: String,
    rows: u64,
    #[serde(flatten)]
    file: ResultFile,
}

/// A part of an input, and what is known of its games.
#[derive(Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) number: u32,
    pub(super) range: InputPart,
    /// Its first byte in the input's file, and the byte after its last one.
    pub(super) bytes: [u64; 2],
    /// Without games if none begins in the part.
    pub(super) facts: Facts,
}

impl Part {
    /// Returns the bytes of the input that were read for it.
    pub(super) fn read(&self) -> ReadRange {
        ReadRange {
            input: self.range.input,
            bytes: self.bytes[0]..self.bytes[1].max(self.bytes[0]),
            sha256: self.facts.sha256.clone(),
        }
    }
}

impl DataSet {
    /// Returns the list of no files.
    fn new(options: JobOptions, tables: &[Table]) -> DataSet {
        DataSet {
            schema_version: SCHEMA_VERSION,
            options,
            inputs: Vec::new(),
            bases: Vec::new(),
            games: Summary::default(),
            repeated: Repeated::default(),
            tables: tables.iter().map(|table| TableOfParts::new(table.name())).collect(),
            keys: TableOfParts::new(KEYS),
            parts: Vec::new(),
        }
    }

    /// Reads a list with the hash of a record.
    pub(super) fn read(job: &Job, round: u32, file: &ResultFile) -> Result<DataSet, Error> {
        let path = job.directory().join("results").join(Step::name(DATASET, round));
        let path = path.join("00000.list");
        file.check(&path)?;
        let (text, _) = read(&path).map_err(Error::io("read", &path))?;
        let refused =
            |reason| Error::refused(&path, format!("not the list of a data set: {reason}"));
        let list: DataSet =
            serde_json::from_slice(&text).map_err(|error| refused(error.to_string()))?;
        let (inputs, bases) = (list.inputs.len(), list.bases.len());
        if inputs != bases {
            return Err(refused(format!("it has {bases} bases of inputs (expected {inputs})")));
        }
        for Part { number, range, .. } in &list.parts {
            let checked = range.check(inputs);
            checked.map_err(|reason| refused(format!("part {number} {reason}")))?;
        }
        for table in list.tables.iter().chain([&list.keys]) {
            table.check_paths().map_err(&refused)?;
        }
        Ok(list)
    }

    /// Returns the list without the parts that are dropped.
    pub(super) fn kept(job: &Job, append: &Append) -> Result<DataSet, Error> {
        let mut list = DataSet::read(job, append.of, &append.list)?;
        let dropped: HashSet<u32> = append.dropped.iter().copied().collect();
        list.parts.retain(|part| !dropped.contains(&part.number));
        for table in list.tables.iter_mut().chain([&mut list.keys]) {
            table.files.retain(|file| !dropped.contains(&file.part));
        }
        Ok(list)
    }

    /// Returns the parts of which games were left out because they occurred before.
    pub(super) fn with_left_out(&self) -> impl Iterator<Item = &Part> {
        let kept: HashMap<u32, u64> =
            self.keys.files.iter().map(|file| (file.part, file.rows)).collect();
        let games = move |number| kept.get(&number).copied().unwrap_or(0);
        self.parts.iter().filter(move |part| part.facts.summary.games > games(part.number))
    }

    /// Adds the keys of all games, and the number of those that were left out.
    fn add_keys(&self, job: &Job, repeats: &mut Repeats) -> Result<(), Error> {
        for file in &self.keys.files {
            let path = job.directory().join(&file.path);
            let added = repeats.add_file(file.file.open_checked(&path)?);
            added.map_err(Error::io("read", &path))?;
        }
        let games = self.parts.iter().map(|part| part.facts.summary.games);
        let kept = self.keys.files.iter().map(|file| file.rows);
        let games = games.fold(0, u64::saturating_add);
        repeats.has_left_out(games.saturating_sub(kept.fold(0, u64::saturating_add)));
        Ok(())
    }

    /// Computes the sums over the files and the parts.
    fn sum(&mut self) {
        self.games = Summary::default();
        self.parts.iter().for_each(|part| self.games.add_all(part.facts.summary.clone()));
        for table in self.tables.iter_mut().chain([&mut self.keys]) {
            // Records of jobs may have any numbers.
            let sum = |number: fn(&PartFile) -> u64| {
                table.files.iter().map(number).fold(0, u64::saturating_add)
            };
            (table.rows, table.bytes) = (sum(|file| file.rows), sum(|file| file.file.bytes));
        }
    }
}

impl TableOfParts {
    fn new(name: &str) -> TableOfParts {
        TableOfParts { name: name.to_owned(), rows: 0, bytes: 0, files: Vec::new() }
    }

    /// Returns an error message if a path is not the path of a part below the data set.
    fn check_paths(&self) -> Result<(), String> {
        let is_plain = |text: &str| {
            !text.is_empty()
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
        };
        let name = &self.name;
        if !is_plain(name) {
            return Err(format!("it has a table {name:?} (expected letters, digits, hyphens)"));
        }
        for PartFile { part, path, .. } in &self.files {
            let start = format!("{name}/part-{part:05}.");
            if !path.strip_prefix(&start).is_some_and(is_plain) {
                return Err(format!("it has the path {path:?} (expected {start}…)"));
            }
        }
        Ok(())
    }
}

/// The shard that makes a data set.
struct Making<'j> {
    job: &'j Job,
    shard: Shard<'j>,
    parts: &'j Stage,
    tables: Vec<Table>,
    /// Whether files are written; a shard that is only compared with its record writes none.
    is_stored: bool,
    repeats: Repeats,
    list: DataSet,
}

impl ExportJob {
    /// Runs the shard that gives the files of the parts their names, reads parts again that began
    /// in the wrong place or have games that are left out, and writes the list of the files.
    pub(super) fn run_dataset(
        &self,
        job: &Job,
        shard: Shard<'_>,
        output: &mut Output,
        interruption: Interruption<'_>,
    ) -> Result<ShardSummary, Error> {
        job.check_current()?;
        let parts = self.stage_of_parts(job)?;
        let tables: Vec<Table> = self.options.export.tables.made().collect();
        let (list, first) = match &self.options.append {
            Some(append) => (DataSet::kept(job, append)?, append.first),
            None => (DataSet::new(self.options.without_parts(), &tables), 0),
        };
        let (inputs, bases) = (self.identities.clone(), self.inputs.bases().to_vec());
        let list = DataSet { inputs, bases, ..list };
        let mut repeats = Repeats::new(self.options.export.unique_games);
        list.add_keys(job, &mut repeats)?;
        let is_stored = output.files().iter().any(|file| file.is_stored());
        let mut making = Making { job, shard, parts, tables, is_stored, repeats, list };
        making.create_directories()?;
        let mut next: Option<GamePlace> = None;
        let records = job.records(parts)?;
        for ((shard, part), record) in (0..).zip(&self.options.parts).zip(&records) {
            interruption.check()?;
            let mut facts = Facts::of(&job.record_path(parts, shard), record)?;
            let sha256 = facts.sha256.take();
            let keys = job.result_paths(parts, shard).zip(&record.files).last();
            let number = shard.saturating_add(first);
            match start(part, next, &facts, keys, &mut making.repeats)? {
                Start::NoGame => facts = Facts::default(),
                Start::Right => making.name_files(shard, number, record, &facts.summary)?,
                Start::At(from) => {
                    let range = PlaceRange { from, to: part.to.map(place) };
                    facts = making.read_again(self, part, number, range, interruption)?;
                }
            }
            if facts.began.is_some() || part.from.is_none() {
                next = facts.ended.map(place);
            }
            let bytes = self.bytes_of(part).map_or([0, 0], |bytes| [bytes.start, bytes.end]);
            let facts = Facts { sha256, ..facts };
            making.list.parts.push(Part { number, range: *part, bytes, facts });
        }
        making.list.sum();
        making.list.repeated = making.repeats.repeated();
        let list = &making.list;
        let facts =
            Facts { summary: list.games.clone(), repeated: list.repeated, ..Facts::default() };
        let rows = list.tables.iter().fold(0, |sum: u64, table| sum.saturating_add(table.rows));
        let text = serde_json::to_vec_pretty(&list);
        let mut text = text.map_err(|error| Error::Wrong(error.to_string()))?;
        text.push(b'\n');
        output.write(&text)?;
        making.publish(&text)?;
        summary(rows, &facts)
    }
}

impl Making<'_> {
    /// Returns the names of the directories of the files of parts.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.tables.iter().map(|table| table.name()).chain([KEYS])
    }

    fn create_directories(&self) -> Result<(), Error> {
        for name in self.names().filter(|_| self.is_stored) {
            let path = self.job.directory().join(name);
            create_directories(&path).map_err(Error::io("create", &path))?;
        }
        Ok(())
    }

    /// Returns the paths of the files of a part from the directory of the data set.
    fn paths(&self, number: u32) -> Vec<String> {
        let names = self.names().zip(&self.parts.files);
        let path = |(name, file): (&str, &String)| {
            let end = file.split('.').next_back().unwrap_or_default();
            format!("{name}/part-{number:05}.{end}")
        };
        names.map(path).collect()
    }

    /// Begins a file of the data set.
    fn create(&self, path: &str) -> OutputFile {
        OutputFile::beside(self.job, self.shard, self.job.directory().join(path))
    }

    /// Gives the files of a part their names in the data set.
    fn name_files(
        &mut self,
        shard: u32,
        number: u32,
        record: &Record,
        summary: &Summary,
    ) -> Result<(), Error> {
        let paths = self.paths(number);
        let sources = self.job.result_paths(self.parts, shard).zip(&record.files);
        for ((source, file), path) in sources.zip(&paths).filter(|_| self.is_stored) {
            // The file of keys has been read and checked whole.
            if !path.starts_with(KEYS) {
                let facts = facts(&source).map_err(Error::io("read", &source))?;
                file.check_size(&source, facts.bytes)?;
            }
            let target = self.job.directory().join(path);
            let temporary = (&*self.job.temporary(), KEYS);
            copy(&source, &target, temporary).map_err(Error::io("write", &target))?;
        }
        // Games that occur again in the part are left out of it.
        let games = record.files.last().map_or(0, |keys| keys.bytes / 8);
        self.repeats.has_left_out(summary.games.saturating_sub(games));
        let rows = self.tables.iter().map(|table| match table {
            // Games that lack something are left out of training data, which is one table.
            Table::Games if summary.training.is_some() => record.rows,
            Table::Games => games,
            Table::Positions => summary.positions,
        });
        let rows: Vec<u64> = rows.chain([games]).collect();
        self.add(number, paths, rows, record.files.iter().cloned());
        Ok(())
    }

    /// Adds the files of a part to the list.
    fn add(
        &mut self,
        part: u32,
        paths: Vec<String>,
        rows: impl IntoIterator<Item = u64>,
        files: impl IntoIterator<Item = ResultFile>,
    ) {
        let tables = self.list.tables.iter_mut().chain([&mut self.list.keys]);
        for (((table, path), rows), file) in tables.zip(paths).zip(rows).zip(files) {
            table.files.push(PartFile { part, path, rows, file });
        }
    }

    /// Reads the games of a part again and writes its files.
    fn read_again(
        &mut self,
        export: &ExportJob,
        part: &InputPart,
        number: u32,
        range: PlaceRange,
        interruption: Interruption<'_>,
    ) -> Result<Facts, Error> {
        let paths = self.paths(number);
        let mut files: Vec<OutputFile> = if self.is_stored {
            paths.iter().map(|path| self.create(path)).collect()
        } else {
            Output::without_file(self.job, Shard { stage: self.parts, ..self.shard }).into_files()
        };
        let repeats = Some(&mut self.repeats);
        let (mut rows, facts) = export.read(
            part,
            range,
            (&mut files, self.shard.threads),
            repeats,
            None,
            interruption,
        )?;
        let files = files.into_iter().map(OutputFile::publish);
        let files: Vec<ResultFile> = files.collect::<Result<_, _>>()?;
        rows.extend(files.last().map(|keys| keys.bytes / 8));
        self.add(number, paths, rows, files);
        Ok(facts)
    }

    /// Writes the list beside the tables, after all files are on disk, and deletes the files of
    /// parts that it does not have any more.
    fn publish(&self, list: &[u8]) -> Result<(), Error> {
        if !self.is_stored {
            return Ok(());
        }
        let directory = self.job.directory();
        self.names().try_for_each(|name| sync_directory(&directory.join(name)))?;
        self.job.check_current()?;
        let mut file = self.create(LIST);
        file.write_all(list).map_err(Error::io("write", file.path()))?;
        file.publish()?;
        sync_directory(directory)?;
        let listed = self.list.paths();
        for (name, ending) in self.names().zip(&self.parts.files) {
            let ending = ending.split('.').next_back().unwrap_or_default();
            let folder = directory.join(name);
            for file in names(&folder).map_err(Error::io("read", &folder))? {
                let file = file.to_string_lossy();
                let number = file.strip_prefix("part-").and_then(|end| end.split_once('.'));
                let is_part = number.is_some_and(|(number, end)| {
                    end == ending && number.bytes().all(|byte| byte.is_ascii_digit())
                });
                let path = format!("{name}/{file}");
                if is_part && !listed.contains(&*path) {
                    let path = directory.join(path);
                    delete(&path).map_err(Error::io("delete", &path))?;
                }
            }
        }
        Ok(())
    }
}

impl DataSet {
    fn files(&self) -> impl Iterator<Item = &PartFile> {
        self.tables.iter().chain([&self.keys]).flat_map(|table| &table.files)
    }

    fn paths(&self) -> HashSet<&str> {
        self.files().map(|file| &*file.path).collect()
    }
}

/// Returns the list of a data set that is complete, and its record.
fn complete(job: &Job, stage: &Stage) -> Result<(DataSet, Record), Error> {
    let record = Record::of(job, stage, 0)?;
    let round = ExportJob::open(job)?.options.round();
    let file = record.files.first();
    let file = file.ok_or_else(|| Error::Wrong("the data set has no list".to_owned()))?;
    Ok((DataSet::read(job, round, file)?, record))
}

/// Tells what a job has made: the directories of the tables.
pub(super) fn outcome(job: &Job, stage: &Stage, outcome: &mut Outcome) -> Result<(), Error> {
    let (list, _) = complete(job, stage)?;
    let file = |table: TableOfParts| {
        let path = job.directory().join(Path::new(&table.name));
        ExportedFile { path, rows: table.rows, size: table.bytes }
    };
    for Part { range, facts, .. } in &list.parts {
        let input = list.inputs.get(range.input as usize);
        if let (Some(input), Some(damage)) = (input, &facts.damage) {
            outcome.damaged.push(damage_of(&input.path, damage, facts.began.is_some()));
        }
    }
    if url(job.directory()).is_none() {
        check_names(job, &list)?;
    }
    outcome.files.extend(list.tables.into_iter().map(file));
    (outcome.summary, outcome.repeated) = (list.games, list.repeated);
    Ok(())
}

/// Checks that the files of a data set are there, by the names in its directories.
fn check_names(job: &Job, list: &DataSet) -> Result<(), Error> {
    for table in &list.tables {
        let folder = job.directory().join(&table.name);
        let found = names(&folder).map_err(Error::io("read", &folder))?;
        let found: HashSet<PathBuf> = found.into_iter().map(|name| folder.join(name)).collect();
        let mut paths = table.files.iter().map(|file| job.directory().join(&*file.path));
        if let Some(gone) = paths.find(|path| !found.contains(path)) {
            let reason = "the data set has this file, which is gone (an export into another \
                          directory makes it again)";
            return Err(Error::refused(&gone, reason));
        }
    }
    Ok(())
}

/// Compares the files of a data set that is complete with its list: their names, and what is in
/// those that are no results of this round. Returns the faults.
pub(super) fn check_files(
    job: &Job,
    stage: &Stage,
    interruption: Interruption<'_>,
    each: &mut dyn FnMut(u64),
) -> Result<Vec<Error>, Error> {
    if Record::read(job, stage, 0).ok().flatten().is_none() {
        return Ok(Vec::new());
    }
    let mut faults = Vec::new();
    let (list, record) = match complete(job, stage) {
        Ok(complete) => complete,
        // The check of the results has found the same.
        Err(_) => return Ok(faults),
    };
    let directory = job.directory();
    let listed = list.paths();
    for table in list.tables.iter().chain([&list.keys]) {
        let folder = directory.join(&table.name);
        for name in names(&folder).map_err(Error::io("read", &folder))? {
            let path = format!("{}/{}", table.name, name.to_string_lossy());
            if !listed.contains(&*path) {
                let path = directory.join(path);
                let reason = format!("{LIST} does not list it (expected only files of the list)");
                faults.push(Error::refused(&path, reason));
            }
        }
    }
    // Files with two names are read once.
    let results = job.stages().iter().flat_map(|stage| {
        (0..stage.shards).flat_map(move |number| job.result_paths(stage, number))
    });
    let results: HashSet<(u64, u64)> = results.filter_map(|path| file_id(&path)).collect();
    let own = record.files.first().map(|file| (LIST, file));
    for (path, file) in own.into_iter().chain(list.files().map(|file| (&*file.path, &file.file))) {
        interruption.check()?;
        let path = directory.join(path);
        if file_id(&path).is_some_and(|id| results.contains(&id)) {
            continue;
        }
        each(file.bytes);
        faults.extend(file.check(&path).err());
    }
    Ok(faults)
}
