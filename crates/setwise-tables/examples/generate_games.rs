//! Writes games as Lichess publishes them, by seed: see `setwise_testkit::games`.
//!
//! ```console
//! $ cargo run --release -p setwise-tables --features parquet --example generate_games -- \
//!     1000000000 --form frames >games.pgn.zst
//! ```
//!
//! The number is of bytes of text. The form is `plain`, `frame` (one frame of Zstandard) or `frames`
//! (frames of 32 MiB of text, as in Lichess's files). The bytes are the same for any number of
//! threads.

use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::thread;

use setwise::attacks;
use setwise_testkit::games::{self, Games};

/// The text of a frame.
const FRAME: usize = 32 << 20;
const USAGE: &str = "usage: generate_games BYTES [--seed N] [--threads N] [--level N] \
                     [--form plain|frame|frames]";

/// Frames that are compressed at the same time.
struct Frames<W> {
    out: W,
    level: i32,
    threads: usize,
    text: Vec<u8>,
}

impl<W: Write> Frames<W> {
    /// Writes the text as frames.
    fn compress(&mut self) -> io::Result<()> {
        let level = self.level;
        let frames: Vec<io::Result<Vec<u8>>> = thread::scope(|scope| {
            let texts = self.text.chunks(FRAME);
            let compress = |text| scope.spawn(move || zstd::bulk::compress(text, level));
            let threads: Vec<_> = texts.map(compress).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        self.text.clear();
        frames.into_iter().try_for_each(|frame| self.out.write_all(&frame?))
    }
}

impl<W: Write> Write for Frames<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.threads * FRAME - self.text.len());
        self.text.extend_from_slice(&bytes[..taken]);
        if self.text.len() == self.threads * FRAME {
            self.compress()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.compress()?;
        self.out.flush()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut seed, mut level, mut form) = (0, 3, "plain".to_owned());
    let mut threads = thread::available_parallelism()?;
    let mut arguments = std::env::args().skip(1);
    let bytes = arguments.next().ok_or(USAGE)?.parse().map_err(|_| USAGE)?;
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        match option.as_str() {
            "--seed" => seed = value.parse()?,
            "--threads" => threads = value.parse::<NonZero<usize>>()?,
            "--level" => level = value.parse()?,
            "--form" => form = value,
            _ => return Err(USAGE.into()),
        }
    }
    attacks::use_fastest();
    let games = Games::new(seed);
    let mut out = BufWriter::new(io::stdout().lock());
    let count = match form.as_str() {
        "plain" => games::write(&games, bytes, threads, &mut out)?,
        "frame" => {
            let mut frame = zstd::Encoder::new(&mut out, level)?;
            let count = games::write(&games, bytes, threads, &mut frame)?;
            frame.finish()?;
            count
        }
        "frames" => {
            let text = Vec::new();
            let mut frames = Frames { out: &mut out, level, threads: threads.get(), text };
            let count = games::write(&games, bytes, threads, &mut frames)?;
            frames.flush()?;
            count
        }
        _ => return Err(USAGE.into()),
    };
    out.flush()?;
    eprintln!("{count} games");
    Ok(())
}
