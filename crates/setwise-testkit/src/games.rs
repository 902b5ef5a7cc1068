//! Games as Lichess publishes them, of any number, each the same for the same seed.
//!
//! They begin as common openings do and go on with moves that are random, but capture and check more
//! often than by chance and seldom lose a piece at once. They have Lichess's tags, clock times,
//! and for some games evaluations. The evaluations are the material and a little chance.
//!
//! How often something occurs was counted in 5,292 games of [Lichess](https://lichess.org) that lie
//! in public repositories on GitHub. Openings, lengths, moves and results are of all of them; in
//! the openings each game of `kdave/pgn-toys` counts four times, because the others are games of a
//! few players. Tags, ratings, time controls, clock times and the share of evaluations are of
//! `kdave/pgn-toys`, the first games of a month's file.
//!
//! | repository | commit | file | games |
//! |---|---|---|---|
//! | Abhyuday-06/ChessGPT | 64a6aac37d | lichess_games.pgn | 50 |
//! | Allan-Cao/Magnus-Carlsen-Chess-Games | 709dea42fe | lichess_DannyTheDonkey_2019-01-29.pgn | 105 |
//! | Allan-Cao/Magnus-Carlsen-Chess-Games | 709dea42fe | lichess_DrDrunkenstein_2019-01-29.pgn | 984 |
//! | kdave/pgn-toys | 65c9aed6d3 | lichess.pgn | 999 |
//! | malcolms123/LichessWrapped | 13c9ca0bd9 | test.pgn | 100 |
//! | rlepretre/rle-chessbot | 18265a28c1 | games.pgn | 3,054 |

pub mod frequencies;
mod moves;
mod output;

use std::fmt::Write;

use setwise::{Color, Position};

use self::frequencies::{
    ABANDONED, DIFFERENCE, DRAWS, Deciles, EVALUATIONS, MATES, NO_RATING_CHANGE, PLIES, RATING,
    THINKING, TIME_CONTROLS, TIME_FORFEITS, TITLED, TOURNAMENTS,
};
use self::moves::{Opening, Played};
pub use self::output::write;
use crate::random::Random;

/// The seconds of the month in which all games are played.
const MONTH: u64 = 31 * 24 * 60 * 60;
/// The games that begin in a second.
const GAMES_A_SECOND: u64 = 30;
/// The evaluation in hundredths of a pawn at which a side wins nine of ten games.
const WON: i32 = 400;

/// Games of a seed.
#[derive(Clone, Debug)]
pub struct Games {
    seed: u64,
    openings: Vec<Opening>,
}

/// How a game ends, as far as it is known before its moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Normal,
    Mate,
    TimeForfeit,
    Abandoned,
}

/// A player and the change of the rating.
struct Player {
    name: String,
    rating: i32,
    change: i32,
    title: Option<&'static str>,
}

impl Games {
    /// Returns the games of a seed.
    pub fn new(seed: u64) -> Games {
        Games { seed, openings: moves::openings() }
    }

    /// Appends the game of a number, of about 2 kB. Games of different numbers differ in their
    /// links.
    pub fn append(&self, number: u64, text: &mut String) {
        let mut random = Random::of(self.seed.wrapping_mul(0x5851_f42d_4c95_7f2d) ^ number);
        let (seconds, increment, _) = weighted(&TIME_CONTROLS, |&(.., games)| games, &mut random);
        let ending = ending(&mut random);
        let plies = match ending {
            Ending::Abandoned => random.below(2) as i32,
            _ => quantile(&PLIES, &mut random),
        };
        let opening = weighted(&self.openings, |opening| opening.games, &mut random);
        let (game, last) =
            moves::play(opening, plies as usize, ending == Ending::Mate, &mut random);

        let is_mate = last.is_checkmate();
        let winner = winner(&game, &last, &mut random);
        let clocks = clocks(&game, *seconds, *increment, winner, ending, &mut random);
        let players = players(winner, &mut random);
        let result = match winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        };

