//! `setwise find`: asks games and positions for sets.

mod aggregate;
mod games;
mod hits;
mod lines;
#[cfg_attr(not(feature = "tables"), path = "find/no_table.rs")]
mod table;
mod words;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use setwise_jobs::number::{POSITIVE, parser};
use setwise_pgn::files::Contents;
use setwise_sets::{Definitions, Expression, ExpressionError, FinderOptions, Source};

use super::pgn::Leniency;
use crate::bounded_lines::BYTE_ORDER_MARK;
use crate::drawing;
use crate::endgames::TablesOption;
use crate::options::ThreadsOption;
use crate::standard_error::print_wrong;
use crate::verdict::{Exit, Failure, Verdict, caret};

/// Find games by what stands, attacks and happens on the board
///
/// Asks every position of the main line of each game. Prints a line for each game that matches: the
/// file, the number of the game in it, its place, the players, the result, and the plies that
/// match (0 is the start). Of a game with an error, the positions up to the last legal move are
/// asked.
///
/// A question is an expression of sets of squares: `R & attackers(k)` are White's rooks that attack
/// Black's king, and the question holds where there are any. The guide docs/find.md of the source
/// code teaches the language; --words lists it.
///
/// Tables of games (Parquet or Arrow, from setwise pgn export) are recognized by their first bytes.
/// They need a build with all features. Moves that have the hash in the file's metadata are replayed
/// as they are; others are tested, and a game is asked up to its first illegal move.
///
/// Tables of other programs are read too, if a column `movetext` has moves in PGN, or `fen`, `moves`
/// or `line` have a position and moves in UCI notation, as Lichess's data on Hugging Face; the other
/// columns are tags. So are puzzles: files named .csv, also compressed, with FEN and Moves.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  setwise find 'any s in N: attacks(s) & k and attacks(s) & q' games.pgn
  setwise find 'Pd4 and not P & [c1-8 e1-8]' games.pgn.zst --count
  setwise find 'checkmate and ply < 20' games/ --pgn > short.pgn
  setwise find 'count(pinned & a) >= 2' positions.epd
", with_tables!("  setwise find 'castles then castles' tables/games --count
", ""), "  setwise find 'promotes and Rating > 2000' puzzles.csv --csv --tags PuzzleId
  setwise find 'ply = 40' games.pgn --by moves
", with_tables!("  setwise find 'check' games.pgn --to checks.parquet --column mobility=moves
", ""), "  setwise find 'checkmate' games.pgn --heat k --svg mates.svg
  setwise find --define 'fork(S) = any s in S: count(attacks(s) & a) >= 2' 'fork(N)' games.pgn
", with_tables!("", "
With all features (cargo install --path crates/setwise-cli --profile dist --features full):
  tables of games as files, and --to FILE.parquet, which writes a table of what matches
"), "
Exit status:
  0  something matches
  1  nothing matches, or a line is no position
  2  the expression or the command line is wrong, or a file cannot be read"))]
pub(crate) struct Args {
    /// The question, in the language of sets
    #[arg(value_name = "EXPRESSION", required_unless_present = "words")]
    expression: Option<String>,

    /// PGN files, plain or compressed; tables of games (Parquet, Arrow); puzzles (.csv); directories;
    /// patterns; files of positions (.fen, .epd); - reads games from standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["words", "explain"])]
    files: Vec<PathBuf>,

    /// Print the numbers of games and positions, and how many match
    #[arg(long)]
    count: bool,

    /// Print the games that match, as they are written
    #[arg(long, conflicts_with_all = ["count", "fen", "csv", "json"])]
    pgn: bool,

    /// With --pgn, mark each position that matches by the comment `match`; the games are written
    /// in the export format then
    #[arg(long, requires = "pgn")]
    mark: bool,

    /// Print the positions that match as FENs
    #[arg(long, conflicts_with_all = ["count", "csv", "json"])]
    fen: bool,

    /// Print a row for each position that matches: `game`, from 1 in the order of the input, `ply`,
    /// and the tags of --tags
    #[arg(long, conflicts_with_all = ["count", "json"])]
    csv: bool,

    /// The tags that are columns with --csv, separated by commas
    #[arg(long, value_name = "TAGS", value_delimiter = ',', requires = "csv")]
    tags: Vec<String>,

    /// Print a JSON object for each game that matches; with --count, one object
    #[arg(long)]
    json: bool,

    /// Count the positions and games that match by a number, or by the name of a tag, with the score
    /// of White in these games
    #[arg(long, value_name = "NUMBER|TAG", help_heading = "Counts", conflicts_with_all = COUNTS)]
    by: Option<String>,

    /// Count on how many positions that match each square is in a set
    #[arg(long, value_name = "SET", help_heading = "Counts", conflicts_with_all = COUNTS)]
    #[arg(conflicts_with = "by")]
    heat: Option<String>,

    /// With --heat, write the board to an SVG image instead; - is standard output
    #[arg(long, value_name = "FILE", help_heading = "Counts", requires = "heat")]
    #[arg(value_parser = PathBufValueParser::new().try_map(drawing::named))]
    #[arg(conflicts_with_all = ["csv", "json"])]
    svg: Option<PathBuf>,

    /// Write a row for each position that matches to a file (.parquet, .arrow, .csv or .jsonl):
    /// `game` from 1, `game_id`, `ply`, `key` and the columns of --column; print the numbers of
    /// --count
    #[arg(long, value_name = "FILE", help_heading = "Tables", conflicts_with_all = COUNTS)]
    #[arg(conflicts_with_all = ["by", "heat", "csv", "json", "positions"])]
    #[arg(hide = cfg!(not(feature = "tables")))]
    to: Option<PathBuf>,

