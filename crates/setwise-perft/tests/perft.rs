//! Published counts, compared with every way to count.

use setwise::{Color, Position, perft};
use setwise_perft::statistics::statistics;
use setwise_perft::suite::Count;
use setwise_perft::{Backend, CountMode, Counter, Table};
use setwise_testkit::random::Random;
use setwise_testkit::scaled;
use setwise_testkit::suites::{self, CHESS960, RANDOM, UNREACHABLE, USUAL};

/// Returns counters for every back-end and mode, without a table and with small ones, in which
/// entries are replaced often.
fn every_counter() -> Vec<suites::Counter> {
    let table = |bytes| &*Box::leak(Box::new(Table::new(bytes).expect("little memory")));
    let tables =
        [("no", None), ("a tiny", Some(table(1 << 10))), ("a small", Some(table(1 << 20)))];
    let mut counters: Vec<suites::Counter> = Vec::new();
    for backend in Backend::available() {
        for mode in [CountMode::Families, CountMode::EachAlone] {
            for (size, table) in tables {
                let mut counter = Counter::new(backend).mode(mode);
                let count = move |position: &Position, depth| match table {
                    Some(table) => counter.count_with_table(table, position, depth),
                    None => counter.count(position, depth),
                };
                counters
                    .push((format!("{}, {mode:?}, {size} table", backend.name()), Box::new(count)));
            }
        }
    }
    counters
}

#[test]
fn the_six_usual_positions() {
    let mut scalar = Counter::new(Backend::SCALAR);
    let mut lanes = Counter::new(Backend::fastest());
    for known in USUAL {
        let most = scaled(usize::MAX, 10_000_000) as u128;
        for (depth, &count) in (1..).zip(known.counts).filter(|(_, count)| **count <= most) {
            assert_eq!(scalar.count(&known.position(), depth), count, "{} {depth}", known.name);
            assert_eq!(lanes.count(&known.position(), depth), count, "{} {depth}", known.name);
        }
    }
}

#[test]
#[ignore = "deep: some minutes in release"]
fn the_six_usual_positions_deep() {
    let mut scalar = Counter::new(Backend::SCALAR);
    for known in USUAL {
        for (depth, &count) in (1..).zip(known.counts.iter().chain(known.deep)) {
            assert_eq!(scalar.count(&known.position(), depth), count, "{} {depth}", known.name);
        }
    }
}

/// The most leaves of a count of a suite.
fn most_leaves() -> u128 {
    scaled(1_000_000, 100_000) as u128
}

#[test]
fn the_suites_with_every_counter() {
    let (mut counters, most) = (every_counter(), most_leaves());
    assert_eq!(suites::check(RANDOM, most, &mut counters), scaled(1_207, 1_018) as u32);
    assert_eq!(suites::check(CHESS960, most, &mut counters), scaled(450, 361) as u32);
}

/// Positions in which the moves before are impossible are counted as Stockfish counts them. Fails
/// if a count assumes at most two checkers, or that an en passant capture answers a check by the
/// pawn.
#[test]
fn unreachable_positions_with_every_counter() {
    let mut counters = every_counter();
    let checked = suites::check(UNREACHABLE, most_leaves(), &mut counters);
    assert_eq!(checked, scaled(148, 123) as u32);
    // Batches of positions, which share queues.
    for turn in [Color::White, Color::Black] {
        for depth in 1..=3 {
            let has_depth = |counts: &[Count]| {
                let count = counts.iter().find(|count| count.depth == depth)?;
                Some(count.nodes)
            };
            let (positions, expected): (Vec<Position>, Vec<u128>) = suites::positions(UNREACHABLE)
                .filter(|(_, position, _)| position.turn() == turn)
                .filter_map(|(_, position, counts)| Some((position, has_depth(&counts)?)))
                .unzip();
            for backend in Backend::available() {
                let mut counts = Vec::new();
                Counter::new(backend).count_each(&positions, depth, &mut counts);
                assert_eq!(counts, expected, "{} depth {depth}", backend.name());
            }
        }
    }
}

/// Sixteen pieces go to one square, or a piece stands before eight sliders: the most that the
/// numbers of families must hold.
#[test]
fn many_moves_of_one_square() {
    for fen in [
        "8/Q2Q2Q1/2N1N3/1N3N2/2K2Qpp/1N3Npk/2N1N1pp/Q2Q2Q1 w - - 0 1",
        "q2q2q1/2n1n3/1n3n2/q6q/1n2kn2/2n1n3/q2q2R1/6K1 b - - 0 1",
        "2kr3b/b7/4K3/8/r2N3r/8/8/b2r2b1 w - - 0 1",
        "2kr3b/b7/4K3/8/r2Q3r/8/8/b2r2b1 w - - 0 1",
        "B2R2B1/8/8/R2p3R/8/4k3/B7/2KR3B b - - 0 1",
        "2kr3b/b7/4K3/2nn4/r1nQn2r/2nnn3/8/b2r2b1 w - - 0 1",
    ] {
        let position: Position = fen.parse().expect("a FEN");
        let mut played = Counter::new(Backend::SCALAR).mode(CountMode::EachMove);
        for depth in 2..=3 {
            let expected = played.count(&position, depth);
            for (name, counter) in &mut every_counter() {
                assert_eq!(counter(&position, depth), expected, "{name}: {fen} {depth}");
            }
        }
    }
}

