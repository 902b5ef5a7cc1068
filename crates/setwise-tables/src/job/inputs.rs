//! Checks of the inputs of a job: whether they are still what its shards have read.

use std::fs;
use std::io::ErrorKind;

use setwise_jobs::input::{Comparison, Input, RangeHash};
use setwise_jobs::kind::Interruption;
use setwise_jobs::{Error, Job, Record};

use super::{ExportJob, Facts, Step};

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
        for (number, identity) in (0..).zip(&self.identities) {
            match size_fault(identity) {
                Some(fault) => faults.push(fault),
                None => faults.extend(self.verify_parts(job, number, interruption, each)?),
            }
        }
        Ok(faults)
    }

    /// Checks that the inputs that still exist are what the shards have read.
    ///
    /// # Errors
    ///
    /// An input has changed or cannot be read; a record cannot be read; or [`Error::Interrupted`].
    pub(super) fn check_all_inputs(
        &self,
        job: &Job,
        interruption: Interruption<'_>,
    ) -> Result<(), Error> {
        for (number, identity) in (0..).zip(&self.identities) {
            let fault = match identity.compare() {
                Ok(Comparison::Same) => continue,
                Ok(Comparison::Changed(now)) => identity.changed(&now),
                Ok(Comparison::Touched(_)) => {
                    let faults = self.verify_parts(job, number, interruption, &mut |_| ())?;
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
                        "{reason}; the tables in {directory} show the earlier file (make \
                         the new ones in another directory)"
                    ),
                },
                other => other,
            });
        }
        Ok(())
    }

    /// Compares the SHA-256 of the parts of an input that have been read. Returns the faults.
    fn verify_parts(
        &self,
        job: &Job,
        input: u32,
        interruption: Interruption<'_>,
        each: &mut dyn FnMut(u64),
    ) -> Result<Vec<Error>, Error> {
        let mut faults = Vec::new();
        let stage = job.stages().iter().find(|stage| Step::of(stage) == Some(Step::Parts));
        for (number, part) in (0..).zip(&self.options.parts).filter(|(_, part)| part.input == input)
        {
            interruption.check()?;
            let (Some(stage), Some(bytes)) = (stage, self.bytes_of(part)) else { continue };
            let Some(record) = Record::read(job, stage, number)? else { continue };
            each(bytes.end - bytes.start);
            let path = &self.inputs.paths()[part.input as usize];
            let expected = Facts::of(&job.record_path(stage, number), &record)?.sha256;
            match RangeHash::new(bytes.clone()).finish(path, interruption) {
                Ok(found) if Some(&found) == expected.as_ref() => {}
                Ok(_) => {
                    let reason = format!(
                        "the input has changed since it was read: bytes {} to {} have another \
                         SHA-256",
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
}

/// Returns the error of a file that cannot be read or has another size.
fn size_fault(identity: &Input) -> Option<Error> {
    match fs::metadata(&identity.path) {
        Ok(file) if file.len() == identity.bytes => None,
        Ok(_) => Some(match Input::of(&identity.path) {
            Ok(now) => identity.changed(&now),
            Err(error) => error,
        }),
        Err(error) => Some(Error::io("read", &identity.path)(error)),
    }
}
