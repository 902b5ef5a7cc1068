//! The player as a program of its own, for measurements: `engine bench`, or the UCI protocol.

use std::io;

fn main() -> io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("bench") => {
            println!("{}", setwise_player::bench(12));
            Ok(())
        }
        _ => setwise_player::uci::run(io::stdin().lock(), io::stdout()),
    }
}
