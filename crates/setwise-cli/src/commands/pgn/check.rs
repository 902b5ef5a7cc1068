//! `setwise pgn check`: plays every move of every game.

use std::io::Write;
use std::time::Instant;

use serde_json::{Value, json};
use setwise_pgn::{GameError, Options, Replay};

use super::leniency::{self, Leniency};
use crate::counted::counted;
use crate::game_files::{FileGames, GameFiles};
use crate::options::color_name;
use crate::standard_error::print_wrong;
use crate::verdict::Exit;

/// Play every move of every game and report errors
///
/// Variations are played too, from the move where they branch off. A game starts from the position
/// of its tags SetUp and FEN, which may be a Chess960 position. A game is wrong if a move is
/// illegal; if a tag, comment or variation is not closed; or if the result at its end is missing or
/// differs from the tag Result. `setwise pgn export` and `setwise pgn stats` count fewer wrong
/// games: they do not read variations, and accept such results. Common deviations from standard SAN
/// (0-0, Ng1f3, e8Q, missing or wrong + # x) are accepted if the move is unambiguous; --strict
/// rejects them. Other deviations are accepted only if --accept or --lenient says so. They are
/// counted.
///
/// For each wrong game, prints `FILE:LINE:COLUMN: game N (WHITE - BLACK), MOVE: message` to
/// standard error and skips the rest of the game. Columns count bytes. At the end, prints a line
/// `FILE: N games, K wrong` for each of several files that has wrong games (with --files, for every
/// file), and `N games, M moves, K wrong, S seconds`; then `accepted: N DEVIATION, ...` if
/// deviations were accepted, and `not read to the end: N of M files` if a file could not be read.
///
/// With --json, prints JSON lines to standard output. For each wrong game, an object with "type":
/// "error", "file", "game" (its number in the file), "white", "black", "line", "column", "byte",
/// "move" (its number), "side", "text" (of a wrong move), "kind" and "message"; what is unknown is
/// null. For each file that would have a line, an object with "type": "file", "file", "games",
/// "wrong" and "is_whole" (whether it was read to its end). At the end, an object with "type":
/// "totals", "games", "moves", "wrong", "accepted" (the count of each accepted deviation), "files",
/// "not_read" (the number of files that were not read to the end) and "seconds".
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise pgn check games.pgn
  setwise pgn check --strict *.pgn.zst
  setwise pgn check --accept missing-result,null-move games.pgn
  curl https://example.org/games.pgn.gz | setwise pgn check -

Exit status:
  0  all games are right
  1  a game is wrong
  2  the command line is wrong, or a file cannot be read")]
pub(crate) struct Args {
    #[command(flatten)]
    files: GameFiles,

    /// Accept only moves in SAN exactly as in the PGN standard
    #[arg(long, conflicts_with = "lenient")]
    strict: bool,

    #[command(flatten)]
    leniency: Leniency,

    /// Print a line for every file, also for those without wrong games
    #[arg(long = "files")]
    every_file: bool,

    /// Print JSON lines: one object for each wrong game, then one with the totals
    #[arg(long)]
    json: bool,
}

/// Checks every game.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let options = if args.strict { Options::STRICT } else { Options::COMMON };
    let options = args.leniency.add_to(options);
    let start = Instant::now();
    let (replay, games) = args.files.read(Replay::with_options(options), options, |_, error| {
        match error {
            Some(error) if args.json => writeln!(out, "{}", record(&error))?,
            Some(error) => print_wrong(error),
            None => {}
        }
        Ok(())
    })?;
    let (all, wrong, moves) = (games.all, games.wrong, replay.played());
    let mut accepted = games.deviations;
    accepted += replay.deviations();
    let seconds = start.elapsed().as_secs_f64();
    let not_read = games.not_read();
    let is_listed = |file: &&FileGames| {
        args.every_file || games.files.len() > 1 && (file.wrong > 0 || !file.is_whole)
    };
    for FileGames { path, all, wrong, is_whole } in games.files.iter().filter(is_listed) {
        let file = path.display().to_string();
        if args.json {
            let object = json!({
                "type": "file", "file": file, "games": all, "wrong": wrong, "is_whole": is_whole,
            });
            writeln!(out, "{object}")?;
        } else {
            let end = if *is_whole { "" } else { ", not read to the end" };
            writeln!(out, "{file}: {}, {wrong} wrong{end}", counted(*all, "game"))?;
        }
    }
    if args.json {
        let totals = json!({
            "type": "totals",
            "games": all,
            "moves": moves,
            "wrong": wrong,
            "accepted": leniency::json(&accepted),
            "files": games.files.len(),
            "not_read": not_read,
            "seconds": seconds,
        });
        writeln!(out, "{totals}")?;
    } else {
        let (all, moves) = (counted(all, "game"), counted(moves, "move"));
        writeln!(out, "{all}, {moves}, {wrong} wrong, {seconds:.3} seconds")?;
        if let Some(accepted) = leniency::summary(&accepted) {
            writeln!(out, "accepted: {accepted}")?;
        }
        if not_read > 0 {
            let files = counted(games.files.len() as u64, "file");
            writeln!(out, "not read to the end: {not_read} of {files}")?;
        }
    }
    games.verdict()
}

/// Returns the record of an error for `--json`.
fn record(error: &GameError) -> Value {
    let GameError { file, game, players, place, text, error } = error;
    json!({
        "type": "error",
        "file": file,
        "game": game,
        "white": players.as_ref().map(|(white, _)| white),
        "black": players.as_ref().map(|(_, black)| black),
        "line": error.place.line,
        "column": error.place.column,
        "byte": error.place.byte,
        "move": place.map(|(number, _)| number),
        "side": place.map(|(_, side)| color_name(side)),
        "text": text,
        "kind": error.name(),
        "message": error.message().to_string(),
    })
}
