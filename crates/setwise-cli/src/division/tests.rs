//! Tests of counts on several threads and of interrupted counts.

use std::sync::Mutex;

use setwise::perft::perft;

use super::*;
use crate::interruption::Cause;

/// No part is split.
const WHOLE: f64 = f64::INFINITY;

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
        let moves = workers.divide(&Position::INITIAL, 4, WHOLE, || (), count);
        assert_eq!(moves.len(), 20);
        assert_eq!(moves.iter().filter_map(|(_, leaves)| *leaves).sum::<u128>(), 197_281);
        let sum = workers.sum(&Position::INITIAL, 5, WHOLE, || (), count);
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
    let workers = Workers::new(threads, interruption.clone()).expect("they start");
    let found = workers.divide(
        &Position::INITIAL,
        DEPTH,
        WHOLE,
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
    let found = workers.divide(&Position::INITIAL, 3, WHOLE, || (), never);
    assert!(found.iter().all(|(_, leaves)| leaves.is_none()));
    assert_eq!(workers.sum(&Position::INITIAL, 3, WHOLE, || (), never), None);
}

#[test]
fn large_parts_are_split() {
    for (limit, largest) in [(1e9, 4), (1e4, 3), (100.0, 1)] {
        let depths = Mutex::new(Vec::new());
        let count = |(): &mut (), part: Part<'_>| {
            depths.lock().expect("no panic").push(part.depth);
            perft(part.position, part.depth)
        };
        let sum = workers(1).sum(&Position::INITIAL, 4, limit, || (), count);
        assert_eq!(sum, Some(197_281));
        assert_eq!(depths.into_inner().expect("no panic").into_iter().max(), Some(largest));
    }
}

#[test]
fn the_shares_of_split_parts_add_up_to_the_whole() {
    let shares = Mutex::new(0.0);
    let count = |(): &mut (), part: Part<'_>| *shares.lock().expect("no panic") += part.share;
    workers(2).divide(
        &Position::INITIAL,
        5,
        1e3,
        || (),
        |counter, part| {
            count(counter, part);
            0_u64
        },
    );
    let sum = shares.into_inner().expect("no panic");
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
}
