//! `setwise endgame`: endgames of few pieces, solved by tables that are computed when asked.

mod build;

use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use serde_json::{Value, json};
use setwise::{Color, Position};
use setwise_endgames::{Counts, Material, Outcome, Progress as Step, SharedTables, Table, Tables};
use setwise_jobs::number::{MEMORY_MB, parser};
use setwise_lessons::{Lesson, endgames};

use crate::endgames::{TablesOption, tables};
use crate::history;
use crate::interruption::Interruption;
use crate::options::ThreadsOption;
use crate::position;
use crate::progress::Progress;
use crate::verdict::{Exit, Failure, Verdict};
use crate::workers::pool;

/// Solve endgames of up to five pieces: win, draw or loss, moves to mate
///
/// For material such as KRvK, prints the numbers of won, drawn and lost positions with each side to
/// move, the longest mate, and its moves. For a position, prints the result and each legal move with
/// its result, the best first. The fifty-move rule and repetitions do not count, and positions with
/// castling rights have no result.
///
/// The tables are computed first. Four pieces take a second or a few, five pieces a minute or more.
/// `setwise endgame build` saves them in a directory, for --tables.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  setwise endgame KRvK
  setwise endgame KBNvK --json
  setwise endgame 8/8/8/8/8/2k5/1R6/K7 w - - 0 1
  setwise endgame build tables
  setwise endgame KBNvK --tables tables

Exit status:
  0  success
  1  the material or the position is invalid, or has no table
  2  the command line is wrong, a file of --tables is damaged, or the tables need more memory than
     --memory")]
pub(crate) struct Args {
    /// The material, such as KRvK or KRKN, or a position: a FEN, quoted or not, or the name of a
    /// file, or - for standard input, that has a FEN on one line
    #[arg(value_name = "MATERIAL|POSITION", num_args = 1.., required = true)]
    words: Vec<String>,

    #[command(flatten)]
    directory: TablesOption,

    #[command(flatten)]
    options: TableOptions,

    /// Print a JSON object
    #[arg(long)]
    json: bool,

    /// The subcommand to run instead.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Subcommand)]
enum Command {
    Build(build::Args),
}

/// The options of the computation.
#[derive(clap::Args)]
struct TableOptions {
    #[command(flatten)]
    threads: ThreadsOption,

    /// Use at most N MiB for the tables
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = parser(MEMORY_MB))]
    memory: u64,
}

const CASTLING: &str = "castling rights (expected none: tables have positions without castling)";

/// Returns the lesson on the sets of king squares of a position of at most four pieces.
pub(crate) fn lesson(position: &Position) -> Result<Lesson, Failure> {
    let count = position.board().occupied().count();
    let wrong = |why: &dyn std::fmt::Display| Failure::Input(format!("{position}: {why}"));
    if count > 4 {
        return Err(wrong(&format!("{count} pieces (expected at most 4, with both kings)")));
    }
    let material = Material::of(position.board()).map_err(|error| wrong(&error))?;
    let lesson = tables::with(&material, |tables| endgames::lesson(position, tables));
    lesson.ok_or_else(|| wrong(&CASTLING))
}

/// Prints the counts of some material, or the result of a position.
pub(crate) fn run(args: &Args, out: &mut (impl Write + Send)) -> Exit {
    if let Some(Command::Build(args)) = &args.command {
        return build::run(args, out);
    }
    let invalid =
        |text: &str, error: &dyn std::fmt::Display| Failure::Input(format!("{text}: {error}"));
    let shared = SharedTables::new(args.directory.tables.clone());
    // A FEN has at least one slash, and material none.
    if let [word] = &args.words[..]
        && word.starts_with('K')
        && !word.contains('/')
    {
        let material: Material = word.parse().map_err(|error| invalid(word, &error))?;
        let (tables, table) = args.options.add(&shared, &material)?;
        return args.print_material(&table, &tables, out);
    }
    let position = position::read_one(&args.words, history::noted)?;
    if position.castling_rooks().any() {
        return Err(invalid(&position.to_string(), &CASTLING));
    }
    let material = Material::of(position.board());
    let material = material.map_err(|error| invalid(&position.to_string(), &error))?;
    let (tables, _) = args.options.add(&shared, &material)?;
    args.print_position(&position, &tables, out)
}

