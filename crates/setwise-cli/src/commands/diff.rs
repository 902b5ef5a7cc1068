//! `setwise diff`: finds a position where the legal moves of a UCI engine differ from setwise's.

mod comparison;

use std::io::Write;
use std::time::Duration;

use setwise::notation::fen::{CastlingStyle, EnPassantStyle};
use setwise::notation::uci::CastlingForm;
use setwise::{Move, Position};
use setwise_jobs::number::{DEEP, SECONDS, parser};
use setwise_perft::Backend;

use self::comparison::{Comparison, Difference};
use crate::counting::Method;
use crate::interruption::Interruption;
use crate::options::{CastlingOption, MovesOption, OnePosition, ThreadsOption};
use crate::progress::LeafProgress;
use crate::standard_error::print_line;
use crate::uci_engine::{Launch, UciEngine};
use crate::verdict::{Exit, Failure, Verdict, WRONG};
use crate::workers::Workers;

/// Find a position where a UCI engine's legal moves differ from setwise's
///
/// Sends `go perft DEPTH` to the engine and compares its counts by first move with setwise's. If a
/// count differs, plays the first such move and repeats with a depth smaller by one, until the
/// legal moves themselves differ. Prints the moves that lead to that position, its FEN, the legal
/// moves that the engine is missing, and the extra moves that it lists.
///
/// The engine may write castling as e1g1 or e1h1. With --chess960, and for Chess960 positions, its
/// option UCI_Chess960 is set.
///
/// A position that cannot occur in a game is compared with a note, if its moves are clear all the
/// same: a side has had more than eight pawns, no move can have given a double check, more than two
/// pieces give check, or a king was in check before a double step.
///
/// Exit status: 0 if all counts are equal; 1 if there is a difference; 2 if the engine cannot be
/// started or does not answer; 130 if Ctrl-C stopped the run, 143 if SIGTERM did.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise diff 4 --engine stockfish
  setwise diff 4 kiwipete --engine \"./my-engine --uci\" --option Hash=64 --timeout 300
  setwise diff 3 bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - --engine stockfish")]
pub(crate) struct Args {
    /// The number of plies (moves of one side)
    #[arg(value_parser = parser(DEEP))]
    depth: u8,

    #[command(flatten)]
    position: OnePosition,

    #[command(flatten)]
    moves: MovesOption,

    /// The command that starts the engine, with its arguments, as in "./my-engine --uci"
    #[arg(long, value_name = "COMMAND")]
    engine: String,

    /// Set an option of the engine, as in Hash=64; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = engine_option)]
    options: Vec<(String, String)>,

    /// Stop if the engine does not continue its answer for this time [default: 60, and 10 for the
    /// answer to `uci`]
    #[arg(long, value_name = "SECONDS")]
    #[arg(value_parser = parser(SECONDS))]
    timeout: Option<u64>,

    #[command(flatten)]
    castling: CastlingOption,

    #[command(flatten)]
    threads: ThreadsOption,
}

fn engine_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        // A line feed would start a new command.
        _ if text.contains(char::is_control) => {
            Err("control characters are not allowed".to_owned())
        }
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected NAME=VALUE, as in Hash=64".to_owned()),
    }
}

/// Returns the time for the answer to `uci`, and the time for every other one.
fn timeouts(seconds: Option<u64>) -> (Duration, Duration) {
    let or = |default| Duration::from_secs(seconds.unwrap_or(default));
    (or(10), or(60))
}

