//! Reading a text in memory, for tests.
//!
//! It is public because integration tests and the test kit are crates of their own.

use setwise_pgn::Options;
use setwise_pgn::files::Inputs;
use setwise_pgn::threads::testing::read_cut;

use crate::read::{Collector, Records, part_of};

/// Reads the games of a text.
pub fn read_text<T: Collector>(
    text: &[u8],
    options: Options,
    collector: &T,
    mut consume: impl FnMut(T::Part),
) {
    let inputs = Inputs::default();
    let records = Records::new(&inputs, collector);
    read_cut(text, &[], options, &records, |part| consume(part_of::<T>(part)));
}
