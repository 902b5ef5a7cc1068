//! Data sets: the files of the parts as tables, and the list of them.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use setwise_jobs::job::Stage;
use setwise_jobs::kind::{Interruption, Shard, Summary as ShardSummary};
use setwise_jobs::record::{Output, OutputFile, Record, ResultFile, link, sync_directory};
use setwise_jobs::{Error, Job};

use super::options::place;
use super::shard::{Start, TableFile, start, summary};
use super::{ExportJob, Facts, Outcome, Step, Table};
use crate::export::{ExportedFile, Summary};
use crate::record::GamePlace;
use crate::schema::SCHEMA_VERSION;
use crate::source::{From, Range};

/// The name of the list in the directory of the data set.
const LIST: &str = "_setwise.json";

/// The list of the files of a data set.
#[derive(Serialize, Deserialize)]
struct DataSet {
    schema_version: u32,
    /// The options of the job.
    options: Value,
    /// The inputs, as in `job.json`.
    inputs: Value,
    /// The games that were read.
    games: Summary,
    tables: Vec<TableOfParts>,
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
    /// The path from the directory of the data set.
    path: String,
    rows: u64,
    bytes: u64,
    sha256: String,
}

impl TableOfParts {
    fn new(table: Table) -> TableOfParts {
        TableOfParts { name: table.name().to_owned(), rows: 0, bytes: 0, files: Vec::new() }
    }

    fn add(&mut self, path: String, rows: u64, file: &ResultFile) {
        // Records of jobs may have any numbers.
        self.rows = self.rows.saturating_add(rows);
        self.bytes = self.bytes.saturating_add(file.bytes);
        let (bytes, sha256) = (file.bytes, file.sha256.clone());
        self.files.push(PartFile { path, rows, bytes, sha256 });
    }
}

/// The shard that makes a data set.
struct Making<'j> {
    job: &'j Job,
    shard: Shard<'j>,
    parts: &'j Stage,
    tables: Vec<Table>,
    /// Whether files are written: a shard that is only compared with its record writes none.
    is_stored: bool,
}

impl ExportJob {
    /// Runs the shard that gives the files of the parts their names, reads parts again that began
    /// in the wrong place, and writes the list of the files.
    pub(super) fn run_dataset(
        &self,
        job: &Job,
        shard: Shard<'_>,
        output: &mut Output,
        interruption: Interruption<'_>,
    ) -> Result<ShardSummary, Error> {
        let parts = job.stages().iter().find(|stage| Step::of(stage) == Some(Step::Parts));
        let parts = parts.ok_or_else(|| Error::Wrong("there is no stage of parts".to_owned()))?;
        let tables: Vec<Table> = self.tables_of_parts(job, parts)?.collect();
        let is_stored = output.files().iter().any(|file| file.is_stored());
        let making = Making { job, shard, parts, tables, is_stored };
        let mut made: Vec<TableOfParts> =
            making.tables.iter().map(|&table| TableOfParts::new(table)).collect();
        for table in making.tables.iter().filter(|_| is_stored) {
            let directory = job.directory().join(table.name());
            fs::create_dir_all(&directory).map_err(Error::io("create", &directory))?;
        }
        let mut sum = Facts::default();
        let mut next: Option<GamePlace> = None;
        let records = job.records(parts)?;
        for ((number, part), record) in (0..).zip(&self.options.parts).zip(&records) {
            interruption.check()?;
            let mut facts = Facts::of(&job.record_path(parts, number), record)?;
            match start(part, next, &facts) {
                Start::NoGame => continue,
                Start::Right => making.name_files(number, record, &facts.summary, &mut made)?,
                Start::At(start) => {
                    let range = Range { from: From::Game(start), to: part.to.map(place) };
                    facts = making.read_again(self, number, range, &mut made, interruption)?;
                }
            }
            next = facts.ended.map(place);
            sum.summary.add_all(facts.summary);
        }
        let (mut rows, description) = (0_u64, job.description());
        made.iter().for_each(|table| rows = rows.saturating_add(table.rows));
        let text = |error: serde_json::Error| Error::Wrong(error.to_string());
        let list = DataSet {
            schema_version: SCHEMA_VERSION,
            options: description.options.clone(),
            inputs: serde_json::to_value(&description.inputs).map_err(text)?,
            games: sum.summary.clone(),
            tables: made,
        };
        let mut list = serde_json::to_vec_pretty(&list).map_err(text)?;
        list.push(b'\n');
        output.write(&list)?;
        making.publish(&list)?;
        summary(rows, &sum)
    }
}

