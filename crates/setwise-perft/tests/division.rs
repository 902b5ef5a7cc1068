//! Counts divided by first move: the same with any number of threads, complete or stopped.
//!
//! Each of these bugs was inserted into a copy of the library, one at a time, and found by these
//! tests: shares that are not divided further down; all parts assigned to the first move; a part
//! without a count left out of the sum; parts one move shallower or deeper; the last parts taken
//! first; the parts of each thread taken from a different place; a position without moves split
//! again and again; threads started for small counts.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use rayon::ThreadPoolBuilder;
use setwise::perft;
use setwise::{Move, Position};
use setwise_perft::division::{Part, PartSize, by_first_move, sum};

/// Runs a function in a pool with a number of threads.
fn on<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("they start");
    pool.install(run)
}

/// No part is split because of its time.
fn any() -> PartSize {
    PartSize::of_time(Duration::MAX)
}

fn positions() -> impl Iterator<Item = (Position, u8)> {
    let fens = [
        // A position with few moves, so that it can be counted to a large depth.
        ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", 7),
        // Two of the moves give checkmate, and one stalemate.
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", 6),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
        // Checkmate.
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 6),
    ];
    fens.into_iter().map(|(fen, depth)| (fen.parse().expect("a position"), depth))
}

#[test]
fn any_number_of_threads_gives_the_same_counts() {
    for (position, deepest) in positions() {
        for depth in 0..=deepest {
            let below = |mv| perft(&position.play_unchecked(mv), depth - 1);
            let moves = position.legal_moves().into_iter().filter(|_| depth > 0);
            let expected: Vec<(Move, Option<u128>)> =
                moves.map(|mv| (mv, Some(below(mv)))).collect();
            let whole = perft(&position, depth);
            for (threads, size) in [
                (1, any()),
                (2, any()),
                (5, any()),
                (20, any()),
                // All parts are as small as possible.
                (2, PartSize::of_time(Duration::ZERO)),
                (3, PartSize::default()),
            ] {
                let count = |(): &mut (), part: Part<'_>| Some(perft(part.position, part.depth));
                let (found, all) = on(threads, || {
                    (
                        by_first_move(&position, depth, &size, || (), count),
                        sum(&position, depth, &size, || (), count),
                    )
                });
                assert_eq!((found, all), (expected.clone(), Some(whole)), "{position} {depth}");
            }
        }
    }
}

/// Without legal moves the callback is not called, whatever the depth.
#[test]
fn a_finished_game_is_counted_without_the_callback() {
    for fen in ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"] {
        let position: Position = fen.parse().expect("a position");
        let never =
            |(): &mut (), _: Part<'_>| -> Option<u128> { unreachable!("there are no moves") };
        assert_eq!(on(2, || by_first_move(&position, u8::MAX, &any(), || (), never)), []);
        assert_eq!(on(2, || sum(&position, u8::MAX, &any(), || (), never)), Some(0));
    }
}

/// The parts are complete: there are enough, none is too shallow or too deep, and their shares add
/// up to 1, or to less if games end before the parts begin.
#[test]
fn the_parts_are_complete() {
    // The number and the depth of the parts, with one thread and with many.
    for (depth, threads, parts, part_depth) in [
        (1, 1, 20, 0),
        (3, 2, 20, 2),
        (5, 2, 20, 4),
        (6, 2, 400, 4),
        (7, 2, 400, 5),
        (7, 64, 8_902, 4),
        (8, 2, 8_902, 5),
    ] {
        let told = Mutex::new((0, 0.0));
        let found = on(threads, || {
            by_first_move(
                &Position::INITIAL,
                depth,
                &any(),
                || (),
                |(), part| {
                    assert_eq!(part.depth, part_depth);
                    let mut told = told.lock().expect("no panic");
                    told.0 += 1;
                    told.1 += part.share;
                    Some(1)
                },
            )
        });
        let (count, share): (u128, f64) = told.into_inner().expect("no panic");
        assert_eq!(count, parts, "{depth} {threads}");
        assert_eq!(found.iter().filter_map(|(_, sum)| *sum).sum::<u128>(), parts);
        assert!((share - 1.0).abs() < 1e-9, "{share}");
    }
    let mates: Position = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1".parse().expect("a position");
    let told = Mutex::new(0.0);
    let count = |(): &mut (), part: Part<'_>| {
        *told.lock().expect("no panic") += part.share;
        Some(0_u32)
    };
    on(2, || by_first_move(&mates, 9, &any(), || (), count));
    let share: f64 = told.into_inner().expect("no panic");
    assert!((0.85..0.95).contains(&share), "{share}");
}

#[test]
fn the_shares_of_parts_of_a_short_time_add_up_to_the_whole() {
    let told = Mutex::new((0, 0.0));
    let count = |(): &mut (), part: Part<'_>| {
        let mut told = told.lock().expect("no panic");
        told.0 += 1;
        told.1 += part.share;
        Some(0_u64)
    };
    on(1, || by_first_move(&Position::INITIAL, 5, &PartSize::default(), || (), count));
    let (parts, share): (u32, f64) = told.into_inner().expect("no panic");
    assert!(parts > 20, "the first parts are split");
    assert!((share - 1.0).abs() < 1e-9, "{share}");
}

