//! The directory of a job, and `job.json`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use setwise_files::{CreatedDirectories, Existing, check_store, url};
use sha2::{Digest, Sha256};

use crate::Error;
use crate::files::{exists, names, write_whole};
use crate::input::Input;
use crate::kind::Shard;
use crate::record::hex;

/// The version of the layout of the directory and its files.
const LAYOUT: u32 = 3;

/// The directory of temporary files.
const TEMPORARY: &str = "temporary";

/// The contents of `job.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The version of the directory's layout.
    pub layout: u32,
    /// The name of the kind.
    pub kind: String,
    /// The version of the kind's results. A program refuses every other version.
    pub version: u32,
    /// The program that planned the job.
    pub program: String,
    /// The options of the kind.
    pub options: Value,
    /// The files that the job reads.
    pub inputs: Vec<Input>,
    /// The stages, in order.
    pub stages: Vec<Stage>,
}

/// A stage of a job: shards that depend on the stages before, not on one another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The name, of ASCII letters, digits and hyphens, which no other stage has.
    pub name: String,
    /// The number of shards. All stages together have fewer than 2^32.
    pub shards: u32,
    /// What follows the number of the shard and a full stop in the names of a result's files:
    /// different words of ASCII letters and digits with full stops between them, such as `count` or
    /// `games.csv`. The last word is neither `json`, which records have, nor `tmp`.
    pub files: Vec<String>,
    /// The name of the last stage, a later one, that needs the results. When it is complete, they
    /// are deleted; their records stay. `None` if they are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed_until: Option<String>,
}

impl Stage {
    /// Returns why the stage cannot follow the stages before it, if it cannot.
    fn check(&self, before: &[Stage], after: &[Stage]) -> Result<(), String> {
        let is_word = |text: &str, more: &[u8]| {
            let mut bytes = text.bytes();
            !text.is_empty() && bytes.all(|b| b.is_ascii_alphanumeric() || more.contains(&b))
        };
        let Stage { name, shards, files, needed_until } = self;
        let is_among = |stages: &[Stage], name: &str| stages.iter().any(|other| other.name == name);
        if !is_word(name, b"-") {
            return Err(format!(
                "a stage has the name {name:?} (expected letters, digits, hyphens)"
            ));
        }
        if is_among(before, name) {
            return Err(format!("two stages have the name {name}"));
        }
        if files.is_empty() {
            return Err(format!("the results of stage {name} have no file (expected one or more)"));
        }
        for (index, file) in files.iter().enumerate() {
            let last = file.rsplit('.').next();
            if !file.split('.').all(|word| is_word(word, b""))
                || last.is_some_and(|last| ["json", "tmp"].contains(&last))
            {
                return Err(format!(
                    "stage {name} has the file {file:?} (expected letters and digits with full \
                     stops between them, and neither json nor tmp at the end)"
                ));
            }
            if files[..index].contains(file) {
                return Err(format!("stage {name} has two files {file:?}"));
            }
        }
        if let Some(last) = needed_until.as_ref().filter(|last| !is_among(after, last)) {
            return Err(format!("stage {name} is needed until {last:?} (expected a later stage)"));
        }
        let all = before.iter().try_fold(*shards, |sum, stage| sum.checked_add(stage.shards));
        all.map(drop).ok_or_else(|| format!("it has 2^32 or more shards up to stage {name}"))
    }
}

/// A job: a directory with a description.
#[derive(Clone, Debug)]
pub struct Job {
    directory: PathBuf,
    description: Description,
    id: String,
    /// The version of the object `job.json`; `None` on this machine.
    version: Option<String>,
}

impl Job {
    /// Creates the directory of a job, and those above it if they do not exist.
    ///
    /// # Errors
    ///
    /// The directory exists and is not empty, it cannot be written, the path of an input is not
    /// UTF-8, which `job.json` cannot have, or the stages are not as [`Stage`] says. Then the
    /// directories that it made are removed if they are empty and can be removed.
    pub fn create(
        directory: &Path,
        kind: &str,
        version: u32,
        options: Value,
        inputs: Vec<Input>,
        stages: Vec<Stage>,
    ) -> Result<Job, Error> {
        let kind = kind.to_owned();
        let program = program();
        let description =
            Description { layout: LAYOUT, kind, version, program, options, inputs, stages };
        let text = description.text(directory)?;
        let created = CreatedDirectories::create(directory);
        let created = created.map_err(Error::io("create", directory))?;
        description.fill(directory, &text)?;
        created.keep();
        Job::open(directory)
    }

