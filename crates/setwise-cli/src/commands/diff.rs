//! `setwise diff`: find where a UCI engine and setwise see different legal moves.

mod comparison;

use std::io::Write;
use std::time::Duration;

use setwise::notation::fen::{CastlingStyle, EnPassantStyle};
use setwise::notation::uci::Castling;
use setwise::{Move, Position};
use setwise_perft::ScalarCounter;

use self::comparison::{Comparison, Odd};
use crate::counting::MAX_DEPTH;
use crate::options::{CastlingOption, PositionOptions};
use crate::uci_engine::{Launch, UciEngine};
use crate::verdict::{Failure, Verdict, WRONG};

/// Find where a UCI engine and setwise see different legal moves
///
/// Asks the engine for `go perft DEPTH` and compares its counts with setwise's. Where a count
/// differs, it goes into the first such move and asks again, down to the first position whose
/// legal moves differ. It prints the way there, the FEN, the moves that the engine misses and
/// those that it has too many. Castling may be written either way.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise diff 4 --engine stockfish
  setwise diff 4 kiwipete --engine \"./my-engine --uci\" --option Hash=64 --timeout 300
  setwise diff 3 bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - --engine stockfish")]
pub(crate) struct Args {
    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: u8,

    #[command(flatten)]
    position: PositionOptions,

    /// The command that runs the engine, with its arguments
    #[arg(long, value_name = "CMD ARGS")]
    engine: String,

    /// An option of the engine to set; may come more than once
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = engine_option)]
    options: Vec<(String, String)>,

    /// How long the engine may say nothing that goes on with its answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,

    #[command(flatten)]
    castling: CastlingOption,
}

fn engine_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        // A line feed would be a command of its own.
        _ if text.contains(char::is_control) => Err("a control character".to_owned()),
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("an option is Name=Value, as in Hash=64".to_owned()),
    }
}

/// Compares, and goes down to the first difference.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let root = args.position.read()?;
    let castling = args.castling.form(&root);
    let mut engine = UciEngine::start(&Launch {
        command: &args.engine,
        options: &args.options,
        chess960: castling == Castling::KingTakesRook,
        patience: Duration::from_secs(u64::from(args.timeout)),
    })?;
    // Without standard error there is still the result.
    let _ = writeln!(anstream::stderr(), "engine: {}", engine.name());
    let mut descent =
        Descent { castling, root_fen: fen(&root, castling), position: root, line: vec![] };
    // What the engine has counted for the move that led here.
    let mut count_above = None;
    for depth in (1..=args.depth).rev() {
        let comparison = descent.compare(&mut engine, depth)?;
        if depth == args.depth && comparison.agrees() {
            let Comparison { moves, nodes, .. } = comparison;
            writeln!(out, "equal: {moves} first moves, {nodes} leaves at depth {depth}")?;
            return Ok(Verdict::Right);
        }
        if !comparison.same_moves() {
            descent.write_place(out)?;
            comparison.write_moves(out)?;
            break;
        }
        let Some(Odd { mv, text, ours, engine: theirs }) = comparison.first_odd else {
            descent.write_place(out)?;
            match count_above {
                None => comparison.write_wrong_sum(out)?,
                Some(count) => comparison.write_contradiction(out, count)?,
            }
            break;
        };
        writeln!(out, "depth {depth}, {text}: the engine counts {theirs}, setwise {ours}")?;
        if depth == 1 {
            descent.write_place(out)?;
            writeln!(out, "{WRONG}the engine counts one move as {theirs}:{WRONG:#} {text}")?;
            break;
        }
        descent.go_down(mv, text);
        count_above = Some(theirs);
    }
    Ok(Verdict::Wrong)
}

/// How far down the difference has been followed.
struct Descent {
    castling: Castling,
    root_fen: String,
    position: Position,
    /// The moves from the root.
    line: Vec<String>,
}

impl Descent {
    fn compare(&self, engine: &mut UciEngine, depth: u8) -> Result<Comparison, Failure> {
        let theirs = engine.perft(&self.root_fen, &self.line, depth)?;
        let ours = self.divide(depth);
        if theirs.moves.is_empty() && !ours.is_empty() && theirs.sum > 0 {
            return Err(Failure::Run(
                "the engine gives only a sum, and no counts by first move to compare".to_owned(),
            ));
        }
        Ok(Comparison::new(&self.position, self.castling, ours, &theirs))
    }

    /// The leaves below each legal move.
    fn divide(&self, depth: u8) -> Vec<(Move, u128)> {
        let counter = ScalarCounter::new();
        let below = |mv| counter.count(&self.position.play_unchecked(mv), depth - 1);
        self.position.legal_moves().into_iter().map(|mv| (mv, below(mv))).collect()
    }

    fn go_down(&mut self, mv: Move, text: String) {
        self.position = self.position.play_unchecked(mv);
        self.line.push(text);
    }

    /// Where the difference is.
    fn write_place(&self, out: &mut impl Write) -> std::io::Result<()> {
        let path = if self.line.is_empty() { "none".to_owned() } else { self.line.join(" ") };
        writeln!(out, "path: {path}")?;
        writeln!(out, "FEN: {}", fen(&self.position, self.castling))
    }
}

/// The FEN for an engine: the en passant square always, because a wrong capture there is one of
/// the errors to find, and castling in Shredder's spelling where the engine is set to Chess960.
fn fen(position: &Position, castling: Castling) -> String {
    let style = match castling {
        Castling::KingStep => CastlingStyle::XFen,
        Castling::KingTakesRook => CastlingStyle::Shredder,
    };
    position.fen().castling(style).en_passant(EnPassantStyle::Always).to_string()
}
