//! Games written by several threads.

use std::io;
use std::num::NonZero;
use std::thread;

use super::Games;

/// The games that a thread makes at a time, about 1 MB.
const BLOCK: u64 = 512;

/// Writes games from the number 0 on, in blocks of 512, until they have at least a number of bytes.
/// Returns the number of games. The bytes are the same for any number of threads; the memory is
/// about 1 MB for each.
///
/// # Errors
///
/// The error of the writer.
pub fn write(
    games: &Games,
    bytes: u64,
    threads: NonZero<usize>,
    out: &mut impl io::Write,
) -> io::Result<u64> {
    let (mut first, mut written) = (0, 0);
    let block = |first: u64| {
        let mut text = String::with_capacity(1 << 21);
        (first..first + BLOCK).for_each(|number| games.append(number, &mut text));
        text
    };
    while written < bytes {
        let starts = (0..threads.get() as u64).map(|thread| first + thread * BLOCK);
        let blocks: Vec<String> = thread::scope(|scope| {
            let threads: Vec<_> = starts.map(|first| scope.spawn(move || block(first))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        for text in blocks {
            if written >= bytes {
                break;
            }
            out.write_all(text.as_bytes())?;
            written += text.len() as u64;
            first += BLOCK;
        }
    }
    Ok(first)
}