    /// Plans the directory of a job again: with other options, inputs and stages. `job.json` is
    /// replaced as a whole. No stage may have a name of the job before, whose results, but for one
    /// stage that is named, are deleted then.
    ///
    /// # Errors
    ///
    /// The directory cannot be written, another process has planned it again, the path of an input is
    /// not UTF-8, or the stages are not as [`Stage`] says.
    pub fn replan(
        self,
        options: Value,
        inputs: Vec<Input>,
        stages: Vec<Stage>,
        kept: &str,
    ) -> Result<Job, Error> {
        self.check_current()?;
        let Job { directory, description, version, .. } = self;
        let description =
            Description { program: program(), options, inputs, stages, ..description };
        let text = description.text(&directory)?;
        description.create_directories(&directory, &mut Vec::new())?;
        let path = directory.join("job.json");
        let temporary = directory.join(TEMPORARY);
        let existing = Existing::ReplacedIf(version);
        write_whole(&path, (&temporary, "job.json"), text.as_bytes(), existing)?;
        let job = Job::open(&directory)?;
        for folder in ["results", "complete"].map(|name| directory.join(name)) {
            for name in names(&folder)? {
                let stage = name.to_string_lossy();
                let stage = stage.split('.').next().unwrap_or_default();
                if stage != kept && job.stage(stage).is_none() {
                    // What cannot be deleted only takes space.
                    let _ = setwise_files::delete_all(&folder.join(&name));
                }
            }
        }
        Ok(job)
    }

    /// Opens the directory of a job.
    ///
    /// # Errors
    ///
    /// [`Error::NotAJob`] if there is no `job.json`; another error if it cannot be read, if another
    /// version of the program has written it, or if its stages are not as [`Stage`] says.
    pub fn open(directory: &Path) -> Result<Job, Error> {
        let path = directory.join("job.json");
        let read = setwise_files::read(&path).map_err(|source| match source.kind() {
            ErrorKind::NotFound => Error::NotAJob { path: directory.to_owned(), source },
            _ => Error::io("read", &path)(source),
        });
        let (text, version) = read?;
        let description: Value = serde_json::from_slice(&text)
            .map_err(|error| Error::refused(&path, error.to_string()))?;
        let layout = &description["layout"];
        if *layout != LAYOUT {
            let by = description["program"].as_str();
            let by = by.map_or(String::new(), |by| format!(" ({by})"));
            return Err(Error::refused(
                &path,
                format!(
                    "it has layout {layout} (expected {LAYOUT}): plan it again in another directory, \
                     or continue it with the build that planned it{by}"
                ),
            ));
        }
        let description: Description = serde_json::from_value(description)
            .map_err(|error| Error::refused(&path, error.to_string()))?;
        description.check().map_err(|reason| Error::refused(&path, reason))?;
        let id = description.id().map_err(|error| Error::refused(&path, error.to_string()))?;
        Ok(Job { directory: directory.to_owned(), description, id, version })
    }

    /// Checks that another process has not planned the directory again since the job was opened.
    ///
    /// # Errors
    ///
    /// It has, or `job.json` cannot be read.
    pub fn check_current(&self) -> Result<(), Error> {
        if Job::open(&self.directory)?.id == self.id {
            return Ok(());
        }
        let reason = "another process has planned the job again meanwhile (run it again)";
        Err(Error::refused(&self.directory.join("job.json"), reason))
    }

    /// Returns the directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the contents of `job.json`.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Returns the stages.
    pub fn stages(&self) -> &[Stage] {
        &self.description.stages
    }

    /// Returns a stage by name.
    pub fn stage(&self, name: &str) -> Option<&Stage> {
        self.stages().iter().find(|stage| stage.name == name)
    }

    /// Returns the job's identity: half of the SHA-256 of what is to be done, in hexadecimal. Every
    /// result has it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the number of shards of all stages.
    pub fn shards(&self) -> u32 {
        self.stages().iter().map(|stage| stage.shards).sum()
    }