impl TableOptions {
    /// Adds the table of some material, and what it needs. Returns the tables, and the table of the
    /// material.
    fn add(
        &self,
        tables: &SharedTables,
        material: &Material,
    ) -> Result<(Tables, Arc<Table>), Failure> {
        let missing = tables.complete().missing(material);
        let needed = tables.complete().needed_bytes(material).div_ceil(1 << 20) as u64;
        if needed > self.memory {
            return Err(Failure::Run(format!(
                "the {} tables for {material} need {needed} MiB (expected at most {}; --memory \
                 allows more)",
                missing.len(),
                self.memory
            )));
        }
        let progress = Progress::new(missing.len() as u64, "tables");
        let interruption = Interruption::current();
        let step = |step: Step| {
            progress.advance(u64::from(step.plies == 1));
            if interruption.has_come() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let pool = pool(self.threads.number())?;
        let added = pool.install(|| tables.add(material, Err, step));
        let tables = added.map_err(|error| match error.kind() {
            ErrorKind::Interrupted => Failure::Interrupted,
            _ => Failure::Run(error.to_string()),
        })?;
        let table = tables.get(material).ok_or(Failure::Interrupted)?;
        Ok((tables, table))
    }
}

impl Args {
    fn print_material(&self, table: &Table, tables: &Tables, out: &mut impl Write) -> Exit {
        let counts = Color::ALL.map(|turn| table.counts(turn));
        let longest = counts.iter().flat_map(|counts| [counts.longest_win, counts.longest_loss]);
        let longest = longest.flatten().max_by_key(|&(plies, _)| plies);
        let line = longest.map_or(Ok(Vec::new()), |(_, position)| line(position, tables))?;
        if self.json {
            let sides = counts.each_ref().map(as_json);
            let object = json!({
                "material": table.material().to_string(),
                "bytes": table.bytes(),
                "white": sides[0],
                "black": sides[1],
                "line": line,
            });
            writeln!(out, "{object}")?;
            return Ok(Verdict::Right);
        }
        writeln!(out, "{}", table.material())?;
        writeln!(out, "to move  {:>12} {:>12} {:>12}", "won", "drawn", "lost")?;
        for (turn, counts) in Color::ALL.into_iter().zip(&counts) {
            let Counts { wins, draws, losses, .. } = counts;
            writeln!(out, "{:<8} {wins:>12} {draws:>12} {losses:>12}", name(turn))?;
        }
        match longest {
            None => writeln!(out, "no mate can be forced")?,
            Some((plies, position)) => {
                writeln!(out, "longest mate: {} moves, from {position}", plies.div_ceil(2))?;
                writeln!(out, "{}", numbered(&line, position.turn()))?;
            }
        }
        Ok(Verdict::Right)
    }

    fn print_position(&self, position: &Position, tables: &Tables, out: &mut impl Write) -> Exit {
        let (outcome, moves) = match (tables.probe(position), tables.moves(position)) {
            (Some(outcome), Some(moves)) => (outcome, moves),
            _ => return Err(Failure::Input(format!("{position}: no table"))),
        };
        let sans = moves.iter().map(|&(mv, outcome)| (position.san(mv).to_string(), outcome));
        if self.json {
            let moves: Vec<Value> = sans
                .zip(&moves)
                .map(|((san, outcome), (mv, _))| {
                    let uci = mv.uci(position.castling_form()).to_string();
                    json!({ "move": uci, "san": san, "result": word(outcome), "plies": outcome.plies() })
                })
                .collect();
            let object = json!({
                "fen": position.to_string(),
                "result": word(outcome),
                "plies": outcome.plies(),
                "moves": moves,
            });
            writeln!(out, "{object}")?;
            return Ok(Verdict::Right);
        }
        let side = name(position.turn());
        match outcome {
            Outcome::Win(_) => writeln!(out, "{side} mates in {}", moves_to_mate(outcome))?,
            Outcome::Draw => writeln!(out, "draw")?,
            Outcome::Loss(0) => writeln!(out, "{side} is checkmated")?,
            Outcome::Loss(_) => writeln!(out, "{side} is mated in {}", moves_to_mate(outcome))?,
        }
        for (san, outcome) in sans {
            match outcome {
                Outcome::Win(_) => {
                    writeln!(out, "{san:<8} wins, mate in {}", moves_to_mate(outcome))?;
                }
                Outcome::Draw => writeln!(out, "{san:<8} draws")?,
                Outcome::Loss(_) => {
                    writeln!(out, "{san:<8} loses, mate in {}", moves_to_mate(outcome))?;
                }
            }
        }
        Ok(Verdict::Right)
    }
}

/// Returns the moves with best play from a position to mate, in SAN.
fn line(mut position: Position, tables: &Tables) -> Result<Vec<String>, Failure> {
    let mut line = Vec::new();
    while let Some(&(mv, _)) = tables.moves(&position).unwrap_or_default().first() {
        line.push(position.san(mv).to_string());
        position = position.play(mv).map_err(|error| Failure::Wrong(error.to_string()))?;
    }
    Ok(line)
}

/// Returns the moves with their numbers: `1. Rh2 Kd3 2. Kb2`.
fn numbered(line: &[String], first: Color) -> String {
    let skipped = usize::from(first == Color::Black);
    let moves = line.iter().enumerate().map(|(at, san)| match (at + skipped) % 2 {
        0 => format!("{}. {san}", (at + skipped) / 2 + 1),
        _ if at == 0 => format!("1... {san}"),
        _ => san.clone(),
    });
    moves.collect::<Vec<_>>().join(" ")
}

fn moves_to_mate(outcome: Outcome) -> String {
    match outcome.moves().unwrap_or_default() {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    }
}

fn as_json(counts: &Counts) -> Value {
    let longest = |longest: Option<(u8, Position)>| {
        longest.map(|(plies, position)| json!({ "plies": plies, "fen": position.to_string() }))
    };
    json!({
        "won": counts.wins,
        "drawn": counts.draws,
        "lost": counts.losses,
        "longest_win": longest(counts.longest_win),
        "longest_loss": longest(counts.longest_loss),
    })
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(_) => "win",
        Outcome::Draw => "draw",
        Outcome::Loss(_) => "loss",
    }
}

fn name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}
