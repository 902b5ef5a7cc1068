//! The options that select files and games, shared by the subcommands that read by `setwise-tables`:
//! with several threads, `fens --json` with one.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use setwise_jobs::kind;
use setwise_jobs::number::{SHARE, parser};
use setwise_pgn::Options;
use setwise_sets::Expression;
use setwise_tables::{Inputs, ReadOptions, Selection};

use super::leniency::Leniency;
use crate::commands::find::at_option;
use crate::interruption::Interruption;
use crate::options::ThreadsOption;
use crate::progress::{Progress, Timer};
use crate::standard_error::print_wrong;
use crate::verdict::{Exit, Failure, verdict_on_files};

/// The files to read, and the games of them that are taken.
#[derive(clap::Args)]
pub(super) struct SelectedGames {
    /// PGN files, plain or compressed; directories; patterns; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Take games with a position at which this holds, as in "WhiteElo >= 2000 and result = 1-0"
    #[arg(long = "where", value_name = "EXPRESSION")]
    #[arg(long_help = "\
Take games with a position at which this holds, as in \"WhiteElo >= 2000 and result = 1-0\"

It is an expression of the language of setwise find (docs/find.md of the source code, setwise find \
--words). A question to tags is decided before the moves are read.

  WhiteElo >= 2000         a tag, compared by = != < <= > >= or ~ (contains)
  White = \"Anand, V\"       a value with spaces or commas is quoted
  not Annotator            the game has no such tag
  'whiteelo' >= 2000       a tag whose name has another meaning, or none, is quoted
  plies >= 40              the number of moves of both sides
  result = 1/2-1/2         the result: 1-0, 0-1, 1/2-1/2 or *
  date >= 2013-02          the tag UTCDate or Date; 2013, 2013-02 and 2013.02.28 are dates
  variant = chess960       standard, chess960, or the tag Variant in small letters
  error = illegal-move     the kind of the error; `error` alone: every game with an error
  check and moves < 3      a position of the game, from the start to the last
  never check              all positions of the game
  material = KRPvKR        this material is on the board, of either color
  position = 'FEN'         the game reaches this position; the counters do not matter

If no game has a tag of the expression, standard error says so, and the exit status is 1; a job does not tell.")]
    question: Option<String>,

    /// Take this share of the games, from 0 to 1
    ///
    /// The choice depends on the column game_key alone: the same games are taken from any files, in
    /// any order and compression, with any number of threads.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = parser(SHARE))]
    sample: f64,

    #[command(flatten)]
    leniency: Leniency,

    #[command(flatten)]
    threads: ThreadsOption,
}

impl SelectedGames {
    /// Finds the files.
    pub(super) fn inputs(&self) -> Result<Inputs, Failure> {
        Inputs::find(&self.files).map_err(|error| Failure::Run(error.to_string()))
    }

    /// Parses the question.
    pub(super) fn selection(&self) -> Result<Selection, Failure> {
        let parse = |text: &String| {
            let question = Expression::parse(text).and_then(Expression::question);
            question.map_err(at_option("--where", text))
        };
        let question = self.question.as_ref().map(parse).transpose()?;
        question.iter().flat_map(Expression::notes).for_each(print_wrong);
        Ok(Selection::new(question, self.sample))
    }

    /// Returns the deviations from the PGN standard that are accepted.
    pub(super) fn pgn_options(&self) -> Options {
        self.leniency.add_to(Options::default())
    }

    /// Calls a function with the options of reading and the interruption of the run, and shows the
    /// progress of reading the files.
    pub(super) fn read<T>(
        &self,
        inputs: &Inputs,
        read: impl FnOnce(&ReadOptions, kind::Interruption<'_>) -> T,
    ) -> T {
        let signals = Interruption::current();
        let has_come = || signals.has_come();
        let threads = NonZero::new(self.threads.number()).unwrap_or(NonZero::<usize>::MIN);
        let options = ReadOptions { threads, pgn: self.pgn_options(), ..ReadOptions::default() };
        read_with(inputs, &options, |options| read(options, kind::Interruption::new(&has_come)))
    }
}

/// Calls a function with the options of reading, and shows the progress of reading the files.
pub(in crate::commands) fn read_with<T>(
    inputs: &Inputs,
    options: &ReadOptions,
    read: impl FnOnce(&ReadOptions) -> T,
) -> T {
    let (size, bytes) = (inputs.size(), Arc::clone(&options.bytes));
    let (progress, mut shown) = (Progress::of_bytes((size > 0).then_some(size)), 0);
    // Without a thread there is no progress bar.
    let _timer = Timer::start(Duration::from_millis(20), move || {
        let read = bytes.load(Ordering::Relaxed);
        progress.advance(read - shown);
        shown = read;
    });
    read(options)
}

/// Prints the tags of a question that no game had. Returns the verdict: wrong if there is such a tag
/// or if games have errors, a failure with the errors of inputs that could not be read to their end,
/// if there are any.
pub(super) fn verdict(selection: &Selection, unread: &[String], wrong: u64) -> Exit {
    let missing = selection.missing_tags();
    missing.iter().for_each(print_wrong);
    verdict_on_files(unread, wrong > 0 || !missing.is_empty())
}
