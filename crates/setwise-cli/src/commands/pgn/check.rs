//! `setwise pgn check`: play every move of every game.

use std::io::Write;
use std::time::Instant;

use serde_json::json;
use setwise::notation::pgn::{Fault, Next, Replay, Termination, Text, Visitor};
use setwise::notation::san::SanOptions;

use crate::game_files::GameFiles;
use crate::verdict::{Failure, Verdict};

/// Play every move of every game, and say what is wrong
///
/// Variations are played too, each from where it branches off. A game begins where its tags SetUp
/// and FEN say, in Chess960 too. Every move must be legal, every tag, comment and variation closed,
/// and at its end each game must have its result, which must be that of its tag Result. Moves may be
/// written as people do (0-0, Ng1f3, e8Q, missing or wrong + # x) if it is clear which is meant.
///
/// Prints `FILE:LINE:COLUMN: what is wrong` to standard error for each game that is wrong, whose
/// rest is passed over, and at the end `N games, M moves, K wrong, S seconds`. Columns count bytes.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise pgn check games.pgn
  setwise pgn check --strict *.pgn.zst
  curl https://example.org/games.pgn.gz | setwise pgn check -")]
pub(crate) struct Args {
    #[command(flatten)]
    files: GameFiles,

    /// Moves must be written exactly as the standard has it
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
    /// How many moves of all games were right, those of variations too.
    moves: u64,
    /// What the tag `Result` says, if that is a result.
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
            None => Err(Fault::refused("the game has no 1-0, 0-1, 1/2-1/2 or * at its end")),
            Some(_) if self.result.is_some() && self.result != termination => {
                Err(Fault::refused("the game ends with another result than its tag Result says"))
            }
            Some(_) => Ok(()),
        }
    }
}
