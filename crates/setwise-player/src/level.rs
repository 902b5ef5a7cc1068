//! Levels of play: how much a player sees, and how it chooses among good moves.

use std::fmt;

use crate::limits::Limits;
use crate::player::{Line, Report, Score};

/// A level of play from 1, for a beginner, to 8, for a strong player.
///
/// A weaker level looks at fewer positions, and chooses among more moves that it takes for nearly
/// equal. It makes mistakes because it does not see, not by dice.
///
/// ```
/// use setwise::Game;
/// use setwise_player::{Control, Level, Limits, Options, Player};
///
/// let mut player = Player::new(&Options::default())?;
/// let level = Level::new(3).expect("a level");
/// let game = Game::default();
/// let limits = level.limit(Limits::default());
/// let report = player.think(&game, &limits, &Control::default(), &mut |_| {});
/// let line = level.choose(&report, 7).expect("a legal move");
/// assert!(game.position().is_legal(line.moves[0]));
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

/// The Elo rating of each level; see [`Level::elo`].
const ELO: [u16; 8] = [1170, 1310, 1450, 1610, 1770, 1800, 1840, 1870];

impl Level {
    /// All levels, the weakest first.
    pub(crate) const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// Returns a level, or `None` if the number is not from 1 to 8.
    pub fn new(number: u8) -> Option<Level> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// Returns the level whose Elo rating is nearest.
    pub fn of_elo(elo: u16) -> Level {
        let nearest = Level::ALL.into_iter().min_by_key(|level| level.elo().abs_diff(elo));
        nearest.expect("there are levels")
    }

    /// Returns the Elo rating on the scale of `UCI_Elo` of Stockfish 15.1. The levels 1, 3, 5 and 8
    /// are measured in games (`results/player.md`), the others are interpolated.
    pub fn elo(self) -> u16 {
        ELO[usize::from(self.0) - 1]
    }

    /// Returns the limits of a search for a move: what others allow, and no more than the level.
    pub fn limit(self, limits: Limits) -> Limits {
        let Limits { depth, nodes, .. } = limits;
        let lines = LINES;
        match self.sight() {
            (0, _) => Limits { depth: Some(depth.unwrap_or(1).min(1)), lines, ..limits },
            (sight, _) => {
                Limits { nodes: Some(nodes.unwrap_or(sight).min(sight)), lines, ..limits }
            }
        }
    }

    /// Returns how much worse than the best move a move may be, in hundredths of a pawn.
    pub fn margin(self) -> i32 {
        self.sight().1
    }

    /// Chooses one of the lines of a report whose scores are within the margin of the best score.
    /// The same number gives the same choice. Returns `None` if there is no legal move.
    ///
    /// It chooses the best line if the game is decided by a mate that it sees.
    pub fn choose(self, report: &Report, number: u64) -> Option<&Line> {
        let first = report.lines.first()?;
        let Score::Centipawns(best) = first.score else { return Some(first) };
        let least = best.saturating_sub(self.margin());
        let is_good = |score| matches!(score, Score::Centipawns(n) if n >= least);
        let good = report.lines.iter().take_while(|line| is_good(line.score)).count();
        let chosen = mixed(number) % good as u64;
        report.lines.get(chosen as usize)
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
