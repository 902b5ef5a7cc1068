//! Compares the functions that a chess program calls most with other libraries: lists of legal
//! moves and FEN with cozy-chess, SAN with shakmaty, PGN with pgn-reader and shakmaty.
//!
//! Run as `cargo library-speed [ROUNDS [FILE]]` in the folder `peers`: on random games in two
//! layouts, or on the games of a file. All libraries are in this program, built with the same flags
//! for this CPU. The two sides of a contest take turns on the same input in memory, and must return
//! the same answer.

#[path = "../contest.rs"]
mod contest;
mod fens;
mod games;
mod lists;
mod pgn;
mod played;
mod positions;
mod sans;

use std::process::ExitCode;

use contest::Row;
use games::Layout;

const DEFAULT_ROUNDS: usize = 41;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = arguments.first().map_or(Ok(DEFAULT_ROUNDS), |rounds| rounds.parse());
    let (Ok(rounds @ 1..), 0..=2) = (rounds, arguments.len()) else {
        eprintln!("usage: cargo library-speed [ROUNDS [FILE]]");
        return ExitCode::FAILURE;
    };
    let texts = match arguments.get(1) {
        Some(file) => match std::fs::read(file) {
            Ok(text) => vec![("file", text)],
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::FAILURE;
            }
        },
        None => vec![
            ("plain", games::random(Layout::Plain).into_bytes()),
            ("commented", games::random(Layout::Commented).into_bytes()),
        ],
    };
    println!("{rounds} rounds; ratio from the best times, and median of the rounds' ratios");
    println!("{}", Row::HEAD);
    let positions = positions::of_games(&texts[0].1);
    lists::compare(&positions, rounds);
    sans::compare(&positions, rounds);
    fens::compare(&positions, rounds);
    for (name, text) in &texts {
        pgn::compare(name, text, rounds);
    }
    ExitCode::SUCCESS
}
