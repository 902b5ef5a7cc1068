//! Where the files of a data set are written and read.
//!
//! A data set lies in the directory of its job, or in any other [`Storage`], such as a store of
//! objects. The job itself does not: its claims need locks, and its results are files that other
//! processes find. So a shard writes its results there, and the last shard passes them on. Checking
//! a data set ([`Kind::check_files`](setwise_jobs::Kind::check_files)) reads the directory too.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use setwise_jobs::kind::Shard;
use setwise_jobs::record::{OutputFile, ResultFile, file_names, link, sync_directory};
use setwise_jobs::{Error, Job};

use crate::storage::{LocalFile, StoredFile};

/// Files with paths of the form `games/part-00000.parquet` or `_setwise.json`, which are written
/// once, whole, and read by ranges ([`StoredFile`]).
pub(super) trait Storage {
    /// Begins a file. It is there when it is finished, in place of an earlier one with its path.
    fn create(&self, path: &str) -> Result<Box<dyn NewFile + '_>, Error>;

    /// Puts a file of this machine into the storage.
    fn put(&self, source: &Path, path: &str) -> Result<(), Error> {
        let mut file = self.create(path)?;
        let mut bytes = File::open(source).map_err(Error::io("read", source))?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match bytes.read(&mut buffer).map_err(Error::io("read", source))? {
                0 => return file.finish().map(drop),
                read => file.write(&buffer[..read])?,
            }
        }
    }

    /// Makes sure that the files of a folder that are finished stay, even after a power cut.
    fn keep(&self, folder: &str) -> Result<(), Error>;

    /// Returns the names of the files of a folder; none if it does not exist.
    fn list(&self, folder: &str) -> Result<Vec<String>, Error>;

    /// Opens a file to read ranges of it.
    fn open(&self, path: &str) -> Result<Arc<dyn StoredFile>, Error>;

    /// Deletes a file.
    fn delete(&self, path: &str) -> Result<(), Error>;
}

/// A file that is written. It is not there if it is not finished.
pub(super) trait NewFile: Send {
    /// Returns the path, for messages.
    fn path(&self) -> &Path;

    /// Appends bytes.
    fn write(&mut self, bytes: &[u8]) -> Result<(), Error>;

    /// Ends the file.
    fn finish(self: Box<Self>) -> Result<ResultFile, Error>;
}

impl NewFile for OutputFile {
    fn path(&self) -> &Path {
        OutputFile::path(self)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        OutputFile::write(self, bytes)
    }

    fn finish(self: Box<Self>) -> Result<ResultFile, Error> {
        self.publish()
    }
}

/// The directory of a job, in which a shard writes.
pub(super) struct JobDirectory<'j> {
    job: &'j Job,
    shard: Shard<'j>,
}

impl<'j> JobDirectory<'j> {
    /// Returns the directory, in which folders are created.
    pub(super) fn with_folders<'f>(
        job: &'j Job,
        shard: Shard<'j>,
        folders: impl Iterator<Item = &'f str>,
    ) -> Result<JobDirectory<'j>, Error> {
        for folder in folders {
            let path = job.directory().join(folder);
            fs::create_dir_all(&path).map_err(Error::io("create", &path))?;
        }
        Ok(JobDirectory { job, shard })
    }

    fn path(&self, path: &str) -> PathBuf {
        self.job.directory().join(path)
    }

    fn file(&self, path: &str) -> OutputFile {
        OutputFile::beside(self.job, self.shard, self.path(path))
    }
}

