//! Frontiers and totals, compared with known numbers and with a hash map of positions.

use std::collections::HashMap;

use setwise::{Position, Rank, Role, Square};
use setwise_jobs::Job;
use setwise_jobs::deep::{FrontierReader, Row, outcome};
use setwise_perft::{Backend, Counter};
use setwise_testkit::random::Random;
use setwise_testkit::scaled;
use setwise_testkit::suites::{self, CHESS960, RANDOM, USUAL};

use super::{Directory, deep, planned, run};

/// <https://oeis.org/A083276> and <https://oeis.org/A048987>. Were en passant squares kept where no
/// capture is legal, ply 6 would have 14.0 million positions.
#[test]
fn the_initial_position_has_the_known_frontiers() {
    let directory = Directory::in_memory();
    let plies = scaled(6, 5);
    let ply = plies as u8;
    let job = planned(&directory.path().join("job"), Position::INITIAL, ply, ply, false);
    run(&job);
    let outcome = outcome(&deep(&job), &job).expect("complete");
    let known: [(u64, u128); 6] = [
        (20, 20),
        (400, 400),
        (5_362, 8_902),
        (72_078, 197_281),
        (822_518, 4_865_609),
        (9_417_681, 119_060_324),
    ];
    assert_eq!(outcome.frontiers, known[..plies]);
    assert_eq!(outcome.total, known[plies - 1].1);
}

type Key = (Position, usize);

/// Without counters, and without an en passant square that no pawn can use.
fn canonical(position: &Position) -> Position {
    let mut setup = setwise::Setup::from(*position);
    setup.en_passant = position.legal_en_passant();
    (setup.halfmoves, setup.fullmoves) = (0, 1);
    setup.try_into().expect("playable")
}

/// Returns the frontiers of ply 1 to `last`, by the obvious method, for each root move by itself.
fn oracle(root: &Position, last: u8) -> Vec<HashMap<Key, u64>> {
    let mut frontier: HashMap<Key, u64> = HashMap::new();
    for (origin, mv) in root.legal_moves().into_iter().enumerate() {
        *frontier.entry((canonical(&root.play_unchecked(mv)), origin)).or_default() += 1;
    }
    let mut frontiers = vec![frontier];
    for _ in 1..last {
        let mut next: HashMap<Key, u64> = HashMap::new();
        for ((position, origin), paths) in frontiers.last().expect("ply 1") {
            for mv in position.legal_moves() {
                *next.entry((canonical(&position.play_unchecked(mv)), *origin)).or_default() +=
                    paths;
            }
        }
        frontiers.push(next);
    }
    frontiers
}

fn without_origins(frontier: &HashMap<Key, u64>) -> HashMap<Key, u64> {
    let mut sums = HashMap::new();
    for ((position, _), paths) in frontier {
        *sums.entry((*position, 0)).or_default() += paths;
    }
    sums
}

fn read(job: &Job, ply: u8) -> Vec<Row> {
    let deep = deep(job);
    let mut rows = Vec::new();
    for number in 0..deep.files(job, ply).expect("a frontier") {
        let mut reader = FrontierReader::open(&deep, job, ply, number).expect("a file");
        let pushed = reader.for_each(|row| -> Result<(), setwise_jobs::Error> {
            rows.push(row);
            Ok(())
        });
        pushed.expect("rows");
    }
    rows
}

/// Runs a job with each root move by itself or not, and compares everything.
fn check(root: &Position, depth: u8, split: u8, divide: bool) {
    let directory = Directory::in_memory();
    let job = planned(&directory.path().join("job"), *root, depth, split, divide);
    run(&job);
    for (ply, expected) in (1..).zip(oracle(root, split)) {
        let expected = if divide { expected } else { without_origins(&expected) };
        let rows = read(&job, ply);
        let found: HashMap<Key, u64> =
            rows.iter().map(|row| ((row.position, row.origin as usize), row.paths)).collect();
        assert_eq!(found.len(), rows.len(), "{root}, ply {ply}: a position is there twice");
        assert!(found == expected, "{root}, ply {ply}");
    }
    let outcome = outcome(&deep(&job), &job).expect("complete");
    let mut scalar = Counter::new(Backend::SCALAR);
    assert_eq!(outcome.total, scalar.count(root, depth), "{root}");
    let moves = divide.then(|| {
        let below = |mv| (mv, scalar.count(&root.play_unchecked(mv), depth - 1));
        root.legal_moves().into_iter().map(below).collect()
    });
    assert_eq!(outcome.moves, moves, "{root}");
}

