//! Checks of the inputs of a job: whether they are still what its shards have read.

use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use setwise_files::facts;
use setwise_jobs::input::{Comparison, Input, RangeHash};
use setwise_jobs::kind::Interruption;
use setwise_jobs::{Error, Job, Record};

use super::{ExportJob, Facts, dataset};

impl ExportJob {
    /// Reads the bytes of all parts that have been read, and compares their SHA-256; and compares
    /// the sizes of the inputs. Returns the faults.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`], or a record cannot be read.
    pub fn verify_inputs(
        &self,
        job: &Job,
        interruption: Interruption<'_>,
        each: &mut dyn FnMut(u64),
    ) -> Result<Vec<Error>, Error> {
        let mut faults = Vec::new();
        let ranges = self.ranges(job)?;
        for (number, identity) in (0..).zip(&self.identities) {
            if identity.is_stream() {
                continue;
            }
            match size_fault(identity) {
                Some(fault) => faults.push(fault),
                None => {
                    let ranges = ranges.iter().filter(|range| range.input == number);
                    faults.extend(compare(&identity.path, ranges, interruption, each)?);
                }
            }
        }
        Ok(faults)
    }

    /// Checks that the inputs that still exist are what the shards have read. Inputs of which the
    /// parts were made in an earlier round are not looked at.
    ///
    /// # Errors
    ///
    /// An input has changed or cannot be read; a record cannot be read; or [`Error::Interrupted`].
    pub(super) fn check_all_inputs(
        &self,
        job: &Job,
        interruption: Interruption<'_>,
    ) -> Result<(), Error> {
        let is_read = |number| self.options.parts.iter().any(|part| part.input == number);
        for (number, identity) in (0..).zip(&self.identities).filter(|&(input, _)| is_read(input)) {
            let fault = match identity.compare() {
                Ok(Comparison::Same) => continue,
                Ok(Comparison::Changed(now)) => identity.changed(&now),
                Ok(Comparison::Touched(_)) => {
                    let ranges = self.ranges(job)?;
                    let ranges = ranges.iter().filter(|range| range.input == number);
                    let faults = compare(&identity.path, ranges, interruption, &mut |_| ())?;
                    let Some(fault) = faults.into_iter().next() else { continue };
                    fault
                }
                // The tables are complete without it.
                Err(Error::Io { source, .. }) if source.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            let directory = job.directory().display();
            return Err(match fault {
                Error::Refused { path, reason } => Error::Refused {
                    path,
                    reason: format!(
                        "{reason}; the tables in {directory} show the earlier file (plan it again \
                         with the same options to add what is new)"
                    ),
                },
                other => other,
            });
        }
        Ok(())
    }

    /// Returns the bytes of inputs that have been read, in this round and in those before.
    fn ranges(&self, job: &Job) -> Result<Vec<ReadRange>, Error> {
        let mut ranges = match &self.options.append {
            Some(append) => {
                let list = dataset::DataSet::kept(job, append)?;
                list.parts.iter().map(dataset::Part::read).collect()
            }
            None => Vec::new(),
        };
        let stage = self.stage_of_parts(job)?;
        for (number, part) in (0..).zip(&self.options.parts) {
            let Some(bytes) = self.bytes_of(part) else { continue };
            let Some(record) = Record::read(job, stage, number)? else { continue };
            let sha256 = Facts::of(&job.record_path(stage, number), &record)?.sha256;
            ranges.push(ReadRange { input: part.input, bytes, sha256 });
        }
        Ok(ranges)
    }
}

/// Bytes of an input that have been read, and their SHA-256.
pub(super) struct ReadRange {
    pub(super) input: u32,
    pub(super) bytes: Range<u64>,
    pub(super) sha256: Option<String>,
}

/// Compares the SHA-256 of bytes of a file. Returns the faults.
pub(super) fn compare<'r>(
    path: &Path,
    ranges: impl Iterator<Item = &'r ReadRange>,
    interruption: Interruption<'_>,
    each: &mut dyn FnMut(u64),
) -> Result<Vec<Error>, Error> {
    let mut faults = Vec::new();
    for ReadRange { bytes, sha256, .. } in ranges {
        interruption.check()?;
        each(bytes.end - bytes.start);
        match RangeHash::new(bytes.clone()).finish(path, interruption) {
            Ok(found) if Some(&found) == sha256.as_ref() => {}
            Ok(_) => {
                let reason = format!(
                    "the input has changed since it was read: bytes {} to {} have another SHA-256",
                    bytes.start, bytes.end,
                );
                faults.push(Error::refused(path, reason));
            }
            Err(Error::Interrupted) => return Err(Error::Interrupted),
            Err(error) => faults.push(error),
        }
    }
    Ok(faults)
}

/// Returns the error of a file that cannot be read or has another size.
fn size_fault(identity: &Input) -> Option<Error> {
    match facts(&identity.path) {
        Ok(facts) if facts.bytes == identity.bytes => None,
        Ok(_) => Some(match Input::of(&identity.path) {
            Ok(now) => identity.changed(&now),
            Err(error) => error,
        }),
        Err(error) => Some(Error::io("read", &identity.path)(error)),
    }
}
