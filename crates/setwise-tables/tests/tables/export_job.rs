//! An export whose files are damaged.

use setwise_jobs::kind::Interruption;
use setwise_tables::job::{self, ExportJob};
use setwise_tables::{ExportOptions, Format, Inputs, Tables};

use setwise_testkit::Directory;
use setwise_testkit::properties::job::DoneJob;

/// Runs an export of two parts and two tables.
///
/// # Panics
///
/// Panics if the directory cannot be written.
pub(crate) fn export_job(directory: &Directory) -> DoneJob<ExportJob> {
    let games = b"[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 {[%clk 0:01:00]} *\n";
    let inputs = Inputs::find([directory.write("games.pgn", games)]).expect("a file");
    let (games_table, positions) = (Some(Default::default()), Some(Default::default()));
    let tables = Tables { games: games_table, positions, ..Tables::default() };
    let options = ExportOptions::new(directory.path().join("tables"), tables, Format::Csv);
    let part = games.len() as u64 / 2 + 1;
    let planned = job::plan(&inputs, Default::default(), &options, part, Interruption::NEVER);
    let planned = planned.expect("a plan");
    let kind = ExportJob::open(&planned).expect("an export");
    DoneJob::run(planned, kind, |job, _| job::outcome(job).map(drop))
}
