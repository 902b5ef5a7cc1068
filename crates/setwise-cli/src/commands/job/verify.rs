//! `setwise job verify`: checks the results of a job.

use std::io::Write;
use std::path::PathBuf;

use setwise_jobs::kind::Interruption;
use setwise_jobs::number::parser;
use setwise_jobs::{Error, Job};

use super::tables::{open, verify_inputs};
use crate::options::HashOption;
use crate::progress::Progress;
use crate::standard_error::print_line;
use crate::verdict::{Exit, Verdict, WRONG};

/// Read every result of a job and compare its size and SHA-256 with its record
///
/// The checks of complete stages are repeated too. A result that fails is deleted by hand, with its
/// record, the file .json of the same number; then `setwise job run` makes it again. With --rerun,
/// computes some shards again too and compares the results and their records, so that those from
/// another machine can be checked. A shard that needs results which were deleted after their use
/// cannot be checked; that is told, and does not count as wrong. It writes no file, so it can be
/// done while the job is run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the job
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Run these shards again too, and compare with their records; the results on disk stay as they
    /// are
    #[arg(long, value_name = "K", num_args = 1.., value_delimiter = ',')]
    #[arg(value_parser = parser(0..=u32::MAX))]
    rerun: Vec<u32>,

    /// Read the inputs of an export again too, and compare their sizes and SHA-256 with what was
    /// read
    #[arg(long, hide = cfg!(not(feature = "tables")))]
    inputs: bool,

    #[command(flatten)]
    hash: HashOption,
}

/// Checks the job.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let job = Job::open(&args.directory)?;
    let kind = open(&job, args.hash.settings_of_job())?;
    let signals = crate::interruption::Interruption::current();
    let has_come = || signals.has_come();
    let interruption = Interruption::new(&has_come);
    let progress = Progress::of_bytes(None);
    let verified = job.verify(&*kind, interruption, &mut |bytes| progress.advance(bytes));
    drop(progress);
    let verified = match verified {
        Ok(verified) => verified,
        Err(Error::Interrupted) => return Ok(Verdict::Stopped),
        Err(error) => return Err(error.into()),
    };
    // If standard error is closed, messages are lost.
    let mut tell = |error: &Error| print_line(format_args!("{WRONG}wrong:{WRONG:#} {error}"));
    verified.faults.iter().for_each(&mut tell);
    let mut faults = verified.faults.len() as u64;
    if args.inputs {
        let changed = verify_inputs(&job, interruption)?;
        changed.iter().for_each(&mut tell);
        faults += changed.len() as u64;
    }
    for &number in &args.rerun {
        match job.recheck_shard(&*kind, number, interruption) {
            Ok(record) => writeln!(out, "shard {number}: {} bytes, the same", record.bytes())?,
            Err(Error::Interrupted) => return Ok(Verdict::Stopped),
            Err(error @ Error::Deleted { .. }) => writeln!(out, "{error}")?,
            Err(error) => {
                faults += 1;
                tell(&error);
            }
        }
    }
    write!(out, "{} good, {faults} wrong", verified.good)?;
    for (count, what) in [(verified.not_run, "not run"), (verified.deleted, "deleted after use")] {
        if count > 0 {
            write!(out, ", {count} {what}")?;
        }
    }
    writeln!(out)?;
    Ok(if faults == 0 { Verdict::Right } else { Verdict::Wrong })
}
