//! Tests of counts on several threads and of interrupted counts.

use std::sync::Mutex;

use setwise::perft::perft;

use super::*;
use crate::interruption::Cause;

fn workers(threads: usize) -> Workers {
    Workers::new(threads, Interruption::default()).expect("they start")
}

#[test]
fn divide_and_sum_use_the_requested_number_of_threads() {
    for threads in [1, 3] {
        let workers = workers(threads);
        assert_eq!(workers.threads(), threads);
        let count = |(): &mut (), part: Part<'_>| {
            assert_eq!(rayon::current_num_threads(), threads);
            perft(part.position, part.depth)
        };
        let moves = workers.divide(&Position::INITIAL, 4, || (), count);
        assert_eq!(moves.len(), 20);
        assert_eq!(moves.iter().filter_map(|(_, leaves)| *leaves).sum::<u128>(), 197_281);
        let sum = workers.sum(&Position::INITIAL, 5, || (), count);
        assert_eq!(sum, Some(4_865_609));
    }
}

/// At this depth there is one part for each position three plies below the root.
const DEPTH: u8 = 8;

/// Returns the number of parts below a first move at that depth.
fn parts(mv: Move) -> u128 {
    perft(&Position::INITIAL.play_unchecked(mv), 2)
}

/// Interrupts a count after a number of parts. Checks the counts of the finished first moves, and
/// returns their number.
fn finished_moves_after(parts_wanted: u128, threads: usize) -> usize {
    let interruption = Interruption::default();
    let counted = Mutex::new(0);
    let mut workers = Workers::new(threads, interruption.clone()).expect("they start");
    // No part is split.
    workers.limit = Limit(AtomicU32::new(u32::MAX));
    let found = workers.divide(
        &Position::INITIAL,
        DEPTH,
        || (),
        |(), _| {
            let mut counted = counted.lock().expect("no panic");
            *counted += 1;
            if *counted >= parts_wanted {
                interruption.request(Cause::Interrupt);
            }
            1
        },
    );
    assert_eq!(found.len(), 20);
    let finished: Vec<_> = found.iter().filter_map(|(mv, n)| Some((*mv, (*n)?))).collect();
    for &(mv, sum) in &finished {
        assert_eq!(sum, parts(mv), "{mv:?} after {parts_wanted}");
    }
    finished.len()
}

#[test]
fn the_finished_moves_of_an_interrupted_count_are_correct() {
    // One part fewer than the first move has, and then exactly as many.
    let of_first = parts(Position::INITIAL.legal_moves()[0]);
    assert_eq!(finished_moves_after(of_first - 1, 1), 0);
    assert_eq!(finished_moves_after(of_first, 1), 1);
    assert_eq!(finished_moves_after(8_902, 1), 20);
    let half = finished_moves_after(4_451, 2);
    assert!((5..15).contains(&half), "{half}");
}

#[test]
fn an_interruption_before_the_start_counts_nothing() {
    let interruption = Interruption::default();
    interruption.request(Cause::Interrupt);
    let workers = Workers::new(2, interruption).expect("they start");
    let never = |(): &mut (), _: Part<'_>| -> u128 { unreachable!("interrupted before the start") };
    let found = workers.divide(&Position::INITIAL, 3, || (), never);
    assert!(found.iter().all(|(_, leaves)| leaves.is_none()));
    assert_eq!(workers.sum(&Position::INITIAL, 3, || (), never), None);
}

#[test]
fn large_parts_are_split_until_the_counts_are_known_to_be_fast() {
    let depths = Mutex::new(Vec::new());
    let count = |(): &mut (), part: Part<'_>| {
        depths.lock().expect("no panic").push(part.depth);
        perft(part.position, part.depth)
    };
    let workers = workers(1);
    for _ in 0..2 {
        assert_eq!(workers.sum(&Position::INITIAL, 4, || (), count), Some(197_281));
    }
    // The initial position has about 20 ^ 4 = 160,000 leaves at depth 4.
    let depths = depths.into_inner().expect("no panic");
    assert_eq!((depths[..20].iter().max(), depths[20..].iter().max()), (Some(&3), Some(&4)));
}

/// The side to move is in check and has few moves, but both sides have queens.
#[test]
fn a_check_does_not_hide_a_large_count() {
    let position: Position = "1qqqq2k/7Q/8/8/8/8/8/K2QQQ2 b - - 0 1".parse().expect("a FEN");
    assert_eq!(position.count_legal_moves(), 1);
    let (leaves, found) = (perft(&position, 3) as f64, estimate(&position, 3));
    assert!((leaves / 4.0..leaves * 4.0).contains(&found), "{found}, but {leaves} leaves");
    assert_eq!(estimate(&Position::INITIAL, 1), 20.0);
    assert_eq!(estimate(&Position::INITIAL, 2), 400.0);
}

#[test]
fn parts_become_smaller_if_they_take_long() {
    let limit = Limit::new();
    for (leaves, time, expected) in [
        (1e5, 101, 100_000),
        (1e5, 159, 100_000),
        (1e5, 161, 25_000),
        (1e4, 20, 50_000),
        (1e5, 1, 200_000),
        // This is too short to say anything about 200,000 leaves.
        (1e3, 0, 200_000),
        (4e4, 1000, 10_000),
        (0.0, 1000, 1000),
    ] {
        limit.adjust(leaves, Duration::from_millis(time));
        assert_eq!(limit.get(), expected, "after {leaves} in {time} ms");
    }
    for _ in 0..20 {
        limit.adjust(1e12, Duration::ZERO);
    }
    assert_eq!(limit.get(), u32::MAX);
}

#[test]
fn the_shares_of_split_parts_add_up_to_the_whole() {
    let shares = Mutex::new(0.0);
    let count = |(): &mut (), part: Part<'_>| {
        *shares.lock().expect("no panic") += part.share;
        0_u64
    };
    workers(1).divide(&Position::INITIAL, 5, || (), count);
    let sum = shares.into_inner().expect("no panic");
    assert!((sum - 1.0_f64).abs() < 1e-9, "{sum}");
}
