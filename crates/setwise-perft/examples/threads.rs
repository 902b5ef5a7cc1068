//! Counts the sequences of N moves by first move, on all cores, with a hash table that the threads
//! share. It needs only the standard library; with the feature `rayon`, `setwise_perft::division`
//! divides the work.
//!
//! ```console
//! $ cargo run --release -p setwise-perft --example threads -- 7 | tail -1
//! 3195901860
//! ```

use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, num::NonZero, thread};

use setwise::{Move, Position};
use setwise_perft::{Backend, Counter, Table};

/// Returns the number of sequences of `depth` moves, at least 1, that begin with each legal move.
fn divide(position: &Position, depth: u8, threads: usize, table: &Table) -> Vec<(Move, u128)> {
    let (moves, taken) = (position.legal_moves(), AtomicUsize::new(0));
    // Each thread takes the next move when it has finished one.
    let take = || moves.get(taken.fetch_add(1, Ordering::Relaxed));
    let work = || {
        let mut counter = Counter::new(Backend::fastest());
        let mut count =
            |mv: Move| counter.count_with_table(table, &position.play_unchecked(mv), depth - 1);
        std::iter::from_fn(take).map(|&mv| (mv, count(mv))).collect::<Vec<_>>()
    };
    let mut counts = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|worker| worker.join().expect("no count panics"));
        done.flatten().collect::<Vec<_>>()
    });
    counts.sort_unstable();
    counts
}

fn main() -> Result<(), String> {
    let depth = env::args().nth(1).map_or(Ok(6), |depth| depth.parse());
    let depth = depth.ok().filter(|depth| (1..=20).contains(depth)).ok_or("usage: threads 1…20")?;
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let table = Table::new(256 << 20).map_err(|error| error.to_string())?;
    let position = Position::INITIAL;
    let counts = divide(&position, depth, threads, &table);
    for (mv, count) in &counts {
        println!("{}: {count}", position.san(*mv));
    }
    println!("{}", counts.iter().map(|(_, count)| count).sum::<u128>());
    Ok(())
}

#[test]
fn any_number_of_threads_gives_the_same_counts() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position: Position = kiwipete.parse().expect("a FEN");
    for threads in [1, 3, 100] {
        let table = Table::new(1 << 20).expect("it is small");
        let counts = divide(&position, 4, threads, &table);
        assert_eq!(counts.len(), 48);
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u128>(), 4_085_603);
    }
}
