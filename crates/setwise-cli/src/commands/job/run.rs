//! `setwise job run`: runs what is left of a job.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use setwise_jobs::deep::Settings;
use setwise_jobs::executor::{self, Event, RunOptions, Share};
use setwise_jobs::forecast::Forecast;
use setwise_jobs::job::program;
use setwise_jobs::kind::Interruption;
use setwise_jobs::number::{MEMORY_MB, POSITIVE, parser};
use setwise_jobs::{Error, Job, Kind, shards};

use super::tables::{open, print_tables};
use crate::options::{HashOption, ThreadsOption};
use crate::progress::ShardProgress;
use crate::standard_error::print_line;
use crate::verdict::{Exit, Failure, Verdict, WRONG};

/// Run what is left of a job
///
/// Runs all shards that have no result, stage by stage. A shard that fails does not stop the others
/// of its stage. Ctrl-C stops the run; the same command continues it.
///
/// Several machines that see the directory take a share each: --share 1/4 to --share 4/4. A share
/// waits where a stage needs the results of the others. If a machine is lost, run its share again on
/// another one. What two processes do twice is harmless, and takes its time twice.
///
/// If standard error is no terminal, a line a minute there tells the shards that are done and have
/// failed, the rows per second of the stage, and the time left.
///
/// When all shards are done, prints the tables of an export. They show the inputs as they
/// were when the job was planned: an input that has grown or changed since is an error, also if the
/// tables have been complete for long. An input that does not exist any more is no error then.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status:
  0    every shard is done
  1    a shard failed, a check found a wrong result, or an input has changed
  2    the command line is wrong, or the directory cannot be read
  3    the share is done and the job is not, with --no-wait
  130  stopped by Ctrl-C")]
pub(crate) struct Args {
    /// The directory of the job
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,

    /// Run only this shard, and exit; shards are numbered from 0 over all stages, as `setwise job
    /// status` shows. The stages before must be complete
    #[arg(long, value_name = "K", value_parser = parser(0..=u32::MAX))]
    shard: Option<u32>,

    /// Run only share K of N, from 1 to N: every Nth shard of each stage
    #[arg(long, value_name = "K/N", conflicts_with = "shard")]
    share: Option<Share>,

    /// End where a stage needs the results of other shares, instead of waiting for them
    #[arg(long, requires = "share")]
    no_wait: bool,

    #[command(flatten)]
    threads: ThreadsOption,

    /// The memory in MiB that the shards may use together, besides the hash table; fewer of them
    /// run at once if it is little
    #[arg(long, value_name = "MIB", default_value_t = 1536, value_parser = parser(MEMORY_MB))]
    memory: u64,

    #[command(flatten)]
    hash: HashOption,

    /// Write no lines of progress: without it, a line a minute if standard error is no terminal
    #[arg(long)]
    quiet: bool,

    /// The time between two lines of progress in milliseconds, for tests
    #[arg(long, value_name = "MS", default_value_t = 60_000, hide = true)]
    #[arg(value_parser = parser(POSITIVE))]
    progress_ms: u64,
}

impl Args {
    /// Returns the settings of deep perft.
    pub(crate) fn settings(&self) -> Settings {
        self.hash.settings_of_job()
    }

    /// Returns whether all shards are run, not one of them.
    pub(crate) fn is_whole_job(&self) -> bool {
        self.shard.is_none()
    }
}

/// Runs the job.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let job = Job::open(&args.directory)?;
    let kind = open(&job, args.settings())?;
    let verdict = run_job(args, &job, &*kind)?;
    if args.is_whole_job() && matches!(verdict, Verdict::Right) {
        print_tables(&job, out)?;
    }
    Ok(verdict)
}

/// Runs a job that is open.
pub(crate) fn run_job(args: &Args, job: &Job, kind: &dyn Kind) -> Exit {
    let (planned, here) = (&job.description().program, program());
    if *planned != here {
        print_line(format_args!("the job was planned by {planned}; this is {here}"));
    }
    let signals = crate::interruption::Interruption::current();
    let has_come = || signals.has_come();
    let interruption = Interruption::new(&has_come);
    // A single shard does not look at all others.
    let states = if args.is_whole_job() { job.status()? } else { Vec::new() };
    let forecast = Forecast::of(job, kind, &states);
    let interval = (!args.quiet).then(|| Duration::from_millis(args.progress_ms));
    let progress = ShardProgress::new(forecast, args.threads.number(), interval);
    let watch = |event: Event<'_>| match event {
        Event::Stage { stage, done } => progress.begin(|forecast| forecast.begin(stage, done)),
        Event::Done(record) => progress.change(|forecast| forecast.add(record)),
        Event::Failed(failed) => progress.fail(|| {
            let error = &failed.error;
            let (stage, shard) = (&failed.stage, failed.shard);
            print_line(format_args!(
                "{WRONG}failed:{WRONG:#} shard {shard} of stage {stage}: {error}"
            ));
        }),
        Event::Waiting { stage, missing } => progress.aside(|| {
            let (stage, missing) = (&stage.name, shards(missing));
            print_line(format_args!(
                "this share is done; waiting for {missing} of stage {stage} from other shares"
            ));
        }),
        Event::Damaged(path) => progress.aside(|| {
            let path = path.display();
            print_line(format_args!(
                "{path} was empty or cut off and has been deleted; its shard is run again"
            ));
        }),
        _ => {}
    };
    let failures = match args.shard {
        Some(number) => {
            let threads = args.threads.number();
            job.run_shard(kind, number, threads, interruption, &watch).map(|()| Vec::new())
        }
        None => {
            let options = RunOptions { threads: args.threads.number(), memory: args.memory << 20 };
            let share = args.share.unwrap_or(Share::ALL);
            let share = Share { waits: !args.no_wait, ..share };
            job.run_share(kind, share, options, interruption, &watch)
        }
    };
    drop(progress);
    match failures {
        Ok(failures) if failures.is_empty() => Ok(Verdict::Right),
        Ok(failures) => {
            let (count, stage) = (failures.len(), &failures[0].stage);
            let shards = if count == 1 { "1 shard" } else { &format!("{count} shards") };
            // An input may be refused too; that is no result.
            let is_wrong = |failure: &executor::Failure| match &failure.error {
                Error::Refused { path, .. } => path.starts_with(job.directory()),
                _ => false,
            };
            let first = match failures.iter().any(is_wrong) {
                true => " (delete a result that is wrong, and its record, before)",
                false => "",
            };
            Err(Failure::Wrong(format!(
                "{shards} of stage {stage} failed; the other shards are done, and the same command \
                 tries those that failed again{first}"
            )))
        }
        Err(error @ Error::Unfinished { .. }) => {
            print_line(error);
            Ok(Verdict::Unfinished)
        }
        Err(Error::Interrupted) => {
            print_line("interrupted; the same command continues the job");
            Ok(Verdict::Stopped)
        }
        Err(error) => Err(error.into()),
    }
}
