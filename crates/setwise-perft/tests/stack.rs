//! The stack that a count needs: 64 KiB in a release build, without the frames of the caller.
//!
//! It is run by `cargo test --release -p setwise-perft --test stack`. Without optimisation frames
//! are larger, and the tests use Rust's default of 2 MiB.

use std::thread;

use setwise::Position;
use setwise::perft;
use setwise_perft::{Backend, CountMode, Counter, Table, count_with};
use setwise_testkit::suites::USUAL;

/// The size of the stack. In release it includes the memory that a thread needs to start and to
/// unwind.
const KIB: usize = if cfg!(debug_assertions) { 2048 } else { 64 };

/// Runs a function on a thread with a stack of `kib` KiB. An overflow ends the process.
fn on_a_stack<T: Send>(kib: usize, run: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(kib << 10);
        let running = thread.spawn_scoped(scope, run).expect("a thread starts");
        running.join().expect("no panic")
    })
}

#[test]
fn counts_need_little_stack() {
    for known in &USUAL[..4] {
        let (position, depth, expected) = (known.position(), 4, known.counts[3]);
        // The technique's tables are built once, by the first count of the process.
        assert_eq!(Counter::new(Backend::SCALAR).count(&position, depth), expected);
        assert_eq!(
            on_a_stack(KIB, || Counter::new(Backend::SCALAR).count(&position, depth)),
            expected
        );
        let table = Table::new(1 << 16).expect("little memory");
        for backend in Backend::available() {
            let counts = on_a_stack(KIB, || {
                let mut counter = Counter::new(backend);
                let with_table = counter.count_with_table(&table, &position, depth);
                [with_table, counter.count(&position, depth), {
                    counter.mode(CountMode::EachAlone).count(&position, depth)
                }]
            });
            assert_eq!(counts, [expected; 3], "{backend:?}");
        }
    }
}

/// A position in which each side always has exactly one legal move: both kings move back and forth.
const ONE_MOVE: &str = "k1b5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/K1B5 w - - 0 1";

#[test]
fn the_deepest_recursion_fits_the_default_stack() {
    let position: Position = ONE_MOVE.parse().expect("a FEN");
    let counts = on_a_stack(2048, || {
        let mut lanes = Counter::new(Backend::fastest());
        [
            perft(&position, u8::MAX),
            count_with(setwise::attacks::DEFAULT, &position, u8::MAX, CountMode::Families),
            Counter::new(Backend::SCALAR).count(&position, u8::MAX),
            lanes.count(&position, u8::MAX),
        ]
    });
    assert_eq!(counts, [1; 4]);
}
