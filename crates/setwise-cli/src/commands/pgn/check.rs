//! `setwise pgn check`: plays every move of every game.

use std::io::Write;
use std::time::Instant;

use serde_json::json;
use setwise::notation::pgn::{Fault, Next, Replay, Termination, Text, Visitor};
use setwise::notation::san::SanOptions;

use crate::game_files::GameFiles;
use crate::verdict::{Failure, Verdict};

/// Play every move of every game and report errors
///
/// Variations are played too, from the move where they branch off. A game starts from the position
/// of its tags SetUp and FEN, which may be a Chess960 position. A game is wrong if a move is
/// illegal; if a tag, comment or variation is not closed; or if the result at its end is missing or
/// differs from the tag Result. Common deviations from standard SAN (0-0, Ng1f3, e8Q, missing or
/// wrong + # x) are accepted if the move is unambiguous; --strict rejects them.
///
/// For each wrong game, prints `FILE:LINE:COLUMN: message` to standard error and skips the rest of
/// the game. Prints `N games, M moves, K wrong, S seconds` at the end. Columns count bytes.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise pgn check games.pgn
  setwise pgn check --strict *.pgn.zst
  curl https://example.org/games.pgn.gz | setwise pgn check -")]
pub(crate) struct Args {
    #[command(flatten)]
    files: GameFiles,

    /// Accept only moves in SAN exactly as in the PGN standard
    #[arg(long)]
    strict: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Checks every game.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<Verdict, Failure> {
    let options = if args.strict { SanOptions::STRICT } else { SanOptions::LENIENT };
    let mut check = Check { replay: Replay::with_options(options), moves: 0, result: None };
    let start = Instant::now();
    let games = args.files.read(&mut check, |_| Ok(()))?;
    let (all, wrong, moves) = (games.all, games.wrong, check.moves);
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let counts = json!({ "games": all, "moves": moves, "wrong": wrong, "seconds": seconds });
        writeln!(out, "{counts}")?;
    } else {
        writeln!(out, "{all} games, {moves} moves, {wrong} wrong, {seconds:.3} seconds")?;
    }
    games.verdict()
}

struct Check {
    replay: Replay,
    /// The number of legal moves of all games, including variations.
    moves: u64,
    /// The value of the tag `Result`, if it is a result.
    result: Option<Termination>,
}

impl Visitor for Check {
    fn begin_game(&mut self) -> Next {
        self.result = None;
        self.replay.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        if name == "Result" {
            self.result = Termination::from_bytes(value.0);
        }
        self.replay.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.replay.end_tags()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        self.replay.play(san)?;
        self.moves += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Next {
        self.replay.begin_variation()
    }

    fn end_variation(&mut self) {
        self.replay.end_variation();
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        match termination {
            None => Err(Fault::refused(
                "the game has no result at its end (expected 1-0, 0-1, 1/2-1/2 or *)",
            )),
            Some(_) if self.result.is_some() && self.result != termination => {
                Err(Fault::refused("the result at the end of the game differs from the tag Result"))
            }
            Some(_) => Ok(()),
        }
    }
}
