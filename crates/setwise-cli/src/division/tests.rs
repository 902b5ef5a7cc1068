//! Counts that are interrupted.

use std::sync::Mutex;

use setwise::perft::perft;

use super::*;

fn workers(threads: usize) -> Workers {
    Workers::new(threads, Interruption::default()).expect("they start")
}

#[test]
fn both_count_on_the_threads_that_were_asked_for() {
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

/// At depth 8 there is a part for each position three moves later.
const DEEP: u8 = 8;

/// How many parts there are below a first move then.
fn parts(mv: Move) -> u128 {
    perft(&Position::INITIAL.play_unchecked(mv), 2)
}

/// Interrupts a count after so many parts, and looks that what is finished is right.
fn finished_moves_after(parts_wanted: u128, threads: usize) -> usize {
    let interruption = Interruption::default();
    let counted = Mutex::new(0);
    let workers = Workers::new(threads, interruption.clone()).expect("they start");
    let found = workers.divide(
        &Position::INITIAL,
        DEEP,
        || (),
        |(), _| {
            let mut counted = counted.lock().expect("no panic");
            *counted += 1;
            if *counted >= parts_wanted {
                interruption.come();
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
fn what_is_finished_when_it_is_interrupted_is_right() {
    // The last part of the first move is missing, or is just there.
    let of_first = parts(Position::INITIAL.legal_moves()[0]);
    assert_eq!(finished_moves_after(of_first - 1, 1), 0);
    assert_eq!(finished_moves_after(of_first, 1), 1);
    assert_eq!(finished_moves_after(8_902, 1), 20);
    let half = finished_moves_after(4_451, 2);
    assert!((5..15).contains(&half), "{half}");
}

#[test]
fn nothing_is_counted_when_it_is_interrupted_before() {
    let interruption = Interruption::default();
    interruption.come();
    let workers = Workers::new(2, interruption).expect("they start");
    let never = |(): &mut (), _: Part<'_>| -> u128 { unreachable!("it is over") };
    let found = workers.divide(&Position::INITIAL, 3, || (), never);
    assert!(found.iter().all(|(_, leaves)| leaves.is_none()));
    assert_eq!(workers.sum(&Position::INITIAL, 3, || (), never), None);
}
