//! `setwise verify`: checks suites of positions with known perft counts.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use setwise_perft::suite::Count;
use setwise_techniques::Technique;

use crate::counting::Method;
use crate::input_file;
use crate::interruption::Interruption;
use crate::options::ThreadsOption;
use crate::progress::Progress;
use crate::standard_error::print_line;
use crate::suite_file::{Line, Named, SuiteFile};
use crate::technique_option::{Selection, Techniques, techniques_parser, tell_slow};
use crate::verdict::{Exit, Failure, Verdict, WRONG, read_each, verdict_on_files};
use crate::workers::Workers;

/// Check suites of positions with known perft counts
///
/// Reads two formats and detects them by the first line of a file. An EPD suite has a position and
/// its counts on each line, as in `FEN ;D1 20 ;D2 400` (20 at depth 1, 400 at depth 2). A .perft
/// suite has the lines `id NAME`, `epd FEN` and several lines `perft DEPTH COUNT` for each
/// position. A FEN may have four or six fields, and castling rights may be KQkq, X-FEN or
/// Shredder-FEN.
///
/// Prints a line for each wrong count and for each line that cannot be read. The last output line
/// is `N passed, M failed, K skipped`. It counts each depth of each position, once for each
/// technique. A count is skipped if it is larger than --max-nodes, if this CPU cannot run the
/// technique, or if the position cannot be read.
///
/// A position that cannot occur in a game is checked with a note, if its moves are clear all the
/// same: a side has had more than eight pawns, no move can have given a double check, more than two
/// pieces give check, or a king was in check before a double step.
///
/// Exit status: 0 if nothing failed; 1 if a count is wrong or a line cannot be read; 2 if a file
/// cannot be read or has no counts; 130 if Ctrl-C stopped the run, 143 if
/// SIGTERM did. Then the results up to that time are printed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise verify suite.epd
  setwise verify *.epd --max-nodes 1000000
  setwise verify suite.epd --technique all --max-nodes 10000
  grep ' b ' suite.epd | setwise verify -")]
pub(crate) struct Args {
    /// The suites; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Skip counts that are larger than N
    #[arg(long, value_name = "N")]
    max_nodes: Option<u128>,

    /// The sliding-attack technique to use, or all to check each count with every technique;
    /// techniques other than the default run through function pointers, which is slower [default:
    /// the fastest on this CPU]
    #[arg(long, value_name = "NAME", value_parser = techniques_parser())]
    technique: Option<Techniques>,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// Checks every count of every file.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let mut check = Check::new(args)?;
    let errors = read_each(&args.files, |path| check.file(path, out))?;
    let Check { progress, tally, workers, .. } = check;
    drop(progress);
    let Tally { passed, failed, skipped } = tally;
    writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")?;
    match workers.are_interrupted() {
        true => Ok(Verdict::Stopped),
        false => verdict_on_files(&errors, failed > 0),
    }
}

/// The numbers of passed, failed and skipped counts.
#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    skipped: u64,
}

/// The settings of a check, and its results so far.
struct Check {
    max_nodes: u128,
    techniques: Vec<Technique>,
    /// The number of requested techniques that this CPU cannot run.
    unavailable: u64,
    /// Whether the message of a failure names the technique.
    names_technique: bool,
    workers: Workers,
    progress: Progress,
    tally: Tally,
}

impl Check {
    fn new(args: &Args) -> Result<Check, Failure> {
        let selection = Selection::of(args.technique)?;
        tell_slow(&selection.available);
        Ok(Check {
            max_nodes: args.max_nodes.unwrap_or(u128::MAX),
            techniques: selection.available,
            unavailable: selection.skipped,
            names_technique: selection.is_all,
            workers: Workers::new(args.threads.number(), Interruption::current())?,
            progress: Progress::of_bytes(input_file::bytes(&args.files)),
            tally: Tally::default(),
        })
    }

    fn file(&mut self, path: &Path, out: &mut impl Write) -> Result<(), Failure> {
        let mut file = SuiteFile::open(path)?;
        let mut has_counts = false;
        while let Some(line) = file.next()? {
            has_counts |= !line.counts.is_empty();
            self.line(path, &line, file.position(), out)?;
        }
        match has_counts {
            true => Ok(()),
            false => Err(Failure::Run(format!("{}: the file has no counts", path.display()))),
        }
    }

    fn line(
        &mut self,
        path: &Path,
        line: &Line,
        position: Option<&Named>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let place = format!("{}:{}", path.display(), line.number);
        if let Some(note) = &line.note {
            self.progress.aside(|| print_line(note));
        }
        for fault in &line.faults {
            self.fail(out, &format!("{place}: {fault}"))?;
        }
        for count in &line.counts {
            match position {
                Some(named) if count.nodes <= self.max_nodes => {
                    self.count(&place, named, *count, out)?;
                }
                _ => self.tally.skipped += self.techniques.len() as u64 + self.unavailable,
            }
        }
        self.progress.advance(line.length);
        Ok(())
    }

    /// Checks a count with each technique.
    fn count(
        &mut self,
        place: &str,
        named: &Named,
        count: Count,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let Named { fen, position } = named;
        let Count { depth, nodes: expected } = count;
        self.tally.skipped += self.unavailable;
        for technique in self.techniques.clone() {
            let method = Method::with_technique(technique)?;
            let found = self.workers.sum(
                position,
                depth,
                || method.counter(),
                |counter, part| counter.count(part.position, part.depth),
            );
            let Some(got) = found else { return Ok(()) };
            if got == expected {
                self.tally.passed += 1;
                continue;
            }
            let with =
                if self.names_technique { format!(" with {technique}") } else { String::new() };
            let counts = format!("depth {depth}: expected {expected}, got {got}");
            self.fail(out, &format!("{place}: {fen}: {counts}{with}"))?;
        }
        Ok(())
    }

    fn fail(&mut self, out: &mut impl Write, message: &str) -> io::Result<()> {
        self.tally.failed += 1;
        self.progress.aside(|| {
            writeln!(out, "{WRONG}{message}{WRONG:#}")?;
            out.flush()
        })
    }
}
