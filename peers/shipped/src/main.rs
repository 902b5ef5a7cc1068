//! Times one bulk perft of Setwise, on one thread, with the technique that it would choose itself.
//!
//! `setwise-shipped BACKEND DEPTH FEN` prints `LEAVES SECONDS TECHNIQUE`. The back-end is one of the
//! lanes' or `scalar`; with `-alone` behind its name it counts every position of the last level by
//! itself.

use std::error::Error;
use std::time::Instant;

use setwise::Position;
use setwise::perft::bulk;
use setwise::perft::lanes::{Backend, Lanes};
use setwise::sliders::Sliders;
use setwise::techniques::{self, Task, Technique};

struct Timed {
    lanes: Option<Lanes>,
    position: Position,
    depth: u32,
}

impl Task for Timed {
    type Output = Option<(u128, f64)>;

    fn run<S: Sliders>(self, sliders: S) -> Option<(u128, f64)> {
        let count = |depth| match self.lanes {
            None => Some(bulk::bulk(&self.position, depth, sliders)),
            Some(lanes) => lanes.count(&self.position, depth, sliders),
        };
        // Tables are built and read once before the clock starts, as they are for the rival.
        count(self.depth.saturating_sub(2))?;
        let start = Instant::now();
        let leaves = count(self.depth)?;
        Some((leaves, start.elapsed().as_secs_f64()))
    }
}

fn lanes_of(name: &str) -> Result<Option<Lanes>, &'static str> {
    if name == "scalar" {
        return Ok(None);
    }
    let alone = name.strip_suffix("-alone");
    let name = alone.unwrap_or(name);
    let backend = Backend::ALL.iter().find(|backend| backend.name() == name);
    let lanes = Lanes::on(*backend.ok_or("no such back-end")?);
    Ok(Some(if alone.is_some() { lanes.each_alone() } else { lanes }))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let arguments = [arguments.next(), arguments.next(), arguments.next()];
    let [Some(backend), Some(depth), Some(fen)] = arguments else {
        return Err("usage: setwise-shipped BACKEND DEPTH FEN".into());
    };
    let task = Timed { lanes: lanes_of(&backend)?, position: fen.parse()?, depth: depth.parse()? };
    let (leaves, seconds) = techniques::run_fastest(task).ok_or("this CPU lacks the back-end")?;
    println!("{leaves} {seconds} {}", Technique::fastest());
    Ok(())
}
