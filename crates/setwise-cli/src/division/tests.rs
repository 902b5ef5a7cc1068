//! Counts by first move: the same with any number of threads, whole or stopped.

use std::sync::Mutex;

use setwise::perft::perft;

use super::*;

fn workers(threads: usize) -> Workers {
    Workers::new(threads, Interruption::default()).expect("they start")
}

/// An endgame with few moves, which can be counted deep.
const ENDGAME: &str = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";

fn positions() -> impl Iterator<Item = (Position, u32)> {
    let fens = [
        (ENDGAME, 7),
        // Two of the moves mate, and one stalemates.
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", 6),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
        // Mated.
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 6),
    ];
    fens.into_iter().map(|(fen, depth)| (fen.parse().expect("a position"), depth))
}

#[test]
fn any_number_of_threads_counts_as_one_does() {
    for (position, deepest) in positions() {
        for depth in 0..=deepest {
            let below = |mv| perft(&position.play_unchecked(mv), depth - 1);
            let moves = position.legal_moves().into_iter().filter(|_| depth > 0);
            let expected: Vec<_> = moves.map(|mv| (mv, Some(below(mv)))).collect();
            for threads in [1, 2, 5] {
                let count = |position: &_, depth| Ok(perft(position, depth));
                let found = workers(threads).divide(&position, depth, count, |_, _| {});
                assert_eq!(found.expect("nothing fails"), expected, "{position} {depth}");
            }
        }
    }
}

/// At depth 8 the initial position has 400 parts, and each is counted move by move.
const DEEP: u32 = 8;

/// How many answers there are below a first move then: one for each position two moves later.
fn answers(mv: Move) -> u128 {
    perft(&Position::INITIAL.play_unchecked(mv), DEEP - 1 - DEPTH_AT_ONCE)
}

/// What is said of the parts is the whole: all answers, and shares that add up to one.
#[test]
fn the_shares_are_the_whole() {
    let told = Mutex::new((0, 0.0));
    let count = |_: &_, depth| {
        assert_eq!(depth, DEPTH_AT_ONCE);
        Ok(1)
    };
    let done = |answers: &u128, share| {
        let mut told = told.lock().expect("no panic");
        told.0 += answers;
        told.1 += share;
    };
    workers(2).divide(&Position::INITIAL, DEEP, count, done).expect("nothing fails");
    let (answers, share): (u128, f64) = told.into_inner().expect("no panic");
    assert_eq!(answers, 8_902);
    assert!((share - 1.0).abs() < 1e-9, "{share}");
}

#[test]
fn there_are_enough_parts_and_none_is_too_shallow() {
    for (depth, wanted, parts, left) in [
        (3, 256, 20, 2),
        (5, 256, 20, 4),
        (6, 256, 400, 4),
        (7, 256, 400, 5),
        (7, 8_192, 8_902, 4),
        (100, 256, 400, 98),
    ] {
        let (found, below) = split(&Position::INITIAL, depth - 1, wanted);
        assert_eq!((found.len(), below), (parts, left), "{depth} {wanted}");
    }
}

/// With `u64` sums the first addition would wrap.
#[test]
fn sums_pass_64_bits() {
    let most = u128::from(u64::MAX);
    for (depth, counts) in [(5, 20), (6, 400), (DEEP, 8_902)] {
        let found = workers(2).divide(&Position::INITIAL, depth, |_, _| Ok(most), |_, _| {});
        let sum: u128 = found.expect("nothing fails").iter().filter_map(|(_, n)| *n).sum();
        assert_eq!(sum, counts * most, "{depth}");
    }
}

/// Interrupts a count after so many answers, and looks that what is finished is right.
fn interrupted_after(answers_wanted: u128, threads: usize) -> usize {
    let interruption = Interruption::default();
    let answered = Mutex::new(0);
    let done = |_: &u128, _| {
        let mut answered = answered.lock().expect("no panic");
        *answered += 1;
        if *answered >= answers_wanted {
            interruption.come();
        }
    };
    let workers = Workers::new(threads, interruption.clone()).expect("they start");
    let found = workers.divide(&Position::INITIAL, DEEP, |_, _| Ok(1), done);
    let found = found.expect("nothing fails");
    assert_eq!(found.len(), 20);
    let finished: Vec<_> = found.iter().filter_map(|(mv, n)| Some((*mv, (*n)?))).collect();
    for &(mv, sum) in &finished {
        assert_eq!(sum, answers(mv), "{mv:?} after {answers_wanted}");
    }
    finished.len()
}

#[test]
fn what_is_finished_when_it_is_interrupted_is_right() {
    // The last answer of the first move is missing, or is just there.
    let of_first = answers(Position::INITIAL.legal_moves()[0]);
    assert_eq!(interrupted_after(of_first - 1, 1), 0);
    assert_eq!(interrupted_after(of_first, 1), 1);
    assert_eq!(interrupted_after(8_902, 1), 20);
    // The threads take the parts in order, so all first moves but two are finished.
    let half = interrupted_after(4_451, 2);
    assert!((5..15).contains(&half), "{half}");
}

#[test]
fn nothing_is_asked_when_it_is_interrupted_before() {
    let interruption = Interruption::default();
    interruption.come();
    let workers = Workers::new(2, interruption).expect("they start");
    let never = |_: &_, _| -> Result<u128, Failure> { unreachable!("it is over") };
    let found = workers.divide(&Position::INITIAL, 3, never, |_, _| {});
    assert!(found.expect("nothing fails").iter().all(|(_, leaves)| leaves.is_none()));
}

#[test]
fn a_failure_ends_it() {
    let fails = |_: &_, _| Err::<u128, _>(Failure::Run("no".to_owned()));
    let found = workers(2).divide(&Position::INITIAL, 3, fails, |_, _| {});
    assert!(matches!(found, Err(Failure::Run(why)) if why == "no"));
}
