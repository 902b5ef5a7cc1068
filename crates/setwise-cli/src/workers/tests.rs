//! Tests of counts on several threads and of interrupted counts.

use std::sync::Mutex;
use std::time::Duration;

use setwise::perft;

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
        let moves = workers.by_first_move(&Position::INITIAL, 4, || (), count);
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
    workers.size = PartSize::of_time(Duration::MAX);
    let found = workers.by_first_move(
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
    let found = workers.by_first_move(&Position::INITIAL, 3, || (), never);
    assert!(found.iter().all(|(_, leaves)| leaves.is_none()));
    assert_eq!(workers.sum(&Position::INITIAL, 3, || (), never), None);
}