        let event = event(*seconds, *increment, &mut random);
        let at = number / GAMES_A_SECOND % MONTH;
        let (day, second) = (1 + at / 86_400, at % 86_400);
        let date = format!("2026.10.{day:02}");
        let time = format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
        let mut tag = |name: &str, value: &str| {
            writeln!(text, "[{name} \"{value}\"]").expect("into memory");
        };
        tag("Event", &event);
        tag("Site", &format!("https://lichess.org/{}", link(self.seed, number)));
        tag("Date", &date);
        tag("Round", "-");
        tag("White", &players[0].name);
        tag("Black", &players[1].name);
        tag("Result", result);
        tag("UTCDate", &date);
        tag("UTCTime", &time);
        tag("WhiteElo", &players[0].rating.to_string());
        tag("BlackElo", &players[1].rating.to_string());
        if random.below(1000) >= NO_RATING_CHANGE {
            tag("WhiteRatingDiff", &format!("{:+}", players[0].change));
            tag("BlackRatingDiff", &format!("{:+}", players[1].change));
        }
        for (name, player) in [("WhiteTitle", &players[0]), ("BlackTitle", &players[1])] {
            if let Some(title) = player.title {
                tag(name, title);
            }
        }
        tag("ECO", opening.eco);
        tag("Opening", opening.name);
        tag("TimeControl", &format!("{seconds}+{increment}"));
        let termination = match ending {
            Ending::TimeForfeit if !is_mate => "Time forfeit",
            Ending::Abandoned => "Abandoned",
            _ => "Normal",
        };
        tag("Termination", termination);
        let has_evaluations = random.below(1000) < EVALUATIONS;
        text.push('\n');
        for (ply, (played, clock)) in game.iter().zip(clocks).enumerate() {
            let dots = if ply % 2 == 0 { "." } else { "..." };
            let san = played.position.san(played.mv);
            write!(text, "{}{dots} {san} {{ ", ply / 2 + 1).expect("into memory");
            if has_evaluations && !(is_mate && ply + 1 == game.len()) {
                evaluation(&game, ply, is_mate, text);
            }
            let (hours, minutes, seconds) = (clock / 3600, clock / 60 % 60, clock % 60);
            write!(text, "[%clk {hours}:{minutes:02}:{seconds:02}] }} ").expect("into memory");
        }
        writeln!(text, "{result}\n").expect("into memory");
    }
}

/// Chooses one of some items by their weights.
fn weighted<'a, T>(items: &'a [T], weight: impl Fn(&T) -> u32, random: &mut Random) -> &'a T {
    let all: u32 = items.iter().map(&weight).sum();
    let mut rest = random.below(all as usize) as u32;
    items
        .iter()
        .find(|item| {
            let weight = weight(item);
            let is_it = rest < weight;
            rest = rest.wrapping_sub(weight);
            is_it
        })
        .expect("less than the sum")
}

/// Chooses a value, evenly between two neighbouring ones.
fn quantile(deciles: &Deciles, random: &mut Random) -> i32 {
    let at = random.below(10);
    let (low, high) = (deciles[at], deciles[at + 1]);
    low + random.below((high - low + 1) as usize) as i32
}

fn ending(random: &mut Random) -> Ending {
    let number = random.below(1000);
    if number < ABANDONED {
        Ending::Abandoned
    } else if number < ABANDONED + TIME_FORFEITS {
        Ending::TimeForfeit
    } else if number < ABANDONED + TIME_FORFEITS + MATES {
        Ending::Mate
    } else {
        Ending::Normal
    }
}

/// Returns who wins: who has mated, or else rather the side that is ahead.
fn winner(game: &[Played], last: &Position, random: &mut Random) -> Option<Color> {
    if let Some(outcome) = last.outcome() {
        return outcome.winner();
    }
    // About as many are stalemate, or lack the material to mate.
    if random.below(1000) < DRAWS / 2 {
        return None;
    }
    let ahead = game.last().map_or(0, |played| played.evaluation);
    let chance = 50 + (ahead * 40 / WON).clamp(-45, 45);
    Some(if (random.below(100) as i32) < chance { Color::White } else { Color::Black })
}