    /// Returns a shard by its number in the job, for one thread: shards are counted from 0, stage by
    /// stage.
    pub fn shard(&self, mut number: u32) -> Option<Shard<'_>> {
        for (stage_index, stage) in self.stages().iter().enumerate() {
            if number < stage.shards {
                return Some(Shard { stage, stage_index, number, threads: 1 });
            }
            number -= stage.shards;
        }
        None
    }

    /// Returns the paths of the files of a shard's result, in the order of [`Stage::files`].
    pub fn result_paths(&self, stage: &Stage, number: u32) -> impl Iterator<Item = PathBuf> {
        let results = self.results(stage);
        stage.files.iter().map(move |file| results.join(format!("{number:05}.{file}")))
    }

    /// Returns the path of the first file of a shard's result: the only one, in most stages.
    pub fn result_path(&self, stage: &Stage, number: u32) -> PathBuf {
        self.result_paths(stage, number).next().unwrap_or_else(|| self.results(stage))
    }

    /// Returns the path of a shard's record.
    pub fn record_path(&self, stage: &Stage, number: u32) -> PathBuf {
        self.results(stage).join(format!("{number:05}.json"))
    }

    /// Returns the directory of temporary files.
    pub fn temporary(&self) -> PathBuf {
        self.directory.join(TEMPORARY)
    }

    /// Returns the path of the mark of a stage that is complete.
    pub(crate) fn mark_path(&self, stage: &Stage) -> PathBuf {
        self.directory.join("complete").join(format!("{}.json", stage.name))
    }

    /// Returns the directory of the results and records of a stage.
    pub(crate) fn results(&self, stage: &Stage) -> PathBuf {
        self.directory.join("results").join(&stage.name)
    }

    /// Creates the missing directories of the job if one is missing that the shards of a stage
    /// need, as in a job that was copied in part.
    pub(crate) fn create_directories(&self, stage: &Stage) -> Result<(), Error> {
        if [self.results(stage), self.temporary()].iter().all(|path| path.is_dir()) {
            return Ok(());
        }
        self.description.create_directories(&self.directory, &mut Vec::new())
    }
}

impl Description {
    /// Returns the text of `job.json`, if the description is valid.
    fn text(&self, directory: &Path) -> Result<String, Error> {
        self.inputs.iter().try_for_each(Input::check_name)?;
        let path = directory.join("job.json");
        self.check().map_err(|reason| Error::refused(&path, reason))?;
        let mut text = serde_json::to_string_pretty(self)
            .map_err(|error| Error::refused(&path, error.to_string()))?;
        text.push('\n');
        Ok(text)
    }

    /// Writes `job.json`, whose text is given, and creates the directories, in one that must be
    /// empty.
    fn fill(&self, directory: &Path, text: &str) -> Result<(), Error> {
        if !names(directory)?.is_empty() {
            let advice = match exists(&directory.join("job.json"))? {
                true => {
                    ": it has a job, which `setwise job run` continues (`setwise pgn plan` adds games to a data set)"
                }
                false => "",
            };
            return Err(Error::refused(directory, format!("the directory is not empty{advice}")));
        }
        let path = directory.join("job.json");
        let mut made = Vec::new();
        let created = self.create_directories(directory, &mut made);
        let write = |()| {
            let temporary = directory.join(TEMPORARY);
            write_whole(&path, (&temporary, "job.json"), text.as_bytes(), Existing::Stays)
        };
        let check = |()| check_store(&path).map_err(Error::io("write", &path));
        created.and_then(write).and_then(check).inspect_err(|_| {
            // Another process may have planned a job here meanwhile, whose files must stay: only
            // empty directories are removed. The error of the plan is more important than one here.
            made.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
        })
    }

    /// Creates the directories inside the job which are missing, and appends those that it made.
    fn create_directories(&self, job: &Path, made: &mut Vec<PathBuf>) -> Result<(), Error> {
        if url(job).is_some() {
            return Ok(());
        }
        let results = job.join("results");
        let stages = self.stages.iter().map(|stage| results.join(&stage.name));
        let own = ["complete", TEMPORARY].map(|name| job.join(name));
        for directory in [results.clone()].into_iter().chain(own).chain(stages) {
            match fs::create_dir(&directory) {
                Ok(()) => made.push(directory),
                Err(_) if directory.is_dir() => {}
                Err(error) => return Err(Error::io("create", &directory)(error)),
            }
        }
        Ok(())
    }

    /// Returns why the stages are not valid, if they are not.
    fn check(&self) -> Result<(), String> {
        self.stages.iter().enumerate().try_for_each(|(index, stage)| {
            stage.check(&self.stages[..index], &self.stages[index + 1..])
        })
    }

    /// Returns the identity, which does not depend on the program that planned the job.
    fn id(&self) -> serde_json::Result<String> {
        let what = Description { program: String::new(), ..self.clone() };
        let bytes = serde_json::to_vec(&what)?;
        Ok(hex(&Sha256::digest(bytes)[..16]))
    }
}

/// Returns the name of a shard in the names of its temporary files.
pub(crate) fn shard_name(stage: &Stage, number: u32) -> String {
    format!("{}-{number:05}", stage.name)
}

/// Returns the name and version of this program.
pub fn program() -> String {
    concat!("setwise ", env!("CARGO_PKG_VERSION")).to_owned()
}

/// Returns the free space in bytes of the file system of a path, if the system tells it.
pub fn free_space(path: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let system = rustix::fs::statvfs(path).ok()?;
        Some(system.f_bavail.saturating_mul(system.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}
