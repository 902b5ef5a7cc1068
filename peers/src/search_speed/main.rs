//! The work of an engine: an alpha-beta search with a transposition table, Setwise beside
//! cozy-chess.
//!
//! Run as `cargo search-speed [ROUNDS]` in the folder `peers`. Both sides run the same search with
//! the same order of moves, the same table and the same evaluation, built with the same flags for
//! this CPU, and must visit the same nodes. The searches are timed whole; then the moves that they
//! made are repeated without the search, so that making a move, its key and the list of legal moves
//! are timed alone.

#[path = "../contest.rs"]
mod contest;
mod cozy;
mod ours;
mod repeated;
mod search;
mod table;

use std::process::ExitCode;

use contest::{Amount, Row};
use cozy_chess::Board;
use search::Side;
use setwise::{Position, SearchPosition, attacks};

const DEFAULT_ROUNDS: usize = 21;

/// Positions with the depth of their search.
const POSITIONS: [(&str, u8); 4] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = arguments.first().map_or(Ok(DEFAULT_ROUNDS), |rounds| rounds.parse());
    let (Ok(rounds @ 1..), 0..=1) = (rounds, arguments.len()) else {
        eprintln!("usage: cargo search-speed [ROUNDS]");
        return ExitCode::FAILURE;
    };
    attacks::use_fastest();
    let position = |fen: &str| fen.parse::<Position>().expect("a FEN of the list").into();
    let ours: Vec<(SearchPosition, u8)> = starts(position);
    let theirs: Vec<(Board, u8)> = starts(|fen| fen.parse().expect("a FEN of the list"));

    let nodes: u64 = search::all(&ours).iter().map(|found| found.nodes).sum();
    let amount = Amount { millions: nodes as f64 / 1e6, unit: "nodes" };
    println!("{rounds} rounds; ratio from the best times, and median of the rounds' ratios");
    println!("{}", Row::HEAD);
    contest::hold(
        "alpha-beta",
        amount,
        rounds,
        (&ours[..], search::all),
        (&theirs[..], search::all),
    );

    let ours: Vec<_> = ours.iter().map(repeated::record).collect();
    let theirs: Vec<_> = theirs.iter().map(repeated::record).collect();
    let (ours, theirs) = (&ours[..], &theirs[..]);
    contest::hold(
        "make, key, list",
        amount,
        rounds,
        (ours, repeated::all_steps),
        (theirs, repeated::all_steps),
    );
    contest::hold(
        "make, key",
        amount,
        rounds,
        (ours, repeated::without_lists),
        (theirs, repeated::without_lists),
    );
    ExitCode::SUCCESS
}

/// Returns the positions in the form of a side.
fn starts<S: Side>(parse: impl Fn(&str) -> S) -> Vec<(S, u8)> {
    POSITIONS.iter().map(|&(fen, depth)| (parse(fen), depth)).collect()
}
