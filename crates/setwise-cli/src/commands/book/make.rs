//! `setwise book make`: makes an opening book from games.

use std::fs;
use std::path::PathBuf;

use setwise::{Color, Move, Position};
use setwise_book::{Builder, Entry};
use setwise_jobs::number::{POSITIVE, parser};
use setwise_pgn::{Fault, Next, Options, Played, Replay, Termination, Text, Visitor};

use crate::counted::counted;
use crate::game_files::GameFiles;
use crate::interruption::Interruption;
use crate::standard_error::{print_line, print_wrong};
use crate::verdict::{Exit, Failure};

/// Make an opening book in the Polyglot format from the games of PGN files
///
/// The book has the moves of the main lines. The weight of a move is the number of its points: 2
/// for each game that its side won, 1 for each draw and for each game without a result, 0 for each
/// loss. This is the weight of PolyGlot's own make-book. A move without points is left out. If a
/// move has more than 65535 points, the weights of its position are scaled down to this maximum.
///
/// An error in a game is printed to standard error as `FILE:LINE:COLUMN: message`, and the book has
/// no move of this game.
///
/// Exit status: 0 if the book has been written; 1 if it has been written without the games that
/// have errors, or if there is no move to write; 2 if a file cannot be read or written, and no book
/// has been written.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise book make games.pgn -o book.bin
  setwise book make *.pgn.zst -o book.bin --depth 16 --min-games 10")]
pub(super) struct Args {
    #[command(flatten)]
    files: GameFiles,

    /// Write the book to FILE
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Leave out moves that were played in fewer than N games
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = parser(POSITIVE))]
    min_games: u64,

    /// Use the first N plies (moves of one side) of each game
    #[arg(long, value_name = "N", default_value_t = 24)]
    #[arg(value_parser = parser(1..=u16::MAX))]
    depth: u16,
}

/// Makes the book.
pub(super) fn run(args: &Args) -> Exit {
    let collector = Collector {
        replay: Replay::with_options(Options::COMMON),
        depth: args.depth.into(),
        moves: Vec::new(),
        builder: Builder::new(),
    };
    let (collector, games) = args.files.read(collector, Options::COMMON, |_, error| {
        error.iter().for_each(print_wrong);
        Ok(())
    })?;
    if Interruption::current().has_come() {
        return Err(Failure::Interrupted);
    }
    let good = games.all - games.wrong;
    let verdict = games.verdict()?;
    let entries = collector.builder.entries(args.min_games);
    if entries.is_empty() {
        return Err(Failure::Input(format!(
            "no move scored in at least {} of {} (see --min-games)",
            args.min_games,
            counted(good, "game")
        )));
    }
    let bytes: Vec<u8> = entries.iter().flat_map(Entry::to_bytes).collect();
    fs::write(&args.output, bytes).map_err(|error| {
        Failure::Run(format!("cannot write {}: {error}", args.output.display()))
    })?;
    let positions = entries.chunk_by(|a, b| a.key == b.key).count();
    let (entries, positions) =
        (counted(entries.len() as u64, "entry"), counted(positions as u64, "position"));
    print_line(format_args!("{entries} of {positions} from {}", counted(good, "game")));
    Ok(verdict)
}

/// Collects the moves of each game until its result is known.
struct Collector {
    replay: Replay,
    /// The number of plies to use.
    depth: usize,
    /// The first moves of the game, and the positions before them.
    moves: Vec<(Position, Move)>,
    builder: Builder,
}

impl AsRef<Replay> for Collector {
    fn as_ref(&self) -> &Replay {
        &self.replay
    }
}

impl Visitor for Collector {
    fn begin_game(&mut self) -> Next {
        self.moves.clear();
        self.replay.begin_game()
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), Fault> {
        self.replay.tag(name, value)
    }

    fn end_tags(&mut self) -> Next {
        self.replay.end_tags()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), Fault> {
        let before = *self.replay.position();
        let played = self.replay.play(san)?;
        if let Played::Move(mv) = played
            && self.moves.len() < self.depth
        {
            self.moves.push((before, mv));
        }
        Ok(())
    }

    fn end_game(&mut self, termination: Option<Termination>) -> Result<(), Fault> {
        for (position, mv) in self.moves.drain(..) {
            self.builder.add(&position, mv, points(termination, position.turn()));
        }
        Ok(())
    }
}

/// Returns the points of a side for the result of a game.
fn points(termination: Option<Termination>, side: Color) -> u32 {
    match termination {
        Some(Termination::WhiteWins) => {
            if side == Color::White {
                2
            } else {
                0
            }
        }
        Some(Termination::BlackWins) => {
            if side == Color::Black {
                2
            } else {
                0
            }
        }
        _ => 1,
    }
}
