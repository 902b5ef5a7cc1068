//! `setwise deep plan`: creates the directory of a deep count.

use std::io::Write;
use std::path::PathBuf;

use setwise_jobs::deep::{Estimate, PlanOptions, plan};
use setwise_jobs::number::{DEEP, SHARDS, parser};

use crate::options::{MovesOption, OnePosition};
use crate::verdict::{Exit, Failure, Verdict};

/// Create the directory of a deep count
///
/// Prints the frontiers to come, with their numbers of positions: known, counted or estimated; and
/// the disk space that they need. Refuses a plan that needs more space than is free.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: OnePosition,

    #[command(flatten)]
    moves: MovesOption,

    /// The depth of the count, in plies
    #[arg(long, value_name = "N", value_parser = parser(DEEP))]
    depth: u8,

    /// The ply of the last frontier; the remaining plies are counted for each of its positions
    #[arg(long, value_name = "K", value_parser = parser(DEEP))]
    split: u8,

    /// The directory to create
    #[arg(long, value_name = "DIR")]
    to: PathBuf,

    /// Count each root move by itself; frontiers then have a row for each root move that leads to a
    /// position
    #[arg(long)]
    divide: bool,

    /// The number of files of the last frontier, and of the shards that count [default: one for
    /// each million positions, at least 16 and at most 1024]
    #[arg(long, value_name = "N", value_parser = parser(SHARDS))]
    shards: Option<u32>,

    /// Plan even if the disk seems too small
    #[arg(long)]
    force: bool,
}

/// Creates the directory.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let (position, _) = args.moves.play(args.position.read_noted()?)?;
    let estimate = Estimate::new(&position, args.split);
    let origins = if args.divide { position.count_legal_moves().max(1) } else { 1 };
    if !args.force {
        let checked = estimate.check_disk(&args.to, origins);
        checked.map_err(|error| Failure::Run(format!("{error} (--force plans all the same)")))?;
    }
    let options = PlanOptions {
        position,
        depth: args.depth,
        split: args.split,
        divide: args.divide,
        shards: args.shards,
    };
    let job = plan(&args.to, &options, &estimate)?;
    for ply in 1..=args.split {
        let about = if ply <= estimate.exact() { "" } else { "about " };
        writeln!(out, "frontier of ply {ply}: {about}{} positions", estimate.positions(ply))?;
    }
    writeln!(out, "shards: {}", job.shards())?;
    writeln!(out, "disk: at most about {:.2} GB", estimate.disk(origins) as f64 / 1e9)?;
    writeln!(out, "next: setwise deep run {}", args.to.display())?;
    Ok(Verdict::Right)
}