/// Returns the seconds that are left after each ply.
fn clocks(
    game: &[Played],
    seconds: u32,
    increment: u32,
    winner: Option<Color>,
    ending: Ending,
    random: &mut Random,
) -> Vec<i64> {
    let (seconds, increment) = (i64::from(seconds), i64::from(increment));
    let thinking = |ply: usize, random: &mut Random| {
        let (_, deciles) = THINKING.iter().find(|(end, _)| ply < *end).expect("the last");
        let time = i64::from(quantile(deciles, random)) * (seconds + 40 * increment);
        // No clock runs before the second move of a player.
        if ply < 2 { 0 } else { (time + 500) / 1000 }
    };
    let mut times: Vec<i64> = (0..game.len()).map(|ply| thinking(ply, random)).collect();
    for side in 0..2 {
        let own = || (side..game.len()).step_by(2);
        let all: i64 = own().map(|ply| times[ply]).sum();
        let most = (seconds + increment * own().count() as i64 - 1).max(0);
        let loses = winner.is_some_and(|winner| (winner == Color::White) == (side == 1));
        let is_over = loses && ending == Ending::TimeForfeit;
        if all > most || (is_over && all > 0) {
            own().for_each(|ply| times[ply] = times[ply] * most / all);
        }
    }
    let mut left = [seconds; 2];
    let after = |(ply, time): (usize, i64)| {
        let clock: &mut i64 = &mut left[ply % 2];
        *clock = (*clock - time).max(0) + if ply < 2 { 0 } else { increment };
        *clock
    };
    times.into_iter().enumerate().map(after).collect()
}

/// Returns the players; a rating changes by 12 points for each point more than was expected.
fn players(winner: Option<Color>, random: &mut Random) -> [Player; 2] {
    let white = quantile(&RATING, random);
    let black = (white - quantile(&DIFFERENCE, random)).clamp(600, 3000);
    let expected = 1.0 / (1.0 + 10f64.powf(f64::from(black - white) / 400.0));
    let score = winner.map_or(0.5, |winner| f64::from(winner == Color::White));
    let change = (12.0 * (score - expected)).round() as i32;
    [(white, change), (black, -change)].map(|(rating, change)| {
        let number = rating as usize / 50 * 2000 + random.below(2000);
        let is_titled = random.below(1000) < TITLED;
        let title = is_titled.then(|| ["FM", "NM", "CM", "GM", "IM", "BOT"][random.below(6)]);
        Player { name: name(number), rating, change, title }
    })
}

/// Returns the name of a player: syllables and a number.
fn name(number: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "chi", "do", "en", "fra", "gu", "hel", "ka", "lo", "mi", "nor", "pe", "ri", "sa",
        "tur", "vi",
    ];
    let mixed = number.wrapping_mul(0x9e37_79b1) >> 4;
    let part = |at: usize| SYLLABLES[mixed >> (4 * at) & 15];
    format!("{}{}{}{number}", part(0), part(1), part(2))
}

fn event(seconds: u32, increment: u32, random: &mut Random) -> String {
    let speed = match seconds + 40 * increment {
        0..30 => "UltraBullet",
        30..180 => "Bullet",
        180..480 => "Blitz",
        480..1500 => "Rapid",
        _ => "Classical",
    };
    if random.below(1000) < TOURNAMENTS {
        let name = link(0, random.below(500) as u64);
        format!("Rated {speed} tournament https://lichess.org/tournament/{name}")
    } else {
        format!("Rated {speed} game")
    }
}

/// Returns eight letters and digits, not only small letters, which are different for each number.
fn link(seed: u64, number: u64) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const NAMES: u64 = 36 * 62u64.pow(7);
    // The factor has no divisor of 36 and 62, so the product is different for each number.
    let sum = u128::from(number) * 48_271_000_003_153 + u128::from(seed) * 7_919;
    let mut rest = (sum % u128::from(NAMES)) as u64;
    let first = DIGITS[(rest % 36) as usize];
    rest /= 36;
    let others = (0..7).map(|_| {
        let digit = DIGITS[(rest % 62) as usize];
        rest /= 62;
        digit
    });
    [first].into_iter().chain(others).map(char::from).collect()
}

/// Appends the evaluation after a ply.
fn evaluation(game: &[Played], ply: usize, is_mate: bool, text: &mut String) {
    let left = game.len() - 1 - ply;
    if is_mate && left < 8 {
        // The side that has mated moves last.
        let sign = if game.len() % 2 == 1 { "" } else { "-" };
        write!(text, "[%eval #{sign}{}] ", left.div_ceil(2)).expect("into memory");
    } else {
        write!(text, "[%eval {}] ", f64::from(game[ply].evaluation) / 100.0).expect("into memory");
    }
}
