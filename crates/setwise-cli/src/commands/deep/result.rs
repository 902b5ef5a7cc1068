//! `setwise deep result`: prints the counts of a complete job.

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;
use setwise_jobs::Job;
use setwise_jobs::deep::{Deep, Outcome, Settings, outcome};
use setwise_perft::Backend;

use crate::verdict::{Exit, Verdict};

/// Print the counts of a complete deep count
///
/// Prints what `setwise perft` prints: the count of each root move, if the job was planned with
/// --divide, and the sum. All checks of the records are repeated.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory of the job
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints the counts.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let job = Job::open(&args.directory)?;
    let settings = Settings { hash: 0, backend: Backend::fastest() };
    let deep = Deep::open(&job, settings)?;
    print(&job, &deep, args.json, out)
}

/// Prints the counts of a job that is open.
pub(super) fn print(job: &Job, deep: &Deep, as_json: bool, out: &mut impl Write) -> Exit {
    let Outcome { total, moves, recounted, frontiers } = outcome(deep, job)?;
    let root = deep.root();
    let castling = root.castling_form();
    let mut moves: Option<Vec<(String, u128)>> = moves.map(|moves| {
        moves.into_iter().map(|(mv, nodes)| (mv.uci(castling).to_string(), nodes)).collect()
    });
    moves.iter_mut().for_each(|moves| moves.sort_unstable());
    if as_json {
        let frontiers = frontiers.iter().zip(1..).map(|((positions, paths), ply)| {
            json!({ "ply": ply, "positions": positions, "paths": paths.to_string() })
        });
        let mut object = json!({
            "fen": root.to_string(),
            "depth": deep.options().depth,
            "split": deep.options().split,
            "nodes": total.to_string(),
            "recounted": recounted,
            "frontiers": frontiers.collect::<Vec<_>>(),
        });
        if let Some(moves) = moves {
            let moves =
                moves.iter().map(|(mv, nodes)| json!({ "move": mv, "nodes": nodes.to_string() }));
            object["moves"] = moves.collect();
        }
        writeln!(out, "{object}")?;
        return Ok(Verdict::Right);
    }
    for (mv, nodes) in moves.iter().flatten() {
        writeln!(out, "{mv}: {nodes}")?;
    }
    let line_feed = if moves.is_some() { "\n" } else { "" };
    writeln!(out, "{line_feed}Nodes searched: {total}")?;
    Ok(Verdict::Right)
}
