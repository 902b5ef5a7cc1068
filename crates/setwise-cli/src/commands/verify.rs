//! `setwise verify`: check files of positions with known counts.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use setwise_perft::suite::Count;
use setwise_techniques::Technique;

use crate::counting::Method;
use crate::division::Workers;
use crate::input_file;
use crate::interruption::Interruption;
use crate::options::ThreadsOption;
use crate::progress::Progress;
use crate::suite_file::{Line, Named, SuiteFile};
use crate::technique_option::{Selection, Techniques, techniques_parser, tell_slow};
use crate::verdict::{Failure, Verdict, WRONG};

/// Check files of positions with known counts
///
/// Reads EPD suites, a position and its counts a line as in `FEN ;D1 20 ;D2 400`, and .perft
/// suites, a paragraph for each position with the lines `id NAME`, `epd FEN` and `perft DEPTH
/// COUNT`. The first line of a file shows which of the two it is. Positions may have four fields
/// or six, and castling rights as KQkq, X-FEN or Shredder-FEN.
///
/// Prints a line for each wrong count and each line that cannot be read, and last of all `N
/// passed, M failed, K skipped`, where each depth counts, with each technique. What is skipped is
/// above --max-nodes, or for a technique that this CPU cannot run, or of a position that cannot be
/// read. Ctrl-C stops it with what there is by then, and exit code 130.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise verify suite.epd
  setwise verify *.epd --max-nodes 1000000
  setwise verify suite.epd --technique all --max-nodes 10000
  grep ' b ' suite.epd | setwise verify -")]
pub(crate) struct Args {
    /// The suites, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Skip what counts more than this
    #[arg(long, value_name = "N")]
    max_nodes: Option<u128>,

    /// The sliding-attack technique, or all to check with each; all but the default run through
    /// function pointers, which is slower [default: the fastest that this CPU has]
    #[arg(long, value_name = "NAME", value_parser = techniques_parser())]
    technique: Option<Techniques>,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// Checks every count of every file.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let mut check = Check::new(args)?;
    let mut unread = Vec::new();
    for path in &args.files {
        if check.workers.are_interrupted() {
            break;
        }
        if let Err(problem) = check.file(path, out)? {
            unread.push(format!("{}: {problem}", path.display()));
        }
    }
    let Check { progress, tally, workers, .. } = check;
    drop(progress);
    let Tally { passed, failed, skipped } = tally;
    writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")?;
    match unread.is_empty() {
        _ if workers.are_interrupted() => Ok(Verdict::Stopped),
        true if failed == 0 => Ok(Verdict::Right),
        true => Ok(Verdict::Wrong),
        false => Err(Failure::Run(unread.join("\n"))),
    }
}

/// How many depths came out how.
#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    skipped: u64,
}

/// What to check with, and what has come of it.
struct Check {
    max_nodes: u128,
    techniques: Vec<Technique>,
    /// How many techniques were asked for that this CPU cannot run.
    unavailable: u64,
    /// Whether a failure has to say which technique it is of.
    names_technique: bool,
    workers: Workers,
    progress: Progress,
    tally: Tally,
}

impl Check {
    fn new(args: &Args) -> Result<Check, Failure> {
        let asked = args.technique.unwrap_or_else(|| Techniques::One(Technique::fastest()));
        let selection = Selection::of(&[asked])?;
        selection.tell_skipped();
        tell_slow(&selection.available);
        Ok(Check {
            max_nodes: args.max_nodes.unwrap_or(u128::MAX),
            techniques: selection.available,
            unavailable: selection.skipped.len() as u64,
            names_technique: asked == Techniques::All,
            workers: Workers::new(args.threads.number(), Interruption::listen())?,
            progress: Progress::of_bytes(input_file::bytes(&args.files)),
            tally: Tally::default(),
        })
    }

    /// Checks a file; the inner error says why it is no suite.
    fn file(&mut self, path: &Path, out: &mut impl Write) -> Result<Result<(), String>, Failure> {
        let mut file = match SuiteFile::open(path) {
            Ok(file) => file,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let mut has_counts = false;
        loop {
            match file.next() {
                _ if self.workers.are_interrupted() => return Ok(Ok(())),
                Ok(None) if has_counts => return Ok(Ok(())),
                Ok(None) => return Ok(Err("there is no count in it".to_owned())),
                Ok(Some(line)) => {
                    has_counts |= !line.counts.is_empty();
                    self.line(path, &line, file.position(), out)?;
                }
                Err(error) => return Ok(Err(error.to_string())),
            }
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
            let method = Method::scalar(technique, false)?;
            let found = self.workers.sum(
                position,
                depth,
                || method.counter(),
                |counter, part| counter.leaves(None, part.position, part.depth),
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

    fn fail(&mut self, out: &mut impl Write, what: &str) -> io::Result<()> {
        self.tally.failed += 1;
        self.progress.aside(|| {
            writeln!(out, "{WRONG}{what}{WRONG:#}")?;
            out.flush()
        })
    }
}
