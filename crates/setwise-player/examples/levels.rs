//! Plays a level against the next one, and prints the score of the higher level.
//!
//! ```console
//! $ cargo run --release -p setwise-player --example levels -- LOWER GAMES SEED
//! ```
//!
//! Each opening of eight random plies is played twice, with colors exchanged. A game ends early if
//! both levels agree for five plies that a side is ahead by ten pawns or more.

use std::env;

use setwise::{Color, Game};
use setwise_player::{Control, Level, Limits, MemoryError, Options, Player, Score};

#[path = "random/mod.rs"]
mod random;

use random::Random;

/// A score of a side that has won, in hundredths of a pawn.
const DECIDED: i32 = 1000;
/// A longer game is a draw.
const LONGEST: usize = 300;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u64> = env::args().skip(1).map_while(|text| text.parse().ok()).collect();
    let &[lower, games, seed] = numbers.as_slice() else {
        return Err("expected three numbers: LOWER GAMES SEED".into());
    };
    let level = |number: u64| Level::new(u8::try_from(number).ok()?);
    let (Some(lower), Some(higher)) = (level(lower), level(lower.saturating_add(1))) else {
        return Err("the lower level is from 1 to 7".into());
    };
    let mut random = Random(seed);
    let side = |level| Ok::<_, MemoryError>((level, Player::new(&Options::default())?));
    let mut sides = [side(lower)?, side(higher)?];
    // By half points of the higher level.
    let mut results = [0_u64; 3];
    for _ in 0..games.div_ceil(2) {
        let opening = opening(&mut random, &mut sides[1].1);
        for white in [0, 1] {
            let result = play(opening.clone(), white, &mut sides, &mut random);
            results[usize::from(if white == 1 { result } else { 2 - result })] += 1;
        }
    }
    let [lost, drawn, won] = results;
    let points = won as f64 + drawn as f64 / 2.0;
    println!(
        "level {higher} against {lower}: {:.1} % (won {won}, drawn {drawn}, lost {lost})",
        100.0 * points / (won + drawn + lost) as f64,
    );
    Ok(())
}

/// Returns a game of eight random plies after which no side is far ahead.
fn opening(random: &mut Random, player: &mut Player) -> Game {
    loop {
        let game = random.opening();
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let report = player.think(&game, &limits, &Control::default(), &mut |_| {});
        let score = report.lines.first().map(|line| line.score);
        if matches!(score, Some(Score::Centipawns(score)) if score.abs() <= 150) {
            return game;
        }
    }
}

/// Plays a game, and returns the half points of White, whose number is given.
fn play(mut game: Game, white: usize, sides: &mut [(Level, Player); 2], random: &mut Random) -> u8 {
    for (_, player) in sides.iter_mut() {
        player.forget();
    }
    let mut decided = 0_i32;
    while game.moves().len() < LONGEST {
        if let Some(outcome) = game.outcome() {
            return match outcome.winner() {
                Some(winner) => 2 * u8::from(winner == Color::White),
                None => 1,
            };
        }
        if game.claim().is_some() {
            return 1;
        }
        let is_white = game.position().turn() == Color::White;
        let (level, player) = &mut sides[if is_white { white } else { 1 - white }];
        let limits = level.limit(Limits::default());
        let report = player.think(&game, &limits, &Control::default(), &mut |_| {});
        let Some(chosen) = level.choose(&report, random.next()) else { break };
        let score = match report.lines[0].score {
            Score::Centipawns(score) => score,
            Score::Mate(moves) => DECIDED * moves.signum(),
        };
        let ahead = i32::from(score >= DECIDED) - i32::from(score <= -DECIDED);
        let ahead = if is_white { ahead } else { -ahead };
        decided = if ahead != 0 && ahead * decided >= 0 { decided + ahead } else { 0 };
        if decided.abs() == 5 {
            return if decided > 0 { 2 } else { 0 };
        }
        game.play_unchecked(chosen.moves[0]);
    }
    1
}