/// Compares the counts, and follows the first difference.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let (root, _) = args.moves.play(args.position.read_noted()?)?;
    let castling = args.castling.form(&root);
    let (first_timeout, timeout) = timeouts(args.timeout);
    let mut engine = UciEngine::start(&Launch {
        command: &args.engine,
        options: &args.options,
        chess960: castling == CastlingForm::KingTakesRook,
        first_timeout,
        timeout,
    })?;
    print_line(format_args!("engine: {}", engine.name()));
    let mut descent = Descent {
        castling,
        root_fen: fen(&root, castling),
        position: root,
        line: vec![],
        workers: Workers::new(args.threads.number(), Interruption::current())?,
    };
    // The engine's count for the last move of the path, from the position before it.
    let mut count_before = None;
    for depth in (1..=args.depth).rev() {
        let comparison = descent.compare(&mut engine, depth)?;
        if depth == args.depth && comparison.agrees() {
            let Comparison { moves, nodes, .. } = comparison;
            writeln!(out, "equal: {moves} first moves, {nodes} leaves at depth {depth}")?;
            return Ok(Verdict::Right);
        }
        if !comparison.same_moves() {
            descent.write_position(out)?;
            comparison.write_moves(out)?;
            break;
        }
        let Some(Difference { mv, text, ours, theirs }) = comparison.first_difference else {
            descent.write_position(out)?;
            match count_before {
                None => comparison.write_wrong_sum(out)?,
                Some(count) => comparison.write_contradiction(out, count)?,
            }
            break;
        };
        writeln!(out, "depth {depth}, {text}: the engine counts {theirs}, setwise {ours}")?;
        if depth == 1 {
            descent.write_position(out)?;
            writeln!(out, "{WRONG}the engine counts one move as {theirs}:{WRONG:#} {text}")?;
            break;
        }
        descent.play(mv, text);
        count_before = Some(theirs);
    }
    Ok(Verdict::Wrong)
}

/// The path from the root to the position that is compared now.
struct Descent {
    castling: CastlingForm,
    root_fen: String,
    position: Position,
    /// The moves from the root.
    line: Vec<String>,
    workers: Workers,
}

impl Descent {
    fn compare(&self, engine: &mut UciEngine, depth: u8) -> Result<Comparison, Failure> {
        let theirs = engine.perft(&self.root_fen, &self.line, depth)?;
        let ours = self.by_first_move(depth)?;
        if theirs.moves.is_empty() && !ours.is_empty() && theirs.sum > 0 {
            return Err(Failure::Run(
                "the engine prints only a sum (expected a count for each first move)".to_owned(),
            ));
        }
        Ok(Comparison::new(&self.position, self.castling, ours, &theirs))
    }

    /// Returns the number of leaves below each legal move.
    fn by_first_move(&self, depth: u8) -> Result<Vec<(Move, u128)>, Failure> {
        let method = Method::of(Backend::SCALAR);
        let progress = LeafProgress::new();
        let divided = self.workers.by_first_move(
            &self.position,
            depth,
            || method.counter(),
            |counter, part| {
                let leaves = counter.count(part.position, part.depth);
                progress.advance(leaves, part.share);
                leaves
            },
        );
        let finished = divided.into_iter().map(|(mv, leaves)| Some((mv, leaves?)));
        finished.collect::<Option<_>>().ok_or(Failure::Interrupted)
    }

    fn play(&mut self, mv: Move, text: String) {
        self.position = self.position.play_unchecked(mv);
        self.line.push(text);
    }

    /// Writes the path and the FEN of the position.
    fn write_position(&self, out: &mut impl Write) -> std::io::Result<()> {
        let path = if self.line.is_empty() { "none".to_owned() } else { self.line.join(" ") };
        writeln!(out, "path: {path}")?;
        writeln!(out, "FEN: {}", fen(&self.position, self.castling))
    }
}

/// Returns the FEN for an engine. It always has the en passant square, because a wrong en passant
/// capture is one of the errors to find. For Chess960, castling rights are in Shredder-FEN.
fn fen(position: &Position, castling: CastlingForm) -> String {
    let style = match castling {
        CastlingForm::KingStep => CastlingStyle::XFen,
        CastlingForm::KingTakesRook => CastlingStyle::Shredder,
    };
    position.fen().castling(style).en_passant(EnPassantStyle::Always).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails if the default time for the answer to `uci` is that for a count, 60 seconds.
    #[test]
    fn a_process_that_does_not_speak_uci_is_noticed_after_10_seconds_by_default() {
        assert_eq!(timeouts(None), (Duration::from_secs(10), Duration::from_secs(60)));
        assert_eq!(timeouts(Some(1)), (Duration::from_secs(1), Duration::from_secs(1)));
    }
}
