//! `setwise pgn plan`: creates the directory of a job that exports games.

use std::io::Write;

use setwise_jobs::Error;
use setwise_jobs::job::free_space;
use setwise_jobs::kind::Interruption;
use setwise_tables::{ExportOptions, job};

use super::export::TablesArgs;
use crate::counted::counted;
use crate::verdict::{Exit, Verdict};

/// Plan an export as a job, which can be interrupted, continued, and divided among machines
///
/// Creates the directory --to. It must not exist or be empty, unless it has a data set, which
/// grows. `setwise job run` runs the job; killed at any moment and run again, it makes the same
/// files. `setwise job run DIR --shard K` runs one shard, under any scheduler. The inputs are cut
/// into parts, which are the shards: plain files at bytes, Zstandard files at frames. Files of other
/// kinds, and Zstandard files of one frame, are one part.
///
/// The tables are a data set: each part is a file in DIR/games and DIR/positions, which DuckDB and
/// polars read as one table, and DIR/_setwise.json, written last, lists them.
///
/// The same command with further files, or with files that have grown, plans the parts that are
/// added to a data set; `setwise job run` then reads only what is new. Files that are not named
/// stay in it. The part with the last game of a file that has grown is made again, unless that
/// game has a result and no error, or if the file is compressed by gzip or bzip2. A file that has
/// changed in another way is refused without --replace. If nothing is new, nothing is planned.
///
/// Standard input and pipes, which can be read only once, cannot be planned: `setwise pgn export`
/// reads them.
///
/// A tag of --where that no game has is not reported here, because the games are not read: try the
/// condition with `setwise pgn stats`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise pgn plan games.pgn.zst --to month --tables games,positions
  setwise job run month
  setwise job status month

Exit status:
  0  the job was planned
  1  the directory is not empty, a file of the data set has changed, or the name of a file is not
     UTF-8
  2  the command line is wrong, or a file cannot be read or written")]
pub(crate) struct Args {
    #[command(flatten)]
    tables: TablesArgs,

    /// Make the parts of files again that are in the data set and have changed other than by growing
    #[arg(long)]
    replace: bool,
}

/// Creates the directory.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let tables = &args.tables;
    let inputs = tables.games.inputs()?;
    let options = ExportOptions { replaces: args.replace, ..tables.options()? };
    let signals = crate::interruption::Interruption::current();
    let has_come = || signals.has_come();
    let interruption = Interruption::new(&has_come);
    let (pgn, part) = (tables.games.pgn_options(), tables.part_bytes());
    let planned = job::begin(&inputs, pgn, &options, part, interruption);
    let job = match planned {
        Err(Error::Interrupted) => return Ok(Verdict::Stopped),
        planned => planned?,
    };
    let files = counted(inputs.paths().len() as u64, "file");
    writeln!(out, "{files}, {} bytes", inputs.size())?;
    if job::outcome(&job).is_ok() {
        writeln!(out, "nothing is new: {} has what is in them", job.directory().display())?;
        return Ok(Verdict::Right);
    }
    writeln!(out, "shards: {}", job.shards())?;
    if let Some(free) = free_space(job.directory()) {
        writeln!(out, "free: {:.1} GB in the file system of the directory", free as f64 / 1e9)?;
    }
    writeln!(out, "next: setwise job run {}", job.directory().display())?;
    Ok(Verdict::Right)
}
