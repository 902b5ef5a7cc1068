//! Times one perft of Setwise, on one thread, with the technique that it selects itself.
//!
//! `setwise-shipped BACKEND DEPTH FEN` prints `LEAVES SECONDS TECHNIQUE`. The back-end is `scalar`,
//! or one of the lanes: `avx512`, `avx2` or `portable`. With `-alone` appended to its name, it
//! counts without families.

use std::error::Error;
use std::time::Instant;

use setwise::Position;
use setwise_perft::{Backend, BackendName, CountMode, Counter};
use setwise_techniques::Technique;

/// Returns the counter of a back-end by name.
fn counter(name: &str) -> Result<Counter, Box<dyn Error>> {
    let alone = name.strip_suffix("-alone");
    let backend: BackendName = alone.unwrap_or(name).parse()?;
    let backend = Backend::new(backend).ok_or("this CPU lacks the back-end")?;
    let mode = if alone.is_some() { CountMode::EachAlone } else { CountMode::Families };
    Ok(Counter::new(backend).mode(mode))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let arguments = [arguments.next(), arguments.next(), arguments.next()];
    let [Some(backend), Some(depth), Some(fen)] = arguments else {
        return Err("usage: setwise-shipped BACKEND DEPTH FEN".into());
    };
    let mut counter = counter(&backend)?;
    let position: Position = fen.parse()?;
    let depth: u8 = depth.parse()?;
    // Builds the tables and reads them once before the clock starts, as for cozy-chess.
    counter.count(&position, depth.saturating_sub(2));
    let start = Instant::now();
    let leaves = counter.count(&position, depth);
    let seconds = start.elapsed().as_secs_f64();
    println!("{leaves} {seconds} {}", Technique::fastest());
    Ok(())
}