    /// With --to, add a column with the value of an expression at each position, as in --column
    /// mobility=moves; may be repeated
    #[arg(long, value_name = "NAME=EXPRESSION", help_heading = "Tables", requires = "to")]
    #[arg(hide = cfg!(not(feature = "tables")))]
    column: Vec<String>,

    /// With --to, replace a file that exists
    #[arg(long, help_heading = "Tables", requires = "to", hide = cfg!(not(feature = "tables")))]
    force: bool,

    /// Stop at the first position of each game that matches
    #[arg(long)]
    games: bool,

    /// Stop after this number of games that match
    #[arg(long, value_name = "NUMBER", value_parser = parser(POSITIVE), conflicts_with = "count")]
    limit: Option<u64>,

    /// Define a word, as in 'name = E' or 'name(S, T) = E', or all words of a file
    #[arg(long, value_name = "DEFINITION")]
    define: Vec<String>,

    /// The files have a FEN or an EPD on each line
    #[arg(long, conflicts_with_all = ["pgn", "csv"])]
    positions: bool,

    /// Print what the expression means, without names, and the bound of its cost; ask nothing
    #[arg(long)]
    explain: bool,

    /// List the words of the language; with a word, its sentence and a drawn example
    #[arg(long, value_name = "WORD", num_args = 0..=1, exclusive = true)]
    words: Option<Option<String>>,

    #[command(flatten)]
    endgames: TablesOption,

    #[command(flatten)]
    leniency: Leniency,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// The options without a meaning for --by, --heat and --to.
const COUNTS: [&str; 5] = ["count", "pgn", "fen", "limit", "tags"];

/// What is printed of what matches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    Lines,
    Count,
    /// Whether the positions are marked.
    Pgn {
        marked: bool,
    },
    Fens,
    Csv,
    Json,
}

/// Asks the question.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    args.endgames.apply();
    match &args.words {
        Some(Some(word)) => return words::draw(word, out),
        Some(None) => return words::list(out),
        None => {}
    }
    let has_positions = |path: &PathBuf| Contents::of(path) == Some(Contents::Positions);
    let asks_positions = args.positions || args.files.iter().any(has_positions);
    if asks_positions && !args.positions && !args.files.iter().all(has_positions) {
        let message = "files of positions and files of games cannot be asked together";
        return Err(Failure::Run(message.to_owned()));
    }
    let source = if asks_positions { Source::Positions } else { Source::Games };
    let text = args.expression.as_deref().unwrap_or_default();
    let definitions = args.definitions()?;
    let expression = Expression::parse_with(text, &definitions, source)
        .and_then(Expression::question)
        .map_err(|error| wrong(text, &error))?;
    if args.explain {
        writeln!(out, "{expression}")?;
        writeln!(out, "at most {} word operations a position", expression.cost())?;
        return Ok(Verdict::Right);
    }
    expression.notes().iter().for_each(print_wrong);
    let counted = aggregate::of(args, &definitions)?;
    if !asks_positions {
        return games::find(args, expression, (counted, &definitions), out);
    }
    if counted.is_some() || args.to.is_some() {
        let message = "--by, --heat and --to are of games, and the files have positions";
        return Err(Failure::Run(message.to_owned()));
    }
    lines::find(args, &expression, out)
}

impl Args {
    /// Returns whether an example of a word is drawn, in colors.
    pub(crate) fn draws_word(&self) -> bool {
        matches!(self.words, Some(Some(_)))
    }

    fn output(&self) -> Output {
        match self {
            Args { count: true, .. } | Args { to: Some(_), .. } => Output::Count,
            Args { pgn: true, mark, .. } => Output::Pgn { marked: *mark },
            Args { fen: true, .. } => Output::Fens,
            Args { csv: true, .. } => Output::Csv,
            Args { json: true, .. } => Output::Json,
            _ => Output::Lines,
        }
    }

    fn finder_options(&self) -> FinderOptions {
        let mut options = FinderOptions::default();
        options.first_only = self.games;
        options
    }

    /// Returns the shipped definitions and the definitions of the command line.
    fn definitions(&self) -> Result<Definitions, Failure> {
        let mut definitions = Definitions::standard();
        for text in &self.define {
            // A definition has an equals sign; the name of a file may have one too.
            let path = Path::new(text);
            if path.exists() || !text.contains('=') {
                let read = std::fs::read_to_string(path);
                let file = read.map_err(|error| {
                    let expected = "expected NAME = EXPRESSION, or a file of definitions";
                    Failure::Run(format!("--define {text}: {error} ({expected})"))
                })?;
                add_file(&mut definitions, text, file.trim_start_matches(BYTE_ORDER_MARK))?;
            } else {
                definitions.add(text).map_err(|error| wrong(text, &error))?;
            }
        }
        Ok(definitions)
    }
}

/// Adds the definitions of a file. The message of an error has the line and the column.
fn add_file(definitions: &mut Definitions, name: &str, text: &str) -> Result<(), Failure> {
    definitions.add(text).map_err(|error| {
        let at = error.place().start;
        let before = &text[..at];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        let (row, column) = (before.matches('\n').count() + 1, before[start..].chars().count() + 1);
        let line = caret(line, at - start);
        Failure::Run(format!("{name}:{row}:{column}: {error}\n{line}"))
    })
}

/// Returns a function that makes a failure of a wrong expression of an option.
pub(crate) fn at_option(option: &str, text: &str) -> impl Fn(ExpressionError) -> Failure {
    move |error| match wrong(text, &error) {
        Failure::Run(message) => Failure::Run(format!("{option}: {message}")),
        failure => failure,
    }
}

/// Returns the failure of a wrong expression.
pub(crate) fn wrong(text: &str, error: &ExpressionError) -> Failure {
    Failure::Run(format!("{error}\n{}", caret(text, error.place().start)))
}