#[test]
fn frontiers_agree_with_a_hash_map() {
    for known in &USUAL[1..] {
        check(&known.position(), 4, 2, false);
        check(&known.position(), 3, scaled(3, 2) as u8, true);
    }
    // En passant captures, castling and promotions in positions of both suites.
    let distance = scaled(25, 100);
    for suite in [RANDOM, CHESS960] {
        for (number, (_, root, _)) in suites::positions(suite).enumerate() {
            if number % distance == 7 {
                check(&root, 4, 3, number / distance % 2 == 1);
            }
        }
    }
}

#[test]
fn random_positions_agree_with_a_hash_map() {
    let mut random = Random::default();
    for game in 0..8 {
        let mut root = Position::INITIAL;
        for _ in 0..12 * game {
            let moves = root.legal_moves();
            match moves.get(random.below(moves.len())) {
                Some(&mv) => root = root.play_unchecked(mv),
                None => break,
            }
        }
        check(&root, 3, 2, game % 2 == 0);
    }
}

#[test]
fn the_initial_position_deeper_agrees_with_a_hash_map() {
    check(&Position::INITIAL, scaled(6, 5) as u8, 4, false);
    check(&Position::INITIAL, 5, 4, true);
}

/// From three plies on, the children of a group are counted, each different one once.
#[test]
fn counts_of_three_and_four_plies_agree_with_plain_counts() {
    for divide in [false, true] {
        check(&Position::INITIAL, 6, 3, divide);
        check(&Position::INITIAL, 5, 1, divide);
        for known in &USUAL[1..] {
            check(&known.position(), 4, 1, divide);
        }
        for (number, (_, root, _)) in suites::positions(CHESS960).enumerate() {
            if number % 100 == usize::from(divide) {
                check(&root, 4, 1, divide);
            }
        }
    }
}

/// Checkmate, stalemate, and games that end on the way.
#[test]
fn positions_without_moves_have_empty_frontiers() {
    for (fen, depth, split) in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 3, 2),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", 3, 3),
        ("8/8/8/8/8/4k3/8/4K2r w - - 0 1", 4, 3),
        ("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", 4, 3),
    ] {
        check(&suites::position(fen), depth, split, false);
        check(&suites::position(fen), depth, split, true);
    }
}

/// The documented order: the side that has just moved, then the side to move; each by its occupied
/// squares, then by bit 0, bit 1 and bit 2 of the codes of its pieces.
#[test]
fn rows_are_sorted() {
    let directory = Directory::in_memory();
    let root = suites::position("r3k2r/p2p4/8/4P3/2p5/8/PP1P4/R3K2R w KQkq - 0 1");
    let job = planned(&directory.path().join("job"), root, 4, 4, false);
    run(&job);
    let key = |row: &Row| {
        let position = &row.position;
        let side = |color| {
            let squares = position.board().color(color);
            let code = |square| match position.board().role_at(square) {
                Some(Role::Pawn) => {
                    let passed = position.en_passant().map(|square| square.file());
                    let rank = Rank::Fourth.relative_to(color);
                    let stepped = color != position.turn()
                        && passed.is_some_and(|file| square == Square::new(file, rank));
                    if stepped { 7 } else { 0 }
                }
                Some(Role::Rook) if position.castling_rooks().contains(square) => 6,
                Some(role) => role as u32,
                None => 0,
            };
            let bit = |bit: u32| -> u64 {
                let set = squares.into_iter().filter(|&square| code(square) >> bit & 1 == 1);
                set.map(|square| 1 << square as u8).sum()
            };
            (squares.0, [bit(0), bit(1), bit(2)])
        };
        (side(!position.turn()), side(position.turn()))
    };
    let rows = read(&job, 4);
    assert!(rows.is_sorted_by_key(key));
    assert!(rows.iter().any(|row| row.position.en_passant().is_some()));
    assert!(rows.len() > 10_000);
}
