//! How often games have what: counted in the games of Lichess that the module above names.
//!
//! Deciles are the values at 0, 10, … 90 and 98 % of the sorted values; the last stands for 100 %,
//! so that single extreme games are left out.

/// The values at 0, 10, … 90 and 98 %.
pub type Deciles = [i32; 11];

/// The length of a game in plies: of 5,292 games.
pub const PLIES: Deciles = [0, 31, 42, 51, 58, 65, 73, 83, 97, 116, 147];

/// The rating of a player: of 1,998.
pub const RATING: Deciles = [666, 1143, 1317, 1452, 1565, 1676, 1784, 1885, 1990, 2122, 2383];

/// White's rating less Black's: of 999 games; the first value is that at 2 %.
pub const DIFFERENCE: Deciles = [-459, -90, -41, -19, -6, 1, 10, 21, 40, 81, 468];

/// The time for a move in thousandths of the time for 40 moves: of the moves up to some ply, 64,321
/// in all.
pub const THINKING: [(usize, Deciles); 4] = [
    (10, [0, 0, 1, 3, 6, 6, 8, 12, 17, 22, 50]),
    (20, [0, 0, 4, 6, 8, 12, 17, 17, 28, 40, 83]),
    (60, [0, 3, 7, 11, 15, 17, 22, 33, 39, 60, 112]),
    (usize::MAX, [0, 0, 2, 5, 6, 8, 11, 15, 17, 30, 60]),
];

/// The seconds of a game, those for each move, and how many of 999 games have them.
pub const TIME_CONTROLS: [(u32, u32, u32); 18] = [
    (180, 0, 233),
    (60, 0, 210),
    (300, 0, 164),
    (180, 2, 98),
    (600, 0, 89),
    (120, 1, 74),
    (300, 3, 41),
    (1800, 0, 18),
    (15, 0, 9),
    (30, 0, 9),
    (900, 10, 9),
    (420, 0, 8),
    (600, 10, 8),
    (600, 5, 8),
    (420, 3, 8),
    (420, 5, 4),
    (240, 0, 5),
    (900, 5, 4),
];

/// How many of 1,000 games were played in a tournament, by their tag `Event`: of 999 games.
pub const TOURNAMENTS: usize = 181;
/// How many of 1,000 games ended because a player's time was over: of 5,292 games, as below if
/// nothing else is said.
pub const TIME_FORFEITS: usize = 265;
/// How many of 1,000 games were abandoned, in the first moves.
pub const ABANDONED: usize = 5;
/// How many of 1,000 games White won.
pub const WHITE_WINS: usize = 488;
/// How many of 1,000 games Black won.
pub const BLACK_WINS: usize = 468;
/// How many of 1,000 games were drawn.
pub const DRAWS: usize = 43;
/// How many of 1,000 games ended with mate.
pub const MATES: usize = 297;
/// How many of 1,000 moves are captures.
pub const CAPTURES: usize = 233;
/// How many of 1,000 moves are checks, mates among them.
pub const CHECKS: usize = 75;
/// How many of 1,000 games have evaluations: of 999 games, as below.
pub const EVALUATIONS: usize = 96;
/// How many of 1,000 games lack the changes of the ratings.
pub const NO_RATING_CHANGE: usize = 7;
/// How many of 1,000 players have a title.
pub const TITLED: usize = 8;
