//! Compares the lookup of a rook's attacks with cozy-chess and shakmaty, over random occupancies and
//! the occupancies of random games.
//!
//! Run as `cargo lookup-speed [ROUNDS]` in the folder `peers` for this CPU, where cozy-chess has
//! PEXT, or without the flags, as most programs are built:
//! `cargo run --release --manifest-path peers/Cargo.toml --bin lookup-speed`. The two sides of a
//! contest take turns on the same input in memory, and must return the same answer.

#[path = "../contest.rs"]
mod contest;

use std::process::ExitCode;

use contest::{Amount, Row};
use setwise::attacks::{self, Sliders, Task};
use setwise::{Bitboard, Position, Square};

/// A rook's square and the occupied squares.
type Case = (Square, Bitboard);

/// More would not fit into the caches, where a search has its boards.
const CASES: usize = 10_000;

fn main() -> ExitCode {
    let rounds = std::env::args().nth(1).map_or(Ok(201), |rounds| rounds.parse());
    let (Ok(rounds @ 1..), 0..=2) = (rounds, std::env::args().len()) else {
        eprintln!("usage: cargo lookup-speed [ROUNDS]");
        return ExitCode::FAILURE;
    };
    println!("{rounds} rounds; ratio from the best times, and median of the rounds' ratios");
    println!("{}", Row::HEAD);
    let amount = Amount { millions: CASES as f64 / 1e6, unit: "lookups" };
    for (name, cases) in [("random", random()), ("games", of_games())] {
        let cozy: Vec<_> = cases.iter().map(in_cozy).collect();
        let shakmaty: Vec<_> = cases.iter().map(in_shakmaty).collect();
        let (cases, cozy, shakmaty) = (&cases[..], &cozy[..], &shakmaty[..]);
        let hold = |what: &str, ours: fn(&[Case]) -> u64| {
            let name = |rival| format!("{name}: {what} {rival}");
            contest::hold(&name("cozy"), amount, rounds, (cases, ours), (cozy, theirs));
            let rival = (shakmaty, of_shakmaty as fn(&[_]) -> u64);
            contest::hold(&name("shakmaty"), amount, rounds, (cases, ours), rival);
        };
        hold("rook", |cases| sum(cases, attacks::rook));
        hold("fastest", |cases| attacks::run_fastest(Rooks(cases)));
    }
    ExitCode::SUCCESS
}

/// Random occupancies, a quarter full.
fn random() -> Vec<Case> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut case = || {
        let occupied = Bitboard(random.u64(..) & random.u64(..));
        (Square::ALL[random.usize(..64)], occupied)
    };
    (0..CASES).map(|_| case()).collect()
}

/// The rooks and queens of the positions of random games.
fn of_games() -> Vec<Case> {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut position, mut cases) = (Position::INITIAL, Vec::new());
    while cases.len() < CASES {
        let moves = position.legal_moves();
        if moves.is_empty() || position.halfmoves() > 60 {
            position = Position::INITIAL;
            continue;
        }
        position = position.play_unchecked(moves[random.usize(..moves.len())]);
        let board = position.board();
        let rooks = board.rook_sliders(position.turn());
        cases.extend(rooks.into_iter().map(|from| (from, board.occupied())));
    }
    cases.truncate(CASES);
    cases
}

/// Returns the sum of the attacked squares as numbers.
#[inline(always)]
fn sum(cases: &[Case], rook: impl Fn(Square, Bitboard) -> Bitboard) -> u64 {
    cases.iter().fold(0, |sum, &(from, occupied)| sum.wrapping_add(rook(from, occupied).0))
}

struct Rooks<'c>(&'c [Case]);

impl Task for Rooks<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Sliders>(self, sliders: S) -> u64 {
        sum(self.0, |from, occupied| sliders.rook(from, occupied))
    }
}

fn in_cozy(&(from, occupied): &Case) -> (cozy_chess::Square, cozy_chess::BitBoard) {
    (cozy_chess::Square::index(from as usize), cozy_chess::BitBoard(occupied.0))
}

fn theirs(cases: &[(cozy_chess::Square, cozy_chess::BitBoard)]) -> u64 {
    let rook = |&(from, blockers)| cozy_chess::get_rook_moves(from, blockers).0;
    cases.iter().map(rook).fold(0, u64::wrapping_add)
}

fn in_shakmaty(&(from, occupied): &Case) -> (shakmaty::Square, shakmaty::Bitboard) {
    (shakmaty::Square::new(from as u32), shakmaty::Bitboard(occupied.0))
}

fn of_shakmaty(cases: &[(shakmaty::Square, shakmaty::Bitboard)]) -> u64 {
    let rook = |&(from, occupied)| shakmaty::attacks::rook_attacks(from, occupied).0;
    cases.iter().map(rook).fold(0, u64::wrapping_add)
}
