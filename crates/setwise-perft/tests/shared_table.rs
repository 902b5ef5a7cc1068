//! Threads that count with one table. The thread sanitizer runs them too, and Miri with fewer
//! nodes.

use std::thread;

use setwise::Position;
use setwise::perft;
use setwise_perft::{Backend, Counter, Table};

/// The table has room for 16 entries, so that threads replace entries that others read.
#[test]
fn threads_with_one_table_have_the_counts_of_one() {
    for (fen, depth) in [
        ("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", if cfg!(miri) { 4 } else { 6 }),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", if cfg!(miri) { 1 } else { 5 }),
    ] {
        let position: &Position = &fen.parse().expect("a FEN");
        let expected = perft(position, depth);
        let table = &Table::new(256).expect("little memory");
        thread::scope(|scope| {
            let mut counts = Vec::new();
            for backend in Backend::available() {
                let mut counter = Counter::new(backend);
                counts.push(scope.spawn(move || counter.count_with_table(table, position, depth)));
            }
            for count in counts {
                assert_eq!(count.join().expect("no panic"), expected, "{fen}");
            }
        });
    }
}
