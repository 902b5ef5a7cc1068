//! Times one bulk perft of Setwise, on one thread, with the technique that it would choose itself.
//!
//! `setwise-shipped BACKEND DEPTH FEN` prints `LEAVES SECONDS TECHNIQUE`. The back-end is one of the
//! lanes' or `scalar`.

use std::error::Error;
use std::time::Instant;

use setwise::Position;
use setwise::perft::bulk;
use setwise::perft::lanes::{self, Backend};
use setwise::sliders::Sliders;
use setwise::techniques::{self, Task, Technique};

struct Timed {
    backend: Option<Backend>,
    position: Position,
    depth: u32,
}

impl Task for Timed {
    type Output = Option<(u128, f64)>;

    fn run<S: Sliders>(self, sliders: S) -> Option<(u128, f64)> {
        let count = |depth| match self.backend {
            None => Some(bulk::bulk(&self.position, depth, sliders)),
            Some(backend) => lanes::lanes(&self.position, depth, sliders, backend),
        };
        // Tables are built and read once before the clock starts, as they are for the rival.
        count(self.depth.saturating_sub(2))?;
        let start = Instant::now();
        let leaves = count(self.depth)?;
        Some((leaves, start.elapsed().as_secs_f64()))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let arguments = [arguments.next(), arguments.next(), arguments.next()];
    let [Some(backend), Some(depth), Some(fen)] = arguments else {
        return Err("usage: setwise-shipped BACKEND DEPTH FEN".into());
    };
    let backend = match backend.as_str() {
        "scalar" => None,
        name => Some(*Backend::ALL.iter().find(|b| b.name() == name).ok_or("no such back-end")?),
    };
    let task = Timed { backend, position: fen.parse()?, depth: depth.parse()? };
    let (leaves, seconds) = techniques::run_fastest(task).ok_or("this CPU lacks the back-end")?;
    println!("{leaves} {seconds} {}", Technique::fastest());
    Ok(())
}
