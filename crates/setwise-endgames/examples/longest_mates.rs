//! Prints the counts and the longest mates of tables, and how long each takes to compute:
//! `cargo run --release -p setwise-endgames --example longest_mates -- KRvK KQvKR`.

use std::time::Instant;

use setwise::Color;
use setwise_endgames::{Material, Tables};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut tables = Tables::new();
    for name in std::env::args().skip(1) {
        let material: Material = name.parse()?;
        let start = Instant::now();
        let table = tables.build(&material)?;
        println!("{material}: {} bytes, {:.3} s", table.bytes(), start.elapsed().as_secs_f64());
        for turn in Color::ALL {
            let counts = table.counts(turn);
            println!(
                "  {turn}: {} won, {} drawn, {} lost",
                counts.wins, counts.draws, counts.losses
            );
            let longest = [("win", counts.longest_win), ("loss", counts.longest_loss)];
            for (name, (plies, position)) in longest.iter().filter_map(|(n, l)| Some((n, (*l)?))) {
                println!("    the longest {name}: {plies} plies, {position}");
            }
        }
    }
    Ok(())
}
