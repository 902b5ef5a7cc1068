//! Differential tests: Setwise and other libraries answer the same questions, at each node of
//! random games and on random setups. cozy-chess is compared on everything, shakmaty on notation
//! and outcomes.
//!
//! `PEERS_TIMES=20 cargo test --release` runs twenty times as many. Every failure names the seed of
//! its generator and the position.

mod answers;
mod differences;
mod games;
mod notation_and_outcomes;
mod pgn;
mod planted;
mod setups;
mod squares;
mod starts;

/// Returns a number of games or setups, multiplied by the environment variable `PEERS_TIMES`.
fn times(number: u64) -> u64 {
    let times = std::env::var("PEERS_TIMES").ok();
    number * times.map_or(1, |times| times.parse().expect("PEERS_TIMES is a whole number"))
}
