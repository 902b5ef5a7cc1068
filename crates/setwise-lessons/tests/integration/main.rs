//! Lessons: their answers, equations, sentences and renderings.

mod basics;
#[cfg(feature = "endgames")]
mod endgames;
mod equations;
mod quizzes;
mod renderings;
mod sliding;
mod topics;
mod words;

use setwise::{Bitboard, Role, Square};
use setwise_testkit::random::Random;

/// Returns a random slider, square and occupancy.
fn question(random: &mut Random) -> (Role, Square, Bitboard) {
    let role = [Role::Rook, Role::Bishop, Role::Queen][random.below(3)];
    (role, Square::ALL[random.below(64)], set(random) & set(random))
}

/// Returns a set with about half of the squares.
fn set(random: &mut Random) -> Bitboard {
    let word = |random: &mut Random| random.below(1 << 31) as u64;
    Bitboard(word(random) << 42 ^ word(random) << 21 ^ word(random))
}
