//! Times one bulk perft of Setwise, on one thread, with the technique that it would choose itself.
//!
//! `setwise-shipped DEPTH FEN` prints `LEAVES SECONDS TECHNIQUE`.

use std::error::Error;
use std::time::Instant;

use setwise::Position;
use setwise::perft::bulk;
use setwise::sliders::Sliders;
use setwise::techniques::{self, Task, Technique};

struct Timed {
    position: Position,
    depth: u32,
}

impl Task for Timed {
    type Output = (u128, f64);

    fn run<S: Sliders>(self, sliders: S) -> (u128, f64) {
        // Tables are built and read once before the clock starts, as they are for the rival.
        bulk::bulk(&self.position, self.depth.saturating_sub(2), sliders);
        let start = Instant::now();
        let leaves = bulk::bulk(&self.position, self.depth, sliders);
        (leaves, start.elapsed().as_secs_f64())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(depth), Some(fen)) = (arguments.next(), arguments.next()) else {
        return Err("usage: setwise-shipped DEPTH FEN".into());
    };
    let task = Timed { position: fen.parse()?, depth: depth.parse()? };
    let (leaves, seconds) = techniques::run_fastest(task);
    println!("{leaves} {seconds} {}", Technique::fastest());
    Ok(())
}