#[test]
#[ignore = "deep: the suites, minutes in release"]
fn the_suites_deep() {
    let mut counters = every_counter();
    let all = |text: &str| text.matches(";D").count() as u32;
    assert_eq!(suites::check(RANDOM, u128::MAX, &mut counters), all(RANDOM));
    assert_eq!(suites::check(CHESS960, u128::MAX, &mut counters), all(CHESS960));
    assert_eq!(suites::check(UNREACHABLE, u128::MAX, &mut counters), all(UNREACHABLE));
}

/// Counts two plies below positions of random games that start from the suites' positions.
fn random_positions(many: u32) {
    let mut alone = Counter::new(Backend::SCALAR).mode(CountMode::EachAlone);
    let modes = [CountMode::Families, CountMode::EachAlone];
    let mut lanes: Vec<Counter> = Backend::available()
        .flat_map(|backend| modes.map(|mode| Counter::new(backend).mode(mode)))
        .collect();
    let mut random = Random::default();
    let mut checked = 0;
    for fen in suites::fens().cycle() {
        let mut position = suites::position(fen);
        for _ in 0..40 {
            let expected = alone.count(&position, 2);
            for counter in &mut lanes {
                assert_eq!(counter.count(&position, 2), expected, "{counter:?} {position}");
            }
            checked += 1;
            if checked == many {
                return;
            }
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len())) else { break };
            position = position.play_unchecked(mv);
        }
    }
}

#[test]
fn random_games_in_lanes() {
    random_positions(scaled(5_000, 2_000) as u32);
}

#[test]
#[ignore = "deep: a million positions, a minute in release"]
fn random_games_in_lanes_deep() {
    random_positions(1_000_000);
}

#[test]
fn the_ways_to_count_agree() {
    for known in USUAL {
        let position = known.position();
        for (depth, &count) in (1..=3).zip(known.counts) {
            assert_eq!(perft(&position, depth), count, "{}", known.name);
            for backend in Backend::available() {
                let mut played = Counter::new(backend).mode(CountMode::EachMove);
                assert_eq!(played.count(&position, depth), count, "{}", known.name);
            }
        }
        for (name, counter) in &mut every_counter() {
            assert_eq!(counter(&position, 0), 1, "{name}");
        }
    }
}

/// A count of about 10¹¹ leaves, deeper than the depth up to which any count fits a `u64`.
#[test]
fn a_deep_count_of_few_moves() {
    // Two kings and two locked pawns: 9 plies of king moves.
    let position = suites::position("k7/8/8/p7/P7/8/8/K7 w - - 0 1");
    let expected = perft(&position, 9);
    for (name, counter) in &mut every_counter() {
        assert_eq!(counter(&position, 9), expected, "{name}");
    }
}

/// The columns of the wiki's tables: nodes, captures, en passant, castles, promotions, checks,
/// mates; and where it has them, discovered and double checks.
#[test]
fn the_published_statistics_of_the_last_moves() {
    for (usual, depth, row, discovered_and_double) in [
        (0, 4, [197_281, 1_576, 0, 0, 0, 469, 8], Some((0, 0))),
        (0, 5, [4_865_609, 82_719, 258, 0, 0, 27_351, 347], Some((6, 0))),
        (1, 3, [97_862, 17_102, 45, 3_162, 0, 993, 1], Some((0, 0))),
        (1, 4, [4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 43], Some((42, 6))),
        (2, 5, [674_624, 52_051, 1_165, 0, 0, 52_950, 0], Some((1_292, 3))),
        (3, 4, [422_333, 131_393, 0, 7_795, 60_032, 15_492, 5], None),
    ] {
        let known = USUAL[usual];
        let s = statistics(&known.position(), depth);
        let got =
            [s.nodes, s.captures, s.en_passant, s.castles, s.promotions, s.checks, s.checkmates];
        assert_eq!(got, row, "{} depth {depth}", known.name);
        if let Some(expected) = discovered_and_double {
            assert_eq!((s.discovered_checks, s.double_checks), expected, "{}", known.name);
        }
    }
}
