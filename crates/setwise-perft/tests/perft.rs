//! Published counts, compared with every way to count.

use setwise::perft::{perft, playing_last_move};
use setwise::{Color, Position, attacks::DEFAULT};
use setwise_perft::statistics::statistics;
use setwise_perft::suite::Count;
use setwise_perft::{Backend, LaneCounter, ScalarCounter, Table};
use setwise_testkit::random::Random;
use setwise_testkit::scaled;
use setwise_testkit::suites::{self, CHESS960, Counter, RANDOM, UNREACHABLE, USUAL};

fn scalar() -> [Counter; 2] {
    [("scalar", ScalarCounter::new()), ("scalar each alone", ScalarCounter::new().each_alone())]
        .map(|(name, counter)| -> Counter {
            (name.to_owned(), Box::new(move |position, depth| counter.count(position, depth)))
        })
}

/// Returns counters for every back-end, with families and without, without a table and with small
/// ones, in which entries are replaced often.
fn every_counter() -> Vec<Counter> {
    let table = |bytes| &*Box::leak(Box::new(Table::new(bytes).expect("little memory")));
    let (tiny, small) = (table(1 << 10), table(1 << 20));
    let mut counters = Vec::from(scalar());
    for (size, table) in [("tiny", tiny), ("small", small)] {
        let counter = ScalarCounter::new();
        let count =
            move |position: &Position, depth| counter.count_with_table(table, position, depth);
        counters.push((format!("scalar, {size} table"), Box::new(count)));
    }
    for backend in Backend::available() {
        for families in [true, false] {
            let new = || {
                let counter = LaneCounter::new(backend);
                if families { counter } else { counter.each_alone() }
            };
            let name = format!("{} families {families}", backend.name());
            let mut counter = new();
            let count = move |position: &Position, depth| counter.count(position, depth);
            counters.push((name.clone(), Box::new(count)));
            for (size, table) in [("tiny", tiny), ("small", small)] {
                let mut counter = new();
                let count = move |position: &Position, depth| {
                    counter.count_with_table(table, position, depth)
                };
                counters.push((format!("{name}, {size} table"), Box::new(count)));
            }
        }
    }
    counters
}

#[test]
fn the_six_usual_positions() {
    let scalar = ScalarCounter::new();
    let mut lanes = LaneCounter::new(Backend::fastest());
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
    let scalar = ScalarCounter::new();
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
                LaneCounter::new(backend).count_each(&positions, depth, &mut counts);
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
        for depth in 2..=3 {
            let expected = playing_last_move(&position, depth, DEFAULT);
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
    let scalar = ScalarCounter::new();
    let mut lanes: Vec<LaneCounter> = Backend::available()
        .flat_map(|backend| [LaneCounter::new(backend), LaneCounter::new(backend).each_alone()])
        .collect();
    let mut random = Random::default();
    let mut checked = 0;
    for fen in suites::fens().cycle() {
        let mut position = suites::position(fen);
        for _ in 0..40 {
            let expected = scalar.each_alone().count(&position, 2);
            assert_eq!(scalar.count(&position, 2), expected, "{position}");
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
            assert_eq!(playing_last_move(&position, depth, DEFAULT), count, "{}", known.name);
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
