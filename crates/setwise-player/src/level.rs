//! Levels of play: how much a player sees, and how it chooses among good moves.

use std::fmt;

use setwise::Move;

use crate::limits::Limits;
use crate::player::{Report, Score};

/// A level of play from 1, for a beginner, to 8, for a strong player.
///
/// A weaker level looks at fewer positions, and chooses among more moves that it takes for nearly
/// equal. It makes mistakes because it does not see, not by dice.
///
/// ```
/// use setwise::Game;
/// use setwise_player::{Control, Level, Options, Player};
///
/// let mut player = Player::new(&Options::default())?;
/// let level = Level::new(3).expect("a level");
/// let game = Game::default();
/// let report = player.think(&game, &level.limits(), &Control::default(), &mut |_| {});
/// let mv = level.choose(&report, 7).expect("a legal move");
/// assert!(game.position().is_legal(mv));
/// # Ok::<(), setwise_player::MemoryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The number of good moves that a level chooses from.
const LINES: usize = 4;

/// How many positions each level looks at, and by how much the moves that it takes for equal may
/// differ, in hundredths of a pawn.
const SIGHTS: [(u64, i32); 8] = [
    // Fewer than are needed for one ply: see `limits`.
    (0, 120),
    (1_000, 80),
    (1_750, 65),
    (3_000, 52),
    (5_300, 40),
    (9_300, 30),
    (16_500, 20),
    (29_000, 10),
];

impl Level {
    /// Returns a level, or `None` if the number is not from 1 to 8.
    pub fn new(number: u8) -> Option<Level> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// Returns the limits of a search for a move.
    pub fn limits(self) -> Limits {
        let lines = LINES;
        match self.sight() {
            (0, _) => Limits { depth: Some(1), lines, ..Limits::default() },
            (nodes, _) => Limits { nodes: Some(nodes), lines, ..Limits::default() },
        }
    }

    /// Returns how much worse than the best move a move may be, in hundredths of a pawn.
    pub fn margin(self) -> i32 {
        self.sight().1
    }

    /// Chooses one of the moves of a report whose scores are within the margin of the best score.
    /// The same number gives the same choice. Returns `None` if there is no legal move.
    ///
    /// It chooses the best move if the game is decided by a mate that it sees.
    pub fn choose(self, report: &Report, number: u64) -> Option<Move> {
        let Score::Centipawns(best) = report.lines.first()?.score else { return report.best() };
        let is_good = |score| matches!(score, Score::Centipawns(n) if n >= best - self.margin());
        let good = report.lines.iter().take_while(|line| is_good(line.score)).count();
        let chosen = mixed(number) % good as u64;
        report.lines[chosen as usize].moves.first().copied()
    }

    fn sight(self) -> (u64, i32) {
        SIGHTS[usize::from(self.0) - 1]
    }
}

/// Writes the number.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns a number that depends on every bit of another, as in splitmix64 (Sebastiano Vigna,
/// 2015).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
