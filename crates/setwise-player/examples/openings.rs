//! Balanced openings of random moves, one FEN a line, for matches between programs.
//!
//! ```console
//! $ cargo run --release -p setwise-player --example openings -- SEED COUNT >openings.epd
//! ```

use std::env;

use setwise::Game;
use setwise_player::{Control, Limits, Options, Player, Score};

#[path = "random/mod.rs"]
mod random;

/// The nodes of the search that tells whether an opening is balanced.
const NODES: u64 = 50_000;
/// The greatest advantage in a balanced opening, in hundredths of a pawn.
const ADVANTAGE: i32 = 60;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u64> = env::args().skip(1).map_while(|text| text.parse().ok()).collect();
    let &[seed, count] = numbers.as_slice() else {
        return Err("expected two numbers: SEED COUNT".into());
    };
    let mut random = random::Random(seed);
    let mut player = Player::new(&Options::default())?;
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut found = 0;
    while found < count {
        let game = random.opening();
        player.forget();
        let report =
            player.think(&Game::new(*game.position()), &limits, &Control::default(), &mut |_| {});
        let is_balanced = report.lines.first().is_some_and(
            |line| matches!(line.score, Score::Centipawns(score) if score.abs() <= ADVANTAGE),
        );
        if is_balanced {
            println!("{}", game.position());
            found += 1;
        }
    }
    Ok(())
}
