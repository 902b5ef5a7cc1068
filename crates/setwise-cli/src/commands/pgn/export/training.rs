//! The formats of training data of `setwise pgn export`.

use std::io::{ErrorKind, Write};

use setwise_tables::training::{
    Training, TrainingCounts, TrainingFile, TrainingFormat, TrainingSelection, export_training_file,
};
use setwise_tables::unread;

use super::super::selection::verdict;
use super::{Args, not_written};
use crate::counted::counted;
use crate::verdict::{Exit, Failure, Verdict};

/// Returns the names of the formats.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TrainingFormat::ALL.into_iter().map(TrainingFormat::name)
}

/// Writes the file, and prints what it has and what is left out.
pub(super) fn run(args: &Args, format: TrainingFormat, out: &mut impl Write) -> Exit {
    let unique = args.unique_positions.then_some("--unique-positions");
    if let Some(option) = args.tables.of_tables_only().or(unique) {
        let message = format!("{option} is for tables, which --format {format} does not write");
        return Err(Failure::Run(message));
    }
    let selection =
        TrainingSelection { games: args.games.selection()?, positions: args.tables.rows() };
    let rows = if format.has_whole_games() { "games" } else { "positions" };
    let path = args.tables.to.join(format!("{rows}.{format}"));
    let inputs = args.games.inputs()?;
    let training = args.games.read(&inputs, |read, interruption| {
        let file = TrainingFile { path: path.clone(), replaces: args.force, interruption };
        export_training_file(&inputs, read, format, &selection, &file)
    });
    let training = match training {
        Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(Verdict::Stopped),
        training => training.map_err(|error| not_written(&error))?,
    };
    let Training { counts, games, wrong_games, size, inputs: read } = training;
    let TrainingCounts { written, without_result, without_score, without_move, .. } = counts;
    writeln!(out, "{}, {wrong_games} with errors", counted(games, "game"))?;
    let path = path.display();
    match written {
        0 => writeln!(out, "{path}: not written, because there is no position for it")?,
        _ => writeln!(out, "{path}: {}, {size} bytes", counted(written, "position"))?,
    }
    let left_out = [
        (without_result, "of games without a result"),
        (without_score, "without an evaluation"),
        (without_move, "without a move"),
    ];
    for (count, reason) in left_out.into_iter().filter(|&(count, _)| count > 0) {
        writeln!(out, "  left out: {} {reason}", counted(count, "position"))?;
    }
    let wrong = wrong_games + u64::from(written == 0);
    verdict(&selection.games, unread(&inputs, &read), wrong)
}
