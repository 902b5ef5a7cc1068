//! Answers questions of all kinds, one a line, as the browser lab does.
//!
//! The tests of the lab compare these answers with the browser's.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut worker = setwise_lab::Worker::default();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for question in io::stdin().lock().lines() {
        writeln!(out, "{}", worker.answer_any(&question?))?;
    }
    out.flush()
}