#[test]
fn large_parts_are_split_until_the_counts_are_known_to_be_fast() {
    let depths = Mutex::new(Vec::new());
    // A count that takes no time is fast on any machine.
    let count = |(): &mut (), part: Part<'_>| {
        depths.lock().expect("no panic").push(part.depth);
        Some(1)
    };
    let size = PartSize::default();
    let parts = [(); 2].map(|()| on(1, || sum(&Position::INITIAL, 4, &size, || (), count)));
    assert_eq!(parts, [Some(20), Some(1)]);
    // The initial position has about 20 ^ 4 = 160,000 leaves at depth 4.
    let depths = depths.into_inner().expect("no panic");
    assert_eq!((depths[..20].iter().max(), depths[20..].iter().max()), (Some(&3), Some(&4)));
}

/// In 64 bits, the first addition would overflow.
#[test]
fn sums_exceed_64_bits() {
    let most = u128::from(u64::MAX);
    for (depth, parts) in [(5, 20), (6, 400), (8, 8_902)] {
        let found = on(2, || sum(&Position::INITIAL, depth, &any(), || (), |(), _| Some(most)));
        assert_eq!(found, Some(parts * most), "{depth}");
    }
}

/// One thread takes the parts in order, so the parts of the first moves are finished.
#[test]
fn a_stopped_count_has_finished_its_first_moves() {
    let parts = |mv| perft(&Position::INITIAL.play_unchecked(mv), 2) as usize;
    let moves = Position::INITIAL.legal_moves();
    let mut end = 0;
    for finished in 0..=moves.len() {
        for allowed in [end.max(1) - 1, end] {
            let asked = AtomicUsize::new(0);
            let count = |(): &mut (), _: Part<'_>| {
                (asked.fetch_add(1, Ordering::Relaxed) < allowed).then_some(1_usize)
            };
            let found = on(1, || by_first_move(&Position::INITIAL, 8, &any(), || (), count));
            let expected = finished - usize::from(allowed < end);
            for (index, &(mv, sum)) in found.iter().enumerate() {
                assert_eq!(sum, (index < expected).then(|| parts(mv)), "{mv:?} {allowed}");
            }
        }
        end += moves.get(finished).map_or(0, |&mv| parts(mv));
    }
}

/// Of two threads, one waits with its first part until the other has taken eight parts: these nine
/// are the first parts.
#[test]
fn two_threads_take_the_parts_in_order() {
    let firsts = Position::INITIAL.legal_moves().into_iter();
    let firsts: Vec<_> = firsts.map(|mv| *Position::INITIAL.play_unchecked(mv).board()).collect();
    let (asked, enough) = (Mutex::new(Vec::new()), Condvar::new());
    let count = |(): &mut (), part: Part<'_>| {
        let mut asked = asked.lock().expect("no panic");
        asked.push(firsts.iter().position(|board| board == part.position.board()));
        enough.notify_all();
        if asked.len() == 1 {
            let minute = Duration::from_secs(60);
            let few = |asked: &mut Vec<_>| asked.len() < 9;
            let (mut asked, waited) =
                enough.wait_timeout_while(asked, minute, few).expect("no panic");
            assert!(!waited.timed_out(), "the other thread has not taken eight parts in a minute");
            asked.sort_unstable();
            assert_eq!(asked[..9], [0, 1, 2, 3, 4, 5, 6, 7, 8].map(Some));
        }
        Some(0_u32)
    };
    on(2, || by_first_move(&Position::INITIAL, 5, &any(), || (), count));
}

/// A move is unfinished if any one of its parts is not counted, and no other move is.
#[test]
fn a_part_without_a_count_leaves_only_its_move_unfinished() {
    for missing in [0, 7, 19] {
        let without = Position::INITIAL.legal_moves()[missing];
        let next = Position::INITIAL.play_unchecked(without);
        let board = *next.play_unchecked(next.legal_moves()[3]).board();
        let count =
            |(): &mut (), part: Part<'_>| (*part.position.board() != board).then_some(1_u32);
        for (mv, sum) in on(2, || by_first_move(&Position::INITIAL, 6, &any(), || (), count)) {
            assert_eq!(sum, (mv != without).then_some(20), "{mv:?}");
        }
        assert_eq!(on(2, || sum(&Position::INITIAL, 6, &any(), || (), count)), None);
    }
}

/// Shallow counts run on the calling thread.
#[test]
fn shallow_counts_run_on_the_calling_thread() {
    let here = std::thread::current().id();
    let count = |(): &mut (), part: Part<'_>| {
        assert_eq!((std::thread::current().id(), part.share), (here, 1.0));
        Some(perft(part.position, part.depth))
    };
    for (depth, leaves) in [(0, 1), (1, 20), (4, 197_281)] {
        assert_eq!(sum(&Position::INITIAL, depth, &any(), || (), count), Some(leaves));
    }
    assert_eq!(sum(&Position::INITIAL, 2, &any(), || (), |(), _| None::<u128>), None);
}

/// The parts are far below the root, so the way to each of them takes many moves.
#[test]
fn a_count_that_is_stopped_leaves_out_the_other_parts_of_a_first_move() {
    let parts = AtomicUsize::new(0);
    let stopped = |(): &mut (), _: Part<'_>| -> Option<u64> {
        parts.fetch_add(1, Ordering::Relaxed);
        None
    };
    let found = on(1, || by_first_move(&Position::INITIAL, 100, &any(), || (), stopped));
    assert!(found.len() == 20 && found.iter().all(|(_, leaves)| leaves.is_none()));
    assert_eq!(parts.into_inner(), 20);
}