impl Making<'_> {
    /// Returns the path of the file of a part from the directory of the data set.
    fn path(&self, table: Table, number: u32) -> String {
        let name = self.parts.files.first().and_then(|file| file.split('.').next_back());
        format!("{}/part-{number:05}.{}", table.name(), name.unwrap_or_default())
    }

    fn beside(&self, path: &str) -> OutputFile {
        OutputFile::beside(self.job, self.shard, self.job.directory().join(path))
    }

    /// Gives the files of a part their names in the data set.
    fn name_files(
        &self,
        number: u32,
        record: &Record,
        summary: &Summary,
        made: &mut [TableOfParts],
    ) -> Result<(), Error> {
        let sources = self.job.result_paths(self.parts, number).zip(&record.files);
        for (((source, file), &table), made) in sources.zip(&self.tables).zip(made) {
            let path = self.path(table, number);
            if self.is_stored {
                let size = fs::metadata(&source).map_err(Error::io("read", &source))?.len();
                if size != file.bytes {
                    let reason = format!("it has {size} bytes (expected {})", file.bytes);
                    return Err(Error::refused(&source, reason));
                }
                link(&source, &self.job.directory().join(&path), self.beside(&path))?;
            }
            made.add(path, table.rows(summary), file);
        }
        Ok(())
    }

    /// Reads the games of a part again and writes its files.
    fn read_again(
        &self,
        export: &ExportJob,
        number: u32,
        range: Range,
        made: &mut [TableOfParts],
        interruption: Interruption<'_>,
    ) -> Result<Facts, Error> {
        let part = export.part(number)?;
        let paths: Vec<String> =
            self.tables.iter().map(|&table| self.path(table, number)).collect();
        let mut outputs: Vec<OutputFile> = match self.is_stored {
            true => paths.iter().map(|path| self.beside(path)).collect(),
            false => Output::without_file(self.job, Shard { stage: self.parts, ..self.shard })
                .into_files(),
        };
        let files = outputs.iter_mut().zip(&self.tables);
        let files = files.map(|(file, &table)| TableFile::new(export, table, false, file));
        let mut files: Vec<TableFile<'_>> = files.collect::<Result<_, _>>()?;
        let facts = export.read(part, range, &mut files, None, interruption)?;
        files.into_iter().try_for_each(|file| file.finish().map(drop))?;
        for (((file, path), &table), made) in
            outputs.into_iter().zip(paths).zip(&self.tables).zip(made)
        {
            made.add(path, table.rows(&facts.summary), &file.publish()?);
        }
        Ok(facts)
    }

    /// Writes the list beside the tables, after all files are on disk.
    fn publish(&self, list: &[u8]) -> Result<(), Error> {
        if !self.is_stored {
            return Ok(());
        }
        let directory = self.job.directory();
        self.tables.iter().try_for_each(|table| sync_directory(&directory.join(table.name())))?;
        let mut file = self.beside(LIST);
        file.write(list)?;
        file.publish()?;
        sync_directory(directory)
    }
}

/// Returns what a job has made in the layout of parts: the directories of the tables.
pub(super) fn outcome(job: &Job, stage: &Stage) -> Result<Outcome, Error> {
    let path = job.result_path(stage, 0);
    let record = Record::of(job, stage, 0)?;
    let text = fs::read(&path).map_err(Error::io("read", &path))?;
    let list: DataSet = serde_json::from_slice(&text)
        .map_err(|error| Error::refused(&path, format!("not the list of a data set: {error}")))?;
    let summary = Facts::of(&job.record_path(stage, 0), &record)?.summary;
    let file = |table: TableOfParts| {
        let path = job.directory().join(Path::new(&table.name));
        ExportedFile { path, rows: table.rows, size: table.bytes }
    };
    Ok(Outcome { summary, files: list.tables.into_iter().map(file).collect() })
}
