//! `setwise job status`: shows what is done.

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;
use setwise_jobs::Job;
use setwise_jobs::deep::Settings;
use setwise_jobs::forecast::Forecast;
use setwise_jobs::inspection::{StageState, State, Sums};
use setwise_perft::Backend;

use super::tables::open;
use crate::verdict::{Exit, Failure, Verdict};

/// Show the state of a job
///
/// For each stage: the number of its first shard, the shards that are done, the rows and bytes of
/// their results, and the time they took in core-seconds. Then an estimate of the core-seconds that
/// are left, and the shards whose record is damaged. Whether a process runs a shard is not known.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the job
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints the state.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let job = Job::open(&args.directory)?;
    let states = job.status()?;
    let kind = open(&job, Settings { hash: 0, backend: Backend::fastest() })?;
    let left = Forecast::of(&job, &*kind, &states).seconds_left();
    if args.json {
        write_json(&job, &states, left, out)?;
    } else {
        write_text(&states, left, out)?;
    }
    Ok(Verdict::Right)
}

fn write_text(states: &[StageState<'_>], left: f64, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(
        out,
        "{:16} {:>6} {:>13} {:>16} {:>15} {:>10}",
        "stage", "first", "done", "rows", "bytes", "seconds"
    )?;
    let mut first = 0;
    for state in states {
        let Sums { done, rows, bytes, seconds } = state.sums();
        let done = format!("{done}/{}", state.stage.shards);
        let name = &state.stage.name;
        writeln!(out, "{name:16} {first:>6} {done:>13} {rows:>16} {bytes:>15} {seconds:>10.2}")?;
        first += state.stage.shards;
    }
    writeln!(out, "left: about {left:.0} core-seconds")?;
    for state in states {
        for (number, shard) in state.shards.iter().enumerate() {
            let name = &state.stage.name;
            if let State::Damaged(message) = shard {
                writeln!(out, "damaged: shard {number} of stage {name}: {message}")?;
            }
        }
    }
    Ok(())
}

fn write_json(
    job: &Job,
    states: &[StageState<'_>],
    left: f64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut first = 0;
    let stages: Vec<_> = states
        .iter()
        .map(|state| {
            let before = first;
            first += state.stage.shards;
            let Sums { done, rows, bytes, seconds } = state.sums();
            let of_state = |wanted: fn(&State) -> bool| -> Vec<usize> {
                let numbers = state.shards.iter().enumerate();
                numbers.filter(|(_, shard)| wanted(shard)).map(|(number, _)| number).collect()
            };
            json!({
                "stage": state.stage.name,
                "first": before,
                "shards": state.stage.shards,
                "done": done,
                "damaged": of_state(|shard| matches!(shard, State::Damaged(_))),
                "rows": rows,
                "bytes": bytes,
                "seconds": seconds,
            })
        })
        .collect();
    let object = json!({ "job": job.id(), "kind": job.description().kind, "stages": stages, "seconds_left": left });
    writeln!(out, "{object}")?;
    Ok(())
}