impl Storage for JobDirectory<'_> {
    fn create(&self, path: &str) -> Result<Box<dyn NewFile + '_>, Error> {
        Ok(Box::new(self.file(path)))
    }

    /// Gives the file another name, which costs no space, if the file system has hard links.
    fn put(&self, source: &Path, path: &str) -> Result<(), Error> {
        link(source, &self.path(path), self.file(path))
    }

    fn keep(&self, folder: &str) -> Result<(), Error> {
        sync_directory(&self.path(folder))
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, Error> {
        file_names(&self.path(folder))
    }

    fn open(&self, path: &str) -> Result<Arc<dyn StoredFile>, Error> {
        let path = self.path(path);
        LocalFile::open(&path).map_err(Error::io("read", &path))
    }

    fn delete(&self, path: &str) -> Result<(), Error> {
        let path = self.path(path);
        fs::remove_file(&path).map_err(Error::io("delete", &path))
    }
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use setwise_jobs::executor::RunOptions;
    use setwise_jobs::job::Stage;
    use setwise_jobs::kind::{Interruption, Summary};
    use setwise_jobs::record::{Output, sha256};
    use setwise_jobs::{Kind, Record};
    use setwise_testkit::Directory;

    use super::*;
    use setwise_pgn::files::Inputs;

    use crate::batch::numbers;
    use crate::job::{ExportJob, Facts, Step, begin};
    use crate::read::{ReadOptions, read};
    use crate::table::testing::keys_of;
    use crate::{ExportOptions, Format, Layout, Selection, Tables, TablesCollector};

    /// Files in memory, by path.
    #[derive(Default)]
    struct Memory(Mutex<BTreeMap<String, Arc<Vec<u8>>>>);

    struct NewInMemory<'m> {
        memory: &'m Memory,
        path: PathBuf,
        bytes: Vec<u8>,
    }

    struct InMemory(Arc<Vec<u8>>);

    impl Memory {
        fn files(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Vec<u8>>>> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }

        fn paths(&self) -> Vec<String> {
            self.files().keys().cloned().collect()
        }
    }

    impl Storage for Memory {
        fn create(&self, path: &str) -> Result<Box<dyn NewFile + '_>, Error> {
            Ok(Box::new(NewInMemory { memory: self, path: path.into(), bytes: Vec::new() }))
        }

        fn keep(&self, _folder: &str) -> Result<(), Error> {
            Ok(())
        }

        fn list(&self, folder: &str) -> Result<Vec<String>, Error> {
            let names = self.paths().into_iter();
            let name =
                |path: String| Some(path.strip_prefix(folder)?.strip_prefix('/')?.to_owned());
            Ok(names.filter_map(name).collect())
        }

        fn open(&self, path: &str) -> Result<Arc<dyn StoredFile>, Error> {
            match self.files().get(path) {
                Some(bytes) => Ok(Arc::new(InMemory(Arc::clone(bytes)))),
                None => Err(Error::refused(Path::new(path), "there is no such file")),
            }
        }

        fn delete(&self, path: &str) -> Result<(), Error> {
            self.files().remove(path);
            Ok(())
        }
    }

    impl NewFile for NewInMemory<'_> {
        fn path(&self) -> &Path {
            &self.path
        }

        fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
            self.bytes.extend_from_slice(bytes);
            Ok(())
        }

        fn finish(self: Box<Self>) -> Result<ResultFile, Error> {
            let (bytes, sha256) = sha256(&self.bytes[..], &self.path, Interruption::NEVER)?;
            let path = self.path.to_str().expect("UTF-8").to_owned();
            self.memory.files().insert(path, Arc::new(self.bytes));
            Ok(ResultFile { bytes, sha256 })
        }
    }

    impl StoredFile for InMemory {
        fn size(&self) -> u64 {
            self.0.len() as u64
        }

        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> std::io::Result<()> {
            let bytes = self.0.get(offset as usize..).and_then(|rest| rest.get(..buffer.len()));
            buffer.copy_from_slice(bytes.ok_or(std::io::ErrorKind::UnexpectedEof)?);
            Ok(())
        }
    }

    /// An export whose data set lies in memory.
    struct ExportToMemory<'m>(ExportJob, &'m Memory);

    impl Kind for ExportToMemory<'_> {
        fn run(
            &self,
            job: &Job,
            shard: Shard<'_>,
            output: &mut Output,
            interruption: Interruption<'_>,
        ) -> Result<Summary, Error> {
            match Step::of(shard.stage) {
                Some(Step::Dataset) => {
                    self.0.make_dataset(job, shard, output, (self.1, true), interruption)
                }
                _ => self.0.run(job, shard, output, interruption),
            }
        }

        fn check_stage(&self, job: &Job, stage: &Stage, records: &[Record]) -> Result<(), Error> {
            self.0.check_stage(job, stage, records)
        }

        fn memory(&self, stage: &Stage) -> u64 {
            self.0.memory(stage)
        }

        fn expected_seconds(&self, stage: &Stage) -> f64 {
            self.0.expected_seconds(stage)
        }
    }

    /// Games in parts of which some begin in the middle of a comment that looks like games, so that
    /// they are read and written again.
    fn games(directory: &Directory, name: &str, players: &str) -> PathBuf {
        let mut text = String::new();
        for number in 0..60 {
            text += &format!("[Event \"?\"]\n[White \"{players} {number}\"]\n\n1. e4 ");
            if number % 10 == 3 {
                text += &format!("{{\n{}}} ", "[Event \"no\"]\n1. d4 *\n".repeat(30));
            }
            text += "e5 2. Nf3 1-0\n\n";
        }
        directory.write(name, text.as_bytes())
    }

    /// Finds a writer or reader of a data set that goes to the file system past the storage: the
    /// tables of two rounds, written to memory, have the rows of a direct export, and the directory
    /// of the job has none of them.
    #[test]
    fn a_data_set_lies_in_any_storage() {
        let directory = Directory::in_memory();
        let first = games(&directory, "first.pgn", "A");
        let (tables, target) = (
            Tables {
                games: Some(crate::GameColumns::default()),
                positions: Some(crate::PositionColumns::default()),
                ..Tables::default()
            },
            directory.path().join("job"),
        );
        let mut options = ExportOptions::new(&target, tables.clone(), Format::Parquet);
        (options.layout, options.unique_games) = (Layout::Parts, true);
        let memory = Memory::default();
        let mut paths = vec![first];
        for round in 0..2 {
            let inputs = Inputs::find(&paths).expect("inputs");
            let pgn = setwise_pgn::Options::default();
            let job = begin(&inputs, pgn, &options, 700, Interruption::NEVER).expect("a job");
            let kind = ExportToMemory(ExportJob::open(&job).expect("an export"), &memory);
            let run = RunOptions { threads: 2, memory: 1 << 30 };
            let failures = job.run(&kind, run, Interruption::NEVER, &|_| ()).expect("run");
            assert!(failures.is_empty(), "{failures:?}");
            let stage = job.stages().last().expect("a stage");
            let record = Record::of(&job, stage, 0).expect("a record");
            let facts = Facts::of(&target, &record).expect("facts");

            let collector = TablesCollector::new(&inputs, tables.clone(), Selection::default());
            let mut expected = Vec::new();
            let each = |mut part: crate::TablesPart, _: &crate::Workers<'_>| {
                for games in part.games().expect("games") {
                    expected.extend_from_slice(numbers(&games, "game_key"));
                }
                Ok::<(), Error>(())
            };
            read(&inputs, &ReadOptions::default(), &collector, each).expect("read");
            assert_eq!(facts.summary.games, expected.len() as u64);
            let names = memory.list("games").expect("names");
            assert!(names.len() > 8 * (round + 1), "{names:?}");
            let keys = names.iter().flat_map(|name| {
                let file = memory.open(&format!("games/{name}")).expect("a file");
                keys_of(file)
            });
            assert_eq!(keys.collect::<Vec<u64>>(), expected);
            let list = Arc::clone(&memory.files()["_setwise.json"]);
            assert!(String::from_utf8_lossy(&list).contains(names.last().expect("a name")));
            for folder in ["games", "positions", "keys", "_setwise.json"] {
                assert!(!target.join(folder).exists(), "{folder}");
            }
            paths.push(games(&directory, "second.pgn", "B"));
        }
    }
}
