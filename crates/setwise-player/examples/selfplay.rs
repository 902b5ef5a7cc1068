//! Games of the player against itself, as positions with results, from which `tune` learns.
//!
//! ```console
//! $ cargo run --release -p setwise-player --example selfplay -- SEED GAMES NODES >positions.txt
//! ```
//!
//! A game begins with eight random plies. A line is a FEN, the result for White in half points, and
//! the score for White; positions in check, and those with a capture as the best move, are left out.

use std::env;
use std::io::{self, BufWriter, Write};

use setwise::{Color, Outcome};
use setwise_player::{Control, Limits, Options, Player, Score};

#[path = "random/mod.rs"]
mod random;

/// A game that is decided is not played on.
const DECIDED: i32 = 1000;
const LONGEST: usize = 300;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u64> = env::args().skip(1).map_while(|text| text.parse().ok()).collect();
    let &[seed, games, nodes] = numbers.as_slice() else {
        return Err("expected three numbers: SEED GAMES NODES".into());
    };
    let mut random = random::Random(seed);
    let mut player = Player::new(&Options::default())?;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut played = 0;
    while played < games {
        let mut game = random.opening();
        player.forget();
        let mut lines = Vec::new();
        let mut result = None;
        let mut decided = 0;
        for ply in 0..LONGEST {
            let position = *game.position();
            if let Some(outcome) = game.outcome() {
                result = Some(match outcome {
                    Outcome::Checkmate { winner: Color::White } => 2,
                    Outcome::Checkmate { .. } => 0,
                    _ => 1,
                });
                break;
            }
            if game.claim().is_some() || position.is_insufficient_material() {
                result = Some(1);
                break;
            }
            let report = player.think(&game, &limits, &Control::default(), &mut |_| {});
            let (Some(best), Some(line)) = (report.best(), report.lines.first()) else { break };
            let sign = if position.turn() == Color::White { 1 } else { -1 };
            let score = sign
                * match line.score {
                    Score::Centipawns(score) => score,
                    Score::Mate(moves) => moves.signum() * 10 * DECIDED,
                };
            // Openings that are lost already teach nothing.
            if ply == 0 && score.abs() > 300 {
                break;
            }
            decided = if score.abs() >= DECIDED { decided + 1 } else { 0 };
            if decided == 5 {
                result = Some(1 + score.signum());
                break;
            }
            if !position.is_check() && position.is_quiet(best) && score.abs() < DECIDED {
                lines.push((position, score));
            }
            game.play_unchecked(best);
        }
        played += u64::from(!lines.is_empty());
        for (position, score) in lines {
            writeln!(out, "{position};{};{score}", result.unwrap_or(1))?;
        }
    }
    Ok(())
}
